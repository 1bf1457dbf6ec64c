import type { DigestSection } from '../../messages/digest-section.ts'
import { context, plainText } from '../../messages/kit/block-kit.ts'
import { filterKeysOf, filterValueWords } from '../../messages/kit/filter-words.ts'
import { hoursAndMinutes, short } from '../../messages/kit/numbers.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import type { Filter, Range } from '../../model/subscription.ts'
import type { Kept, TargetFigures } from './figures.ts'
import type { Allowed } from './settings.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

const longestCondition = 80
const mostTargets = 5

/** Returns, for example, “negative, reach from 50k”. */
export function conditionWords(when: Filter): string {
  const parts = filterKeysOf(when).map((key) => {
    const value = when[key]
    if (Array.isArray(value)) {
      const [first = '', ...rest] = value.map((one) => filterValueWords(key, one))
      return rest.reduce((some, last) => say.or({ some, last }), first)
    }
    if (typeof value === 'object') return rangeWords(key, value)
    return value ? key : say.not({ key })
  })
  return isolate(cut(parts.join(', '), longestCondition))
}

function rangeWords(key: string, { from, to }: Range): string {
  if (from === undefined) return to === undefined ? key : say.upTo({ key, to: short(to) })
  const start = { key, from: short(from) }
  return to === undefined ? say.from(start) : say.between({ ...start, to: short(to) })
}

const allowedWords = (allowed: Allowed): string =>
  'ms' in allowed ? hoursAndMinutes(allowed.ms) : say.workingDays(allowed)

const timeWords = (ms: number | undefined) => (ms === undefined ? say.notYet() : hoursAndMinutes(ms))

function keptWords(what: 'claim' | 'done', within: Allowed, { p50, p90, ...counts }: Kept): string {
  const said = { what, allowed: allowedWords(within), ...counts, p50: timeWords(p50), p90: timeWords(p90) }
  if (counts.of === 0) return counts.left === 0 ? say.noneYet(said) : say.noneYetButLeft(said)
  return counts.left === 0 ? say.kept(said) : say.keptAndLeft(said)
}

function figuresWords({ target, claim, done }: TargetFigures): string {
  const parts = [
    claim && target.claim && keptWords('claim', target.claim, claim),
    done && target.done && keptWords('done', target.done, done),
  ]
  return say.target({ condition: conditionWords(target.when), figures: parts.filter(Boolean).join('; ') })
}

export function targetsSection(figures: TargetFigures[]): DigestSection {
  const shown = figures.slice(0, mostTargets).map(figuresWords)
  if (shown.length === 0) return { text: [], blocks: [] }
  const text = [...shown, say.workingTime()]
  return { text, blocks: [context(plainText(text.join('\n')))] }
}
