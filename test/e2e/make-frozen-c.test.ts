// @ts-nocheck: it runs on the code of commit 5728a9f9 only.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createDemoClock } from '../../sandbox/demo/demo-clock.ts'
import { problemKind } from '../../src/health/leader-problems.ts'
import { openCollection } from '../../src/model/collection.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { connectDatabase } from '../../src/store/postgres/database.ts'
import { tables } from '../../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { catalogOf, dumpOf } from '../frozen/make-dump.ts'
import { addSamples } from '../frozen/make-records.ts'
import { startWorld as startEngineWorld } from '../service/engine-world.ts'
import { createWorld } from '../tools/e2e/bot-world.ts'
import { serveWeb } from '../tools/e2e/fake-web.ts'
import { peopleIn } from '../tools/e2e/people-world.ts'
import { runCommand } from '../tools/e2e/run-command.ts'
import { freePort } from '../tools/free-port.ts'
import { feedsIn } from '../tools/frozen-feeds.ts'
import { startPostgres } from '../tools/postgres.ts'

const out = join(import.meta.dirname, '../frozen/2026-11-28-c')
const [ana, ben, kim, mei] = ['U0000000ANA', 'U0000000BEN', 'U0000000KIM', 'U0000000MEI']
const [brand, support, crisis, evening, paused] = [
  'C00000BRAND',
  'C0000SUPPRT',
  'C0000CRISIS',
  'C000EVENING',
  'C0000PAUSED',
]
const intakePort = await freePort()
const intakeToken = 'a-token-of-24-characters-'
const schedule = '*/5 * * * * *'
const shared = { schedule, burstWithin: '0s' }

const configuration = {
  timezone: 'UTC',
  locale: 'en-GB',
  owner: mei,
  admins: [ana, ben, mei],
  private: ['Falcon'],
  doubtSeconds: 30,
  watch: { users: [ana, ben], from: '2026-11-02', handover: '06:00' },
  escalateAfter: '1h',
  assign: [{ when: { language: ['de'] }, to: [ana, ben] }],
  listen: {
    alerts: [
      { name: 'Acme', query: 'acme' },
      { name: 'Rival', query: 'rival' },
      { name: 'Falcon', query: 'falcon' },
    ],
    feeds: Object.keys(feedsIn('first')),
    sources: { intake: { senders: { shop: { tokenEnv: 'SHOP_TOKEN' } } } },
    allowPrivate: true,
    port: intakePort,
  },
  subscriptions: [
    {
      ...{ ...shared, name: 'acme', alert: 'Acme', channel: '#brand-watch', burst: 100, spike: 'off' },
      ...{ followUp: '2h', backfill: 20, notify: { users: [mei], when: { sentiment: ['negative'] } } },
    },
    {
      ...shared,
      name: 'rival',
      alert: 'Rival',
      channel: support,
      burst: 3,
      backfill: 1,
      dedupe: 'url',
      spike: 'off',
    },
    { ...shared, name: 'falcon', alert: 'Falcon', channel: crisis, style: 'compact', backfill: 1 },
    {
      ...{ ...shared, name: 'evening', alert: 'Rival', channel: evening, backfill: 1 },
      quiet: { from: '18:00', to: '13:30' },
    },
    { ...shared, name: 'halted', alert: 'Rival', channel: paused, backfill: 1 },
  ],
  digests: [
    { name: 'daily', channel: support, alerts: ['Acme', 'Rival'], schedule: '0 9 * * *', period: 'day' },
  ],
}

