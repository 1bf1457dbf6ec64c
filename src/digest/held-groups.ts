import type { DecisionRecord } from '../model/verdict.ts'

/** Mentions that one rule held back, or one refusal of Slack's. */
export type ReasonGroup = {
  became: DecisionRecord['outcome']
  /** The rule's name, or Slack's word. */
  reason: string
  count: number
  /** The values that decided most often: who is muted, which pattern hit, which card was joined (the id of its mention). */
  top: { value: string; count: number; example: DecisionRecord }[]
  /** The newest of them, newest first. */
  newest: DecisionRecord[]
}

/** So many values and examples of a group are told. */
const maxShown = 3

/** Puts what was found and did not get a place of its own in Slack into groups by what held it back, greatest first. */
export function groupByReason(found: DecisionRecord[]): ReasonGroup[] {
  const held = found.filter(({ outcome }) => outcome !== 'posted' && outcome !== 'burst')
  const groups = Map.groupBy(held, ({ outcome: became, reason }) => `${became} ${reason}`)
  return [...groups.values()]
    .map(toReasonGroup)
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

function toReasonGroup(entries: DecisionRecord[]): ReasonGroup {
  const newest = entries.toSorted((a, b) => b.at - a.at).slice(0, maxShown)
  const { outcome = 'skipped', reason = '' } = newest[0] ?? {}
  return { became: outcome, reason, count: entries.length, top: topValues(entries), newest }
}

function topValues(entries: DecisionRecord[]): ReasonGroup['top'] {
  const byValue = Map.groupBy(entries, decidingValue)
  return [...byValue]
    .flatMap(([value, some]) => {
      const [example] = some
      return value === undefined || example === undefined ? [] : [{ value, count: some.length, example }]
    })
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, maxShown)
}

/** What many mentions can have in common. The dates of `maxAge` and quiet hours say nothing together. */
function decidingValue({ reason, detail }: DecisionRecord): string | undefined {
  const [rule] = reason.split('.')
  if (rule === 'duplicate') return detail?.split(',')[0]
  return rule === 'except' || rule === 'mute' || rule === 'queued' ? detail : undefined
}
