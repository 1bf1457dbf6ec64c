import type { CardPrints, Sameness, TitleWords } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import { sameBy, staysFirst } from './duplicate.ts'
import { leastLikeness, titleLikeness } from './title-likeness.ts'

/** Among so many of the newest firsts is looked for a title that is alike: a thousand comparisons take less than a millisecond. */
export const mostCompared = 1000

/** What others are known by: the keys of the same address or title and, for stories, a title. */
export type Known = Pick<CardPrints, 'keys' | 'title'>

/** The first that a mention is the same as, and by what. */
export type Match<T> = { first: T; same: Sameness }

/** The mentions that others can be the same as. `at`: UTC, ms. */
export type Firsts<T> = {
  /** Takes one up, or takes it up anew. Where two have a key in common, the younger one has it. */
  add(first: T, known: Known): void
  remove(mention: Id): void
  /** Removes what is too old to be found at this moment. */
  dropOld(at: number): void
  /** The one with the same address, else with the same title, else with the title most alike, which is at most seven days older. */
  find(prints: Known, at: number): Match<T> | undefined
}

type Entry<T> = { first: T; known: Known; title: TitleWords | undefined }

/** Makes a place for firsts, in memory. */
export function createFirsts<T extends { mention: Id; at: number }>(): Firsts<T> {
  const byMention = new Map<Id, Entry<T>>()
  const byKey = new Map<string, Entry<T>>()
  /** In the order in which they went up. */
  const titled: Entry<T>[] = []

  function remove(mention: Id): void {
    const entry = byMention.get(mention)
    if (entry === undefined) return
    byMention.delete(mention)
    for (const key of entry.known.keys) if (byKey.get(key) === entry) byKey.delete(key)
    const place = titled.indexOf(entry)
    if (place >= 0) titled.splice(place, 1)
  }

  function add(first: T, known: Known): void {
    remove(first.mention)
    const entry = { first, known, title: known.title }
    byMention.set(first.mention, entry)
    for (const key of known.keys) if (!isYounger(byKey.get(key), entry)) byKey.set(key, entry)
    if (known.title === undefined) return
    const place = titled.findLastIndex((one) => one.first.at <= first.at) + 1
    titled.splice(place, 0, entry)
    if (titled.length > mostCompared) titled.shift()
  }

  const isYoungAt = (at: number) => (entry: Entry<T>) => at - entry.first.at <= staysFirst

  return {
    add,
    remove,
    dropOld(at) {
      const isYoung = isYoungAt(at)
      for (const [mention, entry] of byMention) if (!isYoung(entry)) remove(mention)
    },
    find({ keys, title }, at) {
      const isYoung = isYoungAt(at)
      for (const key of keys) {
        const entry = byKey.get(key)
        if (entry !== undefined && isYoung(entry)) return { first: entry.first, same: sameBy(key) }
      }
      return title === undefined ? undefined : mostAlike(titled.filter(isYoung), title)
    },
  }
}

/** Of several that are equally alike, the youngest. */
function mostAlike<T>(among: Entry<T>[], wanted: TitleWords): Match<T> | undefined {
  let found: Match<T> | undefined
  let most = leastLikeness
  for (const { first, title } of among) {
    const likeness = title === undefined ? 0 : titleLikeness(title, wanted, most)
    if (likeness < most) continue
    most = likeness
    found = { first, same: { by: 'likeness', likeness } }
  }
  return found
}

function isYounger<T extends { at: number }>(one: Entry<T> | undefined, other: Entry<T>): boolean {
  return one !== undefined && one.first.at > other.first.at
}
