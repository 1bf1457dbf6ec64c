import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { createVirtualTime } from '../virtual-time.ts'
import { createNetwork, frozenAt, review, startOn } from './network.ts'

/** The present code opens the file that the first mention service left. `test/frozen/mentions-1/README.md` explains it. */

const hour = 3_600_000
const frozen = (name: string) => readFileSync(join('test/frozen/mentions-1', name), 'utf8')

function restored(): string {
  const file = `${emptyFolder()}/mentions.sqlite`
  const database = new DatabaseSync(file)
  database.exec(`BEGIN; ${frozen('mentions.sql')} COMMIT`)
  database.close()
  return file
}

async function open({ later = false } = {}) {
  const time = createVirtualTime(frozenAt)
  const network = createNetwork(time, later)
  const world = await startOn(restored(), time, network)
  const all = () =>
    Object.fromEntries(world.store.alerts.all().map(({ alert_id }) => [alert_id, world.mentions(alert_id)]))
  return { ...world, time, network, all }
}

it('the first file of the mention service has rows in every table', () => {
  const database = new DatabaseSync(restored())
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))
  expect(tables.length).toBeGreaterThan(10)
  for (const name of tables) expect(database.prepare(`SELECT 1 FROM ${name}`).get(), name).toBeDefined()
  database.close()
})

it('the first file of the mention service gives the same mentions and totals as then', async () => {
  const { all, store } = await open()
  const then: Record<string, { reach: number }[]> = JSON.parse(frozen('mentions.json'))
  const now = Object.values(all()).flat()
  // Versions of then did not tell what identifies a mention, and what it links to, but the file has all of it.
  expect(now.map(({ overheard_identities: identities }) => identities?.length)).toEqual(now.map(() => 4))
  const asThen = (one: (typeof now)[number]) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => !name.startsWith('overheard_')))
  expect(Object.entries(all()).map(([alert, mentions]) => [alert, mentions.map(asThen)])).toEqual(
    Object.entries(then),
  )
  for (const { alert_id, key } of store.alerts.all()) {
    const days = store.rollUps.days(key, { from: 0, to: 100_000 })
    const sum = (field: 'mentions' | 'reach') => days.reduce((total, day) => total + day[field], 0)
    const mentions = then[alert_id] ?? []
    expect(sum('mentions')).toBe(mentions.length)
    expect(sum('reach')).toBe(mentions.reduce((total, { reach }) => total + reach, 0))
  }
})

it('the first file of the mention service gives the same topics as then', async () => {
  const before = new DatabaseSync(restored())
  const topics = before
    .prepare(
      'SELECT alert, term AS name, sum(mentions) AS mentions FROM day_terms GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2',
    )
    .all()
    .map((row) => ({ ...row }))
  before.close()
  const { store } = await open()
  const all = store.alerts.all().flatMap(({ key }) =>
    // The first range reads days, and the second one whole months.
    [
      { from: 20_770, to: 20_790 },
      { from: 0, to: 100_000 },
    ].map((range) => store.rollUps.terms(key, range, undefined, 1000).map((one) => ({ alert: key, ...one }))),
  )
  expect(topics.length).toBeGreaterThan(10)
  expect(all.filter((_, index) => index % 2 === 0).flat()).toEqual(topics)
  expect(all.filter((_, index) => index % 2 === 1).flat()).toEqual(topics)
})

it('on its first file, the mention service goes on from all cursors, and repeats nothing', async () => {
  const { all, time, network, push, runner } = await open({ later: true })
  const then: Record<string, { id: number }[]> = JSON.parse(frozen('mentions.json'))
  expect(await push('m1', review)).toMatchObject({ body: { accepted: 0, duplicates: 1 } })
  await time.advance(2 * hour)
  const added = Object.entries(all()).flatMap(([alert, mentions]) =>
    mentions.filter(({ id }) => !then[alert]?.some((one) => one.id === id)),
  )
  expect(added.map(({ title }) => title)).toEqual(['Acme opens another shop'])
  const ids = Object.values(then).flatMap((mentions) => mentions.map(({ id }) => id))
  expect(added[0]?.id).toBeGreaterThan(Math.max(...ids))
  expect(network.hosts.requestsTo('blog.example')[0]?.headers['if-none-match']).toBe('"v1"')
  expect(network.hosts.requestsTo('gone.example')).toEqual([])
  expect(network.hosts.requestsTo('busy.example')).toEqual([])
  expect(network.jetstream.connections[0]?.url.searchParams.get('cursor')).toMatch(/^\d{16}$/)
  expect(runner.status().find(({ channel }) => channel.includes('gone'))?.ended).toMatch(/410/)
})

it('forget removes an author from the first file of the mention service', async () => {
  const { store, mentions } = await open()
  expect(store.forgetAuthor('jane doe')).toEqual({ items: 2, mentions: 1 })
  expect(mentions().map(({ title }) => title)).not.toContain('Acme opens a shop')
})
