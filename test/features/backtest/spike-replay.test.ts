import type { Mention } from '@overheard/mention-client/mention'
import { expect, it } from 'vitest'
import {
  type CalledSpikes,
  createSpikeReplay,
  type SpikeWatcher,
} from '../../../src/features/backtest/spike-replay.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.parse('2026-11-20T12:00:00Z')
const { sentiment: _, ...unrated } = sampleMention({ source: 'web' })
const at = (date: number): Mention => ({ ...unrated, date })

/** Two mentions an hour for some days until now. */
const steady = (days: number) =>
  Array.from({ length: days * 48 }, (_, index) => at(now - days * day + (index + 0.5) * 30 * minute))
/** Many mentions within ten minutes, some days before now. */
const spike = (daysAgo: number, count = 60) =>
  Array.from({ length: count }, (_, index) => at(now - daysAgo * day + (index * 10 * minute) / count))

const watcher = (fields: Partial<SpikeWatcher> = {}): SpikeWatcher => ({
  sensitivity: 'normal',
  burst: 5,
  falseAlarms: 0,
  post: () => ({ isUrgent: false }),
  ...fields,
})

type Case = { watchers?: SpikeWatcher[]; pages: Mention[][]; isOwn?: (mention: Mention) => boolean }

function replay({ watchers = [watcher()], pages, isOwn = () => false }: Case): Promise<CalledSpikes[]> {
  const spikes = createSpikeReplay(watchers, { now, isOwn })
  for (const page of pages) spikes.add(page)
  return spikes.run(async () => undefined)
}

const daysAgo = (results: CalledSpikes[]) =>
  results.map(({ called }) => called.map((one) => Math.ceil((now - one.at) / day)))

const twoMonths = [...steady(60), ...spike(40), ...spike(20), ...spike(3)]

it('the replay calls the spikes of the last 30 days, and learns from the 30 days before', async () => {
  const results = await replay({ pages: [twoMonths] })
  expect(results).toMatchObject([{ days: 30, learnedDays: 29 }])
  expect(daysAgo(results)).toEqual([[20, 3]])
})

it('the replay has the same result if the service returns the newest mentions first', async () => {
  const newestFirst = twoMonths.toSorted((a, b) => b.date - a.date)
  const pages = Array.from({ length: Math.ceil(newestFirst.length / 100) }, (_, index) =>
    newestFirst.slice(index * 100, (index + 1) * 100),
  )
  expect(await replay({ pages })).toEqual(await replay({ pages: [twoMonths] }))
})

it('the replay calls fewer spikes at a lower sensitivity and after false alarms', async () => {
  const small = [...steady(60), ...spike(20, 9), ...spike(3)]
  const watchers = [watcher(), watcher({ sensitivity: 'calm' }), watcher({ falseAlarms: 2 })]
  expect(daysAgo(await replay({ watchers, pages: [small] }))).toEqual([[20, 3], [3], [3]])
})

it('the replay calls no spike of mentions that the subscription skips or that are our own', async () => {
  const watchers = [watcher({ post: () => undefined })]
  expect(daysAgo(await replay({ watchers, pages: [twoMonths] }))).toEqual([[]])
  const own = spike(3).map((mention) => ({ ...mention, url: 'https://acme.example/' }))
  const isOwn = ({ url }: Mention) => url === 'https://acme.example/'
  expect(daysAgo(await replay({ pages: [[...steady(60), ...own]], isOwn }))).toEqual([[]])
})

it('the replay of a new alert says how few days there are, and ignores mentions with a date in the future', async () => {
  const future = at(now + day)
  const [result] = await replay({ pages: [[...steady(10), ...spike(2), future]] })
  expect(result).toMatchObject({ days: 10, learnedDays: 0 })
  expect(result?.called).toHaveLength(1)
  expect(await replay({ pages: [[future]] })).toEqual([{ days: 0, learnedDays: 0, called: [] }])
})

it('the replay counts a spike that lasts for hours once', async () => {
  const long = [0, 1, 2, 3].flatMap((later) => spike(3 - later / 48, 200))
  expect(daysAgo(await replay({ pages: [[...steady(60), ...long]] }))).toEqual([[3]])
})
