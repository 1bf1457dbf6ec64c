import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { answerSeries } from '../../src/api/insights.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { item, sourceOf, startWorld } from '../engine-world.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 18, 12)

/** The days of the sentiments of the last month, each with whether it is the first of a new method. */
function sentimentsOf(store: Store) {
  const alert = store.alerts.get('1001')
  if (alert === undefined) throw new Error('the alert is gone')
  const answer = answerSeries(
    { store, alert, parameters: {}, now, clientHasRead: () => undefined },
    'sentiment',
  )
  const { insights } = answer as {
    insights: { values: { start_date: string; overheard_new_method?: true }[] }
  }
  return insights.values.map((one) =>
    `${one.start_date} ${one.overheard_new_method === true ? 'new' : ''}`.trim(),
  )
}

async function withMentions(file?: string) {
  const source = sourceOf('feeds', [])
  const world = await startWorld({ sources: [source], ...(file && { file }) })
  const praise = (id: number) =>
    item(id, { text: { plain: 'We love that Acme is wonderful and fast!' }, publishedAt: now - id * day })
  await world.ingest.store({ items: [1, 2, 3].map(praise) }, { source, channel: 'a', keepsAll: true })
  return world
}

it.each([
  ['in the middle', now - 2 * day, ['2026-11-15', '2026-11-16 new', '2026-11-17']],
  ['on a day without sentiments', now - 10 * day, ['2026-11-15 new', '2026-11-16', '2026-11-17']],
  ['before the first day that was asked for', now - 90 * day, ['2026-11-15', '2026-11-16', '2026-11-17']],
])('a series of sentiments marks the first day of a new method: %s', async (_, since, expected) => {
  const { store } = await withMentions()
  store.database.run("INSERT INTO meta VALUES ('sentiments_since', ?)", since)
  expect(sentimentsOf(store)).toEqual(expected)
})

it('a file whose mentions an older version has judged knows since when the method is new, and a new file has nothing to mark', async () => {
  const file = join(emptyFolder(), 'mentions.sqlite')
  const world = await withMentions(file)
  expect(world.store.rollUps.sentimentsSince()).toBeUndefined()
  world.store.database.run('DROP TRIGGER corrections_go')
  world.store.database.run('DROP TABLE corrections')
  world.store.database.run('DROP TABLE removals')
  world.store.database.run('PRAGMA user_version = 5')
  await world.close()
  const upgraded = openStore(file)
  expect(upgraded.rollUps.sentimentsSince()).toBeGreaterThan(Date.UTC(2025, 0))
  upgraded.close()
})
