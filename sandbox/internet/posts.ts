import type { NetworkName, Term } from './expressible.ts'

export type PostKind = 'post' | 'comment' | 'issue' | 'pull' | 'discussion' | 'question' | 'answer' | 'review'

/** A post of the world. Times are UTC ms of the world's own clock. */
export type Post = {
  network: NetworkName
  /** Unique in the network, and higher the later the post was written. */
  id: number
  kind: PostKind
  /** A repository, a site, a community, a forum, an app with its country, a feed, a server. */
  place: string
  author: string
  title: string
  text: string
  /** Hashtags of Mastodon, in lower case. */
  tags: string[]
  isIndexable: boolean
  /** In no list and in no search. */
  isUnlisted: boolean
  writtenAt: number
  /** From now on the network gives it. */
  givenAt: number
  edit?: { at: number; text: string }
  deletedAt?: number
  points: number
  planted?: Plant
}

type Plant = {
  alert: string
  terms: readonly Term[]
  /** A word that only this post has, beside what matches. Whatever shows the post shows it. */
  marker: string
}

/** The text as it stands at this time. */
export const textOf = ({ text, edit }: Post, at: number): string =>
  edit !== undefined && edit.at <= at ? edit.text : text

export const isDeleted = ({ deletedAt }: Post, at: number): boolean =>
  deletedAt !== undefined && deletedAt <= at

/** Whether the network gives it now. */
export const isGiven = (post: Post, at: number): boolean =>
  !post.isUnlisted && post.givenAt <= at && !isDeleted(post, at)

/** What the network knows of its posts, the newest first by the time of writing. */
export const given = (posts: readonly Post[], at: number): Post[] => {
  const found: Post[] = []
  for (let index = posts.length - 1; index >= 0; index--) {
    const post = posts[index]
    if (post !== undefined && isGiven(post, at)) found.push(post)
  }
  return found
}

const separate = /[\p{L}\p{N}_]+/gu
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Words of letters and digits, in lower case, as most searches see a text; each character of a script without spaces is one. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [run] of text.toLowerCase().normalize('NFKC').matchAll(separate))
    if (cjk.test(run)) words.push(...run)
    else words.push(run)
  return words
}

const known = new Map<string, string[]>()
/** The same, remembered, because each search looks at every post. */
export function wordsOfPost(text: string): string[] {
  const found = known.get(text)
  if (found !== undefined) return found
  const words = wordsOf(text)
  if (known.size > 50_000) known.clear()
  known.set(text, words)
  return words
}

/** True if the words stand next to each other. */
function hasPhrase(words: readonly string[], asked: readonly string[]): boolean {
  const [first] = asked
  if (first === undefined) return false
  for (let at = words.indexOf(first); at !== -1; at = words.indexOf(first, at + 1))
    if (asked.every((word, index) => words[at + index] === word)) return true
  return false
}

export type AskedPart = { isNot: boolean; words: string[] }

/** Reads `one "two three" -four`. What has no letters or digits is dropped. */
export function partsOf(query: string): AskedPart[] {
  return [...query.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)]
    .map(([, minus, quoted, plain]) => ({ isNot: minus === '-', words: wordsOf(quoted ?? plain ?? '') }))
    .filter(({ words }) => words.length > 0)
}

/** All parts without a minus occur, and none with one. */
export const fits = (text: string, parts: readonly AskedPart[]): boolean => {
  const words = wordsOfPost(text)
  return parts.every(({ isNot, words: asked }) => hasPhrase(words, asked) !== isNot)
}
