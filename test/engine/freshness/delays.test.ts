import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import { createFreshnessMeter } from '../../../src/engine/schedule/freshness.ts'
import { createStoryWorld, subscriptionOf } from '../../tools/story-world.ts'

const second = 1000
const hour = 3600 * second

/** A subscription after its initial sync. Its alert had ten mentions a day, so a few mentions are no spike. */
async function open(changes: Parameters<typeof subscriptionOf>[0] = {}) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf(changes)], perDay: 10 })
  const poll = world.start()
  const delays = async () => (await poll())[0]?.delays ?? []
  await poll()
  /** Adds mentions after the last poll, and polls ten seconds after it. */
  const found = async (...ids: number[]) => {
    world.clock.at += 4 * second
    for (const id of ids) world.add(id, { date: world.now() - 60 * second })
    world.clock.at += 6 * second
    return delays()
  }
  return { world, poll, delays, found }
}

describe('the measured delays of a posted mention (of the mention service and of Overheard)', () => {
  it('are split at the middle of the time between the poll that found the mention and the poll before', async () => {
    const { found } = await open()
    expect(await found(1)).toEqual([{ service: 61 * second, ours: 5 * second }])
  })

  it('include a mention whose post got no answer, and was found in the channel by the same poll', async () => {
    const { world, found } = await open()
    world.channel.faults = [{ kind: 'answer lost' }]
    expect(await found(1)).toEqual([{ service: 61 * second, ours: 5 * second }])
  })

  it('are split later if the mention was published after that middle, because it cannot be visible before its date', async () => {
    const { world, delays } = await open()
    world.clock.at += 8 * second
    world.add(1, { date: world.now() })
    world.clock.at += 2 * second
    expect(await delays()).toEqual([{ service: second, ours: second }])
  })

  it('do not include the delay of the mention service if the mention has no date', async () => {
    const { world, delays } = await open()
    world.add(1, { date: 0 })
    world.clock.at += 10 * second
    expect(await delays()).toEqual([{ ours: 5 * second }])
  })

  it('are unknown for a mention that the first poll of a process finds, because there was no poll before', async () => {
    const { world } = await open()
    world.add(1)
    world.clock.at += hour
    const [result] = await world.start()()
    expect(world.channel.messages().at(-1)?.receipt?.ids).toEqual(['1'])
    expect(result?.delays).toBeUndefined()
  })

  it('are not measured for mentions that the initial sync posts', async () => {
    const world = createStoryWorld({ subscriptions: [subscriptionOf({ backfill: 3 })], perDay: 10 })
    world.add(1)
    world.add(2)
    const poll = world.start()
    for (let poll_ = 0; poll_ < 2; poll_++) {
      expect((await poll())[0]?.delays).toBeUndefined()
      world.clock.at += 10 * second
    }
  })

  it('are not measured for mentions that waited for the end of the quiet hours', async () => {
    const quiet = { from: '22:00', to: '07:00', timezone: 'UTC', urgent: { reach: { from: 50_000 } } }
    const { world, delays } = await open({ quiet })
    world.clock.at = Date.UTC(2026, 10, 20, 22)
    await delays()
    world.clock.at += 10 * second
    world.add(1, { reach: 10, date: world.now() })
    world.add(2, { reach: 90_000, date: world.now() })
    world.clock.at += 10 * second
    expect(await delays()).toHaveLength(1)
    world.clock.at = Date.UTC(2026, 10, 21, 7, 1)
    expect(await delays()).toEqual([])
    expect(world.channel.messages().at(-1)?.receipt?.ids).toEqual(['1'])
  })

  it('are not measured for mentions that waited for the burst of their two minutes', async () => {
    const { world, delays, found } = await open({ burst: 2, spike: 'off' })
    const measured: number[] = []
    for (let id = 1; id <= 5; id++) measured.push((await found(id)).length)
    expect(measured).toEqual([1, 1, 0, 0, 0])
    world.clock.at += 120 * second
    expect(await delays()).toEqual([])
    expect(world.channel.ids().toSorted()).toEqual(['1', '2', '3', '4', '5'])
  })

  it('are not measured for mentions that waited because the channel accepted no messages', async () => {
    const { world, delays, found } = await open()
    world.find = async () => ({ kind: 'unreachable', reason: 'Slack is down', afterMs: 1000 })
    expect(await found(1)).toEqual([])
    world.find = async (written) => ({ kind: 'found', id: written })
    world.clock.at += hour
    expect(await delays()).toEqual([])
    expect(world.channel.messages().at(-1)?.receipt?.ids).toEqual(['1'])
    expect(await found(2)).toEqual([{ service: 61 * second, ours: 5 * second }])
  })

  it('count an outage of the mention service as the delay of the service, not as that of Overheard', async () => {
    const { world, delays } = await open()
    world.faults.service = new MentionServiceError({
      kind: 'busy',
      retry: 'later',
      what: 'The service is busy',
    })
    for (let minute = 0; minute < 60; minute++) {
      world.clock.at += 60 * second
      await delays()
    }
    world.add(1, { date: world.now() - hour })
    delete world.faults.service
    world.clock.at += 10 * second
    expect(await delays()).toEqual([{ service: hour + 5 * second, ours: 5 * second }])
  })
})

describe('the freshness of a subscription', () => {
  function meter() {
    const freshness = createFreshnessMeter()
    const poll = (startedAt: number, end: { ours?: number[]; error?: Error } = {}) => {
      const { ours = [], ...rest } = end
      const delays = ours.map((one) => ({ ours: one, service: 2 * one }))
      const results = [{ subscription: 'acme', delays, ...rest }]
      freshness.seen({ kind: 'polled', alert: '7', startedAt, results })
    }
    return { freshness, poll }
  }

  it('includes the usual time between two complete polls, and the time of the last complete poll', () => {
    const { freshness, poll } = meter()
    for (const at of [0, 6000, 13_000, 19_000]) poll(at)
    poll(25_000, { error: new Error('ENOSPC') })
    expect(freshness.of('acme')).toEqual({ checkedAt: 19_000, checkedEveryMs: 6000 })
  })

  it('leaves out the night in the usual time between polls if the schedule fires only by day', () => {
    const { freshness, poll } = meter()
    for (const at of [0, 600_000, 14 * hour, 14 * hour + 600_000]) poll(at)
    expect(freshness.of('acme').checkedEveryMs).toBe(600_000)
  })

  it('includes the median and the 95th percentile of the delays of the last hundred mentions', () => {
    const { freshness, poll } = meter()
    poll(0, { ours: Array.from({ length: 50 }, () => 1_000_000) })
    for (let one = 1; one <= 100; one++) poll(one, { ours: [one] })
    expect(freshness.of('acme').delays).toEqual({
      mentions: 100,
      ours: { median: 50, p95: 95 },
      service: { median: 100, p95: 190 },
    })
  })

  it('is forgotten with the subscription', () => {
    const { freshness, poll } = meter()
    poll(0, { ours: [1] })
    freshness.forget('acme')
    expect(freshness.of('acme')).toEqual({})
  })
})
