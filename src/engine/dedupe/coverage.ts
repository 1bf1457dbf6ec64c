import { canonicalAddress } from '@overheard/base/address'
import type { Highlight, Mention } from '@overheard/mention-client/mention'
import type { OriginalCard } from '../../model/card.ts'

export type Coverage = NonNullable<NonNullable<OriginalCard['story']>['coverage']>

/** A smaller figure that is the same by chance ("3 years") does not outweigh another that differs. */
const tellingFigure = 31

export type SaidText = Pick<Mention, 'title' | 'snippet' | 'language' | 'isTitleBorrowed'>

/** All comments of a thread have its title, so it is not what they say. */
export const ownTitle = ({ title, isTitleBorrowed }: Pick<SaidText, 'title' | 'isTitleBorrowed'>): string =>
  isTitleBorrowed ? '' : title

type CoverageWord = Coverage['words'][number]

/**
 * What a mention says, for the comparison with stories: words of the title and of the first sentences, figures with their units, and years. A
 * story is the sum of its places in the same form. Words are shortened to their beginnings, because "files" and "filed" are about the same event.
 */

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

export const maxTitleLength = 300
export const maxTextLength = 400
const maxTextWords = 40
/** More words of a story are dropped, the rarest in the story first. */
const maxWords = 60
const maxFigures = 40
const maxYears = 10
const maxLinks = 5
const maxTitles = 5
const maxTitleWords = 25

const percent = 'percent'

const stemLength = 6
/** A word of the first sentences counts as this part of a word of the title. */
const textWeight = 0.3

const isAlphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const isWithoutCase = /^\p{Lo}{2,}/u
const isHiragana = /^\p{Script=Hiragana}+$/u
const startsWithDigit = /^\p{N}/u
const endsSentence = /[.!?:。！？]/u
const siteName = /\s[-|–—]\s+[^-|–—]{2,40}$/u
const addressInText = /https?:\/\/[^\s<>"')\]]+/gi
const year = /^(?:19|20)\d\d$/
const figureOrWord = /\p{N}+(?:[.,]\p{N}+)?|[\p{L}\p{M}]+/gu

/** A capital at the start of a sentence says nothing, but headlines start with the name that they are about. */
type Spelling = 'name' | 'plain' | 'unknown'

type ReadWord = { stem: string; spelled: string; spelling: Spelling }

export function coverageOf(mention: SaidText): Coverage {
  const { snippet, language } = mention
  const words = new Map<string, CoverageWord>()
  const add = (read: ReadWord[], weight: number) => {
    for (const { stem, spelling } of read) {
      const known = words.get(stem) ?? [stem, weight, 0, 0]
      words.set(stem, known)
      if (spelling === 'name') known[2] = 1
      if (spelling === 'plain') known[3] = 1
    }
  }
  const [head, text] = partsOf({ title: ownTitle(mention), snippet })
  const titleWords = readWords(head, 'name')
  const textWords = readWords(text, 'unknown').slice(0, maxTextWords)
  add(titleWords, 1)
  add(textWords, textWeight)
  const said = figuresOf([...head, ...text])
  return {
    places: 1,
    language,
    words: [...words.values()].slice(0, maxWords),
    ...said,
    titles: [
      (titleWords.length === 0 ? textWords : titleWords)
        .map(({ stem }) => stem)
        .slice(0, maxTitleWords)
        .join(' '),
    ],
  }
}

/**
 * Returns the addresses that a mention links to: those that the service knows, and those in its text. All mentions of a page link to the same
 * pages, so only those that its text shows tell something.
 */
export function linksOf({
  snippet,
  sharesAddress,
  ...known
}: Pick<Mention, 'snippet' | 'links' | 'sharesAddress'>): string[] {
  const links = sharesAddress ? [] : (known.links ?? [])
  const written = [...snippet.slice(0, 2 * maxTextLength).matchAll(addressInText)].map(([url]) => url)
  const found = [...new Set([...links, ...written])].slice(0, maxLinks)
  return found.flatMap((url) => (isPage(url) ? (canonicalAddress(url) ?? []) : []))
}

/** The address of a site's first page says nothing about the story. */
const isPage = (url: string) => URL.canParse(url) && new URL(url).pathname.length > 1

/** Returns the words that the alert searches for, shortened as in a coverage. */
export function searchedWords(highlights: readonly Pick<Highlight, 'text'>[]): string[] {
  const texts = new Set(highlights.map(({ text }) => text.slice(0, maxTitleLength).normalize('NFKC')))
  const read = [...texts].flatMap((text) => readWords([...segmenter.segment(text)], 'unknown'))
  return [...new Set(read.map(({ stem }) => stem))].slice(0, maxWords)
}

export function withoutWords(coverage: Coverage, left: readonly string[]): Coverage {
  return { ...coverage, words: coverage.words.filter(([stem]) => !left.includes(stem)) }
}

/** Returns words of a mention as it spells them. */
export function spelledWords({ title, snippet }: Omit<SaidText, 'language'>, stems: string[]): string[] {
  const [head, text] = partsOf({ title, snippet })
  const read = [...readWords(head, 'name'), ...readWords(text, 'unknown')]
  return stems.flatMap((stem) => read.find((word) => word.stem === stem)?.spelled ?? [])
}

export function joinedCoverage(story: Coverage, place: Coverage): Coverage {
  const words = new Map(story.words.map((word) => [word[0], word]))
  for (const [stem, weight, named, plain] of place.words) {
    const [, before = 0, names = 0, plains = 0] = words.get(stem) ?? []
    words.set(stem, [stem, rounded(before + weight), names + named, plains + plain])
  }
  const heaviest = [...words.values()].sort((a, b) => b[1] - a[1]).slice(0, maxWords)
  return {
    places: story.places + place.places,
    language: story.language === '' ? place.language : story.language,
    words: heaviest,
    figures: uniquePairs([...story.figures, ...place.figures]).slice(0, maxFigures),
    years: [...new Set([...story.years, ...place.years])].slice(0, maxYears),
    titles: [...(story.titles ?? []), ...(place.titles ?? [])].slice(0, maxTitles),
  }
}

const rounded = (weight: number) => Math.round(weight * 100) / 100

/** The languages of both differ, or their years do, or all numbers of thousands, or the figures with the same unit do ("40 percent" and "30 percent"), and no telling figure is the same. */
export function contradict(mention: Coverage, story: Coverage): boolean {
  const { years, language } = story
  if (mention.language !== '' && language !== '' && mention.language !== language) return true
  if (mention.years.length > 0 && years.length > 0 && !mention.years.some((one) => years.includes(one)))
    return true
  const [large, ofStory] = [largeFigures(mention), largeFigures(story)]
  if (large.length > 0 && ofStory.length > 0 && !large.some((one) => ofStory.includes(one))) return true
  const isSame = ([unit, value]: Coverage['figures'][number]) =>
    story.figures.some(([ofUnit, other]) => ofUnit === unit && other === value)
  const units = new Set(story.figures.map(([unit]) => unit))
  const comparable = mention.figures.filter(([unit]) => units.has(unit))
  const agreed = new Set(comparable.filter(isSame).map(([unit]) => unit))
  const agrees = comparable.some(
    (figure) => isSame(figure) && (figure[0] === percent || Number(figure[1]) > tellingFigure),
  )
  return !agrees && comparable.some(([unit]) => !agreed.has(unit))
}

/** Two texts with one title are other ones if less than this part of the telling words of the shorter one is in both. */
const sameTextShare = 0.3
/** Texts with fewer telling words are not compared. */
const leastTextWords = 4
/** The words of a story with more places are those of many texts. */
const mostPlacesWithText = 2

/** Both have the same title, but other texts: two reviews, or two incidents with a title that is written for many. */
export function saysOther(mention: Coverage, story: Coverage): boolean {
  const [title = ''] = mention.titles ?? []
  if (title === '' || story.places > mostPlacesWithText || story.titles?.includes(title) !== true)
    return false
  const inTitle = new Set(title.split(' '))
  const textOf = ({ words }: Coverage) =>
    new Set(words.map(([stem]) => stem).filter((stem) => isTelling(stem) && !inTitle.has(stem)))
  const [text, other] = [textOf(mention), textOf(story)]
  const shortest = Math.min(text.size, other.size)
  return (
    shortest >= leastTextWords &&
    [...text].filter((stem) => other.has(stem)).length < sameTextShare * shortest
  )
}

const isShortWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u

/** Short words are mostly grammar. */
export const isTelling = (stem: string) => !isShortWord.test(stem) && !isGrammar.test(stem)

/** Words of one or two letters, and those that are only written in hiragana, are mostly grammar. */
export const isGrammar =
  /^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,2}|\p{Script=Hiragana}+)$/u

/** At most this many words are exchanged for others. */
const maxExchanged = 2

