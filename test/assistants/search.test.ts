import type { MentionQuery } from '@overheard/mention-client'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Position } from '../../src/assistants/cursor.ts'
import { searchMentions } from '../../src/assistants/search.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const alert = { id: '1001', type: 'mentions', name: 'Acme', projectId: '1', projectName: 'Acme' }
const now = Date.UTC(2026, 10, 20)

/** A mention service with pages of `size` mentions, newest first. Its page token is the index of the next mention. */
function serviceWith(count: number, size: number) {
  const ids = Array.from({ length: count }, (_, at) => count - at)
  const all = ids.map((id) =>
    sampleMention({ id: String(id), sentiment: id % 3 === 0 ? 'negative' : 'positive' }),
  )
  return async function* mentions(_: string, { next }: MentionQuery) {
    for (let begin = Number(next ?? 0); ; begin += size) {
      const last = begin + size >= count
      const page = { limits: [], unusable: 0, mentions: all.slice(begin, begin + size), last }
      yield last ? page : { ...page, next: String(begin + size) }
      if (last) return
    }
  }
}

it('a search finds each fitting mention once and in order, whatever the sizes of the pages are', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 80 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (count, size, limit, onlyNegative) => {
        const mentions = serviceWith(count, size)
        const asked = {
          choice: { kind: 'days', days: 7 } as const,
          ...(onlyNegative && { sentiment: 'negative' as const }),
          ...{ sources: [], languages: [], order: 'newest' as const, limit },
        }
        const found: string[] = []
        let from: Position | undefined
        do {
          const { signal } = new AbortController()
          const page = await searchMentions({ mentions, now: () => now }, alert, asked, from, signal)
          expect(page.mentions.length).toBeLessThanOrEqual(limit)
          found.push(...page.mentions.map(({ id }) => id))
          from = page.rest
        } while (from !== undefined)
        const all = Array.from({ length: count }, (_, at) => count - at)
        expect(found).toEqual(all.filter((id) => !onlyNegative || id % 3 === 0).map(String))
      },
    ),
  ))
