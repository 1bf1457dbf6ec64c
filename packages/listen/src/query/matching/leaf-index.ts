import { isSpacedLetter } from '../fold.ts'
import type { Address } from '../site.ts'

/**
 * What every text with a leaf of a query has, and what is quick to look up: a word or two in a row, the beginning of a word, one or two signs
 * in a row, or a site. Letters of scripts without spaces are signs, too.
 */
export type Anchor = {
  kind: 'words' | 'beginning' | 'signs' | 'site'
  first: string
  second?: string | undefined
}

/** Finds the values whose anchor is in a text, in a time that hardly depends on their number. A value may be visited more than once. */
export class WordIndex<Value> {
  readonly #words = new Map<string, Entry<string, Value>>()
  readonly #signs = new Map<number, Entry<number, Value>>()
  readonly #beginnings = new Map<string, Value[]>()
  /** The lengths of the beginnings that have the same first letters, and how many letters these are. */
  readonly #lengths = new Map<string, Set<number>>()
  readonly #stems = new Set<number>()
  isEmpty = true

  /** Of two words, `isSecondRarer` says which one to look up before the other one is compared. */
  add({ kind, first, second }: Anchor, value: Value, isSecondRarer = false): void {
    this.isEmpty = false
    if (kind === 'words' && second !== undefined && isSecondRarer)
      addEntry(this.#words, second, 'before', first, value)
    else if (kind === 'words') addEntry(this.#words, first, 'next', second, value)
    else if (kind === 'signs') addEntry(this.#signs, codeOf(first), 'next', second && codeOf(second), value)
    else {
      const stem = first.slice(0, longestStem)
      this.#stems.add(stem.length)
      this.#lengths.set(stem, (this.#lengths.get(stem) ?? new Set()).add(first.length))
      put(this.#beginnings, first, value)
    }
  }

  /** `text` is folded. */
  look(text: string, visit: (value: Value) => void): void {
    let word: Entry<string, Value> | undefined
    let before = ''
    let sign: Entry<number, Value> | undefined
    let begun = 0
    const endWord = (end: number) => {
      const piece = withoutUnderscores(text, begun, end)
      if (piece === '') return
      visitAll(word?.next?.get(piece), visit)
      word = this.#words.get(piece)
      visitAll(word?.before?.get(before), visit)
      visitAll(word?.values, visit)
      before = piece
      if (this.#stems.size > 0) this.#lookForBeginnings(piece, visit)
    }
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) ?? 0
      const next = at + (code > 0xffff ? 2 : 1)
      if (!isSpacedLetter(code)) {
        if (at > begun) {
          endWord(at)
          sign = undefined
        }
        begun = next
        if (code !== space && this.#signs.size > 0) {
          visitAll(sign?.next?.get(code), visit)
          sign = this.#signs.get(code)
          visitAll(sign?.values, visit)
        } else sign = undefined
      }
      at = next
    }
    if (text.length > begun) endWord(text.length)
  }

  #lookForBeginnings(piece: string, visit: (value: Value) => void): void {
    for (const stem of this.#stems) {
      if (stem > piece.length) continue
      for (const length of this.#lengths.get(piece.slice(0, stem)) ?? [])
        if (length <= piece.length) visitAll(this.#beginnings.get(piece.slice(0, length)), visit)
    }
  }
}

/** Values of one word or sign alone, and of rows of it with the one that follows or stands before it. */
type Entry<Key, Value> = { values: Value[] } & Record<'next' | 'before', Map<Key, Value[]> | undefined>

const longestStem = 3
const space = 0x20
const underscore = 0x5f

const codeOf = (sign: string) => sign.codePointAt(0) ?? 0

/** Underscores around a word are no part of it. */
function withoutUnderscores(text: string, from: number, to: number): string {
  let [start, end] = [from, to]
  while (start < end && text.charCodeAt(start) === underscore) start += 1
  while (start < end && text.charCodeAt(end - 1) === underscore) end -= 1
  return text.slice(start, end)
}

/** The words of a folded text in scripts with spaces, without underscores around them, and its other signs; in their order. */
export function piecesOf(text: string): { kind: 'word' | 'sign'; text: string; at: number }[] {
  const pieces: { kind: 'word' | 'sign'; text: string; at: number }[] = []
  let begun = 0
  const endWord = (end: number) => {
    const word = withoutUnderscores(text, begun, end)
    if (word !== '') pieces.push({ kind: 'word', text: word, at: text.indexOf(word, begun) })
  }
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const next = at + (code > 0xffff ? 2 : 1)
    if (!isSpacedLetter(code)) {
      endWord(at)
      begun = next
      pieces.push({ kind: 'sign', text: text.slice(at, next), at })
    }
    at = next
  }
  endWord(text.length)
  return pieces
}

/** Finds the values whose site an address is on: `host`, or `host/path`. */
export class SiteIndex<Value> {
  readonly #sites = new Map<string, Value[]>()
  /** How deep the paths on a host are at most. */
  readonly #depths = new Map<string, number>()

  get isEmpty(): boolean {
    return this.#sites.size === 0
  }

  add({ first: site }: Anchor, value: Value): void {
    const [host = '', ...path] = site.split('/')
    this.#depths.set(host, Math.max(path.length, this.#depths.get(host) ?? 0))
    put(this.#sites, site, value)
  }

  look({ host, path }: Address, visit: (value: Value) => void): void {
    for (let start = 0; start !== -1; ) {
      const above = host.slice(start)
      const depth = this.#depths.get(above)
      if (depth !== undefined) {
        visitAll(this.#sites.get(above), visit)
        let end = 0
        for (let level = 0; level < depth && end !== -1; level++) {
          end = path.indexOf('/', end + 1)
          if (end !== -1) visitAll(this.#sites.get(above + path.slice(0, end)), visit)
        }
      }
      const dot = host.indexOf('.', start)
      start = dot === -1 ? -1 : dot + 1
    }
  }
}

function addEntry<Key, Value>(
  entries: Map<Key, Entry<Key, Value>>,
  key: Key,
  side: 'next' | 'before',
  other: Key | undefined,
  value: Value,
): void {
  const entry = entries.get(key) ?? { values: [], next: undefined, before: undefined }
  entries.set(key, entry)
  if (other === undefined) entry.values.push(value)
  else {
    entry[side] ??= new Map()
    put(entry[side], other, value)
  }
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

function visitAll<Value>(values: readonly Value[] | undefined, visit: (value: Value) => void): void {
  if (values !== undefined) for (const value of values) visit(value)
}
