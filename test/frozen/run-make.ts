// @ts-nocheck: it runs on the code of commit 82f882c8 only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { writeExact } from '../../sandbox/mention-service/exact-json.ts'
import { problemRecords } from '../../src/health/shared-problems.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { tables } from '../../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { webhookStates } from '../../src/webhooks/delivery.ts'
import { startOwnPostgres } from '../tools/postgres.ts'
import { catalogOf, dumpOf } from './make-dump.ts'
import { kindsOf } from './make-kinds.ts'
import { addRareRecords, addSentReminders } from './make-records.ts'
import { alerts, clock, places, receiver, secret, webhooks, world } from './make-world.ts'

/** Makes `test/frozen/0.2`. It takes two minutes. `README.md` there describes the result. */

const out = join(import.meta.dirname, '0.2')
const log = (line: string) => void process.stdout.write(`${line}\n`)
const deps = { now: clock.now, setTimer: () => () => undefined, log: { warn: () => undefined } }

// The data folder. Without its owner record, because a start on another machine would watch that for 15 s.
rmSync(join(world.dataDir, 'owner'))
const store = await openFolder(world.dataDir, deps)
const tsOf = (where: string, id: number) =>
  world.slack.control
    .messages(where)
    .find(({ metadata }) => String(metadata?.event_payload.ids).split(',').includes(String(id)))?.ts ?? ''
await addRareRecords(store, clock.now(), {
  ...{ brand: places.brand, doneTs: tsOf(places.brand, 1302) },
  ...{ support: places.support, rivalTs: tsOf(places.support, 3100) },
  webhooks: webhooks
    .slice(0, 1)
    .map(({ url }) => ({ url, secret, allowPrivate: true, events: ['spike.ended' as const] })),
})
await store.close()
rmSync(out, { recursive: true, force: true })
mkdirSync(out)
cpSync(world.dataDir, join(out, 'folder'), { recursive: true })
cpSync(join(world.folder, 'overheard.yaml'), join(out, 'overheard.yaml'))

// Slack, as it was when the bot was killed
const line = (one: object) => `${JSON.stringify(one)}\n`
const { channels, people, messages } = world.slack.snapshot()
const slackLines = [
  ...people.map((person) => line({ person })),
  ...channels.map((channel) => line({ channel })),
  ...Object.entries(messages).flatMap(([id, list]) =>
    list.map(({ bot_profile: _, ...message }) => line({ channel_id: id, message })),
  ),
]
writeFileSync(join(out, 'slack.jsonl'), slackLines.join(''))

// The database: the folder moved by `npm run migrate`, and a bot that Slack hardly answers and that is killed
const server = await startOwnPostgres()
const url = await server.database()
const copy = join(world.folder, 'copy')
cpSync(world.dataDir, copy, { recursive: true })
const shift = new URL('../../sandbox/demo/shift-clock.js', import.meta.url).href
const migrated = spawnSync(process.execPath, ['src/main.ts', 'migrate', '--from', copy], {
  env: {
    ...{ ...world.environment, DATABASE_URL: url, NODE_OPTIONS: `--import=${shift}` },
    DEMO_CLOCK_OFFSET_MS: String(clock.offsetMs()),
  },
  encoding: 'utf8',
})
log(migrated.stdout)
const { control } = world.slack
control.clearFaults()
for (const method of ['chat.postMessage', 'chat.update'])
  control.fault({ method, act: { do: 'rateLimit', retryAfter: 60 } })
for (const channel of Object.values(places))
  if (channel !== places.brand)
    control.fault({ method: 'conversations.history', channel, act: { do: 'hang' } })
control.fault({ method: 'conversations.replies', act: { do: 'hang' } })
world.environment.DATABASE_URL = url
const muted = { title: 'Buy now', author: { name: 'Spam King' }, url: 'https://news.example/1340' }
world.mentionStore.add(alerts.acme, { id: '1340', date: clock.now(), ...muted })
world.start()
const client = new pg.Client({ connectionString: url })
await client.connect()
const count = async (query: string) => (await client.query(query).catch(() => ({ rows: [] }))).rows.length
const isReady = async () =>
  (await count("select 1 from overheard.records where collection = 'problems'")) >= 2 &&
  (await count("select 1 from overheard.decisions where mention = '1340'")) > 0 &&
  (await count('select 1 from overheard.shards where owner is not null')) === 64
while (!(await isReady())) await wait(500)
await wait(5000)
await world.end('SIGKILL')
await client.end()

const database = connectDatabase(url)
const rows = await openDatabaseStore(database, deps)
await addSentReminders(rows, clock.now())
const tickets = createHash('sha256')
  .update(webhooks[1]?.url ?? '')
  .digest('hex')
  .slice(0, 16)
await webhookStates(rows).put(tickets, { failures: 0, retryAt: 0, gone: true })
await problemRecords(rows).change('rejected removed-1 501', () => ({
  ...{ key: 'rejected removed-1 501', since: clock.now(), at: clock.now(), until: clock.now() + 3_600_000 },
  ...{ subscription: 'removed-1', stops: 'the digest removed', channel: '#removed', code: 'invalid_blocks' },
  ...{ what: 'Slack refused a mention.', whatToDo: 'Nothing.', detail: 'invalid_blocks' },
}))
await rows.close()
await database.close()

const ddl = [
  'create schema overheard',
  'create table overheard.migrations (version int primary key, at timestamptz not null default now())',
  ...tables,
  getConstructionPlans('overheard_jobs'),
].map((sql) => sql.trim().replace(/;$/, ''))
const dump = await dumpOf(url, ddl)
writeFileSync(join(out, 'database.sql'), dump)
const again = await server.database()
const other = new pg.Client({ connectionString: again })
await other.connect()
await other.query(dump)
await other.end()
if ((await catalogOf(url)) !== (await catalogOf(again)) || (await dumpOf(again, ddl)) !== dump)
  throw new Error('the dump does not restore the database')

// The mentions. Those before the spikes only made a baseline.
const mentions = world.mentionStore.alerts().flatMap((alert) => [
  line({ alert }),
  ...world.mentionStore
    .mentions(alert.alert_id, 'id')
    .filter(({ id }) => alert.alert_id !== alerts.outage || Number(id) > 40_100)
    .map(({ body }) => `${writeExact({ alert_id: BigInt(alert.alert_id), mention: body })}\n`),
])
writeFileSync(join(out, 'mentions.jsonl'), mentions.join(''))
writeFileSync(join(out, 'kinds.txt'), `${(await kindsOf()).join('\n')}\n`)

await server.stop()
await receiver.close()
await world.close()
log('made test/frozen/0.2')
