import type { Duplicate, OriginalCard } from '../../model/card.ts'
import {
  type Coverage,
  coverageOf,
  maxTextLength,
  maxTitleLength,
  ownTitle,
  type SaidText,
} from './coverage.ts'
import { storyMembers } from './story.ts'

export type StoryNews = NonNullable<Duplicate['news']>[number]

/**
 * Titles that correct or deny something have one of these words (by language). With a blank, all of them; with a colon, the title begins with the
 * word and a sign, because a “correction” in the middle of a title is often one of prices.
 */
const claims = {
  correction: {
    en: 'correction: clarification: corrected corrects retraction retracts retracted clarifies',
    de: 'korrektur: berichtigung richtigstellung klarstellung korrigiert berichtigt stellt+klar',
    fr: 'correction: rectificatif erratum rectification rectifie corrige corrigé',
    es: 'corrección: rectificación: aclaración: rectifica rectifican corrige corrigen corrigió aclara fe+erratas',
    pt: 'correção: errata retificação retifica corrige corrigem corrigiu esclarece',
    it: 'correzione: precisazione: rettifica corregge errata+corrige',
    nl: 'correctie: rectificatie verduidelijking: gecorrigeerd corrigeert rechtgezet',
  },
  denial: {
    en: 'denies denied deny denying denial refutes refuted debunks debunked disputes disputed',
    de: 'dementiert dementieren dementi bestreitet bestreiten widerspricht leugnet weist+zurück weisen+zurück',
    fr: 'dément démentent démenti démentie nie nient réfute réfutent conteste contestent',
    es: 'niega niegan negó desmiente desmienten desmintió desmentido',
    pt: 'nega negam negou desmente desmentem desmentiu desmentido',
    it: 'nega negano smentisce smentiscono smentita smentito',
    nl: 'ontkent ontkennen ontkende ontkenning weerlegt weerspreekt betwist',
  },
} as const

type Claim = keyof typeof claims
type Term = { words: string[]; isAtStart: boolean }

const termsOf = (list: string): Term[] =>
  list.split(' ').map((term) => ({ words: term.replace(':', '').split('+'), isAtStart: term.endsWith(':') }))

const languages = Object.keys(claims.denial)

const terms = new Map(
  (['correction', 'denial'] as const).map((claim) => [
    claim,
    new Map(Object.entries(claims[claim]).map(([language, list]) => [language, termsOf(list)])),
  ]),
)

/** If nobody knows the language, a short word such as the French “nie” is usually another word of another language. */
const leastLetters = 5

function termsIn(claim: Claim, language: string): Term[] {
  const of = terms.get(claim)
  const known = of?.get(language.slice(0, 2).toLowerCase())
  if (known !== undefined || language !== '') return known ?? []
  return [...(of?.values() ?? [])].flat().filter(({ words }) => words.join('').length >= leastLetters)
}

const word = /[\p{L}\p{M}]+/gu

function claimsIn(title: string, { words, isAtStart }: Term): boolean {
  if (!isAtStart) {
    const said = new Set(title.match(word))
    return words.every((one) => said.has(one))
  }
  const [first = ''] = words
  return title.startsWith(first) && /^\s*[:\-–—)\]]/u.test(title.slice(first.length))
}

/** What places have said before is known by the beginnings of their words only. */
function isClaimed(claim: Claim, { story, ...card }: OriginalCard): boolean {
  const before = storyMembers({ ...card, ...(story && { story }) })
  if (before.some(({ news = [] }) => news.some(({ kind }) => kind === claim))) return true
  const stems = new Set(story?.coverage?.words.map(([stem]) => stem))
  return termsIn(claim, story?.coverage?.language ?? '').some(({ words }) =>
    stemsOf(words.join(' ')).every((stem) => stems.has(stem)),
  )
}

const stemsOf = (title: string) =>
  coverageOf({ title, snippet: '', language: '' }).words.map(([stem]) => stem)

const maxFigures = 2
const shortest = 3

/**
 * Returns what a mention says that its story has not said: that something is corrected or denied, and other figures with the same unit. A figure
 * is new only if the mention repeats none of that unit. `said` is what the mention says.
 */
export function newsOf(
  mention: SaidText,
  original: OriginalCard,
  said: Pick<Coverage, 'figures'> = coverageOf(mention),
): StoryNews[] {
  const title = ownTitle(mention)
    .slice(0, maxTitleLength)
    .normalize('NFKC')
    .toLowerCase()
    .trimStart()
    .replace(/^[([]/, '')
  const claimed = (['correction', 'denial'] as const).filter(
    (claim) =>
      termsIn(claim, mention.language).some((term) => claimsIn(title, term)) && !isClaimed(claim, original),
  )
  return [
    ...claimed.map((kind) => ({ kind })),
    ...newFigures(mention, original, said.figures).slice(0, maxFigures),
  ]
}

function newFigures(mention: SaidText, { story }: OriginalCard, said: Coverage['figures']): StoryNews[] {
  const known = story?.coverage?.figures ?? []
  const units = [...new Set(said.map(([unit]) => unit))].filter(
    (unit) => unit.length >= shortest && !isOfTime(unit),
  )
  return units.flatMap((unit) => {
    const of = (figures: typeof said) => figures.flatMap(([one, value]) => (one === unit ? [value] : []))
    const [before, now] = [of(known), of(said)]
    const [last, first] = [before.at(-1), now[0]]
    if (last === undefined || first === undefined || now.some((value) => before.includes(value))) return []
    const spelled = unit === percent ? '%' : spelledUnit(mention, unit, first)
    return spelled === undefined ? [] : [{ kind: 'figure', now: first, before: last, unit: spelled }]
  })
}

const [[percent] = ['']] = coverageOf({ title: '8%', snippet: '', language: '' }).figures

/** Returns the word behind a figure as the mention spells it, in what the figures were read from. */
function spelledUnit({ title, snippet }: SaidText, unit: string, value: string): string | undefined {
  const text = `${title.slice(0, maxTitleLength)} ${snippet.slice(0, maxTextLength)}`
    .normalize('NFKC')
    .replace(/(\d)[.,' ](?=\d{3}(?!\d))/g, '$1')
  const figure = value.replace('.', '[.,]')
  const found = new RegExp(`(?<![\\p{N}.,])${figure}[^\\p{L}\\p{N}]{1,3}([\\p{L}\\p{M}]+)`, 'gu')
  return [...text.matchAll(found)]
    .map(([, one = '']) => one)
    .find((one) => one.toLowerCase().startsWith(unit))
}

/** Dates and durations differ from place to place and are no news. */
const isOfTime = (unit: string) => timeUnits().has(unit)

let knownUnits: ReadonlySet<string> | undefined
function timeUnits(): ReadonlySet<string> {
  knownUnits ??= new Set(languages.flatMap(timeWords).flatMap(stemsOf))
  return knownUnits
}

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year']

function timeWords(locale: string): string[] {
  const isWord = ({ type }: { type: string }) => ['unit', 'month', 'weekday'].includes(type)
  const durations = units.flatMap((unit) =>
    [1, 2].flatMap((count) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count),
    ),
  )
  const dates = (['long', 'short'] as const).flatMap((length) => {
    const format = new Intl.DateTimeFormat(locale, {
      month: length,
      weekday: length,
      day: 'numeric',
      timeZone: 'UTC',
    })
    return Array.from({ length: 12 }, (_, month) =>
      format.formatToParts(Date.UTC(2026, month, month + 1)),
    ).flat()
  })
  return [...durations, ...dates].filter(isWord).map(({ value }) => value)
}
