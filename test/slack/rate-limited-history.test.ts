import { beforeEach, expect, it } from 'vitest'
import {
  type HistoryRange,
  type HistoryResult,
  type ReadHistory,
  rateLimitedHistory,
  retryEveryMs,
} from '../../src/slack/history.ts'

const seen: HistoryResult = { kind: 'seen', messages: [], bounded: false }
const limited = { kind: 'unreachable', reason: 'ratelimited', afterMs: 30_000 } as const
let at = 1e12
let answer: HistoryResult = seen
let asked: HistoryRange[] = []
let look: ReadHistory

beforeEach(() => {
  at = 1e12
  answer = limited
  asked = []
  look = rateLimitedHistory(
    async (place) => {
      asked.push(place)
      return answer
    },
    () => at,
  )
})

it('after a limit no channel is looked into for as long as Slack asks for', async () => {
  expect(await look({ channel: 'C1' })).toEqual(limited)
  at += 10_000
  expect(await look({ channel: 'C2' })).toEqual({ ...limited, afterMs: 20_000 + retryEveryMs })
  expect(asked).toEqual([{ channel: 'C1' }])
  answer = seen
  at += 20_000
  expect(await look({ channel: 'C2' })).toEqual(seen)
})

it('those who wait come back one after the other, whether Slack refused them or nobody asked it', async () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ channel: `C${index}` }))
  const refused = await Promise.all(many.slice(0, 60).map((place) => look(place)))
  at += 1000
  for (const place of many.slice(60)) refused.push(await look(place))
  const comeAt = refused.map((one, index) => ('afterMs' in one ? one.afterMs : 0) + (index < 60 ? 0 : 1000))
  expect(comeAt).toEqual(many.map((_, index) => limited.afterMs + index * retryEveryMs))
})

it('who comes too early keeps its place, and has a new one where it is refused again', async () => {
  const three = [{ channel: 'C1' }, { channel: 'C1', thread: '1.0' }, { channel: 'C2' }]
  for (const place of three) await look(place)
  const told = { ...limited, afterMs: limited.afterMs + retryEveryMs }
  at += 1000
  await look({ channel: 'C3' })
  expect(await look({ channel: 'C2' })).toEqual({ ...told, afterMs: told.afterMs - 1000 })
  at += told.afterMs - 1000
  expect(await look({ channel: 'C2' })).toEqual(limited)
})

it('nobody waits longer than ten minutes, also where the clock was set back meanwhile', async () => {
  for (let count = 0; count < 1000; count++) await look({ channel: `C${count}` })
  expect(await look({ channel: 'C999' })).toEqual({ ...limited, afterMs: 600_000 })
  at -= 3_600_000
  expect(await look({ channel: 'C999' })).toEqual({ ...limited, afterMs: 600_000 })
})

it('a limit for channels is none for threads', async () => {
  await look({ channel: 'C1' })
  answer = seen
  expect(await look({ channel: 'C1', thread: '1.0' })).toEqual(seen)
})

it.each([
  [{ kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }],
  [{ kind: 'unreadable', reason: 'not_in_channel', extent: 'channel' }],
] as const)('%o is no reason to rest', async (failed) => {
  answer = failed
  await look({ channel: 'C1' })
  answer = seen
  expect(await look({ channel: 'C1' })).toEqual(seen)
})

it('a clock that is set back makes the pause no longer', async () => {
  await look({ channel: 'C1' })
  at -= 3_600_000
  expect(await look({ channel: 'C2' })).toMatchObject({ afterMs: 30_000 + retryEveryMs })
  at += 30_000 + retryEveryMs
  answer = seen
  expect(await look({ channel: 'C2' })).toEqual(seen)
})
