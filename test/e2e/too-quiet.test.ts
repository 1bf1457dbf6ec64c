import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VolumeCounts } from '../../src/engine/anomalies/alert-volume.ts'
import { dayMs, hourMs } from '../../src/engine/anomalies/volume-counts.ts'
import { createAlertActivity, volumeCollection } from '../../src/engine/spikes/stored-volume.ts'
import { more, rhythm } from '../engine/anomalies/evaluation/a-rhythm.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { alertId, channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/**
 * An unusual silence. A baseline takes a week to learn, so while the bot is stopped the test writes the counts of two weeks into the
 * store.
 */

const [sparse, lively] = ['1002', '1003']
const thisHour = Math.floor(Date.now() / hourMs) * hourMs
const subscription = (name: string, alert: string) => ({ name, alert, channel, schedule: '* * * * * *' })

let world: World
beforeAll(async () => {
  world = await createWorld({
    configuration: {
      subscriptions: [
        subscription('acme', 'Acme brand'),
        subscription('sparse', 'Acme parts'),
        subscription('lively', 'Acme news'),
      ],
    },
  })
  for (const [id, name] of [
    [sparse, 'Acme parts'],
    [lively, 'Acme news'],
  ] as const)
    world.mentionStore.addAlert({
      alert_id: id,
      alert_type: 'mentions',
      alert_name: name,
      project_id: '1',
      project_name: 'Acme',
    })
  world.start()
  await world.until('the initial syncs', () => world.posted().length >= 3)
  await world.end('SIGTERM')
  await writeState()
})
afterAll(() => world?.close())

/** Two alerts had six mentions an hour, one of them until eight hours ago; the third has four on every second day. */
async function writeState(): Promise<void> {
  const store = await openStoreOf(world)
  const volume = volumeCollection(store)
  const keep = (alert: string, counts: VolumeCounts) =>
    volume.put(alert, { counts, seen: { watermark: '0', origin: '0', done: [] }, announced: [] })
  await keep(alertId, rhythm(thisHour - 8 * hourMs, 6))
  await keep(lively, rhythm(thisHour, 6))
  await keep(sparse, fewADay(thisHour - dayMs))
  await createAlertActivity(store).note(lively, thisHour - hourMs)
  await store.close()
}

function fewADay(until: number): VolumeCounts {
  return [14, 12, 10, 8, 6, 4, 2].reduce(
    (counts, ago) => more(counts, 4, until - ago * dayMs, until - ago * dayMs + 8 * hourMs),
    rhythm(until - 15 * dayMs, 0, 1),
  )
}

const said = () =>
  world
    .posted()
    .map(({ text }) => text)
    .filter((text) => text.startsWith('No mention of'))

/** Waits until each alert has been polled this often, once a second. Notices are posted every two seconds. */
async function readAgain(times: number): Promise<void> {
  const from = world.service.log.requests().length
  const reads = (alert: string) =>
    world.service.log
      .requests()
      .slice(from)
      .filter(({ path }) => path.includes(`/alerts/${alert}/mentions`)).length
  await world.until('more polls', () => [alertId, sparse, lively].every((alert) => reads(alert) > times))
}

it('an unusual silence of an alert is reported once with what to do, and never for an alert with few mentions', async () => {
  world.start()
  await world.until('the notice', () => said().length > 0)
  await readAgain(4)
  expect(said()).toHaveLength(1)
  expect(said()[0]).toContain('No mention of Acme brand for ')
  expect(said()[0]).toContain('The mention service answers')
  await world.end('SIGKILL')
  world.start()
  await readAgain(4)
  expect(said()).toHaveLength(1)
})
