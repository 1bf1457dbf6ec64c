import { describe, expect, it } from 'vitest'
import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { CardChange, ShownMentions } from '../../src/model/card.ts'
import { flushPromises } from '../tools/manual-clock.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const postedAt = 1_795_176_000_000
const message = { channel: 'C1', ts: '1795176000.000100' }
const posted = { ...message, subscription: 'acme', alert: '7', actions: [] }
const shows: ShownMentions = {
  kind: 'thread',
  mentions: ['1', '2'].map((id) => sampleMention({ id })),
  firstNumber: 1,
}

class Killed extends Error {}

/** Cards in a store that survives the processes. A process dies after `life.writes` writes. Announcements fail while `life.refuses` is set. */
async function createWorld() {
  const kept = new Map<string, string>()
  const clock = { at: postedAt + 60_000 }
  const life = { writes: Number.POSITIVE_INFINITY, refuses: false }
  const announced = new Map<number, CardChange>()
  const open = () =>
    createCards({
      keptMs: 90 * 86_400_000,
      store: memoryStore(kept, () => {
        if (--life.writes < 0) throw new Killed()
      }),
      messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
      nameOf: async (user) => `Name ${user}`,
      openForMs: 14 * 86_400_000,
      weights: defaultWeights,
      now: () => clock.at,
      handled: {
        async tell({ changes }) {
          if (life.refuses || life.writes < 0) throw new Error('the store fails')
          for (const change of changes) announced.set(change.at, change)
        },
        isHeard: () => true,
      },
    })
  await open().originalCards.keep({ ...posted, shows })
  const changes = () => [...announced.values()].map(({ mention, to, by }) => `${mention} ${to} by ${by.id}`)
  return { open, clock, life, announced, changes }
}

const press = { message, mentions: ['1'] }

describe('changes of cards for webhooks', () => {
  it('have one event for each press that changes something, in order, with the person who pressed', async () => {
    const { open, clock, announced, changes } = await createWorld()
    const cards = open()
    const apply = (user: string, action: Parameters<typeof cards.applyAction>[0]['action']) =>
      cards.applyAction({ ...press, user, action })
    await apply('U1', { kind: 'assign', id: 'a', to: 'U2', note: 'please', due: 5 })
    await apply('U2', 'claim')
    await apply('U3', 'claim')
    await apply('U3', 'release')
    await apply('U1', { kind: 'snooze', id: 's', until: 9 })
    await apply('U1', { kind: 'wake', id: 's' })
    await apply('U1', 'done')
    await apply('U2', 'reopen')
    await apply('U2', 'not-relevant')
    await apply('U1', 'restore')
    await apply('U1', { kind: 'react', to: 'claim', isRemoved: false, ts: '1' })
    await apply('U1', { kind: 'react', to: 'done', isRemoved: false, ts: '2' })
    await apply('U1', { kind: 'react', to: 'done', isRemoved: true, ts: '3' })
    await apply('U1', { kind: 'react', to: 'claim', isRemoved: true, ts: '4' })
    await apply('U1', { kind: 'link', url: 'https://tickets.example/1', since: clock.at })
    await apply('U1', { kind: 'unlink', since: clock.at })
    await flushPromises()
    expect(changes()).toEqual([
      '1 assigned by U1',
      '1 claimed by U2',
      '1 released by U3',
      '1 snoozed by U1',
      '1 reopened by U1',
      '1 done by U1',
      '1 reopened by U2',
      '1 not-relevant by U2',
      '1 reopened by U1',
      '1 claimed by U1',
      '1 done by U1',
      '1 reopened by U1',
      '1 released by U1',
      '1 linked by U1',
      '1 linked by U1',
    ])
    expect([...announced.values()].slice(-2).map(({ link }) => link)).toEqual([
      'https://tickets.example/1',
      '',
    ])
    const all = [...announced.values()]
    expect(all[0]).toMatchObject({ holder: { id: 'U2', name: 'Name U2' }, note: 'please', due: 5 })
    expect(all[3]).toMatchObject({ until: 9 })
    const times = all.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(times.length)
  })

  it('have a time after the post, even if the clock of the process is behind that of Slack', async () => {
    const { open, clock, announced } = await createWorld()
    clock.at = postedAt - 60_000
    await open().applyAction({ message, mentions: ['1', '2'], user: 'U1', action: 'claim' })
    await flushPromises()
    expect([...announced.keys()]).toEqual([postedAt + 1, postedAt + 2])
  })

  it('are announced by the next process if the process dies at any moment after the press was stored', async () => {
    let deaths = 0
    for (let writes = 0; ; writes++) {
      const { open, clock, life, changes } = await createWorld()
      life.writes = writes
      const died = await open()
        .applyAction({ ...press, user: 'U1', action: 'claim' })
        .then(
          () => false,
          () => true,
        )
      await flushPromises()
      const isOver = life.writes > 0
      life.writes = Number.POSITIVE_INFINITY
      clock.at += 11_000
      const next = open()
      await next.redrawOutdated()
      const state = (await next.find(message))?.actions.map((action) => action.state)
      expect(changes(), `after ${writes} writes`).toEqual(state?.length ? ['1 claimed by U1'] : [])
      expect((await next.find(message))?.changes, `after ${writes} writes`).toBeUndefined()
      if (isOver) break
      deaths += 1
      expect(died || deaths > 2).toBe(true)
    }
    expect(deaths).toBeGreaterThan(4)
  })

  it('stay with the card until the store of the webhooks can be written', async () => {
    const { open, clock, life, changes } = await createWorld()
    const cards = open()
    life.refuses = true
    await cards.applyAction({ ...press, user: 'U1', action: 'claim' })
    await flushPromises()
    clock.at += 11_000
    await expect(cards.redrawOutdated()).rejects.toThrow('the store fails')
    expect(changes()).toEqual([])
    life.refuses = false
    await cards.redrawOutdated()
    expect(changes()).toEqual(['1 claimed by U1'])
  })
})
