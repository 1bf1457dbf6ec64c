import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { heardWarnings, refusedAlertsFromSlack } from '../../../src/cli/listen/alerts-from-slack.ts'
import { openStore } from '../src/store/store.ts'
import { item, sourceOf, startWorld } from './engine-world.ts'

const common = { alert_type: 'mentions', project_id: '1', project_name: 'Overheard' } as const

/** A file with alerts of an older version, which took these words as they are. */
function olderFile(...queries: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'mentions.sqlite')
  const store = openStore(file)
  for (const query of queries)
    store.alerts.add({ ...common, alert_name: `named ${query}`, query, origin: 'command' })
  store.close()
  return file
}

it('an alert whose query is refused today finds what it found before, and the log says what to write', async () => {
  const file = olderFile('acme or app', '"never closed', 'rivals')
  const source = sourceOf('polled', [
    {
      kind: 'poll',
      key: 'all',
      everyMs: 1e9,
      poll: async () => ({
        items: [
          item(1, { text: { plain: 'acme or app, or else' } }),
          item(2, { text: { plain: 'the app' } }),
          item(3, { text: { plain: 'rivals' } }),
        ],
      }),
    },
  ])
  const world = await startWorld({ sources: [source], file, settings: { alerts: [] } })
  await world.time.advance(60_000)
  const counts = world.store.alerts.all().map(({ alert_name, mentions }) => [alert_name, mentions])
  expect(counts).toEqual([
    ['named acme or app', 1],
    ['named "never closed', 0],
    ['named rivals', 1],
  ])
  const warnings = world.log.filter(({ sentence }) => /refused today/.test(sentence))
  expect(warnings.map(({ fields }) => fields)).toEqual([
    {
      alert: 'named acme or app',
      query: 'acme or app',
      reason: expect.stringContaining('(at character 6; write acme OR app)'),
      inWords: 'Mentions that contain “acme”, “or” and “app”.',
    },
    expect.objectContaining({ alert: 'named "never closed', inWords: 'This finds nothing.' }),
  ])
})

it('the doctor reads the alerts of Slack whose queries are refused today', async () => {
  const file = olderFile('acme or app', 'rivals')
  expect(await refusedAlertsFromSlack({ DATA_DIR: join(file, '..') })).toEqual([
    {
      name: 'named acme or app',
      query: 'acme or app',
      problem: expect.stringContaining('write acme OR app'),
    },
  ])
})

it('the doctor reads which alerts have found nothing for seven days, also those of the configuration', async () => {
  const file = olderFile('fooo acme', 'rivals')
  const source = sourceOf('hacker-news', [
    { kind: 'poll', key: 'all', everyMs: 1e9, poll: async () => ({ items: [item(1)] }) },
  ])
  const settings = { alerts: [{ name: 'Acme', query: 'acme baar' }] }
  const world = await startWorld({ sources: [source], file, settings })
  await world.time.advance(60_000)
  await world.close()
  const days = (count: number) => world.time.now() + count * 24 * 60 * 60 * 1000
  const warned = (now: number) => heardWarnings({ DATA_DIR: join(file, '..') }, () => now)
  const warning = (name: string, none: string) => ({
    what: `alert ${name}: Matched nothing in 7 days: of the last 1 posts none has ${none}, while acme is in 1.`,
    whatToDo: expect.any(String),
  })
  expect(await warned(days(8))).toEqual([warning('named fooo acme', 'fooo'), warning('Acme', 'baar')])
  expect(await warned(days(6))).toEqual([warning('named fooo acme', 'fooo')])
})
