import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChannelRate } from '../../src/slack/channel-rate.ts'

const noon = Date.UTC(2026, 10, 20, 12)

function open() {
  const clock = { at: noon }
  const channelRate = createChannelRate(() => clock.at)
  const takes = async (channel: string, count: number, patience = Number.POSITIVE_INFINITY) => {
    const waits: number[] = []
    for (let one = 0; one < count; one++) waits.push(await channelRate.take(channel, patience))
    return waits
  }
  return { clock, pace: channelRate, takes }
}

describe('posts to a channel', () => {
  it('go at once three times, then one a second; another channel is not concerned', async () => {
    const { takes } = open()
    expect(await takes('C1', 5)).toEqual([0, 0, 0, 1000, 2000])
    expect(await takes('C2', 1)).toEqual([0])
  })

  it('may come three at once again after three quiet seconds', async () => {
    const { clock, takes } = open()
    await takes('C1', 3)
    clock.at += 3000
    expect(await takes('C1', 4)).toEqual([0, 0, 0, 1000])
  })

  it('take no place that is beyond the caller’s patience', async () => {
    const { clock, takes } = open()
    await takes('C1', 4)
    expect(await takes('C1', 3, 1500)).toEqual([2000, 2000, 2000])
    clock.at += 2000
    expect(await takes('C1', 1, 0)).toEqual([0])
  })

  it('wait as long as Slack asked, and a shorter pause does not end a longer one', async () => {
    const { clock, pace: channelRate, takes } = open()
    await channelRate.pause('C1', 30_000)
    await channelRate.pause('C1', 5000)
    expect(await takes('C1', 1, 0)).toEqual([30_000])
    expect(await takes('C2', 1)).toEqual([0])
    clock.at += 30_000
    expect(await takes('C1', 2)).toEqual([0, 1000])
  })

  it.each([3_600_000, 86_400_000])('wait no longer because the clock goes back %i ms', async (back) => {
    const { clock, pace, takes } = open()
    await takes('C1', 3)
    await pace.pause('C2', 20_000)
    clock.at -= back
    expect(await takes('C1', 1, 0)).toEqual([1000])
    expect(await takes('C2', 1, 0)).toEqual([20_000])
  })

  it('never exceed one a second after the first three, however they come', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 40 }), async (gaps) => {
        const { clock, pace } = open()
        const times: number[] = []
        for (const gap of gaps) {
          clock.at += gap
          times.push(clock.at + (await pace.take('C1', Number.POSITIVE_INFINITY)))
        }
        times.forEach((time, index) => {
          const third = times[index - 3]
          if (third !== undefined) expect(time - third).toBeGreaterThanOrEqual(1000)
        })
        const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
        expect(times.length).toBeLessThanOrEqual(3 + span / 1000)
      }),
    ))

  it('of a hundred thousand channels leave nothing behind that grows', async () => {
    const { clock, pace } = open()
    for (let channel = 0; channel < 100_000; channel++) {
      await pace.take(`C${channel}`, 0)
      clock.at += 10
    }
    expect(await pace.take('C0', 0)).toBe(0)
  })
})
