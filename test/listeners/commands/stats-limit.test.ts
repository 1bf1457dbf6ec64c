import { describe, expect, it } from 'vitest'
import { createStatsListeners } from '../../../src/listeners/commands/stats-command.ts'
import { rangeInputs } from '../../../src/listeners/texts/stats-answer.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { createStatistics, createStatsRequests, type StatsSource } from '../../../src/stats/statistics.ts'
import { createHandRuntime } from '../../tools/manual-clock.ts'
import { brand } from '../../tools/period-summaries.ts'

const start = Date.UTC(2026, 10, 20)
const tooOften = 'You have asked for many statistics within a minute'

/** A question that nobody has asked before: the mentions of the last `days` days. */
const lineFor = (days: number) => `7${days}d`

/** Answers questions about one alert. `requests` counts those to the mention service, which refuses all of them if `isDown`. */
function createWorld({ isDown = false } = {}) {
  const clock = createHandRuntime(start)
  const { now, steady, setTimer } = clock.runtime
  const shown: { user: string; text: string; place: string }[] = []
  const posted: string[] = []
  let requests = 0
  async function answer<T>(value: T): Promise<T> {
    requests++
    if (isDown) throw new Error('the service is down')
    return value
  }
  const source: StatsSource = {
    total: async () => answer({ value: { total: 1, parts: [] }, limits: [] }),
    series: async () => answer({ periods: [], limits: [] }),
    async *mentions() {
      yield await answer({ mentions: [], limits: [], last: true })
    },
  }
  const listeners = createStatsListeners({
    speakTo: speakToAll,
    ...{
      now,
      steady,
      setTimer,
      statistics: createStatistics({ requests: createStatsRequests(source, now), now, setTimer }),
    },
    alerts: { all: async () => [brand], find: async () => ({ kind: 'found', alert: brand }) },
    access: { refusal: async () => undefined, readableAlerts: async (_asking, all) => all },
    registry: { all: () => [] },
    channels: { find: async () => ({ kind: 'missing' }) as never },
    settings: { statsSources: ['reddit'] },
    reply: async ({ user }, { text }, place) => void shown.push({ user, text, place }),
    async post({ content }) {
      posted.push(content.text)
      return { kind: 'delivered', ts: '1' } as never
    },
    charts: { versions: (content) => [content], accepted: () => undefined },
    views: { open: async () => ({ kind: 'opened' }) as never },
  })
  const place = (user: string, value: string) => ({
    ...{ user, value, channel: 'C1', responseUrl: 'https://slack.example/answer' },
  })
  const last = () => shown.at(-1) ?? { user: '', text: '', place: '' }
  return {
    clock,
    posted,
    requests: () => requests,
    async ask(user: string, line: string) {
      await listeners.command(place(user, line))
      return last()
    },
    async change(user: string, line: string) {
      await listeners.followUp({ ...place(user, line), trigger: 'T1' })
      return last()
    },
    async changeDates(user: string, [from, to]: [string, string]) {
      const { value: line, user: _, ...where } = place(user, '7d')
      await listeners.submitRange({
        ...{ user, metadata: JSON.stringify({ ...where, line }) },
        values: new Map([
          [rangeInputs.from, from],
          [rangeInputs.to, to],
        ]),
      } as never)
      return last()
    },
    async postToChannel(user: string, line: string) {
      await listeners.postToChannel(place(user, line))
      return last()
    },
  }
}

type World = ReturnType<typeof createWorld>

/** Lets a person ask as often as they may. */
async function askEight(world: World, user: string): Promise<void> {
  for (let days = 1; days <= 8; days++)
    expect((await world.ask(user, lineFor(days))).text, `question ${days}`).toContain(`last 7${days} days`)
}

describe('a person who asks for statistics', () => {
  it('gets eight answers within a minute, and is then told when to ask again, without a request', async () => {
    const world = createWorld()
    await askEight(world, 'U1')
    const requests = world.requests()
    world.clock.advance(12_500)
    const { text, user } = await world.ask('U1', '30d')
    expect(user).toBe('U1')
    expect(text).toContain(tooOften)
    expect(text).toContain('Ask again in 48 seconds.')
    expect(world.requests()).toBe(requests)
  })

  it('may ask again after a minute, however often they were refused', async () => {
    const world = createWorld()
    await askEight(world, 'U1')
    world.clock.advance(59_999)
    for (let time = 0; time < 10; time++)
      expect((await world.ask('U1', '30d')).text).toContain('Ask again in 1 second.')
    world.clock.advance(1)
    expect((await world.ask('U1', '30d')).text).toContain('last 30 days')
  })

  it('takes nothing from another person', async () => {
    const world = createWorld()
    await askEight(world, 'U1')
    expect((await world.ask('U1', '30d')).text).toContain(tooOften)
    expect((await world.ask('U2', '30d')).text).toContain('last 30 days')
  })

  it.each([-3_600_000, 3_600_000])(
    'waits as long if the clock of the machine is set by %d ms meanwhile',
    async (ms) => {
      const world = createWorld()
      await askEight(world, 'U1')
      world.clock.setClock(ms)
      expect((await world.ask('U1', '30d')).text).toContain('Ask again in 60 seconds.')
      world.clock.advance(60_000)
      expect((await world.ask('U1', '30d')).text).toContain('last 30 days')
    },
  )

  it('always gets an answer that needs no request: one that somebody has just got, the help, and what was not understood', async () => {
    const world = createWorld()
    await world.ask('U2', '30d')
    await askEight(world, 'U1')
    for (let time = 0; time < 20; time++) {
      expect((await world.ask('U1', '30d')).text).toContain('last 30 days')
      expect((await world.change('U1', lineFor((time % 8) + 1))).place).toBe('in-place')
      expect((await world.ask('U1', 'help')).text).toContain('/mentions-stats')
      expect((await world.ask('U1', 'nosuch')).text).toContain('No alert matches')
    }
    expect((await world.ask('U1', '31d')).text).toContain(tooOften)
  })

  it('keeps the answer that they see if a control of it is refused', async () => {
    const world = createWorld()
    await askEight(world, 'U1')
    const refused = { user: 'U1', place: 'beside', text: expect.stringContaining(tooOften) }
    expect(await world.change('U1', '30d')).toEqual(refused)
    expect(await world.changeDates('U1', ['2026-10-01', '2026-10-09'])).toEqual(refused)
    world.clock.advance(60_000)
    expect(await world.changeDates('U1', ['2026-10-01', '2026-10-09'])).toMatchObject({ place: 'in-place' })
  })

  it('may post an answer that they see, and no other', async () => {
    const world = createWorld()
    await askEight(world, 'U1')
    expect((await world.postToChannel('U1', lineFor(8))).text).toContain('posted to this channel')
    expect((await world.postToChannel('U1', '30d')).text).toContain(tooOften)
    expect(world.posted).toHaveLength(1)
  })

  it('may repeat a question that failed only as often as any other, because each try needs requests', async () => {
    const world = createWorld({ isDown: true })
    for (let time = 0; time < 8; time++)
      expect((await world.ask('U1', '7d')).text).toContain('No statistics right now')
    expect((await world.ask('U1', '7d')).text).toContain(tooOften)
  })
})