/**
 * Two titles have other words between the same two words, which neither mention has elsewhere: "opens a shop in Lyon" and "opens a shop in Lille
 * today". People who write about one event in their own words rarely do that; those who report two events in the same way do.
 */
export function exchangesWords(mention: Coverage, story: Coverage): boolean {
  const ofMention = new Set(mention.words.map(([stem]) => stem))
  const ofStory = new Set(story.words.map(([stem]) => stem))
  const places = new Set(mention.titles?.flatMap((title) => placesOfOtherWords(title, ofStory)))
  return (story.titles ?? []).some((title) =>
    placesOfOtherWords(title, ofMention).some((place) => places.has(place)),
  )
}

/** Returns the words before and after each word, or two, that are not in `known`. */
function placesOfOtherWords(title: string, known: ReadonlySet<string>): string[] {
  const words = ['^', ...title.split(' '), '$']
  const isOther = (word: string) => !isGrammar.test(word) && !startsWithDigit.test(word)
  const found: string[] = []
  for (const [start, before] of words.entries())
    for (let end = start + 2; end <= start + 1 + maxExchanged; end++) {
      const [other = '', after] = words.slice(end - 1)
      if (after === undefined || known.has(other)) break
      const isWhole = start === 0 && end === words.length - 1
      if (!isWhole && words.slice(start + 1, end).some(isOther)) found.push(`${before} ${after}`)
    }
  return found
}

/** Two articles about one event rarely have different numbers of thousands only. */
const largeFigures = ({ figures }: Coverage) =>
  figures.flatMap(([, value]) => (Number(value) >= 1000 ? [value] : []))

function uniquePairs(figures: Coverage['figures']): Coverage['figures'] {
  return [...new Map(figures.map((figure) => [figure.join(' '), figure])).values()]
}

/** The segments of the title, without the name of the site, and of the first sentences. */
function partsOf({ title, snippet }: Omit<SaidText, 'language'>): [Intl.SegmentData[], Intl.SegmentData[]] {
  const plain = (text: string, most: number) =>
    withJoinedThousands(text.slice(0, most).normalize('NFKC').replaceAll(addressInText, ' '))
  const head = plain(title, maxTitleLength).replace(siteName, '')
  return [[...segmenter.segment(head)], [...segmenter.segment(plain(snippet, maxTextLength))]]
}

/** "40,000", "40.000" and "40 000" are one number. */
const withJoinedThousands = (text: string) => text.replace(/(\d)[.,' ](?=\d{3}(?!\d))/g, '$1')

function readWords(text: Intl.SegmentData[], capitalAtStart: Spelling): ReadWord[] {
  const read: ReadWord[] = []
  let begins = true
  for (const { segment, isWordLike } of text) {
    if (isWordLike !== true) {
      if (endsSentence.test(segment)) begins = true
      continue
    }
    const spelled = segment.replace(/['’]s$/i, '')
    const lower = spelled.toLowerCase()
    read.push({
      stem: stemOf(lower),
      spelled,
      spelling: spellingOf(spelled, lower, begins ? capitalAtStart : 'name'),
    })
    begins = false
  }
  return read
}

function spellingOf(spelled: string, lower: string, ofCapital: Spelling): Spelling {
  if (startsWithDigit.test(spelled) || isHiragana.test(lower)) return 'unknown'
  if (isWithoutCase.test(lower)) return 'name'
  return spelled === lower ? 'plain' : ofCapital
}

function stemOf(word: string): string {
  if (/\p{N}/u.test(word) || !isAlphabetic.test(word)) return word
  return (word.length > 3 ? word.replace(/([^s])e?s$/, '$1') : word).slice(0, stemLength)
}

function figuresOf(text: Intl.SegmentData[]): Pick<Coverage, 'figures' | 'years'> {
  const read = text.flatMap(({ segment, isWordLike }) =>
    segment.includes('%')
      ? [percent]
      : isWordLike === true
        ? (segment.toLowerCase().match(figureOrWord) ?? [])
        : [],
  )
  const figures: Coverage['figures'] = []
  const years: string[] = []
  for (const [place, word] of read.entries()) {
    if (!startsWithDigit.test(word)) continue
    const unit = read[place + 1]
    if (year.test(word)) years.push(word)
    else if (unit !== undefined && !startsWithDigit.test(unit))
      figures.push([unit === percent ? percent : stemOf(unit), word.replace(',', '.')])
  }
  return { figures: uniquePairs(figures).slice(0, maxFigures), years: [...new Set(years)].slice(0, maxYears) }
}
