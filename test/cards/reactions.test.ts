import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { ShownMentions } from '../../src/model/card.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const message = { channel: 'C1', ts: '1795176000.000100' }
const shows: ShownMentions = { kind: 'card', mention: sampleMention({ id: '1' }), style: 'full' }
const posted = { ...message, subscription: 'acme', alert: '7', actions: [], shows }

type Event = { to: 'claim' | 'done'; isRemoved: boolean; ts: string }

async function cardOf() {
  let now = 1_795_176_060_000
  const cards = createCards({
    keptMs: 90 * 86_400_000,
    store: memoryStore(),
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    nameOf: async (user) => user,
    openForMs: 14 * 86_400_000,
    weights: defaultWeights,
    now: () => now++,
  })
  await cards.originalCards.keep(posted)
  const press = (user: string, action: Parameters<typeof cards.applyAction>[0]['action']) =>
    cards.applyAction({ message, mentions: ['1'], user, action })
  let events = 0
  const react = (user: string, to: Event['to'], isRemoved = false) =>
    press(user, { kind: 'react', to, isRemoved, ts: `1795176060.${String(events++).padStart(6, '0')}` })
  const state = async () => {
    const [record] = (await cards.find(message))?.actions ?? []
    return record === undefined ? 'open' : `${record.state} by ${record.user}`
  }
  return { press, react, state }
}

/** The events of one person, as they happen: a reaction is taken away only after it was added. */
const history = fc
  .array(fc.constantFrom('claim' as const, 'done' as const), { maxLength: 8 })
  .map((toggled) => {
    const isOn = { claim: false, done: false }
    return toggled.map((to, index): Event => {
      isOn[to] = !isOn[to]
      return { to, isRemoved: !isOn[to], ts: `1795176060.${String(index).padStart(6, '0')}` }
    })
  })

describe('reactions on a card', () => {
  it('leave its mention in the same state in whatever order Slack delivers their events, and however often', async () => {
    const delivered = history.chain((events) =>
      fc.record({
        events: fc.constant(events),
        order: fc
          .tuple(fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events))
          .map((parts) => parts.flat()),
      }),
    )
    await fc.assert(
      fc.asyncProperty(delivered, async ({ events, order }) => {
        const { press, state } = await cardOf()
        for (const event of order) await press('Ana', { kind: 'react', ...event })
        const isOn = (to: Event['to']) => events.findLast((one) => one.to === to)?.isRemoved === false
        const expected = isOn('done') ? 'done by Ana' : isOn('claim') ? 'claimed by Ana' : 'open'
        expect(await state()).toBe(expected)
      }),
    )
  })

  it('that are removed also end a claim that the same person made by button, but not the claim of another person', async () => {
    const { press, react, state } = await cardOf()
    await press('Ana', 'claim')
    await react('Ben', 'claim')
    await react('Ben', 'claim', true)
    expect(await state()).toBe('claimed by Ana')
    await react('Ana', 'claim', true)
    expect(await state()).toBe('open')
  })

  it('that are removed return the mention to the person who had claimed it or was assigned to it before', async () => {
    const { press, react, state } = await cardOf()
    await press('Ana', { kind: 'assign', id: 'a1', to: 'Ben' })
    await react('Ben', 'claim')
    await react('Mei', 'done')
    expect(await state()).toBe('done by Mei')
    await react('Ben', 'done', true)
    expect(await state()).toBe('done by Mei')
    await react('Mei', 'done', true)
    expect(await state()).toBe('claimed by Ben')
    await react('Ben', 'claim', true)
    expect(await state()).toBe('assigned by Ben')
  })

  it('do not undo a change that a person made later with a button', async () => {
    const { press, react, state } = await cardOf()
    await react('Ana', 'done')
    await press('Ben', 'reopen')
    await press('Ben', 'claim')
    await react('Ana', 'done', true)
    expect(await state()).toBe('claimed by Ben')
    await press('Mei', 'not-relevant')
    await react('Ana', 'done')
    expect(await state()).toBe('not-relevant by Mei')
  })
})
