import type { Mention } from '../model/mention.ts'
import { plainAddress } from './plain-address.ts'
import { leastLikeness, type TitleWords, titleLikeness, titleWords } from './title-likeness.ts'

/** What a story is recognised by. Plain JSON, made once for each mention. */
export type StoryKey = { address?: string; title: TitleWords }

/** Whether two are one story, and why: `likeness` of the titles, between 0 and 1. */
export type Sameness =
  | { kind: 'same'; by: 'address' | 'title'; likeness: number }
  | { kind: 'different'; likeness: number }

/** The key of a mention. */
export function storyKey({ url, title }: Pick<Mention, 'url' | 'title'>): StoryKey {
  const address = plainAddress(url)
  return { ...(address !== undefined && { address }), title: titleWords(title) }
}

/** One address, or titles alike: syndicated copies stand at other addresses under nearly the same title. */
export function sameStory(a: StoryKey, b: StoryKey): Sameness {
  const likeness = titleLikeness(a.title, b.title)
  if (a.address !== undefined && a.address === b.address) return { kind: 'same', by: 'address', likeness }
  return likeness >= leastLikeness ? { kind: 'same', by: 'title', likeness } : { kind: 'different', likeness }
}
