import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { postedCards } from '../../../../src/cards/posted-cards.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { alertId, onPostgres, type World } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'
import { sampleMention } from '../../../tools/sample-mention.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const configuration = {
  doubtSeconds: 1,
  workingHours: [{ days, from: '00:00', to: '00:00' }],
  targets: [{ when: { sentiment: ['negative'] }, claim: '1s', done: '1h' }],
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

/** It was due at midnight, so it is posted at the next start. */
const digests = [
  {
    ...{ name: 'daily', channel: brand, alerts: ['Acme brand'] },
    ...{ schedule: '0 0 * * *', period: 'day', timezone: 'UTC' },
  },
]

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
  const late = (list: string) => (list.slice(0, list.indexOf('{')).match(/Overdue since/g) ?? []).length
  const claim = (id: number) => people.press(ana, brand, tsOf(id), 'mention_claim')
  return { started, world, people, tsOf, titles, late, claim }
}

/** Stores two negative mentions of yesterday noon. One was done after half an hour, and nobody has touched the other one. */
async function addYesterday(world: World): Promise<void> {
  const noon = new Date(Date.now() - 86_400_000).setUTCHours(12, 0, 0, 0)
  const store = await openStoreOf(world)
  for (const [id, isDone] of [
    ['901', true],
    ['902', false],
  ] as const) {
    const ts = ((noon + Number(id)) / 1000).toFixed(6)
    const place = { channel: brand, ts, subscription: 'brand', alert: alertId }
    const mention = sampleMention({ id, title: `Old case ${id}`, sentiment: 'negative' })
    const at = Number(ts) * 1000
    const record = {
      ...place,
      mention: id,
      state: 'done',
      user: ana,
      by: 'Ana Lima',
      at: at + 1_800_000,
    } as const
    const actions = isDone ? [{ ...record, firstAt: at, claimedAt: at }] : []
    await postedCards(store).add(
      { channel: brand, ts },
      { ...place, shows: { kind: 'card', mention, style: 'full' }, actions },
    )
  }
  await store.close()
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('what is late comes first in the open list and says since when, until somebody claims it', async () => {
    const { world, people, titles, late, claim, tsOf } = await begin(1, await mode())
    const open = () => people.ask(ben, brand, '/mentions open')
    await expect.poll(async () => late(await open()), { timeout: 60_000 }).toBe(2)
    expect(titles(await open())[2]).toBe('Acme case 2')
    await claim(1)
    await world.until('the claim', () => people.textOf(brand, tsOf(1)).includes('Claimed by Ana Lima'))
    const list = await open()
    expect([late(list), titles(list)[0]]).toEqual([1, 'Acme case 3'])
    expect(await people.home(ben)).toContain('Overdue since')
  })
})

describe.each([
  ['one process on a folder', 1],
  ['three processes on one database', 3],
])('with a kill -9 of %s', (_name, size) => {
  it.skipIf(onPostgres && size === 1)(
    'between a claim and its effects, the claim counts, and the digest says what was kept',
    async () => {
      const { started, world, people, late, claim } = await begin(size)
      const open = () => people.ask(ben, brand, '/mentions open')
      await expect.poll(async () => late(await open()), { timeout: 60_000 }).toBe(2)
      world.slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
      await claim(1)
      // The card does not show the claim yet.
      await expect.poll(async () => late(await open()), { timeout: 60_000 }).toBe(1)
      await started.killAll()
      world.slack.control.clearFaults()
      await addYesterday(world)
      writeFileSync(join(world.folder, 'overheard.yaml'), stringify({ ...configuration, digests }))
      await started.startAll()
      const isLate = (list: string, id: number) =>
        new RegExp(`Acme case ${id}[^\\n]*Overdue since`).test(list)
      const list = (await open()).split('[{')[0] ?? ''
      expect([1, 3].map((id) => isLate(list, id))).toEqual([false, true])
      const digest = () =>
        people.messages(brand).find(({ metadata }) => metadata?.event_type === 'overheard_digest')?.text
      await world.until('the digest', () => digest() !== undefined)
      expect(digest()).toContain(
        'Target for negative\nClaimed within 0\u00a0min: 1 of 2 in time, 1 late. Half of them took at most 0\u00a0min.\nDone within 1\u00a0hr: 1 of 2 in time, 1 late. Half of them took at most 30\u00a0min.',
      )
    },
  )
})
