import { type Coverage, contradict } from './coverage.ts'

/**
 * Finds the story of a mention by its words. A word counts more if it is in few stories of the alert. This is known from the stories of the
 * index itself, so nothing else is stored.
 */
export type CoverageIndex<T> = {
  add(story: T, coverage: Coverage): void
  remove(story: T): void
  /** Returns the story and the words that it has in common with the mention, the rarest first. */
  find(mention: Coverage, isEligible: (story: T) => boolean): CoverageMatch<T> | undefined
}

type CoverageMatch<T> = { story: T; words: string[] }

/** Stories that were changed longest ago are no longer compared. */
const maxStories = 5000

/** Only these stories, which share the rarest words with the mention, are compared as a whole. */
const maxCandidates = 10
const maxAskedWords = 16

/** A mention joins if its similarity to the story (the cosine of their weighted words, 0 to 1) is at least this. */
const minSimilarity = 0.282
/** The center of a story of many places is known better, so less similarity is enough: this much less if its places are e times as many. */
const easierByPlaces = 0.035
const maxEasier = 3.5
/** Of two similar stories, a mention prefers the one with more places. */
const preferenceByPlaces = 0.7
/** More similarity is needed if no number is the same, and if no number of three digits is. */
const noSameNumber = 0.3
const noSameLongNumber = 0.2
/** More similarity is needed if the mention has another name than the story, such as that of another product. */
const otherName = 0.1
/** A word belongs to the core of a story if this share of its places has it. */
const coreShare = 0.5
/** A name of the core belongs to the subject if it is in this share of the stories that have its most frequent name. */
const subjectShare = 2 / 3

/** The index behaves as if it had this many more stories with other words, so that the first stories of an alert are not joined by common words. */
const priorStories = 30
/** Words of up to three letters are mostly articles and prepositions. They count as if they were in this many of the prior stories. */
const priorOfShortWords = 6
const priorOfWords = 0.5
const isShortWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u

/** A word of the alert. `plain` counts the stories in which it is also written without a capital. */
type Word<T> = { stem: string; prior: number; stories: Set<Entry<T>>; plain: number }

type Entry<T> = {
  story: T
  coverage: Coverage
  words: Map<Word<T>, Coverage['words'][number]>
  numbers: string[]
  /** The length of the vector of all its words, when the index had `stories` stories. */
  length: { of: number; stories: number } | undefined
}

/** A mention whose words are looked up. `said` are those that stories have; `length` is that of the vector of all its words. */
type Asked<T> = {
  coverage: Coverage
  said: Map<Word<T>, { weight: number; rare: number }>
  length: number
  numbers: string[]
}

