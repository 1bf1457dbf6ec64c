import { beforeEach, expect, it } from 'vitest'
import type { Look, LookAt, Place } from '../../src/deliver/history.ts'
import { restingLook } from '../../src/deliver/resting-look.ts'

const seen: Look = { kind: 'seen', messages: [], bounded: false }
const limited: Look = { kind: 'unreachable', reason: 'ratelimited', afterMs: 30_000 }
let at = 1e12
let answer: Look = seen
let asked: Place[] = []
let look: LookAt

beforeEach(() => {
  at = 1e12
  answer = limited
  asked = []
  look = restingLook(
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
  expect(await look({ channel: 'C2' })).toEqual({ ...limited, afterMs: 20_000 })
  expect(asked).toEqual([{ channel: 'C1' }])
  answer = seen
  at += 20_000
  expect(await look({ channel: 'C2' })).toEqual(seen)
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

it('a clock that is set back ends the rest', async () => {
  await look({ channel: 'C1' })
  answer = seen
  at -= 3_600_000
  expect(await look({ channel: 'C1' })).toEqual(seen)
})
