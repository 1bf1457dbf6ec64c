import { describe, expect, it } from 'vitest'
import type { PostFault } from '../tools/fake-channel.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** A world whose initial sync is over, and the process that took it. */
async function lookedAround(options: Parameters<typeof createStoryWorld>[0] = {}) {
  const world = createStoryWorld(options)
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

function addUpTo(world: StoryWorld, count: number, changes = {}): string[] {
  const ids = Array.from({ length: count }, (_, index) => String(index + 1))
  for (const id of ids) world.add(id, changes)
  return ids
}

const endings: [string, PostFault, number][] = [
  ['it was stored and only the answer was lost', { kind: 'answer lost' }, 0],
  ['it was never stored', { kind: 'never stored' }, 30_000],
  ['it is stored 20 s after our timeout', { kind: 'stored late', after: 20_000 }, 30_000],
  ['it becomes readable only after 25 s', { kind: 'answer lost', readableAfter: 25_000 }, 30_000],
  ['it was stored without its metadata', { kind: 'answer lost', bare: true }, 0],
]

describe('a post without an answer', () => {
  it.each(endings)('is in Slack exactly once at the end if %s', async (_what, fault, wait) => {
    const { world, run } = await lookedAround()
    world.channel.faults = [fault]
    const begun = world.now()
    addUpTo(world, 2)
    await live(world, 4 * minute, run)
    const messages = world.channel.messages().slice(1)
    expect(messages.map(({ content }) => content.text.match(/news\.example\/\d+/)?.[0])).toEqual([
      'news.example/1',
      'news.example/2',
    ])
    expect(Number(messages[1]?.ts) * 1000).toBeGreaterThanOrEqual(begun + wait)
    expect(Number(messages[1]?.ts) * 1000).toBeLessThan(begun + wait + 12_000)
  })

  it('ends the history search as soon as the post is found, because a busy channel has many pages', async () => {
    const { world, run } = await lookedAround()
    const { search } = world.channel
    const ends: boolean[] = []
    world.channel.search = async (place, enough = () => false, read) => {
      const seen = await search(place, undefined, read)
      if (seen.kind === 'seen') ends.push(enough(seen.messages))
      return seen
    }
    world.channel.faults = [{ kind: 'answer lost' }]
    addUpTo(world, 1)
    await live(world, 4 * minute, run)
    expect(ends.at(-1)).toBe(true)
  })

  it.each(endings)('appears once, as a burst and its thread, if %s', async (_what, fault) => {
    for (let good = 0; good < 3; good++) {
      const { world, run } = await lookedAround()
      const real = world.channel.post
      let count = 0
      world.channel.post = (posting, pass) => {
        if (count++ === good) world.channel.faults = [fault]
        return real(posting, pass)
      }
      const ids = addUpTo(world, 21)
      await live(world, 6 * minute, run)
      const text = world.channel
        .messages()
        .slice(1)
        .map(({ content }) => content.text)
      const links = text.join('\n').match(/news\.example\/\d+/g) ?? []
      expect(links.map((link) => link.slice('news.example/'.length)).toSorted()).toEqual(ids.toSorted())
      expect(world.channel.messages().filter(({ thread }) => thread === undefined)).toHaveLength(2)
    }
  })

  it.each(endings)(
    'appears once after the process died while it waited for the answer, if %s',
    async (_what, fault) => {
      const { world } = await lookedAround()
      const ids = addUpTo(world, 3)
      world.channel.faults = [fault]
      world.life.moments = 4
      await live(world, minute).catch(() => undefined)
      world.life.moments = Number.POSITIVE_INFINITY
      await live(world, 5 * minute)
      expect(world.channel.messages()).toHaveLength(1 + ids.length)
    },
  )
})

describe('while a post is unconfirmed,', () => {
  it('a receipt that another app forged or that belongs to another subscription proves nothing', async () => {
    const { world, run } = await lookedAround()
    addUpTo(world, 1)
    const content = { text: 'forged', blocks: [] }
    const receipt = { subscription: 'acme', alert: '7', through: '1', ids: ['1'] }
    world.channel.forge({ channel: 'C1', content, receipt })
    world.channel.faults = [{ kind: 'never stored' }]
    await live(world, 4 * minute, run)
    expect(world.channel.ids('acme')).toEqual(['1'])
  })

  it('the first message of the initial sync is not taken for the first message of a burst', async () => {
    const { world, run } = await lookedAround()
    addUpTo(world, 6)
    const long = `https://news.example/${'x'.repeat(600)}`
    for (const { id } of world.mentions.visible())
      Object.assign(world.mentions.visible().find((one) => one.id === id) ?? {}, { url: `${long}/${id}` })
    world.channel.faults = [{ kind: 'never stored' }]
    await live(world, 4 * minute, run)
    const [line, parent] = world.channel.messages()
    expect(parent?.thread).toBeUndefined()
    expect(
      world.channel
        .messages()
        .slice(2)
        .every(({ thread }) => thread === parent?.ts && thread !== line?.ts),
    ).toBe(true)
    expect(world.channel.ids().toSorted()).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('the deciding history search starts only after doubtSeconds', async () => {
    const { world, run } = await lookedAround()
    addUpTo(world, 1)
    world.channel.faults = [{ kind: 'answer lost', readableAfter: 29_000 }]
    const search = world.channel.search
    world.channel.search = async (...asked) => {
      const seen = await search(...asked)
      world.clock.at += 26_000
      return seen
    }
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
  })

  it.each([-180, -5, 5, 180])('a clock jump of %i minutes does not repeat the post', async (by) => {
    const { world, run } = await lookedAround()
    await live(world, 30 * minute, run)
    world.setClock(by * minute)
    addUpTo(world, 1)
    world.channel.faults = [{ kind: 'answer lost' }]
    await live(world, 5 * minute, run)
    expect(world.channel.messages()).toHaveLength(2)
  })

  it('a history that cannot be read is reported once, and the post is repeated after doubtSeconds', async () => {
    const { world, run } = await lookedAround()
    addUpTo(world, 2)
    world.channel.blind = { kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' }
    world.channel.faults = [{ kind: 'answer lost' }]
    await live(world, 6 * minute, run)
    expect(world.channel.ids()).toEqual(['1', '1', '2'])
    expect(world.told).toEqual(['raised history C1'])
  })

  it('is no longer searched for after it was found missing, even if the service has removed the mention', async () => {
    const { world, run } = await lookedAround()
    addUpTo(world, 1)
    world.channel.faults = [{ kind: 'never stored' }]
    await run()
    world.mentions.remove('1')
    await live(world, 6 * minute, run)
    expect(world.channel.ids()).toEqual([])
    expect(world.checkpoint().pending).toBeUndefined()
  })

  it('nothing is posted while the channel’s history cannot be reached, and then posting continues', async () => {
    const { world, run } = await lookedAround()
    addUpTo(world, 2)
    world.channel.blind = { kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }
    world.channel.faults = [{ kind: 'answer lost' }]
    await live(world, 10 * minute, run)
    expect(world.channel.posts).toBe(2)
    world.channel.blind = undefined
    await live(world, minute, run)
    expect(world.channel.ids()).toEqual(['1', '2'])
  })

  it('another subscription of the alert continues in another channel, and in the same channel waits for the same mention', async () => {
    const names = ['acme', 'same', 'other']
    const subscriptions = names.map((name) =>
      subscriptionOf({ name, channel: name === 'other' ? 'C2' : 'C1' }),
    )
    const { world, run } = await lookedAround({ subscriptions })
    const post = world.channel.post
    let isFirst = true
    world.channel.post = (posting, pass) => {
      if (isFirst && posting.receipt?.subscription === 'acme') {
        isFirst = false
        world.channel.faults = [{ kind: 'never stored' }]
      }
      return post(posting, pass)
    }
    addUpTo(world, 2)
    const begun = world.now()
    await live(world, 20_000, run)
    expect([world.channel.ids('acme'), world.channel.ids('same'), world.channel.ids('other')]).toEqual([
      [],
      [],
      ['1', '2'],
    ])
    await live(world, begun + 40_000 - world.now(), run)
    expect([...world.channel.ids('acme'), ...world.channel.ids('same')].sort()).toEqual(['1', '2'])
  })
})