export function createCoverageIndex<T>(nameOf: (story: T) => string): CoverageIndex<T> {
  const entries = new Map<string, Entry<T>>()
  const vocabulary = new Map<string, Word<T>>()

  const rarity = ({ prior, stories }: Pick<Word<T>, 'prior' | 'stories'>) =>
    Math.log1p((entries.size + priorStories) / (stories.size + prior))
  const wordOf = (stem: string): Word<T> =>
    vocabulary.get(stem) ?? {
      ...{ stem, stories: new Set(), plain: 0 },
      prior: stem.length <= 3 && isShortWord.test(stem) ? priorOfShortWords : priorOfWords,
    }

  function remove(story: T): void {
    const entry = entries.get(nameOf(story))
    if (entry === undefined) return
    entries.delete(nameOf(story))
    for (const [word, [stem, , , plain]] of entry.words) {
      word.stories.delete(entry)
      if (plain > 0) word.plain -= 1
      if (word.stories.size === 0) vocabulary.delete(stem)
    }
  }

  function add(story: T, coverage: Coverage): void {
    remove(story)
    const entry: Entry<T> = {
      story,
      coverage,
      words: new Map(),
      numbers: numbersOf(coverage),
      length: undefined,
    }
    entries.set(nameOf(story), entry)
    for (const said of coverage.words) {
      const word = wordOf(said[0])
      vocabulary.set(said[0], word)
      word.stories.add(entry)
      if (said[3] > 0) word.plain += 1
      entry.words.set(word, said)
    }
    const [oldest] = entries.values()
    if (entries.size > maxStories && oldest !== undefined) remove(oldest.story)
  }

  function askedFor(coverage: Coverage): Asked<T> {
    const said = new Map(
      coverage.words.map(([stem, weight]) => {
        const word = wordOf(stem)
        return [word, { weight, rare: rarity(word) }]
      }),
    )
    const length = Math.sqrt(
      [...said.values()].reduce((sum, { weight, rare }) => sum + (weight * rare) ** 2, 0),
    )
    return { coverage, said, length, numbers: numbersOf(coverage) }
  }

  function candidates({ said }: Asked<T>, isEligible: (story: T) => boolean): Entry<T>[] {
    const shared = new Map<Entry<T>, number>()
    const common = Math.max(50, entries.size / 50)
    const asked = [...said]
      .filter(([{ stories }]) => stories.size > 0 && stories.size <= common)
      .map(([{ stories }, { weight, rare }]) => ({ stories, worth: weight * rare ** 2 }))
      .sort((a, b) => b.worth - a.worth)
      .slice(0, maxAskedWords)
    for (const { stories, worth } of asked)
      for (const entry of stories) shared.set(entry, (shared.get(entry) ?? 0) + worth)
    return [...shared]
      .sort((a, b) => b[1] - a[1])
      .map(([entry]) => entry)
      .filter(({ story }) => isEligible(story))
      .slice(0, maxCandidates)
  }

  /** The rarity of words changes slowly, so the length is calculated again only after a few of many stories have changed. */
  function lengthOf(entry: Entry<T>): number {
    const { length: known, words, coverage } = entry
    if (known !== undefined && Math.abs(entries.size - known.stories) * 300 <= entries.size) return known.of
    let squares = 0
    for (const [word, [, sum]] of words) squares += ((sum / coverage.places) * rarity(word)) ** 2
    entry.length = { of: Math.sqrt(squares), stories: entries.size }
    return entry.length.of
  }

  function compare({ said, length }: Asked<T>, entry: Entry<T>): { similarity: number; shared: string[] } {
    const { places } = entry.coverage
    const telling = Math.log1p(priorStories / priorOfWords) / 2
    let product = 0
    const shared: { stem: string; rare: number }[] = []
    for (const [word, { weight, rare }] of said) {
      const known = entry.words.get(word)
      if (known === undefined) continue
      product += ((weight * known[1]) / places) * rare ** 2
      if (rare >= telling && !startsWithDigit.test(word.stem)) shared.push({ stem: word.stem, rare })
    }
    return {
      similarity: product / (length * lengthOf(entry)),
      shared: shared.sort((a, b) => b.rare - a.rare).map(({ stem }) => stem),
    }
  }

  return {
    add,
    remove,
    find(coverage, isEligible) {
      const asked = askedFor(coverage)
      let found: (CoverageMatch<T> & { rank: number }) | undefined
      for (const entry of candidates(asked, isEligible)) {
        const { similarity, shared } = compare(asked, entry)
        if (shared.length === 0 || similarity < neededSimilarity(asked, entry)) continue
        const rank = similarity * (1 + preferenceByPlaces * Math.log(entry.coverage.places))
        if (found === undefined || rank > found.rank) found = { story: entry.story, words: shared, rank }
      }
      return found && { story: found.story, words: found.words }
    },
  }
}

const startsWithDigit = /^\p{N}/u
const hasDigit = /\p{N}/u

/**
 * Returns the similarity that a mention needs to join a story. It is infinite if their languages, figures, years or subjects contradict each
 * other.
 */
function neededSimilarity<T>(asked: Asked<T>, entry: Entry<T>): number {
  const { coverage, numbers: ofStory } = entry
  const least = minSimilarity - easierByPlaces * Math.min(maxEasier, Math.log(coverage.places))
  if (contradict(asked.coverage, coverage)) return Number.POSITIVE_INFINITY
  const isOther = (some: string[], others: string[]) =>
    some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one))
  const isLong = (word: string) => word.length >= 3
  return (
    least +
    (isOther(asked.numbers, ofStory) ? noSameNumber : 0) +
    (isOther(asked.numbers.filter(isLong), ofStory.filter(isLong)) ? noSameLongNumber : 0) +
    addedByNames(asked, entry)
  )
}

const numbersOf = ({ words }: Coverage) => words.map(([word]) => word).filter((word) => hasDigit.test(word))

/**
 * The names are other ones if the mention has a name that the story does not have, and lacks one of its core. The names of the core that are in
 * most stories of the alert are the subject, which usually means the company. A mention of another subject never joins.
 */
function addedByNames<T>({ coverage: mention, said }: Asked<T>, { coverage, words }: Entry<T>): number {
  const named = new Set(mention.words.flatMap(([stem, , names]) => (names > 0 ? [stem] : [])))
  const isNew = (word: Word<T>) => named.has(word.stem) && word.plain === 0 && !words.has(word)
  if (![...said.keys()].some(isNew)) return 0
  const core = [...words].flatMap(([word, [, , names]]) =>
    names >= coreShare * coverage.places && word.plain === 0 ? [word] : [],
  )
  const missing = core.filter((word) => !said.has(word))
  if (missing.length === 0) return 0
  const most = Math.max(...core.map(({ stories }) => stories.size))
  return missing.some(({ stories }) => stories.size >= subjectShare * most)
    ? Number.POSITIVE_INFINITY
    : otherName
}
