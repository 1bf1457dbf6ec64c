import type { DigestSection } from '../../messages/digest-section.ts'
import { context, plainText } from '../../messages/kit/block-kit.ts'
import { filterKeysOf, filterValueWords } from '../../messages/kit/filter-words.ts'
import { grouped, hoursAndMinutes, plural, short } from '../../messages/kit/numbers.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import type { Filter, Range } from '../../model/subscription.ts'
import type { Kept, TargetFigures } from './figures.ts'
import type { Allowed } from './settings.ts'

const longestCondition = 80
const mostTargets = 5

/** Returns, for example, “negative, reach from 50k”. */
export function conditionWords(when: Filter): string {
  const parts = filterKeysOf(when).map((key) => {
    const value = when[key]
    if (Array.isArray(value)) return value.map((one) => filterValueWords(key, one)).join(' or ')
    if (typeof value === 'object') return `${key} ${rangeWords(value)}`
    return value ? key : `not ${key}`
  })
  return isolate(cut(parts.join(', '), longestCondition))
}

const rangeWords = ({ from, to }: Range): string =>
  [from === undefined ? '' : `from ${short(from)}`, to === undefined ? '' : `up to ${short(to)}`]
    .filter(Boolean)
    .join(' ')

const allowedWords = (allowed: Allowed): string =>
  'ms' in allowed ? hoursAndMinutes(allowed.ms) : plural(allowed.days, 'working day')

const timeWords = (ms: number | undefined) => (ms === undefined ? 'not yet' : hoursAndMinutes(ms))

function keptWords(what: string, allowed: Allowed, { kept, of, left, p50, p90 }: Kept): string {
  const still = left === 0 ? '' : `, ${grouped(left)} ${left === 1 ? 'has' : 'have'} time left`
  if (of === 0) return `${what} within ${allowedWords(allowed)}: none yet${still}`
  const times = `p50 ${timeWords(p50)}, p90 ${timeWords(p90)}`
  return `${what} within ${allowedWords(allowed)}: ${grouped(kept)} of ${grouped(of)} (${times})${still}`
}

function figuresWords({ target, claim, done }: TargetFigures): string {
  const parts = [
    claim && target.claim && keptWords('claimed', target.claim, claim),
    done && target.done && keptWords('done', target.done, done),
  ]
  return `Target for ${conditionWords(target.when)}: ${parts.filter(Boolean).join('; ')}.`
}

export function targetsSection(figures: TargetFigures[]): DigestSection {
  const shown = figures.slice(0, mostTargets).map(figuresWords)
  if (shown.length === 0) return { text: [], blocks: [] }
  const text = [...shown, 'Times are working time.']
  return { text, blocks: [context(plainText(text.join('\n')))] }
}
