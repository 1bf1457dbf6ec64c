import type { VerdictEntry } from '../model/verdict.ts'

/** Mentions that one rule held back, or one refusal of Slack's. */
export type HeldGroup = {
  became: VerdictEntry['became']
  /** The rule's name, or Slack's word. */
  reason: string
  count: number
  /** The values that decided most often: who is muted, which pattern hit, which card was joined (the id of its mention). */
  top: { value: string; count: number; example: VerdictEntry }[]
  /** The newest of them, newest first. */
  newest: VerdictEntry[]
}

/** So many values and examples of a group are told. */
const mostTold = 3

/** Puts what was found and did not get a place of its own in Slack into groups by what held it back, greatest first. */
export function groupHeld(found: VerdictEntry[]): HeldGroup[] {
  const held = found.filter(({ became }) => became !== 'posted' && became !== 'burst')
  const groups = Map.groupBy(held, ({ became, reason }) => `${became} ${reason}`)
  return [...groups.values()]
    .map(groupOf)
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

function groupOf(entries: VerdictEntry[]): HeldGroup {
  const newest = entries.toSorted((a, b) => b.at - a.at).slice(0, mostTold)
  const { became = 'skipped', reason = '' } = newest[0] ?? {}
  return { became, reason, count: entries.length, top: topValues(entries), newest }
}

function topValues(entries: VerdictEntry[]): HeldGroup['top'] {
  const byValue = Map.groupBy(entries, decidingValue)
  return [...byValue]
    .flatMap(([value, some]) => {
      const [example] = some
      return value === undefined || example === undefined ? [] : [{ value, count: some.length, example }]
    })
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, mostTold)
}

/** What many mentions can have in common. The dates of `maxAge` and quiet hours say nothing together. */
function decidingValue({ reason, detail }: VerdictEntry): string | undefined {
  const [rule] = reason.split('.')
  if (rule === 'duplicate') return detail?.split(',')[0]
  return rule === 'except' || rule === 'mute' || rule === 'queued' ? detail : undefined
}
