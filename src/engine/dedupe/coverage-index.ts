import {
  type Coverage,
  contradict,
  exchangesWords,
  isGrammar,
  isTelling,
  saysOther,
  withoutWords,
} from './coverage.ts'

/**
 * Finds the story of a mention by its words. A word counts more if it is in few stories of the alert. This is known from the stories of the
 * index itself, so nothing else is stored.
 */
export type CoverageIndex<T> = {
  /** Replaces the entry of the same story. */
  put(name: string, story: T, coverage: Coverage): void
  remove(name: string): void
  /** Returns the story and the words that it has in common with the mention, the rarest first. */
  find(mention: Coverage, isEligible: (story: T) => boolean): CoverageMatch<T> | undefined
  /**
   * Returns true if a mention that has a link in common with the story also says something alike, without the words that the alert searches for. The
   * common link tells as much as a number.
   */
  isLinked(name: string, mention: Coverage, searched: readonly string[]): boolean
}

type CoverageMatch<T> = { story: T; words: string[] }

/** Stories that were put first are no longer compared. */
const maxStories = 5000

/** Only these stories, which share the rarest words with the mention, are compared as a whole. */
const maxCandidates = 10
const maxAskedWords = 16
/** Stories whose shared rare words are worth less than this part of those of the best are not compared. */
const nearBest = 0.4

/** A mention joins if its similarity to the story (the cosine of their weighted words, 0 to 1) is at least this. */
const minSimilarity = 0.282
/** The center of a story of many places is known better, so less similarity is enough: this much less if its places are e times as many. */
const easierByPlaces = 0.035
const maxEasier = 3.5
/** Of two similar stories, a mention prefers the one with more places. */
const preferenceByPlaces = 0.7
/** More similarity is needed without the same telling number, because words alone rarely tell two events of one company apart. */
const nothingTelling = 0.2
/** This many words of the story that no other story has, without its subject, tell as much; with more of them, other names do not matter. */
const enoughOwnWords = 3
const manyOwnWords = 5
/** Two pages with the same link have at least this many words in common that tell something. */
const minLinkedWords = 2
/** More similarity is needed if both have numbers and none is the same, and if both have numbers of three digits and none of them is. */
const noSameNumber = 0.3
const noSameLongNumber = 0.2
/** A word belongs to the core of a story if this share of its places has it. */
const coreShare = 0.5
/** A name of the core belongs to the subject if it is in this share of the stories that have its most frequent name. */
const subjectShare = 2 / 3

/** A smaller number of one or two digits is the same by chance. */
const tellingNumber = 31
const isYear = /^(?:19|20)\d\d$/

/** The index behaves as if it had this many more stories with other words, so that the first stories of an alert are not joined by common words. */
const priorStories = 30
/** Words of up to three letters are mostly articles and prepositions. They count as if they were in this many of the prior stories. */
const priorOfShortWords = 6
const priorOfWords = 0.5
const isShortWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u

/**
 * A word of the alert. `plain` counts the stories in which it is also written without a capital. `asked` is its weight in the mention of the
 * question with the number `question`.
 */
type Word<T> = {
  stem: string
  isShort: boolean
  stories: Set<Entry<T>>
  plain: number
  asked: number
  question: number
}

/** `words` are those of `coverage`, in the same order. `worth` is what the rarest words of the mention of the question with the number `question` give the story. */
type Entry<T> = {
  story: T
  coverage: Coverage
  words: Word<T>[]
  numbers: string[]
  worth: number
  question: number
}

/**
 * A mention whose words are looked up, in the question with the number `question`. `known` are those that stories have; `length` is that of the
 * vector of all its words. `rarity` is that of a word of these stories.
 */
type Asked<T> = {
  coverage: Coverage
  known: Word<T>[]
  length: number
  numbers: string[]
  question: number
  stories: number
  rarity: (word: Pick<Word<T>, 'stories' | 'isShort'>) => number
  /** True if a name is in some story also written without a capital. */
  isPlain: (stem: string) => boolean
}

