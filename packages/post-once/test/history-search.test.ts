import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type {
  HistoryPage,
  HistoryRange,
  HistoryResult,
  PostedMessage,
  SearchReceipts,
} from '../src/history.ts'
import { createHistorySearch } from '../src/history-search.ts'

type Message = PostedMessage<object>

const emptyPage: HistoryPage<Message> = { kind: 'page', messages: [], size: 0 }
const seen: HistoryResult<Message> = { kind: 'seen', messages: [], bounded: false }
const limited = { kind: 'unreachable', reason: 'ratelimited', afterMs: 30_000 } as const
const minute = 60_000
const start = 1e12

let at = start

/** Slack takes 50 searches a minute, in ms. */
const retryEveryMs = 1200

describe('after Slack failed to answer a history call,', () => {
  let page: HistoryPage<Message>
  let asked: HistoryRange[]
  let search: SearchReceipts<Message>

  beforeEach(() => {
    at = start
    page = limited
    asked = []
    search = createHistorySearch(
      async (range) => {
        asked.push(range)
        return page
      },
      () => at,
    )
  })

  it('no channel is searched until the pause of a rate limit is over', async () => {
    expect(await search({ channel: 'C1' })).toEqual(limited)
    at += 10_000
    expect(await search({ channel: 'C2' })).toEqual({ ...limited, afterMs: 20_000 + retryEveryMs })
    expect(asked).toEqual([{ channel: 'C1' }])
    page = emptyPage
    at += 20_000
    expect(await search({ channel: 'C2' })).toEqual(seen)
  })

  it('the searches that wait for the end of a rate limit are retried one after the other', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ channel: `C${index}` }))
    const refused = await Promise.all(many.slice(0, 60).map((range) => search(range)))
    at += 1000
    for (const range of many.slice(60)) refused.push(await search(range))
    const comeAt = refused.map((one, index) => ('afterMs' in one ? one.afterMs : 0) + (index < 60 ? 0 : 1000))
    expect(comeAt).toEqual(many.map((_, index) => limited.afterMs + index * retryEveryMs))
  })

  it('a search that is retried too early keeps its place in the order of retries, and gets a new place if Slack refuses it again', async () => {
    const three = [{ channel: 'C1' }, { channel: 'C1', thread: '1.0' }, { channel: 'C2' }]
    for (const range of three) await search(range)
    const told = { ...limited, afterMs: limited.afterMs + retryEveryMs }
    at += 1000
    await search({ channel: 'C3' })
    expect(await search({ channel: 'C2' })).toEqual({ ...told, afterMs: told.afterMs - 1000 })
    at += told.afterMs - 1000
    expect(await search({ channel: 'C2' })).toEqual(limited)
  })

  it('a search whose wait is over waits again if Slack has refused another search in the meantime', async () => {
    await search({ channel: 'C1' })
    at += 40_000
    await search({ channel: 'C2' })
    at += 10_000
    expect(await search({ channel: 'C1' })).toEqual({ ...limited, afterMs: 20_000 + retryEveryMs })
    expect(asked).toEqual([{ channel: 'C1' }, { channel: 'C2' }])
  })

  it('no search waits longer than ten minutes', async () => {
    for (let count = 0; count < 1000; count++) await search({ channel: `C${count}` })
    expect(await search({ channel: 'C999' })).toEqual({ ...limited, afterMs: 600_000 })
  })

  it('replies in threads are still read, because Slack limits these calls separately', async () => {
    await search({ channel: 'C1' })
    page = emptyPage
    expect(await search({ channel: 'C1', thread: '1.0' })).toEqual(seen)
  })

  it.each<[HistoryPage<Message> & { reason: string }]>([
    [{ kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }],
    [{ kind: 'unreadable', reason: 'not_in_channel', extent: 'channel' }],
  ])(
    'other channels are searched at once if the failure is $reason, which is not a rate limit',
    async (failure) => {
      page = failure
      expect(await search({ channel: 'C1' })).toEqual(failure)
      page = emptyPage
      expect(await search({ channel: 'C2' })).toEqual(seen)
    },
  )
})

