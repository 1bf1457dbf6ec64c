import { describe, expect, it } from 'vitest'
import { createCards } from '../../src/cards/cards.ts'
import type { Undrawn } from '../../src/cards/posted-cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import { undrawnText } from '../../src/messages/replies.ts'
import type { ShownMentions } from '../../src/model/card.ts'
import type { Updated } from '../../src/slack/posted-messages.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const message = { channel: 'C1', ts: '1795176000.000100' }
const shows: ShownMentions = { kind: 'card', mention: sampleMention({ id: '1' }), style: 'full' }
const posted = { ...message, subscription: 'acme', alert: '7', actions: [], shows }

/** Slack answers each update of the card with the next of these, and then with the last one. */
async function cardWith(...answers: Updated[]) {
  const clock = { now: 1_795_176_060_000 }
  const told: Undrawn[] = []
  let updates = 0
  const cards = createCards({
    keptMs: 90 * 86_400_000,
    store: memoryStore(),
    messages: {
      update: async () => answers[updates++] ?? answers.at(-1) ?? { kind: 'updated' },
      permalink: async () => undefined,
    },
    nameOf: async (user) => user,
    openForMs: 14 * 86_400_000,
    weights: defaultWeights,
    now: () => clock.now,
    undrawn: async (undrawn) => told.push(undrawn),
  })
  await cards.originalCards.keep(posted)
  const press = (user: string, action: Parameters<typeof cards.applyAction>[0]['action'] = 'claim') =>
    cards.applyAction({ message, mentions: ['1'], user, action })
  async function redraw() {
    clock.now += 60_000
    await cards.redrawOutdated()
  }
  return { press, redraw, told, updates: () => updates }
}

describe('a card that Slack does not let the bot redraw', () => {
  it.each(['cant_update_message', 'edit_window_closed', 'message_not_found'])(
    'is told once to whoever pressed, and is not tried again after %s',
    async (reason) => {
      const { press, redraw, told, updates } = await cardWith({ kind: 'gone', reason })
      await press('U1')
      await expect.poll(() => told).toEqual([{ ...message, user: 'U1', reason, isRetried: false }])
      await redraw()
      expect([told.length, updates()]).toEqual([1, 1])
    },
  )

  it.each(['rate_limited', 'TimedOutError', 'internal_error'])(
    'is told once and tried again after %s, until the card shows what was done',
    async (reason) => {
      const failed = { kind: 'failed', reason } as const
      const { press, redraw, told, updates } = await cardWith(failed, failed, { kind: 'updated' })
      await press('U1')
      await expect.poll(() => told).toEqual([{ ...message, user: 'U1', reason, isRetried: true }])
      for (const _ of Array(4)) await redraw()
      expect([told.length, updates()]).toEqual([1, 3])
    },
  )

  it('is told for every action of a person, and without a person for what nobody did', async () => {
    const { press, told } = await cardWith({ kind: 'gone', reason: 'edit_window_closed' })
    await press('U1', { kind: 'done-with-note', note: 'x' })
    await press('U2', { kind: 'correct', to: 'negative' })
    await press('U3', { kind: 'react', to: 'claim', isRemoved: false, ts: '1795176060.000001' })
    await press('', { kind: 'close-by-service' })
    await expect.poll(() => told.map(({ user }) => user)).toEqual(['U1', 'U2', 'U3', undefined])
  })

  it('is described by sentences that name the reason and what follows', () => {
    expect(undrawnText('cant_update_message', false)).toContain('still looks as before')
    expect(undrawnText('rate_limited', true)).toContain('tries again soon')
    expect(undrawnText('message_not_found', false)).toContain('no longer there')
  })
})
