import { describe, expect, it } from 'vitest'
import { judgeReceipt, type Knowledge } from '../../src/installations/judge-receipt.ts'

const second = 1000
const minute = 60 * second
const start = Date.UTC(2026, 10, 20, 12)
const [self, other] = ['1vmj0d4k3f9x', '1vmj0d4aaaaa']
const tsOf = (at: number) => (at / 1000).toFixed(6)

type Case = {
  installation?: string
  /** Times in ms after the start of the process. */
  postedAt: number
  seenAt?: number
  judgedAt?: number
} & Partial<Knowledge>

/** Judges a receipt of a process that began at `start`; an hour has passed unless the case says otherwise. */
function verdictOf({
  installation,
  postedAt,
  seenAt = postedAt,
  judgedAt = seenAt + 10 * second,
  ...more
}: Case) {
  const receipt = {
    ...{ subscription: 'acme', alert: '7', through: '1', ids: ['2'] },
    ...(installation === undefined ? {} : { installation }),
  }
  return judgeReceipt(
    { receipt, ts: tsOf(start + postedAt), seenAt },
    {
      steady: judgedAt,
      slack: { now: start + judgedAt, startedAt: start },
      self,
      knownTs: undefined,
      isRepeated: false,
      ...more,
    },
  )
}

const hour = 60 * minute

describe('a receipt shows another installation', () => {
  it.each<[string, Case, object]>([
    ['if it has another id', { installation: other, postedAt: hour }, { kind: 'other', id: other }],
    [
      'from half a minute after the start on',
      { installation: other, postedAt: 30 * second + 1 },
      { kind: 'other', id: other },
    ],
    [
      'at once, and whatever its age, if it is newer than the newest known one of that installation',
      { installation: other, postedAt: hour, seenAt: 5 * hour, judgedAt: 5 * hour, knownTs: tsOf(start) },
      { kind: 'other', id: other },
    ],
    [
      'if it has our id and covers a mention that this process posted in another message',
      { installation: self, postedAt: hour, isRepeated: true },
      { kind: 'repeat' },
    ],
    [
      'if it has no id, as in version 0.2, and covers a mention that this process posted',
      { postedAt: hour, isRepeated: true },
      { kind: 'repeat' },
    ],
  ])('%s', (_when, one, verdict) => expect(verdictOf(one)).toEqual(verdict))
})

describe('a receipt does not show another installation', () => {
  it.each<[string, Case, string]>([
    [
      'if it has our id, as all receipts of one store and of its copies',
      { installation: self, postedAt: hour },
      'ours',
    ],
    ['if it has no id', { postedAt: hour }, 'ours'],
    [
      'if it was posted before the start: a wiped disk',
      { installation: other, postedAt: -1 },
      'before-start',
    ],
    [
      'if it was posted in the first half minute: a process that is being stopped, or a late post of it',
      { installation: other, postedAt: 30 * second },
      'before-start',
    ],
    [
      'if an event about an old message comes late, or a history is read far back',
      { installation: other, postedAt: hour, seenAt: hour + 5 * minute + 1 },
      'old',
    ],
    [
      'if it is not newer than what is known of that installation',
      { installation: other, postedAt: hour, knownTs: tsOf(start + hour) },
      'known',
    ],
    [
      'if it repeats a mention, but was posted in the first half minute',
      { installation: self, postedAt: 20 * second, isRepeated: true },
      'before-start',
    ],
  ])('%s', (_when, one, reason) => expect(verdictOf(one)).toEqual({ kind: 'none', reason }))
})

describe('a receipt is judged later', () => {
  it('while it is younger than ten seconds, because a process that is being stopped must not report its successor', () => {
    const fresh = { installation: other, postedAt: hour, judgedAt: hour + 9 * second }
    expect(verdictOf(fresh)).toEqual({ kind: 'later', reason: 'settling' })
  })

  it('while Slack has not answered this process, but for at most five minutes', () => {
    const early = { installation: other, postedAt: hour, slack: undefined }
    expect(verdictOf(early)).toEqual({ kind: 'later', reason: 'clock-unknown' })
    expect(verdictOf({ ...early, judgedAt: hour + 6 * minute })).toEqual({ kind: 'none', reason: 'old' })
  })
})
