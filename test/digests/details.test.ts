import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertsPerPage, type DigestDetails, digestDetails } from '../../src/digests/content/details.ts'
import type { DigestedAlert } from '../../src/digests/content/message.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'
import { foreignText } from '../tools/arbitrary-mention.ts'
import { faultsOfForeign } from '../tools/message-checks.ts'
import { readableMessage, withPlainSpaces } from '../tools/message-sketch.ts'
import { type Known, parts, summaryOf, total } from '../tools/period-summaries.ts'
import { honest } from '../tools/sample-statistics.ts'

const range = { from: '2026-11-09', to: '2026-11-15' }
const question: StatsQuestion = { choice: { kind: 'dates', ...range }, sources: [], more: false }
const alert = (known: Known, name = 'Acme brand'): DigestedAlert => ({
  kind: 'summary',
  summary: summaryOf({ ...known, alert: { name } }, question, 'digest'),
})
const view: DigestDetails = {
  ask: { digest: 'weekly', channel: 'C1', range, page: 0 },
  pages: 1,
  alerts: [alert(honest)],
  handled: { done: 64, of: 92, claimMs: 22 * 60_000, closeMs: 3 * 3_600_000 },
}
const snapshot = (name: string) => `./snapshots/details-${name}.txt`

describe('the modal with the figures of a digest', () => {
  it('shows the figures of one alert', () =>
    expect(readableMessage(digestDetails(view))).toMatchFileSnapshot(snapshot('one-alert')))

  it('shows a page with three alerts, of which one was deleted and one has no answer from the mention service', () => {
    const gone: DigestedAlert = { kind: 'unavailable', name: 'Gone', reason: 'no-such-alert' }
    const silent = alert({ reason: 'timeout' }, 'Silent')
    const some = { ...view, pages: 3, ask: { ...view.ask, page: 1 }, alerts: [alert(honest), gone, silent] }
    return expect(readableMessage(digestDetails({ ...some, handled: 'forgotten' }))).toMatchFileSnapshot(
      snapshot('three-alerts'),
    )
  })

  it('shows a fall of the mentions to zero as 100%, with the earlier count', () => {
    const { text } = digestDetails({
      ...view,
      alerts: [alert({ now: { mentions: total(0) }, before: { mentions: total(21) } })],
    })
    expect(text).toContain('Mentions 0 ▼ 100% (was 21);')
  })

  it('says “outside the top 5” instead of zero for a country that is missing in the top five of a period', () => {
    const now = { countries: parts({ US: 36, GB: 24, CA: 15, AU: 14, DE: 14 }) }
    const before = { countries: parts({ US: 41, GB: 35, IE: 21, AU: 18, CA: 16 }) }
    const { text } = digestDetails({ ...view, alerts: [alert({ now, before })] })
    expect(text).toContain('Germany 14 (was outside the top 5); Ireland outside the top 5 (was 21)')
  })

  it('sums up the sources that it does not name as “others”', () => {
    const many = (count: number) =>
      parts(Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`s${at}`, count])))
    const { blocks } = digestDetails({
      ...view,
      alerts: [alert({ now: { sources: many(3) }, before: { sources: many(2) } })],
    })
    expect(withPlainSpaces(JSON.stringify(blocks))).toContain('15 others 45 ▲ 50% (was 30)')
  })
})

it('no page of a digest’s figures exceeds a limit of Slack, whatever names the mention service uses', () => {
  const counts = fc
    .dictionary(foreignText, fc.nat(), { maxKeys: 40 })
    .map((record) => ({ mentions: total(9), sources: parts(record), countries: parts(record) }))
  const known = fc.record({ now: counts, before: counts })
  const alerts = fc.array(
    fc.oneof(
      fc.tuple(known, foreignText).map(([one, name]) => alert(one, name)),
      fc.record({
        kind: fc.constant('unavailable' as const),
        name: foreignText,
        reason: fc.constant('busy' as const),
      }),
    ),
    { maxLength: alertsPerPage },
  )
  fc.assert(
    fc.property(alerts, foreignText, (some, digest) => {
      const shown = digestDetails({ ...view, ask: { ...view.ask, digest, page: 1 }, pages: 3, alerts: some })
      expect(faultsOfForeign(shown)).toEqual([])
    }),
    { numRuns: 60 },
  )
})
