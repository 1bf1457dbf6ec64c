import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  groupsPerPage,
  type NotPostedGroup,
  type NotPostedView,
  notPostedForgotten,
  notPostedMessage,
} from '../../src/digests/content/not-posted.ts'
import { arbitraryId, foreignText, ordinaryAddress } from '../tools/arbitrary-mention.ts'
import { faultsOfForeign, linksIn } from '../tools/message-checks.ts'
import { readableMessage } from '../tools/message-sketch.ts'
import { weekFound } from '../tools/sample-accounting.ts'

const range = { from: '2026-11-09', to: '2026-11-15' }
const ask = { digest: 'weekly', channel: 'C1', range, page: 0 }
const at = Date.UTC(2026, 10, 14, 14, 2)
const accounting = { ...weekFound, duplicate: 4, waiting: 2 }
const entry = (
  id: number,
  some: Partial<NotPostedGroup['newest'][number]>,
): NotPostedGroup['newest'][number] => ({
  at: at - id * 60_000,
  subscription: 'acme',
  alert: '7',
  id: String(id),
  url: `https://news.example/2026/${id}`,
  outcome: 'skipped',
  reason: 'only.language',
  ...some,
})
const group = (reason: string, count: number, some: Partial<NotPostedGroup> = {}): NotPostedGroup => ({
  outcome: 'skipped',
  reason,
  count,
  top: [],
  newest: [entry(1, { reason }), entry(2, { reason })],
  ...some,
})
const mutedEntry = { reason: 'mute.author', detail: 'Spam King' }
const view: NotPostedView = {
  ask,
  pages: 2,
  accounting,
  groups: [
    group('only.language', 98),
    group('mute.author', 38, {
      top: [
        { value: 'Spam King', count: 30, by: 'Ana Lima' },
        { value: 'Old Bore', count: 8 },
      ],
      newest: [entry(3, mutedEntry)],
    }),
    group('duplicate.address', 4, {
      top: [{ value: '17', count: 4, card: 'https://slack.example/archives/C1/p1' }],
      newest: [entry(4, { reason: 'duplicate.address', detail: '17' })],
    }),
    group('quiet', 2, {
      outcome: 'waiting',
      newest: [entry(5, { outcome: 'waiting', reason: 'quiet', detail: '2026-11-16T07:00:00.000Z' })],
    }),
  ],
}
const snapshot = (name: string) => `./snapshots/held-back-${name}.txt`

describe('the modal with the mentions that were not posted', () => {
  it('shows on its first page how many mentions each reason kept back, with examples', () =>
    expect(readableMessage(notPostedMessage(view))).toMatchFileSnapshot(snapshot('page')))

  it('says that everything was posted if no mention was kept back', () =>
    expect(readableMessage(notPostedMessage({ ...view, pages: 1, groups: [] }))).toMatchFileSnapshot(
      snapshot('nothing'),
    ))

  it('says of an old digest that its decisions are no longer kept', () =>
    expect(readableMessage(notPostedForgotten(range, 35 * 86_400_000))).toMatchFileSnapshot(
      snapshot('forgotten'),
    ))
})

const arbitraryEntry = fc.record({
  at: fc.nat(4e12),
  subscription: foreignText,
  alert: arbitraryId,
  id: arbitraryId,
  url: fc.oneof(ordinaryAddress, foreignText, fc.constant(`https://long.example/${'x'.repeat(2000)}`)),
  outcome: fc.constantFrom('skipped' as const, 'rejected' as const, 'waiting' as const),
  reason: fc.oneof(fc.constantFrom('only.text', 'mute.author', 'duplicate.title', 'queued'), foreignText),
  detail: foreignText,
})
const top = fc.record(
  { value: foreignText, count: fc.nat(), by: foreignText, card: ordinaryAddress },
  { requiredKeys: ['value', 'count'] },
)
const arbitraryGroup = fc.record({
  outcome: fc.constantFrom('skipped' as const, 'rejected' as const, 'waiting' as const),
  reason: foreignText,
  count: fc.nat(),
  top: fc.array(top, { maxLength: 3 }),
  newest: fc.array(arbitraryEntry, { minLength: 1, maxLength: 3 }),
})

it('no page of the mentions that were not posted exceeds a limit of Slack or shows active markup of a stranger', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryGroup, { maxLength: groupsPerPage }),
      foreignText,
      fc.nat(2),
      (groups, digest, page) => {
        const shown = notPostedMessage({ ask: { ...ask, digest, page }, pages: 3, accounting, groups })
        expect(faultsOfForeign(shown)).toEqual([])
        for (const url of linksIn(shown.blocks)) expect(url).toMatch(/^https?:\/\//)
      },
    ),
    { numRuns: 150 },
  )
})