/** `caution` is what people have taught: by so much more similarity is needed than usual, or less than that without a telling number. */
export function createCoverageIndex<T>(caution: () => number = () => 0): CoverageIndex<T> {
  const entries = new Map<string, Entry<T>>()
  const vocabulary = new Map<string, Word<T>>()
  let question = 0

  const rarityIn = (stories: number, isShort: boolean) =>
    Math.log1p((entries.size + priorStories) / (stories + (isShort ? priorOfShortWords : priorOfWords)))

  function wordOf(stem: string): Word<T> {
    const known = vocabulary.get(stem)
    if (known !== undefined) return known
    const word: Word<T> = {
      stem,
      isShort: isShort(stem),
      stories: new Set(),
      plain: 0,
      asked: 0,
      question: 0,
    }
    vocabulary.set(stem, word)
    return word
  }

  /** Takes the words of an entry out of the vocabulary, but those that it keeps. */
  function forgetWords(entry: Entry<T>, kept: ReadonlySet<Word<T>>): void {
    for (const [place, word] of entry.words.entries()) {
      if (isPlainAt(entry, place)) word.plain -= 1
      if (kept.has(word)) continue
      word.stories.delete(entry)
      if (word.stories.size === 0) vocabulary.delete(word.stem)
    }
  }

  function remove(name: string): void {
    const entry = entries.get(name)
    if (entry === undefined) return
    entries.delete(name)
    forgetWords(entry, new Set())
  }

  function put(name: string, story: T, coverage: Coverage): void {
    const known = entries.get(name)
    const entry = known ?? { story, coverage, words: [], numbers: [], worth: 0, question: 0 }
    const words = coverage.words.map(([stem]) => wordOf(stem))
    if (known !== undefined) forgetWords(entry, new Set(words))
    Object.assign(entry, { story, coverage, words, numbers: numbersOf(coverage) })
    for (const [place, word] of words.entries()) {
      word.stories.add(entry)
      if (isPlainAt(entry, place)) word.plain += 1
    }
    entries.set(name, entry)
    if (entries.size <= maxStories) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) remove(oldest)
  }

  function ask(coverage: Coverage): Asked<T> {
    question += 1
    const known: Word<T>[] = []
    let squares = 0
    for (const [stem, weight] of coverage.words) {
      const word = vocabulary.get(stem)
      if (word !== undefined) {
        word.asked = weight
        word.question = question
        known.push(word)
      }
      squares += (weight * rarityIn(word?.stories.size ?? 0, word?.isShort ?? isShort(stem))) ** 2
    }
    return {
      coverage,
      known,
      length: Math.sqrt(squares),
      numbers: numbersOf(coverage),
      question,
      stories: entries.size,
      rarity: (word) => rarityIn(word.stories.size, word.isShort),
      isPlain: (stem) => (vocabulary.get(stem)?.plain ?? 0) > 0,
    }
  }

  return {
    put,
    remove,
    find(coverage, isEligible) {
      const asked = ask(coverage)
      let found: { entry: Entry<T>; words: string[]; rank: number } | undefined
      for (const entry of candidates(asked, isEligible)) {
        const similarity = similarityTo(asked, entry)
        if (!joins(asked, entry, similarity, caution())) continue
        const rank = similarity * (1 + preferenceByPlaces * Math.log(entry.coverage.places))
        if (found !== undefined && rank <= found.rank) continue
        const words = sharedWords(asked, entry)
        if (words.length > 0) found = { entry, words, rank }
      }
      return found && { story: found.entry.story, words: found.words }
    },
    isLinked(name, coverage, searched) {
      const entry = entries.get(name)
      if (entry === undefined) return false
      const rest = ask(withoutWords(coverage, searched))
      const similarity = similarityTo(rest, entry)
      const hasWords = sharedWords(rest, entry).filter(isTelling).length >= minLinkedWords
      return hasWords && joins(ask(coverage), entry, similarity, caution(), true)
    },
  }
}

const isShort = (stem: string) => stem.length <= 3 && isShortWord.test(stem)

const isAskedIn =
  <T>({ question }: Asked<T>) =>
  (word: Word<T>) =>
    word.question === question

