import { beforeEach, describe, expect, it } from 'vitest'
import { createLooks, type Looks } from '../../src/installations/looks.ts'

const second = 1000
const minute = 60 * second

let at: number
let isSuspicious: boolean
let read: { channel: string; oldest?: string }[]
let answer: () => Promise<unknown>
let looks: Looks
beforeEach(() => {
  ;[at, isSuspicious, read] = [1e12, false, []]
  answer = async () => undefined
  looks = createLooks({
    readHistory(range) {
      read.push(range)
      return answer()
    },
    isSuspicious: () => isSuspicious,
    steady: () => at,
  })
})

const ts = () => (at / 1000).toFixed(6)
const post = (channel = 'C1') => looks.posted({ channel, ts: ts() })

/** Refreshes every five seconds. */
async function pass(ms: number): Promise<void> {
  for (const end = at + ms; at < end; ) {
    at += 5 * second
    looks.lookIfDue()
    await Promise.resolve().then(() => undefined)
  }
}

describe('the channel of a post is read', () => {
  it('every ten minutes, back to five minutes before the post', async () => {
    await pass(9 * minute)
    post()
    const oldest = ((at - 5 * minute) / 1000).toFixed(6)
    await pass(minute)
    expect(read).toEqual([{ channel: 'C1', oldest }])
    post()
    await pass(9 * minute)
    expect(read).toHaveLength(1)
    await pass(minute)
    expect(read).toHaveLength(2)
  })

  it('not without a new post', async () => {
    post()
    await pass(60 * minute)
    expect(read).toHaveLength(1)
  })

  it('when the post is fifteen seconds old', async () => {
    await pass(30 * minute)
    post()
    await pass(10 * second)
    expect(read).toEqual([])
    await pass(5 * second)
    expect(read).toHaveLength(1)
  })

  it('forty seconds after the start if there is a suspicion, and then every minute, five times', async () => {
    isSuspicious = true
    post()
    await pass(35 * second)
    expect(read).toEqual([])
    await pass(5 * second)
    expect(read).toHaveLength(1)
    for (let round = 0; round < 20; round++) {
      post()
      await pass(30 * second)
    }
    expect(read).toHaveLength(5)
  })

  it('alternately with the channels of other posts', async () => {
    for (const channel of ['C1', 'C1', 'C2', 'C1']) post(channel)
    await pass(10 * minute)
    for (const channel of ['C1', 'C1', 'C2', 'C1']) post(channel)
    await pass(10 * minute)
    expect(read.map(({ channel }) => channel)).toEqual(['C1', 'C2'])
  })

  it('again at the next time if Slack does not answer', async () => {
    answer = () => Promise.reject(new Error('Slack is down'))
    post()
    await pass(10 * minute)
    post()
    await pass(10 * minute)
    expect(read).toHaveLength(2)
  })

  it('not twice at the same time', async () => {
    answer = () => new Promise(() => undefined)
    post()
    await pass(10 * minute)
    post()
    await pass(30 * minute)
    expect(read).toHaveLength(1)
  })
})
