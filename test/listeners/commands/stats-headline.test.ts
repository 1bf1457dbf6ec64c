import { expect, it } from 'vitest'
import { createStatsListeners } from '../../../src/listeners/commands/stats-command.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { createStatistics, createStatsRequests, type StatsSource } from '../../../src/stats/statistics.ts'
import { createHandRuntime, flushPromises } from '../../tools/manual-clock.ts'
import { brand } from '../../tools/period-summaries.ts'

const start = Date.UTC(2026, 10, 20)
const value = { total: 1284, parts: [] }

/** A person asks, and the mention service answers the first `most` requests at once, and the others after `release`. */
async function ask({ most, slow = true }: { most: number; slow?: boolean }) {
  const clock = createHandRuntime(start)
  const { now, steady, setTimer } = clock.runtime
  const shown: { text: string; place: string; blocks: string }[] = []
  const others = Promise.withResolvers<void>()
  let requests = 0
  async function answer<T>(content: T): Promise<T> {
    if (++requests > most) await others.promise
    return content
  }
  const source: StatsSource = {
    total: () => answer({ value, limits: [] }),
    series: (_alert, _type, { from, to }) =>
      answer({
        periods: [from, to].map((day) => ({ from: day, to: day, incomplete: false, value })),
        limits: [],
      }),
    async *mentions() {
      yield await answer({ mentions: [], limits: [], last: true })
    },
  }
  const requestsOfAll = createStatsRequests(source, now)
  const listeners = createStatsListeners({
    speakTo: speakToAll,
    ...{ now, steady, setTimer, statistics: createStatistics({ requests: requestsOfAll, now, setTimer }) },
    alerts: { all: async () => [brand], find: async () => ({ kind: 'found', alert: brand }) },
    access: { refusal: async () => undefined, readableAlerts: async (_asking, all) => all },
    registry: { all: () => [] },
    channels: { find: async () => ({ kind: 'missing' }) as never },
    settings: { statsSources: ['reddit'] },
    reply: async (_asker, { text, blocks }, place) =>
      void shown.push({ text, place, blocks: JSON.stringify(blocks) }),
    post: async () => ({ kind: 'delivered', ts: '1' }) as never,
    charts: { versions: (content) => [content], accepted: () => undefined },
    views: { open: async () => ({ kind: 'opened' }) as never },
  })
  const asked = listeners.command({ user: 'U1', value: '30d', channel: 'C1', responseUrl: '' })
  await flushPromises()
  if (slow) clock.advance(2000)
  await flushPromises()
  return {
    shown,
    requests: () => requests,
    async release() {
      others.resolve()
      await asked
    },
  }
}

it('the first numbers and the chart of statistics are there after four requests at most, and the others replace them', async () => {
  const { shown, requests, release } = await ask({ most: 4 })
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({ place: 'beside', text: expect.stringContaining('1,284 mentions') })
  expect(shown[0]?.text).toContain('Getting the numbers…')
  expect(shown[0]?.text).not.toContain('Missing')
  expect(shown[0]?.blocks).toContain('data_visualization')
  await release()
  expect(requests()).toBeLessThanOrEqual(17)
  expect(shown).toHaveLength(2)
  expect(shown[1]).toMatchObject({ place: 'in-place', text: expect.stringContaining('1,284 mentions') })
  expect(shown[1]?.text).not.toContain('Getting')
})

it('statistics that are there at once are shown at once, without a part before', async () => {
  const { shown } = await ask({ most: 100, slow: false })
  expect(shown.map(({ place }) => place)).toEqual(['beside'])
  expect(shown[0]?.text).not.toContain('Getting')
})