it('makes test/frozen/2026-11-28-c', { timeout: 600_000 }, async () => {
  const at = (time: string) => Date.parse(`2026-11-${time}Z`)
  const clock = createDemoClock(Date.now, at('27T08:50') - Date.now())
  const web = await serveWeb(feedsIn('first'))
  const world = await createWorld({
    clock,
    configuration,
    environment: {
      ...{ HTTP_PROXY: web.url, HTTPS_PROXY: web.url, NO_PROXY: '127.0.0.1', SHOP_TOKEN: intakeToken },
      ...{ MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '' },
    },
    slack: {
      tiers: 'off',
      users: [
        { id: ana, name: 'ana', displayName: 'Ana Lima' },
        { id: ben, name: 'ben', displayName: 'Ben Okafor' },
        { id: kim, name: 'kim', displayName: 'Kim Lee' },
        { id: mei, name: 'mei' },
      ],
      channels: [
        ['brand-watch', brand],
        ['support', support],
        ['crisis', crisis],
        ['evening', evening],
        ['paused', paused],
      ].map(([name = '', id = '']) => ({
        ...{ id, name, botIsMember: true, isPrivate: name === 'crisis' },
        members: name === 'crisis' ? [ben, mei] : [ana, ben, kim, mei],
      })),
    },
  })
  const { slack } = world
  const longer = world.until
  world.until = (what, holds) =>
    longer(what, holds, 40_000).catch((error) => {
      for (const one of slack.state.ephemerals.slice(-5)) log(`to ${one.user}: ${one.message.text}`)
      for (const one of messages(brand)) log(one.text.slice(0, 60))
      throw error
    })
  const people = peopleIn(world)
  const messages = (where: string) => slack.control.messages(where)
  const log = (line: string) => console.log(new Date(clock.now()).toISOString(), line)
  const find = (where: string, words: string) => people.find(where, words)
  const heard = (where: string, words: string) =>
    world.until(`“${words}” in ${where}`, () => find(where, words) !== undefined)
  const cardTs = (words: string) => {
    const found = find(brand, words)
    if (found === undefined) throw new Error(`no card of ${words}`)
    return found.ts
  }
  const say = async (user: string, where: string, line: string) =>
    void expect((await people.run(user, where, `/mentions ${line}`)).kind).toBe('acknowledged')
  const submit = async (
    user: string,
    viewId: string,
    answers: Record<string, Record<string, string | string[]>>,
  ) => expect(await slack.people.submitView({ user, viewId, answers })).toMatchObject({ kind: 'closed' })
  async function fromMenu(
    user: string,
    words: string,
    choice: string,
    answers?: Parameters<typeof submit>[2],
  ) {
    const ts = cardTs(words)
    const open = () => people.press(user, brand, ts, 'mention_more', people.choiceOf(brand, ts, choice))
    if (answers === undefined) await open()
    else await submit(user, (await people.modal(user, open)).id, answers)
  }
  const push = async (body: object, id?: string) => {
    const answer = await fetch(`http://127.0.0.1:${intakePort}/v1.0/intake`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${intakeToken}`, 'content-type': 'application/json' },
        ...(id !== undefined && { 'webhook-id': id }),
      },
      body: JSON.stringify(body),
    })
    log(`${answer.status} ${await answer.text()}`)
  }
  async function start(): Promise<void> {
    const seen = world.output().length
    world.start()
    await world.until('the start', () => world.output().slice(seen).includes('Overheard is running'))
    await world.until('a connection', () => slack.control.sockets() > 0)
    log('runs')
  }

  try {
    await start()
    const feedCards = (number: number) =>
      messages(brand).filter(({ text }) => text.includes(`.example, ${number}`))
    const asked = () => new Set(web.asked.filter((url) => url.includes('/feed.')))
    await world.until('all feeds', () => asked().size === configuration.listen.feeds.length)
    await world.until('the first cards', () => feedCards(1).length >= 9)
    await push(
      [
        {
          id: 42,
          url: 'https://shop.example/42',
          title: 'Five stars for Acme',
          text: 'I love it',
          sentiment: 'positive',
          author: { name: 'Ben' },
        },
        {
          url: 'https://shop.example/43',
          title: 'One star for Acme',
          text: 'I hate it',
          sentiment: 'negative',
        },
        { title: 'Acme without an address', text: 'Three stars', date: '2026-11-27T08:00:00Z' },
      ],
      'm1',
    )
    await heard(brand, 'One star for Acme')
    log([brand, support, crisis, evening, paused].map((one) => messages(one).length).join())
    await say(mei, brand, 'mute author "Spam King" 30d')
    await heard(brand, 'Spam King')
    await say(mei, paused, 'pause halted 30d')
    await heard(paused, 'paused halted')
    log(await people.ask(ana, brand, '/mentions listen example'))
    const preview = slack.state.ephemerals.findLast(({ user }) => user === ana)?.message.ts ?? ''
    await people.press(ana, brand, preview, 'listen_here')
    await heard(brand, 'subscribed this channel to')
    await world.end('SIGTERM')
    await world.until('the end', () => slack.control.sockets() === 0)

    // Four hours later
    clock.advance(at('27T13:00') - clock.now())
    for (const [address, body] of Object.entries(feedsIn('second'))) web.show(address, body)
    await start()
    await world.until('the second cards', () => feedCards(2).length >= 8)
    await heard(support, 'Rival: ')
    await push(
      {
        id: 42,
        url: 'https://shop.example/42',
        title: 'Five stars for Acme',
        text: 'I love it',
        sentiment: 'positive',
        author: { name: 'Ben' },
      },
      'm2',
    )
    await push([
      {
        id: 44,
        url: 'https://shop.example/44',
        title: 'Acme by Spam King',
        text: 'Acme',
        author: { name: 'Spam King' },
      },
      { id: 45, url: 'https://shop.example/45', title: 'Acme sells tea', text: 'Acme' },
    ])
    await heard(brand, 'Acme sells tea')
    log('people')
    await people.press(ana, brand, cardTs('on guid.example, 1'), 'mention_claim')
    await fromMenu(ana, 'on no-guid.example, 1', 'assign', {
      person: { person: ben },
      note: { note: 'Please call.' },
    })
    await fromMenu(ana, 'on no-link.example, 1', 'snooze', { until: { until: '4h' } })
    await fromMenu(mei, 'on bare.example, 1', 'not-relevant')
    await people.press(ben, brand, cardTs('on campaign.example, 1'), 'mention_claim')
    await world.until(
      'the claim',
      () => find(brand, 'on campaign.example, 1')?.text.includes('Claimed') === true,
    )
    await people.press(ben, brand, cardTs('on campaign.example, 1'), 'mention_done')
    await slack.people.react({
      user: ana,
      channel: brand,
      ts: cardTs('on atom.example, 1'),
      reaction: 'eyes',
    })
    const form = await people.modal(ana, () => {
      const ts = cardTs('on restless.example, 1')
      return people.press(ana, brand, ts, 'mention_more', people.choiceOf(brand, ts, 'more'))
    })
    await submit(ana, form.id, {
      sentiment: { sentiment: 'negative' },
      ticket: { ticket: 'https://tracker.example/issues/6' },
    })
    for (const [words, state] of [
      ['on guid.example, 1', 'Claimed by Ana Lima'],
      ['on no-guid.example, 1', 'Assigned to Ben Okafor'],
      ['on no-link.example, 1', 'Snoozed'],
      ['on bare.example, 1', 'Not relevant'],
      ['on campaign.example, 1', 'Done by Ben Okafor'],
      ['on atom.example, 1', 'Claimed by Ana Lima'],
      ['on restless.example, 1', 'tracker.example/issues/6'],
    ] as const)
      await world
        .until(`${words}: ${state}`, () => find(brand, words)?.text.includes(state) === true)
        .catch((error) => log(`${find(brand, words)?.text}`))
    log(await people.ask(kim, brand, '/mentions away until monday'))
    log(await people.confirmed(mei, brand, '/mentions drill acme urgent'))
    await heard(brand, 'Drill: ')
    log(await people.confirmed(ana, brand, `/mentions watch swap <@${mei}|mei>`))
    await heard(brand, 'handed the watch')
    // Nobody has answered this question.
    log(await people.ask(ben, brand, '/mentions pause acme'))

    // Slack has one card and does not say so. It loses another one.
    slack.control.fault({
      method: 'chat.postMessage',
      text: 'Acme, unconfirmed',
      act: { do: 'hang', after: true },
    })
    slack.control.fault({ method: 'chat.postMessage', text: 'Falcon, lost', act: { do: 'hang' } })
    slack.control.fault({ method: 'conversations.history', act: { do: 'hang' } })
    await push([
      { id: 46, url: 'https://shop.example/46', title: 'Acme, unconfirmed', text: 'Acme' },
      { id: 47, url: 'https://shop.example/47', title: 'Falcon, lost', text: 'Falcon' },
    ])
    await heard(brand, 'Acme, unconfirmed')
    const hung = () =>
      slack.state.calls.filter(({ ending, method }) => ending === 'hung' && method === 'chat.postMessage')
    await world.until('both', () => hung().length >= 2)
    await world.end('SIGKILL')
    log('killed')
    await freeze()
  } finally {
    await world.close()
    await web.close()
  }

  async function freeze() {
    rmSync(join(world.dataDir, 'owner'), { force: true })
    const now = clock.now()
    const deps = {
      now: clock.now,
      setTimer: () => () => undefined,
      log: { warn: (...words: unknown[]) => console.log(...words) },
    }
    for (const name of [
      'folder',
      'records.sql',
      'mentions.sql',
      'mentions.jsonl',
      'slack.jsonl',
      'overheard.yaml',
      'database.sql',
      'kinds.txt',
    ])
      rmSync(join(out, name), { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    const line = (one: object) => `${JSON.stringify(one)}\n`
    const { channels, people: persons, messages: all } = slack.snapshot()
    writeFileSync(
      join(out, 'slack.jsonl'),
      [
        ...persons.map((person) => line({ person })),
        ...channels.map((channel) => line({ channel })),
        ...Object.entries(all).flatMap(([id, list]) =>
          list.map(({ bot_profile: _, ...message }) => line({ channel_id: id, message })),
        ),
      ].join(''),
    )
    cpSync(join(world.folder, 'overheard.yaml'), join(out, 'overheard.yaml'))

    const file = join(world.dataDir, 'mentions.sqlite')
    writeFileSync(join(out, 'mentions.sql'), sqlOf(file))
    const service = await startEngine(file)
    writeFileSync(join(out, 'mentions.jsonl'), service.map(line).join(''))
    for (const end of ['', '-wal', '-shm', '.lock']) rmSync(`${file}${end}`, { force: true })

    const store = await openFolder(world.dataDir, deps)
    await addSamples(store, now + 400 * 86_400_000)
    await store.close()
    writeFileSync(join(out, 'records.sql'), sqlOf(join(world.dataDir, 'records.sqlite')))
    cpSync(world.dataDir, join(out, 'folder'), {
      recursive: true,
      filter: (path) => !path.includes('records.sqlite'),
    })

    const server = await startPostgres()
    const url = await server.database()
    const migrated = await runCommand(
      { ...world, environment: { ...world.environment, DATABASE_URL: url } },
      ...['migrate', '--from', world.dataDir],
    )
    log(JSON.stringify(migrated))
    const database = connectDatabase(url)
    const rows = await openDatabaseStore(database, deps as never)
    await openCollection(rows, problemKind).put('removed-1', {
      ...{ key: 'rejected removed-1 501', since: now, at: now, until: now + 3_600_000 },
      ...{
        subscription: 'removed-1',
        stops: 'the digest removed',
        channel: '#removed',
        code: 'invalid_blocks',
      },
      ...{ what: 'Slack refused a mention.', whatToDo: 'Nothing.', detail: 'invalid_blocks' },
    })
    await rows.close()
    await database.close()
    const ddl = [
      'create schema overheard',
      'create table overheard.migrations (version int primary key, at timestamptz not null default now())',
      ...tables,
    ].map((sql) => sql.trim().replace(/;$/, ''))
    const dump = await dumpOf(url, ddl)
    writeFileSync(join(out, 'database.sql'), dump)
    const again = await server.database()
    const other = new pg.Client({ connectionString: again })
    await other.connect()
    await other.query(dump)
    await other.end()
    expect((await catalogOf(again)) === (await catalogOf(url))).toBe(true)
    // A trigger writes the numbers of transactions.
    const withoutNumbers = (text: string) => text.replaceAll(/'\d+'\)/g, ')').replaceAll(/setval.*/g, '')
    expect(withoutNumbers(await dumpOf(again, ddl)) === withoutNumbers(dump)).toBe(true)
    await server.stop()
  }
})

/** The statements that make the database again. */
function sqlOf(file: string): string {
  const database = new DatabaseSync(file)
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string>[]
  const made = all(
    "SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
  )
  const lines = made.map(({ sql }) => `${sql};`)
  const insert = (name: string) => {
    const columns = all(`PRAGMA table_info(${name})`).map((one) => one.name ?? '')
    const list = columns.map((one) => `quote(${one})`).join(` || ', ' || `)
    for (const { row } of all(`SELECT ${list} AS row FROM ${name}`))
      lines.push(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${row});`)
  }
  for (const { name = '', type } of made) if (type === 'table') insert(name)
  lines.push('DELETE FROM sqlite_sequence;')
  insert('sqlite_sequence')
  const version = all('PRAGMA user_version')[0]?.user_version
  database.close()
  return `${lines.join('\n')}\nPRAGMA user_version = ${version};\n`
}

/** The alerts and mentions, as the interface gives them. */
async function startEngine(file: string): Promise<object[]> {
  const world = await startEngineWorld({
    sources: [],
    file,
    settings: {
      alerts: [
        { name: 'Acme', query: 'acme' },
        { name: 'Rival', query: 'rival' },
        { name: 'Falcon', query: 'falcon' },
      ],
    },
    undo: () => undefined,
  })
  const found = world.store.alerts
    .all()
    .flatMap(({ alert_id, alert_name, alert_type, project_id, project_name }) => [
      { alert: { alert_id, alert_type, alert_name, project_id, project_name } },
      ...world.mentions(alert_id).map((mention) => ({ alert_id: Number(alert_id), mention })),
    ])
  await world.close()
  return found
}
