import type { Answer } from '../insights/needs.ts'
import type { Accounting } from '../model/accounting.ts'
import { grouped, plural } from './numbers.ts'
import { cut } from './text.ts'

/** How many rules are named; the others are added up. */
const namedRules = 6

/**
 * What became of what was found, as a sum a reader can check, and why it may differ from the statistics above it.
 * `counted` is the number of mentions by the statistics, where it is known. Nothing where no subscription posts to the channel.
 */
export function accountingLines(
  accounting: Answer<Accounting> | undefined,
  counted: number | undefined,
): string[] {
  if (accounting === undefined) return []
  if (accounting.kind === 'missing') return [`What was posted cannot be told: ${cut(accounting.reason, 200)}`]
  const { found } = accounting.value
  const differs = counted !== undefined && counted !== found
  return [
    accountingSum(accounting.value),
    ...(differs
      ? [
          `The statistics count ${grouped(counted)}: they go by the day of publication and by alert, the line above by when a mention was found and once for each subscription.`,
        ]
      : []),
  ]
}

/** "587 mentions found = 316 posted + 96 in bursts + …": the summands add up. */
export function accountingSum(accounting: Accounting): string {
  return `${plural(accounting.found, 'mention')} found = ${summands(accounting).join(' + ')}`
}

function summands(accounting: Accounting): string[] {
  const { posted, inBursts, filtered, muted, duplicate, waiting, rejected } = accounting
  const skipped = filtered.reduce((sum, { count }) => sum + count, 0)
  return [
    `${grouped(posted)} posted`,
    `${grouped(inBursts)} in bursts`,
    `${grouped(skipped)} filtered${ruleWords(filtered)}`,
    `${grouped(muted)} muted`,
    `${grouped(duplicate)} duplicate`,
    `${grouped(waiting)} waiting`,
    ...(rejected > 0 ? [`${grouped(rejected)} refused by Slack`] : []),
  ]
}

/** " (98 by only.language, 33 by except.author)": the names are those of the configuration. */
function ruleWords(filtered: Accounting['filtered']): string {
  if (filtered.length === 0) return ''
  const named = filtered
    .slice(0, namedRules)
    .map(({ rule, count }) => `${grouped(count)} by ${cut(rule, 40)}`)
  const rest = filtered.slice(namedRules).reduce((sum, { count }) => sum + count, 0)
  return ` (${[...named, ...(rest > 0 ? [`${grouped(rest)} by others`] : [])].join(', ')})`
}
