import { describe, expect, it } from 'vitest'
import { type Checkpoint, emptyCheckpoint } from '../../src/model/checkpoint.ts'
import { openCollection } from '../../src/model/collection.ts'
import { nameInList } from '../../src/model/subscription.ts'
import { listedChannelKind, nameListedChannels } from '../../src/subscriptions/listed-channels.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { subscriptionOf } from '../tools/story-world.ts'

type Kept = { subscription: string; alert?: string; channel?: string; lastTs?: string }

function createWorld() {
  const stored = openCollection(memoryStore(), listedChannelKind)
  const world = {
    ids: { '#a': 'C1', '#b': 'C2', '#c': 'C3' } as Record<string, string | undefined>,
    checkpoints: [] as Kept[],
    warnings: 0,
    stored,
    /** The names by the channels, as they are written. An entry has one channel, or several. */
    async names(...channels: string[]): Promise<[string, string][]> {
      const [only, ...others] = channels
      const name = (channel: string) => (others.length === 0 ? 'acme' : nameInList('acme', channel))
      const written = [only ?? '', ...others].map((channel) =>
        subscriptionOf({ name: name(channel), channel }),
      )
      const other = subscriptionOf({ name: 'other', channel: '#a' })
      const named = await nameListedChannels([...written, other], {
        stored,
        async *checkpoints() {
          for (const { subscription, alert = '7', ...place } of world.checkpoints) {
            const checkpoint: Checkpoint = { ...emptyCheckpoint, ...place }
            yield { key: { subscription, alert }, checkpoint }
          }
        },
        idOf: async (channel) => (channel.startsWith('#') ? world.ids[channel] : channel),
        log: {
          warn: () => {
            world.warnings += 1
          },
        },
      })
      expect(named.at(-1)).toEqual(other)
      return named.slice(0, -1).map((one) => [one.channel, one.name])
    },
  }
  return world
}

describe('the subscriptions of an entry', () => {
  it('have the name of the entry if it has one channel', async () => {
    const world = createWorld()
    expect(await world.names('#a')).toEqual([['#a', 'acme']])
    expect(await world.stored.entries()).toEqual([])
  })
  it('have the names of the channels if the entry is new and has several', async () => {
    expect(await createWorld().names('#a', '#b')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme → #b'],
    ])
  })
  it('keep the name of the entry for the channel that had the checkpoint, wherever it is in the list', async () => {
    const world = createWorld()
    world.checkpoints = [{ subscription: 'acme', channel: 'C2', lastTs: '2.0' }]
    expect(await world.names('#a', '#b')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme'],
    ])
  })
  it('keep their names if the list gets another order, or channels are written by id', async () => {
    const world = createWorld()
    world.checkpoints = [{ subscription: 'acme', channel: 'C1', lastTs: '2.0' }]
    await world.names('#a', '#b', '#c')
    expect(await world.names('C3', '#b', 'C1')).toEqual([
      ['C3', 'acme → #c'],
      ['#b', 'acme → #b'],
      ['C1', 'acme'],
    ])
  })
  it('keep their names if the channel of the checkpoint leaves the list, and when it comes back', async () => {
    const world = createWorld()
    world.checkpoints = [{ subscription: 'acme', channel: 'C1', lastTs: '2.0' }]
    await world.names('#a', '#b')
    expect(await world.names('#b')).toEqual([['#b', 'acme → #b']])
    expect(await world.names('#b', '#a')).toEqual([
      ['#b', 'acme → #b'],
      ['#a', 'acme'],
    ])
  })
  it('get a name of their own for a channel that replaces another one of the list', async () => {
    const world = createWorld()
    world.checkpoints = [{ subscription: 'acme', channel: 'C1', lastTs: '2.0' }]
    await world.names('#a', '#b')
    expect(await world.names('#c')).toEqual([['#c', 'acme → #c']])
  })
  it('keep their names if the records are lost and the checkpoints are not', async () => {
    const world = createWorld()
    world.checkpoints = [
      { subscription: 'acme', channel: 'C1', lastTs: '2.0' },
      { subscription: 'acme → #b', channel: 'C2', lastTs: '3.0' },
    ]
    expect(await world.names('C2', '#a')).toEqual([
      ['C2', 'acme → #b'],
      ['#a', 'acme'],
    ])
  })
  it('never share a name, even if the alert of the entry was changed together with its channel', async () => {
    const world = createWorld()
    world.checkpoints = [
      { subscription: 'acme', alert: '7', channel: 'C1', lastTs: '2.0' },
      { subscription: 'acme', alert: '8', channel: 'C2', lastTs: '3.0' },
    ]
    expect(await world.names('#a', '#b')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme'],
    ])
  })
  it('do not take the name of a subscription of another entry, which has posted to the channel', async () => {
    const world = createWorld()
    world.checkpoints = [{ subscription: 'old', channel: 'C1', lastTs: '2.0' }]
    expect(await world.names('#a', '#b')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme → #b'],
    ])
  })
  it('get the id of the channel in the name if another channel has had its written name', async () => {
    const world = createWorld()
    await world.names('#a', '#b')
    world.ids['#b'] = 'C9'
    expect(await world.names('#a', '#b', 'C2')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme → C9'],
      ['C2', 'acme → #b'],
    ])
  })
  it('have a name while their channel is not found, and keep it afterwards', async () => {
    const world = createWorld()
    world.ids['#b'] = undefined
    const names = await world.names('#a', '#b')
    world.ids['#b'] = 'C2'
    expect(await world.names('#a', '#b')).toEqual(names)
  })
  it('are one for a channel that is in the list by its name and by its id', async () => {
    const world = createWorld()
    expect(await world.names('#a', 'C1', '#b')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme → #b'],
    ])
    expect(world.warnings).toBe(1)
  })
  it('have the names that another process has stored first', async () => {
    const world = createWorld()
    const { change } = world.stored
    world.stored.change = async (key, next) => {
      await change(key, () => ({ C2: 'acme' }))
      return change(key, next)
    }
    expect(await world.names('#a', '#b')).toEqual([
      ['#a', 'acme → #a'],
      ['#b', 'acme'],
    ])
  })
})
