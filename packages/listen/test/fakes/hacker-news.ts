import type { FakeAnswer, PartialAnswer } from './hosts.ts'

/** Times are seconds. `indexedAt`: before this time the search does not know the item. */
export type FakeItem = {
  id: number
  type: 'story' | 'comment' | 'poll' | 'job'
  by: string
  time: number
  title?: string
  url?: string
  text?: string
  points?: number
  comments?: number
  storyTitle?: string
  indexedAt?: number
  deleted?: boolean
  dead?: boolean
}

/** Algolia gives no more hits of a query, on all pages together. */
const maxHits = 1000

/**
 * Hacker News, by the documentation at hn.algolia.com/api and github.com/HackerNews/API: its search and its items. Like the real search it lists
 * only what is neither deleted nor dead, newest first, and hides what was not indexed yet. All words of a query must occur, the last one as the
 * beginning of a word, and words may have a typo unless the query forbids it.
 */
export function createFakeHackerNews(now: () => number) {
  const items = new Map<number, FakeItem>()

  const search: FakeAnswer = ({ url }) => {
    const { searchParams: asked } = url
    if (url.pathname !== '/api/v1/search_by_date') return { status: 404 }
    const perPage = Math.min(Number(asked.get('hitsPerPage') ?? 20), maxHits)
    const page = Number(asked.get('page') ?? 0)
    if ((page + 1) * perPage > maxHits)
      return refusal('you can only fetch the 1000 hits for this query. You can extend the number of hits …')
    const filters = (asked.get('numericFilters') ?? '').split(',').filter((filter) => filter !== '')
    const conditions = filters.map(conditionOf)
    if (conditions.includes(undefined)) return refusal('invalid numericFilters')
    const wanted = tagsOf(asked.get('tags') ?? '')
    const found = [...items.values()]
      .filter((item) => !item.deleted && !item.dead && (item.indexedAt ?? item.time) * 1000 <= now())
      .filter((item) => wanted.every((tags) => tags.some((tag) => tagsOfItem(item).includes(tag))))
      .filter((item) => conditions.every((holds) => holds?.(item)))
      .filter((item) => hasWords(item, asked.get('query') ?? '', asked.get('typoTolerance') !== 'false'))
      .toSorted((a, b) => b.time - a.time || b.id - a.id)
    const hits = found.slice(page * perPage, (page + 1) * perPage).map(hitOf)
    return {
      json: {
        ...{ hits, nbHits: found.length, page, nbPages: Math.ceil(found.length / perPage) },
        ...{
          hitsPerPage: perPage,
          processingTimeMS: 3,
          query: '',
          params: url.search,
          exhaustiveNbHits: true,
        },
      },
    }
  }

  const firebase: FakeAnswer = ({ url }) => {
    const [, id] = /^\/v0\/item\/(\d+)\.json$/.exec(url.pathname) ?? []
    const item = items.get(Number(id))
    return { json: item === undefined ? null : firebaseItem(item) }
  }

  return {
    hosts: { 'hn.algolia.com': search, 'hacker-news.firebaseio.com': firebase },
    put: (...given: FakeItem[]): void => {
      for (const item of given) items.set(item.id, item)
    },
    change(id: number, fields: Partial<FakeItem>): void {
      const item = items.get(id)
      if (item !== undefined) items.set(id, { ...item, ...fields })
    },
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+|[+#$.]/gu) ?? []

function hasWords({ title, text, url, by }: FakeItem, query: string, mayHaveTypos: boolean): boolean {
  const found = wordsOf([title, text, url, by].join(' '))
  const asked = wordsOf(query)
  return asked.every((word, place) =>
    found.some((other) => {
      const isLast = place === asked.length - 1
      if (isLast ? other.startsWith(word) : other === word) return true
      return mayHaveTypos && word.length >= 4 && isOneLetterOff(word, other)
    }),
  )
}

function isOneLetterOff(a: string, b: string): boolean {
  const differing = [...a].filter((letter, index) => letter !== b[index]).length
  return a.length === b.length && differing === 1
}

const refusal = (message: string): PartialAnswer => ({ status: 400, json: { message, status: 400 } })

const numbers: Record<string, (item: FakeItem) => number> = {
  created_at_i: ({ time }) => time,
  points: ({ points }) => points ?? 0,
  num_comments: ({ comments }) => comments ?? 0,
}
const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function conditionOf(filter: string): ((item: FakeItem) => boolean) | undefined {
  const [, name = '', sign = '', value] = /^(\w+)(<=|>=|<|>|=)(\d+)$/.exec(filter) ?? []
  const [number, compare] = [numbers[name], comparisons[sign]]
  return number && compare && ((item) => compare(number(item), Number(value)))
}

/** `a,(b,c)`: a AND (b OR c). */
const tagsOf = (text: string): string[][] =>
  [...text.matchAll(/\(([^)]*)\)|([^,()]+)/g)].map(([, some, one]) => some?.split(',') ?? [one ?? ''])

const tagsOfItem = ({ type, by, id }: FakeItem) => [type, `author_${by}`, `story_${id}`]

function hitOf(item: FakeItem): object {
  const { id, type, by, time, title, url, text, points, comments, storyTitle } = item
  const isComment = type === 'comment'
  return {
    ...{ _tags: tagsOfItem(item), author: by, objectID: String(id), created_at_i: time },
    created_at: new Date(time * 1000).toISOString(),
    ...(isComment
      ? { comment_text: text, story_title: storyTitle, points: null, parent_id: 1, story_id: 1 }
      : {
          title,
          ...(url && { url }),
          ...(text && { story_text: text }),
          points,
          num_comments: comments ?? 0,
        }),
    somethingNew: { nobody: 'knows' },
  }
}

function firebaseItem(item: FakeItem): object {
  const { id, type, by, time, title, url, text, points, comments, deleted, dead } = item
  if (deleted) return { deleted: true, id, time, type, parent: 1 }
  return {
    ...{ id, type, by, time, text, title, url, kids: [5, 6] },
    ...(type !== 'comment' && { score: points ?? 1, descendants: comments ?? 0 }),
    ...(dead && { dead: true }),
  }
}
