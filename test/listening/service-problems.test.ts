import type { ListeningChannel, ListeningState } from '@overheard/mention-client/listening-client'
import { describe, expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { problemsOfService, tellProblems } from '../../src/listening/service-problems.ts'

const now = Date.UTC(2026, 10, 18, 12)
const day = 86_400_000

const channel = (name: string, more: Partial<ListeningChannel> = {}): ListeningChannel => ({
  source: 'feeds',
  channel: `https://${name}.example/feed`,
  kind: 'poll',
  failures: 0,
  gaps: [],
  ...more,
})
const failing = (name: string, forMs: number) =>
  channel(name, { failures: 3, failingSince: now - forMs, error: `${name}.example answers 500` })
const state = (channels: ListeningChannel[], more: Partial<ListeningState> = {}): ListeningState => ({
  isRunning: true,
  failures: 0,
  channels,
  ...more,
})
const sentences = (given: ListeningState) =>
  [...problemsOfService(given, now).values()].map(({ what }) => what)

describe('a problem of the own mention service', () => {
  it('is no failure that may pass, and no single end of the process', () => {
    expect(
      sentences(state([channel('a'), failing('b', day / 2)], { failures: 1, lastEnd: 'exit code 1' })),
    ).toEqual([])
  })

  it('is a process that ends again and again, a source that fails for a day, one that has ended, and a gap', () => {
    const gap = { at: now - 1000, what: 'All 20 entries are newer than those at the last look.' }
    const channels = [
      failing('a', 2 * day),
      channel('b', { ended: 'b.example answers 410: it is gone for good' }),
      channel('c', { gaps: [{ ...gap, at: now - 2 * day }, gap] }),
      channel('d', { gaps: [{ ...gap, at: now - 2 * day }] }),
    ]
    expect(sentences(state(channels, { failures: 2, lastEnd: 'signal SIGKILL' }))).toEqual([
      "Overheard's own mention service keeps ending (signal SIGKILL).",
      'https://a.example/feed has given nothing for more than a day: a.example answers 500.',
      'https://b.example/feed is not asked any more: b.example answers 410: it is gone for good.',
      'Mentions of https://c.example/feed may be missing: All 20 entries are newer than those at the last look.',
    ])
  })

  it('is told once for many sources that fail, because the network is most likely the cause', () => {
    expect(sentences(state(['a', 'b', 'c', 'd'].map((name) => failing(name, 2 * day))))).toEqual([
      '4 of 4 sources have given nothing for more than a day, for example: a.example answers 500.',
    ])
  })

  it('is a source whose host has asked for a wait of more than a quarter of an hour, until its end', () => {
    const [minute, hour] = [60_000, 3_600_000]
    const waiting = (name: string, waitMs: number, leftMs = waitMs) =>
      channel(name, { failures: 1, failingSince: now, waitMs, waitsUntil: now + leftMs })
    const one = state([waiting('a', 24 * hour, minute), waiting('b', 14 * minute), waiting('c', hour, -1)])
    expect([...problemsOfService(one, now).values()]).toEqual([
      {
        code: 'source_waits',
        waits: true,
        until: now + 2 * minute,
        stops: expect.stringContaining('https://a.example/feed'),
        what: 'The host of https://a.example/feed has asked Overheard to send no request until Nov 18, 2026, 12:01 UTC.',
        whatToDo: 'Nothing: Overheard tries again then, and goes on by itself.',
      },
    ])
    const many = state(['a', 'b', 'c', 'd'].map((name, index) => waiting(name, (index + 1) * hour)))
    expect([...problemsOfService(many, now).values()]).toMatchObject([
      {
        code: 'sources_wait',
        until: now + 4 * hour + minute,
        what: 'The hosts of 4 of 4 sources have asked Overheard to send no request, the last of them until Nov 18, 2026, 16:00 UTC.',
      },
    ])
  })

  it('ends when its cause has ended, and leaves the problems of others alone', () => {
    const board = createProblems(() => now, { raised: () => undefined, cleared: () => undefined })
    board.raise('database', { what: 'away', whatToDo: 'wait' })
    tellProblems(board, problemsOfService(state([failing('a', 2 * day)]), now))
    expect(board.openProblems().map(({ key }) => key)).toEqual([
      'database',
      'listening:feeds:https://a.example/feed',
    ])
    tellProblems(board, problemsOfService(state([channel('a')]), now))
    expect(board.openProblems().map(({ key }) => key)).toEqual(['database'])
  })
})