/** Slack for a commercially distributed app: 15 messages a page, one call a minute. `ours`: every how many messages one is ours. */
function createLimitedSlack(total: number, ours: number) {
  const tsOf = (index: number) => `${1_000_000_000 + index}.000000`
  const slack = {
    calls: 0,
    total,
    nextFree: 0,
    staleCursors: 0,
    readPage: async (range: HistoryRange, cursor?: string): Promise<HistoryPage<Message>> => {
      slack.calls += 1
      if (at < slack.nextFree)
        return { kind: 'unreachable', reason: 'ratelimited', afterMs: slack.nextFree - at }
      slack.nextFree = at + minute
      if (cursor !== undefined && slack.staleCursors-- > 0) return { kind: 'stale-cursor' }
      const newest = cursor === undefined ? slack.total - 1 : Number(cursor)
      const all = Array.from({ length: newest + 1 }, (_, index) => newest - index)
      const within = all.filter((index) => range.oldest === undefined || tsOf(index) >= range.oldest)
      const page = within.slice(0, 15)
      const [first, last] = [page[0], page.at(-1)]
      return {
        kind: 'page',
        size: page.length,
        messages: page
          .filter((index) => index % ours === 0)
          .map((index): Message => ({ ts: tsOf(index), replies: 0 })),
        ...(first === undefined ? {} : { first: tsOf(first) }),
        ...(last === undefined ? {} : { last: tsOf(last) }),
        ...(within.length > 15 ? { next: String(within[15]) } : {}),
      }
    },
    tsOf,
  }
  return slack
}

type Limited = ReturnType<typeof createLimitedSlack>

/** Searches again at each given time, as a poll does. Returns the duration. */
async function searchUntilSeen(search: SearchReceipts<Message>, range: HistoryRange, most = 1000) {
  const began = at
  for (let tries = 0; tries < most; tries++) {
    const found = await search(range)
    if (found.kind !== 'unreachable') return { found, took: at - began }
    at += found.afterMs
  }
  throw new Error('the search never ends')
}

const tsesOf = (result: HistoryResult<Message>) =>
  result.kind === 'seen' ? result.messages.map(({ ts }) => ts) : result

