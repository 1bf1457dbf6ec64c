import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { countFound } from '../../../src/features/tracking/digest.ts'
import { foundCard, foundMention } from '../../../src/features/tracking/found-mention.ts'
import { foundSection } from '../../../src/features/tracking/messages.ts'
import { timestampsOf } from '../../../src/model/date-range.ts'
import { exportedCsv } from '../../tools/exported-csv.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const start = Date.UTC(2026, 9, 1)
const day = 86_400_000
const range = { from: '2026-10-01', to: '2026-10-31' }
const now = Date.UTC(2026, 10, 1, 9)

const entry = fc.record({
  minute: fc.integer({ min: -2 * 24 * 60, max: 32 * 24 * 60 }),
  found: fc.boolean(),
  channel: fc.constantFrom('C1', 'C2'),
  presses: fc.array(fc.constantFrom('claim', 'done', 'not-relevant', 'release', 'reopen', 'snooze'), {
    maxLength: 3,
  }),
})

/** The state after each press, by the state before. Presses that are not here change nothing. */
const after: Record<string, Record<string, string>> = {
  unclaimed: { claim: 'claimed', snooze: 'snoozed', done: 'done', 'not-relevant': 'dismissed' },
  claimed: { snooze: 'snoozed', done: 'done', 'not-relevant': 'dismissed', release: 'unclaimed' },
  snoozed: { claim: 'claimed', done: 'done', 'not-relevant': 'dismissed', release: 'unclaimed' },
  done: { 'not-relevant': 'dismissed', reopen: 'unclaimed' },
  dismissed: {},
}

const readTable = (table: string): Record<string, string>[] => parse(table, { columns: true, bom: true })

function stateAfter(presses: string[]): string {
  const last = presses.reduce((state, press) => after[state]?.[press] ?? state, 'unclaimed')
  return last === 'done' || last === 'dismissed' ? 'closed' : last
}

it('over a month of generated posts and presses, the digest, the export and the open list have the figures of an independent count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 25 }), async (entries) => {
      const store = memoryStore()
      const cards = createCards({
        store,
        messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
        nameOf: async (user) => user,
        keptMs: 90 * day,
        now: () => now,
        openForMs: 90 * day,
        weights: defaultWeights,
      })
      const subscription = subscriptionOf()
      const posted = entries.map((one, index) => {
        const ts = ((start + one.minute * 60_000 + index) / 1000).toFixed(6)
        const mention = one.found
          ? foundMention(one.channel, { url: `https://found.example/${index}` }, 'words')
          : sampleMention({ id: String(index + 1) })
        const shows = one.found
          ? foundCard(mention, { subscription, layout: {}, alertName: 'Acme', foundBy: 'Ana' })
          : ({ kind: 'card', mention, style: 'full' } as const)
        return { ...one, ts, mention, shows, at: Number(ts) * 1000 }
      })
      for (const { channel, ts, shows, mention, presses } of posted) {
        await cards.originalCards.keep({ channel, ts, subscription: 'acme', alert: '7', shows, actions: [] })
        for (const [step, press] of presses.entries()) {
          const action =
            press === 'snooze' ? { kind: 'snooze' as const, id: `s${step}`, until: now + 1 } : press
          await cards.applyAction({
            message: { channel, ts },
            mentions: [mention.id],
            user: 'U1',
            action: action as never,
          })
        }
      }
      const of = posted.filter(
        ({ found, channel, at }) => found && channel === 'C1' && at >= start && at < start + 31 * day,
      )
      const expected = { found: of.length, closed: 0, claimed: 0, snoozed: 0, unclaimed: 0 }
      for (const { presses } of of) expected[stateAfter(presses) as 'closed'] += 1
      const period = timestampsOf(range)
      const counts = await countFound(cards.postedIn('C1', period.from), period)
      expect(counts).toEqual(expected)
      expect(foundSection(counts).hasNews === true).toBe(of.length > 0)

      const table = await exportedCsv({
        now: () => now,
        postedSince: cards.postedSince,
        channels: ['C1'],
        subscriptions: ['acme'],
      })
      const inExport = posted.filter(({ channel, found }) => found && channel === 'C1')
      if (table !== undefined)
        expect(readTable(table).filter((row) => row['found by'] === 'Ana')).toHaveLength(inExport.length)

      const open = (await cards.open.all()).filter(({ isFoundByPerson }) => isFoundByPerson)
      const stillOpen = posted.filter(
        ({ found, presses, at }) => found && at >= now - 90 * day && stateAfter(presses) !== 'closed',
      )
      expect(open).toHaveLength(stillOpen.length)
      // The numbers of the service do not know them.
      const ofService = await cards.actionsIn('C1')
      expect(
        ofService.filter(({ mention }) => posted.some((one) => one.found && one.mention.id === mention)),
      ).toEqual([])
    }),
    { numRuns: 60 },
  )
})
