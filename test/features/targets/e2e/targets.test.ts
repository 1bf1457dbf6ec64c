import { afterEach, describe, expect, it } from 'vitest'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const today = new Date().toISOString().slice(0, 10)
const configuration = {
  doubtSeconds: 1,
  workingHours: [{ days, from: '00:00', to: '00:00' }],
  targets: [{ when: { sentiment: ['negative'] }, claim: '1s', done: '1h' }],
  digests: [{ name: 'now', channel: brand, alerts: ['Acme brand'] }],
  subscriptions: [
    {
      name: 'brand',
      alert: 'Acme brand',
      channel: brand,
      schedule: '*/2 * * * * *',
      burst: 1000,
      backfill: 9,
    },
  ],
}

let processes: Processes | undefined
afterEach(() => processes?.close())

async function begin(size: number, options?: Parameters<typeof createProcesses>[2]) {
  processes = await createProcesses(size, configuration, options)
  const started = processes
  const { world, people } = started
  for (const [id, sentiment] of [
    [1, 'negative'],
    [2, 'neutral'],
    [3, 'negative'],
  ] as const)
    world.add(id, { title: `Acme case ${id}`, sentiment, reach: id === 2 ? 5_000_000 : 10 })
  await started.startAll()
  await world.until('the cards', () => world.ids(brand).length === 3)
  const tsOf = (id: number) => world.posted(brand).find(({ ids }) => ids[0] === String(id))?.ts ?? ''
  const titles = (list: string) => [...new Set(list.match(/Acme case \d/g))]
  const late = (list: string) => (list.slice(0, list.indexOf('{')).match(/Late since/g) ?? []).length
  const claim = (id: number) => people.press(ana, brand, tsOf(id), 'mention_claim')
  return { started, world, people, tsOf, titles, late, claim }
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('what is late comes first in the open list and says since when, until somebody claims it; the digest says what was kept', async () => {
    const { world, people, titles, late, claim, tsOf } = await begin(1, await mode())
    const open = () => people.ask(ben, brand, '/mentions open')
    await expect.poll(async () => late(await open()), { timeout: 60_000 }).toBe(2)
    expect(titles(await open())[2]).toBe('Acme case 2')
    await claim(1)
    await world.until('the claim', () => people.textOf(brand, tsOf(1)).includes('Claimed by Ana Lima'))
    const list = await open()
    expect([late(list), titles(list)[0]]).toEqual([1, 'Acme case 3'])
    expect(await people.home(ben)).toContain('Late since')
    const digest = await people.ask(ben, brand, '/mentions digest')
    expect(digest).toMatch(/Target for negative: claimed within 0.min: 0 of 2 \(p50 .*, p90 not yet\)/)
    expect(digest).toContain('done within 1\u00a0hr: none yet, 2 have time left')
  })
})

describe.each([
  ['one process on a folder', 1],
  ['three processes on one database', 3],
])('with a kill -9 of %s', (_name, size) => {
  it.skipIf(onPostgres && size === 1)('between a claim and its effects, the claim counts', async () => {
    const { started, world, people, late, claim } = await begin(size)
    const open = () => people.ask(ben, brand, '/mentions open')
    await expect.poll(async () => late(await open()), { timeout: 60_000 }).toBe(2)
    world.slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
    await claim(1)
    await started.killAll()
    world.slack.control.clearFaults()
    await started.startAll()
    expect(late(await open())).toBe(1)
  })
})
