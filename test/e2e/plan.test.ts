import { afterAll, beforeAll, expect, it } from 'vitest'
import { alertId, channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/**
 * The plan's monthly mentions: past days come from the service's history, the bot counts today's. test/engine/plan-forecast.test.ts and
 * plan-limit.test.ts have the other cases.
 */

const day = 86_400_000
const now = Date.now()
const today = Math.floor(now / day) * day
const monthBegan = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)
/** Ten mentions a day for twenty days. Those of this month count against the plan, except today's before the start. */
const before = Array.from({ length: 200 }, (_, index) => now - 20 * day + (index / 10) * day)
const usedBefore = before.filter((date) => date >= monthBegan && date < today).length
const firstDay = 40
const monthlyMentions = Math.ceil((usedBefore + firstDay) / 0.85)

let world: World
beforeAll(async () => {
  world = await createWorld({
    configuration: {
      plan: { monthlyMentions },
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', spike: 'off' }],
    },
  })
  for (const [index, date] of before.entries()) world.add(index + 1, { date })
  world.start()
  await world.until('the initial sync', () => world.watches())
  // Counting begins when the history has been read, at the end of the first poll. A later poll reads newer mentions.
  await world.until('the history', () => histories() === 2)
  await bring(1)
})
afterAll(() => world?.close())

const histories = () =>
  world.service.log.requests().filter(({ path, status }) => path.includes('/insights/') && status === 200)
    .length

let newest = 1000
/** Adds mentions and waits until they are posted. */
async function bring(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) world.add(++newest)
  await world.until('their cards', () => world.ids().includes(String(newest)))
}

/** Restarts the bot and waits for its first polls: it checks the plan at its first poll, then every ten minutes. */
async function liveAgain(): Promise<void> {
  await world.end('SIGKILL')
  const from = world.service.log.requests().length
  world.start()
  const reads = () =>
    world.service.log
      .requests()
      .slice(from)
      .filter(({ path }) => path.includes(`/alerts/${alertId}/mentions`)).length
  await world.until('some polls', () => reads() > 3)
}

const said = (words: string) =>
  world
    .posted()
    .map(({ text }) => text)
    .filter((text) => text.includes(words))
const forecasts = () =>
  said("The plan's monthly mentions run out on ").concat(said("of the plan's monthly mentions are used:"))

it('when more than 80 per cent of the plan’s monthly mentions are used, the bot says once how long they last, also after a restart', async () => {
  await bring(firstDay - 1)
  await liveAgain()
  await world.until('the forecast', () => forecasts().length > 0)
  // Near the end of a month the plan lasts until its end.
  const outlook =
    /(run out on .* \(8\d%\).* mentions may be missing for good|^8\d%.* they last until the renewal)/s
  expect(forecasts()).toEqual([expect.stringMatching(outlook)])
  await liveAgain()
  expect(forecasts()).toHaveLength(1)
})

it('the bot says once that the limit of the plan is reached, and once that mentions are available again', async () => {
  world.mentionStore.setLimit({ reached: true, renewsAt: now + 9 * day })
  const notices = () => said('mentions are used up')
  await world.until('the notice', () => notices().length > 0)
  await liveAgain()
  const until = new Date(now + 9 * day).getUTCDate()
  expect(notices()).toEqual([expect.stringContaining('may be missing for good')])
  expect(notices()[0]).toContain(` ${until}, `)
  expect(said('are available again')).toEqual([])
  world.mentionStore.setLimit({ reached: false })
  await world.until('that it is over', () => said('are available again').length === 1)
})
