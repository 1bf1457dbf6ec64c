import type { Ms } from '@overheard/base/time'
import type { DigestSection } from '../../messages/digest-section.ts'
import { bold, context, plainText, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { filterKeysOf, filterValueWords } from '../../messages/kit/filter-words.ts'
import { sentences } from '../../messages/kit/labels.ts'
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

function keptWords(what: 'claim' | 'done', within: Allowed, { kept, of, left, p50, p90 }: Kept): string {
  const allowed = allowedWords(within)
  if (of === 0) return say.noneYet({ what, allowed, left })
  return sentences([say.kept({ what, allowed, kept, of, left, late: of - kept }), ...speedWords(p50, p90)])
}

/** Leaves out what too few mentions have reached. */
function speedWords(half: Ms | undefined, most: Ms | undefined): string[] {
  if (half === undefined) return []
  const p50 = hoursAndMinutes(half)
  return [most === undefined ? say.half({ p50 }) : say.halfAndMost({ p50, p90: hoursAndMinutes(most) })]
}

const figuresWords = ({ target, claim, done }: TargetFigures): string[] => [
  ...(claim && target.claim ? [keptWords('claim', target.claim, claim)] : []),
  ...(done && target.done ? [keptWords('done', target.done, done)] : []),
]

export function targetsSection(figures: TargetFigures[]): DigestSection {
  const shown = figures.slice(0, mostTargets).map((one) => ({
    title: say.target({ condition: conditionWords(one.target.when) }),
    lines: figuresWords(one),
  }))
  if (shown.length === 0) return { text: [], blocks: [] }
  const note = say.workingTime()
  return {
    text: [...shown.flatMap(({ title, lines }) => [title, ...lines]), note],
    blocks: [
      richText(...shown.map(({ title, lines }) => richLine([bold(title), words(`\n${lines.join('\n')}`)]))),
      context(plainText(note)),
    ],
  }
}
