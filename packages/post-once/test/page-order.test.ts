import { defined } from '@overheard/base/defined'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryPage, HistoryRange, PostedMessage } from '../src/history.ts'
import { createHistorySearch } from '../src/history-search.ts'
import { createOutboxMemory } from '../src/outbox-memory.ts'
import { resolveUnconfirmed } from '../src/unconfirmed.ts'

/**
 * Slack documents that a history is paged from its newest message on. It once documented that a request with `oldest` and without `latest` is
 * answered from `oldest` on. With either, no post that is in the channel may count as missing.
 */

type Message = PostedMessage<object>

const doubtMs = 30_000
const hour = 3_600_000
const begin = Date.UTC(2026, 10, 1)
const timeOf = (index: number) => begin + index * hour
const tsOf = (index: number) => `${timeOf(index) / 1000}.000000`

const orders = ['newest first', 'oldest first', 'oldest first, each page newest first'] as const
type Order = (typeof orders)[number]

/** A channel with a message of ours each hour. */
function createSlack(order: Order, total: number, pageSize: number) {
  const all = Array.from({ length: total }, (_, index) => index)
  const slack = {
    pages: 0,
    async readPage({ oldest }: HistoryRange, cursor = '0'): Promise<HistoryPage<Message>> {
      slack.pages += 1
      const within = all.filter((index) => oldest === undefined || tsOf(index) >= oldest)
      const isForward = oldest !== undefined && order !== 'newest first'
      const paged = isForward ? within : within.toReversed()
      const part = paged.slice(Number(cursor), Number(cursor) + pageSize)
      const tses = (
        order === 'oldest first, each page newest first' && isForward ? part.toReversed() : part
      ).map(tsOf)
      const read = Number(cursor) + pageSize
      return {
        kind: 'page',
        size: tses.length,
        messages: tses.map((ts) => ({ ts, replies: 0 })),
        ...defined({ first: tses[0], last: tses.at(-1) }),
        ...(read < paged.length ? { next: String(read) } : {}),
      }
    },
  }
  return slack
}

const tsesOf = ({ messages }: { messages: Message[] }) => messages.map(({ ts }) => ts)

/** At most this many pages are read. */
const maxPages = 20

const channels = fc.record({
  order: fc.constantFrom(...orders),
  total: fc.integer({ min: 1, max: 150 }),
  pageSize: fc.integer({ min: 1, max: 8 }),
})

describe.each(orders)('in a channel that Slack pages %s,', (order) => {
  it('a search has all messages since its beginning, newest first, also if it goes on from another search', async () => {
    const search = createHistorySearch(createSlack(order, 50, 8).readPage, () => 0)
    const all = Array.from({ length: 50 }, (_, index) => tsOf(index)).toReversed()
    for (const from of [10, 20, 49]) {
      const found = await search({ channel: 'C1', since: 0, oldest: tsOf(from) })
      expect(found).toMatchObject({ kind: 'seen', bounded: false })
      expect(found.kind === 'seen' && tsesOf(found)).toEqual(all.filter((ts) => ts >= tsOf(from)))
    }
  })

  it('a search that was cut short says how far back it is complete, or nothing', async () => {
    const search = createHistorySearch(createSlack(order, 150, 2).readPage, () => 0)
    const found = await search({ channel: 'C1', since: 0, oldest: tsOf(5) })
    const backTo = order === 'newest first' ? { backTo: tsOf(150 - 2 * maxPages) } : {}
    expect(found).toEqual({ kind: 'seen', bounded: true, messages: expect.anything(), ...backTo })
  })
})

it('one page of a search is enough if the wanted message is on it', async () => {
  const slack = createSlack('newest first', 50, 8)
  const search = createHistorySearch(slack.readPage, () => 0)
  const isThere = (messages: Message[]) => messages.some(({ ts }) => ts === tsOf(45))
  expect(await search({ channel: 'C1', oldest: tsOf(1) }, isThere)).toMatchObject({ bounded: false })
  expect(slack.pages).toBe(1)
})

describe('an unconfirmed post that is in the channel', () => {
  it('never certainly counts as missing, and is found if the channel is short enough, in whatever order Slack pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        channels,
        fc.nat(149),
        fc.nat(149),
        fc.option(fc.nat(149), { nil: undefined }),
        fc.boolean(),
        async ({ order, total, pageSize }, place, back, earlier, knowsLast) => {
          const index = place % total
          const slack = createSlack(order, total, pageSize)
          const clock = { steady: 0 }
          const readHistory = createHistorySearch(slack.readPage, () => clock.steady)
          const deps = {
            ...{ readHistory, doubtMs, outboxMemory: createOutboxMemory<Message>() },
            ...{ now: () => clock.steady, steady: () => clock.steady, sleep: async () => undefined },
          }
          const last = knowsLast ? { lastTs: tsOf(Math.max(0, index - back)) } : {}
          const post = {
            ...{ sender: '7 acme', pending: { id: 1 }, channel: 'C1', slackAt: timeOf(index), ...last },
            isProof: ({ ts }: Message) => ts === tsOf(index),
          }
          deps.outboxMemory.firstSeenAt(post.sender, post.pending, 0)
          clock.steady = doubtMs
          // Another sender of the channel searches first, from further back.
          if (earlier !== undefined)
            await readHistory({ channel: 'C1', since: doubtMs, oldest: tsOf(Math.max(0, index - earlier)) })
          const resolution = await resolveUnconfirmed(deps, post)
          if (resolution.kind === 'not-posted') expect(resolution.isCertain).toBe(false)
          if (total <= maxPages * pageSize)
            expect(resolution).toMatchObject({ kind: 'posted', ts: tsOf(index) })
        },
      ),
      { numRuns: 1000 },
    )
  })
})
