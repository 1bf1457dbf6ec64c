import type { StatsValue } from '../../insights/needs.ts'
import type { DeliveryReport } from '../../model/accounting.ts'
import { grouped, plural } from '../numbers.ts'
import { ruleName } from '../reason-words.ts'
import { cut } from '../text.ts'

/** How many rules are named; the others are added up. */
const namedRules = 6

/**
 * What became of what was found, as a sum a reader can check, and why it may differ from the statistics above it.
 * `counted` is the number of mentions by the statistics, where it is known. Nothing where no subscription posts to the channel.
 */
export function accountingLines(
  accounting: StatsValue<DeliveryReport> | undefined,
  counted: number | undefined,
): string[] {
  if (accounting === undefined) return []
  if (accounting.kind === 'missing') return [`What was posted cannot be told: ${cut(accounting.reason, 200)}`]
  const { found } = accounting.value
  if (counted === undefined || counted === found) return [accountingSum(accounting.value)]
  return [accountingSum(accounting.value), whyOthers(counted, found)]
}

function whyOthers(counted: number, found: number): string {
  const above = `The ${grouped(counted)} above`
  return found === 0
    ? `${above} are the service’s own count`
    : `${above} were published on these days; the ${grouped(found)} were found on them for the digest’s channel`
}

/** "587 mentions found = 316 posted + 96 in bursts + …": the summands add up; what is zero is left out. */
export function accountingSum(accounting: DeliveryReport): string {
  const { found } = accounting
  if (found === 0) return 'On these days Overheard found nothing new for the digest’s channel'
  const parts = summands(accounting)
  const [only] = parts
  if (only !== undefined && parts.length === 1) return `${plural(found, 'mention')} found, all ${only.what}`
  return `${plural(found, 'mention')} found = ${parts.map(countedWords).join(' + ')}`
}

type Summand = { count: number; what: string }

function summands(accounting: DeliveryReport): Summand[] {
  const { posted, inBursts, filtered, muted, duplicate, waiting, rejected } = accounting
  const all = [
    { count: posted, what: 'posted' },
    { count: inBursts, what: 'in bursts' },
    {
      count: filtered.reduce((sum, { count }) => sum + count, 0),
      what: `filtered${ruleWords(filtered)}`,
    },
    { count: muted, what: 'muted' },
    { count: duplicate, what: 'duplicate' },
    { count: waiting, what: 'waiting' },
    { count: rejected, what: 'refused by Slack' },
  ]
  return all.filter(({ count }) => count > 0)
}

const countedWords = ({ count, what }: Summand) => `${grouped(count)} ${what}`

/** " (98 by language, 33 by excluded author)". */
function ruleWords(filtered: DeliveryReport['filtered']): string {
  if (filtered.length === 0) return ''
  const named = filtered
    .slice(0, namedRules)
    .map(({ rule, count }) => `${grouped(count)} by ${ruleName(rule)}`)
  const rest = filtered.slice(namedRules).reduce((sum, { count }) => sum + count, 0)
  return ` (${[...named, ...(rest > 0 ? [`${grouped(rest)} by others`] : [])].join(', ')})`
}
