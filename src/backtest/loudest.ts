import type { Mention } from '../model/mention.ts'

/** A mention as an example of what was posted or skipped. Its texts are foreign. */
export type Example = { id: string; date: number; reach: number; title: string; url: string; reason: string }

/** Keeps the examples of greatest reach, however many pass. */
type TopExamples = { add(mention: Mention, reason: string): void; list(): Example[] }

/** Makes a place for `most` examples, greatest reach first. */
export function createTopExamples(most: number): TopExamples {
  let kept: Example[] = []
  return {
    add({ id, date, reach, title, url }, reason) {
      const least = kept.length < most ? -1 : (kept.at(-1)?.reach ?? -1)
      if (reach <= least) return
      kept = [...kept, { id, date, reach, title, url, reason }]
        .sort((a, b) => b.reach - a.reach)
        .slice(0, most)
    },
    list: () => kept,
  }
}