describe('a history search with 15 messages a page and one call a minute', () => {
  beforeEach(() => {
    at = start
  })
  const searchOf = (slack: Limited) => createHistorySearch(slack.readPage, () => at)

  it('ends after one more minute if the channel has 16 messages', async () => {
    const slack = createLimitedSlack(16, 16)
    const { found, took } = await searchUntilSeen(searchOf(slack), { channel: 'C1', since: start })
    expect(tsesOf(found)).toEqual([slack.tsOf(0)])
    expect(took).toBe(minute)
  })

  it('finds all our messages among 991, each once, within 66 minutes, although people go on talking', async () => {
    const slack = createLimitedSlack(990, 100)
    const search = searchOf(slack)
    const talk = setTalking(slack)
    const { found, took } = await searchUntilSeen(
      async (range, enough) => {
        talk()
        return search(range, enough)
      },
      { channel: 'C1', since: start },
    )
    expect(tsesOf(found)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => slack.tsOf(index * 100)))
    expect(took).toBe(66 * minute)
  })

  it('reads each page once for all subscriptions of the channel that wait for it', async () => {
    const slack = createLimitedSlack(60, 10)
    const search = searchOf(slack)
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        search({ channel: 'C1', since: start - index }).then((found) => found.kind),
      ),
    )
    expect(results).toEqual(Array.from({ length: 5 }, () => 'unreachable'))
    await searchUntilSeen(search, { channel: 'C1', since: start })
    const { calls } = slack
    for (let index = 0; index < 5; index++) {
      const found = await search({ channel: 'C1', since: start - index, oldest: slack.tsOf(30) })
      expect(tsesOf(found)).toEqual([50, 40, 30].map(slack.tsOf))
    }
    expect(slack.calls).toBe(calls)
  })

  it('goes on from the same page after another channel was searched', async () => {
    const slack = createLimitedSlack(60, 10)
    const begun: string[] = []
    const search = createHistorySearch(
      (range, cursor) => {
        if (cursor === undefined && at >= slack.nextFree) begun.push(range.channel)
        return slack.readPage(range, cursor)
      },
      () => at,
    )
    const found = new Set<string>()
    for (let tries = 0; tries < 20; tries++)
      for (const channel of ['C1', 'C2']) {
        const result = await search({ channel, since: start })
        if (result.kind === 'seen') found.add(channel)
        else at += 'afterMs' in result ? result.afterMs : 0
      }
    expect([[...found].sort(), begun.sort()]).toEqual([
      ['C1', 'C2'],
      ['C1', 'C2'],
    ])
  })

  it('reads no more pages than needed to find the wanted message', async () => {
    const slack = createLimitedSlack(100, 1)
    const search = searchOf(slack)
    const found = await search({ channel: 'C1' }, (messages) => messages.length > 0)
    expect(found).toMatchObject({ kind: 'seen', bounded: false })
    expect(slack.calls).toBe(1)
    at += minute
    await search({ channel: 'C1', oldest: slack.tsOf(95) })
    expect(slack.calls).toBe(2)
  })

  it('is not shared with a caller who needs messages that are newer than the search', async () => {
    const slack = createLimitedSlack(10, 1)
    const search = searchOf(slack)
    await search({ channel: 'C1', since: start })
    slack.total += 1
    at += 2 * minute
    expect(tsesOf(await search({ channel: 'C1', since: start }))).toHaveLength(10)
    expect(tsesOf(await search({ channel: 'C1', since: start + 1 }))).toHaveLength(11)
  })

  it('is not shared with a caller who needs older messages than the search reads', async () => {
    const slack = createLimitedSlack(10, 1)
    const search = searchOf(slack)
    const range = { channel: 'C1', since: start }
    expect(tsesOf(await search({ ...range, oldest: slack.tsOf(8) }))).toHaveLength(2)
    at += minute
    expect(tsesOf(await search({ ...range, oldest: slack.tsOf(3) }))).toHaveLength(7)
    expect(slack.calls).toBe(2)
  })

  it('is as old as its first page, although a later page was read after the caller’s moment', async () => {
    const slack = createLimitedSlack(16, 1)
    const search = searchOf(slack)
    await search({ channel: 'C1', since: start })
    at += minute
    slack.total += 1
    expect(tsesOf(await search({ channel: 'C1', since: start }))).toHaveLength(16)
    at += minute
    const { found } = await searchUntilSeen(search, { channel: 'C1', since: start + minute })
    expect(tsesOf(found)).toHaveLength(17)
  })

  it('starts again once it has ended, for a caller who does not say how recent its messages must be', async () => {
    const slack = createLimitedSlack(16, 1)
    const search = searchOf(slack)
    const range = { channel: 'C1' }
    expect(tsesOf((await searchUntilSeen(search, range)).found)).toHaveLength(16)
    slack.total += 1
    at += minute
    expect(tsesOf((await searchUntilSeen(search, range)).found)).toHaveLength(17)
  })

  it('starts again if Slack has forgotten its cursor', async () => {
    const slack = createLimitedSlack(40, 10)
    slack.staleCursors = 1
    const { found, took } = await searchUntilSeen(searchOf(slack), { channel: 'C1', since: start })
    expect(tsesOf(found)).toEqual([30, 20, 10, 0].map(slack.tsOf))
    expect(took).toBeLessThanOrEqual(5 * minute)
  })

  it('whose cursor Slack has forgotten takes no pages from another search of the channel', async () => {
    const slack = createLimitedSlack(10, 1)
    const search = searchOf(slack)
    const earlier = await search({ channel: 'C1', since: start })
    slack.total = 40
    slack.staleCursors = 1
    at += minute
    await search({ channel: 'C1', since: start + 1 })
    at += minute
    const later = await search({ channel: 'C1', since: start + 1 })
    expect(later).toMatchObject({ kind: 'unreachable', reason: 'invalid_cursor' })
    const before = slack.calls
    expect(await search({ channel: 'C1', since: start })).toEqual(earlier)
    expect(slack.calls).toBe(before)
  })

  it('stops after 100 pages and reports that it is incomplete', async () => {
    const slack = createLimitedSlack(5000, 1000)
    const { found, took } = await searchUntilSeen(searchOf(slack), { channel: 'C1', since: start })
    expect(found).toMatchObject({ kind: 'seen', bounded: true, backTo: slack.tsOf(5000 - 1500) })
    expect(took).toBe(99 * minute)
  })

  it('finds the same messages as an unlimited search, for any channel and start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 40 }),
        fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
        async (total, ours, from) => {
          at = start
          const slack = createLimitedSlack(total, ours)
          const oldest = from === undefined ? {} : { oldest: slack.tsOf(from) }
          const { found } = await searchUntilSeen(searchOf(slack), { channel: 'C1', since: start, ...oldest })
          const expected = Array.from({ length: total }, (_, index) => index)
            .filter((index) => index % ours === 0 && index >= (from ?? 0))
            .map(slack.tsOf)
          expect(tsesOf(found)).toEqual(expected.toReversed())
        },
      ),
      { numRuns: 60 },
    )
  })
})

/** People write a message whenever the search is asked. */
function setTalking(slack: Limited) {
  return () => {
    slack.total += 1
  }
}