/** Adds up, in `worth`, what the rarest words of the mention give each story that has them. Returns these stories. */
function weighed<T>({ known, question, stories: all, rarity }: Asked<T>): Entry<T>[] {
  const common = Math.max(50, all / 50)
  const rarest = known
    .filter(({ stories }) => stories.size <= common)
    .map((word) => ({ stories: word.stories, worth: word.asked * rarity(word) ** 2 }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, maxAskedWords)
  const found: Entry<T>[] = []
  for (const { stories, worth } of rarest)
    for (const entry of stories) {
      if (entry.question === question) entry.worth += worth
      else {
        entry.question = question
        entry.worth = worth
        found.push(entry)
      }
    }
  return found
}

/** Returns the stories with the rarest words of the mention, the best first. */
function candidates<T>(asked: Asked<T>, isEligible: (story: T) => boolean): Entry<T>[] {
  const best: Entry<T>[] = []
  for (const entry of weighed(asked)) {
    const isFull = best.length === maxCandidates && entry.worth <= (best.at(-1)?.worth ?? 0)
    if (isFull || !isEligible(entry.story)) continue
    best.splice(best.findLastIndex(({ worth }) => worth >= entry.worth) + 1, 0, entry)
    if (best.length > maxCandidates) best.pop()
  }
  const [first] = best
  return best.filter(({ worth }) => worth >= nearBest * (first?.worth ?? 0))
}

function similarityTo<T>({ length, question, rarity }: Asked<T>, { words, coverage }: Entry<T>): number {
  let [product, squares, place] = [0, 0, 0]
  for (const word of words) {
    const rare = rarity(word)
    const weight = ((coverage.words[place]?.[1] ?? 0) / coverage.places) * rare
    squares += weight * weight
    if (word.question === question) product += word.asked * rare * weight
    place += 1
  }
  return product / (length * Math.sqrt(squares))
}

/** The words that a mention and a story have in common and that tell something, the rarest first. */
function sharedWords<T>(asked: Asked<T>, { words }: Entry<T>): string[] {
  const telling = Math.log1p(priorStories / priorOfWords) / 2
  return words
    .filter(isAskedIn(asked))
    .filter(({ stem }) => !startsWithDigit.test(stem))
    .map((word) => ({ stem: word.stem, rare: asked.rarity(word) }))
    .filter(({ rare }) => rare >= telling)
    .sort((a, b) => b.rare - a.rare)
    .map(({ stem }) => stem)
}

/** The names that most places of a story have, and those of them that are in most stories of the alert: the subject, usually the company. */
function namesOf<T>({ coverage, words }: Entry<T>): { core: Word<T>[]; subject: Word<T>[] } {
  const core = words.filter(
    ({ plain }, place) => plain === 0 && (coverage.words[place]?.[2] ?? 0) >= coreShare * coverage.places,
  )
  const most = Math.max(...core.map(({ stories }) => stories.size))
  return { core, subject: core.filter(({ stories }) => stories.size >= subjectShare * most) }
}

/** Counts the words of the mention that only this story has, without its subject. They say nothing if the numbers are other ones. */
function ownWords<T>(asked: Asked<T>, entry: Entry<T>): number {
  if (areOther(asked.numbers, entry.numbers)) return 0
  const { subject } = namesOf(entry)
  const isOwn = (word: Word<T>) =>
    word.stories.size === 1 && !word.isShort && !hasDigit.test(word.stem) && !isGrammar.test(word.stem)
  return entry.words.filter(isAskedIn(asked)).filter((word) => isOwn(word) && !subject.includes(word)).length
}

/** The names are other ones if the mention has a name that the story does not have, and lacks one of its core. */
function otherNames<T>(asked: Asked<T>, entry: Entry<T>): OtherNames {
  const ofStory = new Set(entry.words.map(({ stem }) => stem))
  const hasNew = asked.coverage.words.some(
    ([stem, , names]) => names > 0 && !ofStory.has(stem) && !asked.isPlain(stem),
  )
  if (!hasNew) return 'none'
  const isAsked = isAskedIn(asked)
  const { core, subject } = namesOf(entry)
  if (subject.some((word) => !isAsked(word))) return 'subject'
  return core.every(isAsked) ? 'none' : 'some'
}

/** True if the mention is similar enough, and nothing contradicts. What costs most comes last. */
function joins<T>(
  asked: Asked<T>,
  entry: Entry<T>,
  similarity: number,
  caution: number,
  isLinked = false,
): boolean {
  const { coverage: mention, numbers } = asked
  const { coverage: story } = entry
  const needed = neededSimilarity(numbers, entry)
  if (similarity < needed + Math.max(0, caution) || contradict(mention, story)) return false
  if (saysOther(mention, story)) return false
  const hasTellingNumber = numbers.some((one) => isTellingNumber(one) && entry.numbers.includes(one))
  const own = hasTellingNumber ? manyOwnWords : ownWords(asked, entry)
  const isTold = isLinked || own >= enoughOwnWords
  if (!isTold && similarity < needed + Math.max(0, nothingTelling + caution)) return false
  if (!hasTellingNumber && exchangesWords(mention, story)) return false
  const names = otherNames(asked, entry)
  return names === 'none' || (names === 'some' && own >= manyOwnWords)
}

/** Returns the similarity that a mention with these numbers needs if something telling is the same. */
function neededSimilarity<T>(numbers: string[], { coverage, numbers: ofStory }: Entry<T>): number {
  return (
    minSimilarity -
    easierByPlaces * Math.min(maxEasier, Math.log(coverage.places)) +
    (areOther(numbers, ofStory) ? noSameNumber : 0) +
    (areOther(numbers.filter(isLong), ofStory.filter(isLong)) ? noSameLongNumber : 0)
  )
}

type OtherNames = 'none' | 'some' | 'subject'

/** True if a place of the story writes its word without a capital. */
const isPlainAt = ({ coverage: { words } }: { coverage: Coverage }, place: number) =>
  (words[place]?.[3] ?? 0) > 0

const startsWithDigit = /^\p{N}/u
const hasDigit = /\p{N}/u

const numbersOf = ({ words }: Coverage) => words.map(([word]) => word).filter((word) => hasDigit.test(word))

const isLong = (number: string) => number.length >= 3

const isTellingNumber = (number: string) =>
  !isYear.test(number) && (isLong(number) || Number(number) > tellingNumber)

const areOther = (some: string[], others: string[]) =>
  some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one))
