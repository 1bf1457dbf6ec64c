import { setTimeout } from 'node:timers/promises'
import { systemClocks } from '@overheard/base/clock'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { FencedError } from '../../../src/model/fenced-error.ts'
import { checkpointRows } from '../../../src/store/postgres/checkpoints.ts'
import { connectDatabase, type Database } from '../../../src/store/postgres/database.ts'
import { createLease, leaseTopic, raiseFence } from '../../../src/store/postgres/leases.ts'
import { applyMigrations } from '../../../src/store/postgres/migrations.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import { recordDatabase } from '../../../src/store/postgres/records.ts'
import { applicationName, openSession, type Session } from '../../../src/store/postgres/session.ts'
import { collectionRows } from '../../../src/store/sql/collections.ts'
import { useDatabases } from '../../tools/databases.ts'
import { type OwnPostgresServer, startOwnPostgres } from '../../tools/postgres.ts'

const databases = useDatabases()
const key = { subscription: 'acme', alert: '7' }
const place = { channel: 'C1', ts: '1795176000.000100' }
const checkpoint = (watermark: string) => ({ watermark, origin: '0', done: [] })
const quiet = { warn: () => undefined }
const deps = { now: Date.now, setTimer: () => () => undefined, log: quiet }

/** Processes on one database, and one more connection to it. */
async function installation() {
  const { url, open } = await databases.fresh()
  const { database } = await open()
  let processes = 0
  async function start(requests: { requests: number; agoMs: number }[] = [], at = url) {
    const self = `process-${++processes}`
    const learnt: { requests: number; pausedForMs: number }[] = []
    const heard: (string | undefined)[] = []
    const own = connectDatabase(at, 2, applicationName(self))
    const sessionAt = (address: string) =>
      openSession(address, { self, ...systemClocks, begin: (query) => lease.lockAgain(query) })
    const first = sessionAt(at)
    let connected = first
    const session: Session = { ...first, query: (text, values) => connected.query(text, values) }
    session.onAnnouncement((one) => void heard.push(one?.topic))
    const lease = createLease(session, {
      self,
      limitKey: 'requests x',
      requests: () => requests,
      learn: (others) => void learnt.push(others),
    })
    const store = await openDatabaseStore(own, deps, { session, fence: lease.fence })
    onTestFinished(async () => {
      await Promise.all([session.close(), store.close()])
      await own.close()
    })
    const connect = () => session.query('select 1')
    /** Goes on with a connection to another server. */
    function reconnect(address: string) {
      connected = sessionAt(address)
      const { close } = connected
      onTestFinished(close)
    }
    return { ...lease, store, session, learnt, heard, connect, reconnect }
  }
  /** Lets the leader look frozen. */
  const freeze = () => database.query('update overheard.leases set renewed_at = renewed_at - 5001')
  return { url, database, start, freeze }
}

/** A leader, and a process that was connected before the leader last renewed its lease. */
async function leaderAndOther() {
  const world = await installation()
  const [leader, other] = [await world.start(), await world.start()]
  expect(await leader.take()).toMatchObject({ checkpoints: 'unsure' })
  await other.connect()
  expect(await leader.renew()).toBe('renewed')
  return { ...world, leader, other }
}

describe('the lease', () => {
  it('has one owner, although several processes try to take it at the same moment', async () => {
    const { start } = await installation()
    const processes = await Promise.all(Array.from({ length: 5 }, () => start()))
    for (let round = 0; round < 5; ) {
      const began = performance.now()
      const taken = await Promise.all(processes.map(({ take }) => take()))
      const owners = processes.filter((_, at) => taken[at] !== undefined)
      // A lease that its owner has not renewed for five seconds is free, so a round that takes longer on a busy machine proves nothing.
      const isInTime = performance.now() - began < 5000
      if (isInTime) expect(owners).toHaveLength(1)
      await Promise.all(owners.map((owner) => owner.release()))
      if (isInTime) round++
    }
  })

  it('stays with a leader that renews it', async () => {
    const { leader, other } = await leaderAndOther()
    expect(await other.take()).toBeUndefined()
    expect(await leader.renew()).toBe('renewed')
  })

  it('is free as soon as the connection of the leader ends, and its checkpoints are trusted by a process that was connected all the time', async () => {
    const { leader, other } = await leaderAndOther()
    await leader.session.close()
    await expect.poll(() => other.take()).toMatchObject({ checkpoints: 'trusted' })
  })

  it('is free when a frozen leader has not renewed it for five seconds; the frozen one learns that it has lost it', async () => {
    const { leader, other, freeze } = await leaderAndOther()
    await freeze()
    // The renewal is older than the connection now.
    expect(await other.take()).toBeDefined()
    expect(await leader.renew()).toBe('lost')
    expect(leader.fence()).toBeUndefined()
    expect(await leader.take()).toBeUndefined()
  })

  it('is free at once after a release, which every process hears', async () => {
    const { leader, other } = await leaderAndOther()
    await leader.release()
    await expect.poll(() => other.heard).toContain(leaseTopic)
    expect(await other.take()).toMatchObject({ checkpoints: 'trusted' })
  })

  it('comes with unsure checkpoints if the new leader was not connected while the last one worked', async () => {
    const { leader, start } = await leaderAndOther()
    await leader.release()
    expect(await (await start()).take()).toMatchObject({ checkpoints: 'unsure' })
  })

  it('comes with unsure checkpoints if the connection of the new leader broke meanwhile', async () => {
    const { leader, other, database } = await leaderAndOther()
    await leader.release()
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [applicationName('process-2')],
    )
    await other.connect().catch(() => undefined)
    await expect.poll(() => other.take().catch(() => undefined)).toMatchObject({ checkpoints: 'unsure' })
  })

  it.each(['dies', 'stops'])(
    'comes with unsure checkpoints if the leader, which %s later, was cut off from the server before, because the server may have lost its last writes then',
    async (ending) => {
      const { leader, other, database } = await leaderAndOther()
      await database.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'overheard process-%'",
      )
      await expect.poll(() => leader.renew().catch(() => undefined)).toBe('renewed')
      await expect.poll(() => other.connect().catch(() => undefined)).toBeDefined()
      expect(await leader.renew()).toBe('renewed')
      await (ending === 'dies' ? leader.session.close() : leader.release())
      let taken: Awaited<ReturnType<typeof other.take>>
      await expect
        .poll(async () => {
          taken = await other.take()
          return taken
        })
        .toBeDefined()
      expect(taken).toMatchObject({ checkpoints: 'unsure' })
    },
  )

  it('stays with a leader whose connection broke for a moment', async () => {
    const { leader, other, database } = await leaderAndOther()
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [applicationName('process-1')],
    )
    await expect.poll(() => leader.renew().catch(() => undefined)).toBe('renewed')
    expect(await other.take()).toBeUndefined()
  })

  it('can be taken again by its leader when a command-line program has raised the fence', async () => {
    const { leader, other, database } = await leaderAndOther()
    const fence = await raiseFence(database)
    expect(await leader.renew()).toBe('raised')
    expect(await other.take()).toBeUndefined()
    expect(await leader.take()).toMatchObject({ checkpoints: 'unchanged' })
    expect(leader.fence()).toBeGreaterThan(fence)
  })

  it('tells each process how many there are, the leader how many requests the others sent, and the next leader how many the last one sent until its release', async () => {
    const { start, database } = await installation()
    const sent = [{ requests: 40, agoMs: 5000 }]
    const [leader, other] = [await start(sent), await start()]
    await leader.take()
    await other.connect()
    await database.query(
      `insert into overheard.rate_limits values ('requests x', array[overheard.now_ms(), overheard.now_ms() - 61000], 0, 0, 0)`,
    )
    await leader.renew()
    expect(leader.processes()).toBe(2)
    expect(leader.learnt).toEqual([{ requests: 1, pausedForMs: 0 }])
    sent.push({ requests: 3, agoMs: 0 })
    await leader.release()
    const taken = await other.take()
    expect(taken?.requests).toMatchObject([{ requests: 40 }, { requests: 3 }])
    expect(taken?.requests[0]?.agoMs).toBeGreaterThanOrEqual(5000)
  })

  it('tells the leader no more requests and no longer pause of the others after the clock of the database was set back', async () => {
    const { start, database } = await installation()
    const leader = await start()
    await leader.take()
    await database.query(
      `insert into overheard.rate_limits select 'requests x', array[t - 61000, t], t, t + 20000, t from (select overheard.now_ms() + 3600000 as t) as later`,
    )
    await leader.renew()
    expect(leader.learnt).toEqual([{ requests: 1, pausedForMs: 20_000 }])
    await setTimeout(20)
    await leader.renew()
    expect(leader.learnt[1]).toMatchObject({ requests: 1 })
    expect(leader.learnt[1]?.pausedForMs).toBeGreaterThan(10_000)
    expect(leader.learnt[1]?.pausedForMs).toBeLessThan(20_000)
  })
})

/** A leader that has written, and its records. */
async function writingLeader() {
  const world = await leaderAndOther()
  const { leading } = world.leader.store
  const checkpoints = leading.checkpoints()
  const cards = leading.messages('cards', z.object({ claimed: z.boolean() }))
  const records = leading.collection('reminders', z.string())
  await checkpoints.save(key, checkpoint('1'))
  await records.put('a', 'first')
  await cards.add(place, { claimed: false })
  const content = async () => {
    const { rows } = await world.database.query(
      `select collection || ' ' || key as place, value::text from overheard.records
       union all select collection || ' ' || ts, value::text from overheard.messages
       union all select 'checkpoint ' || subscription || ' ' || alert, checkpoint->>'watermark' from overheard.checkpoints order by 1`,
    )
    return rows
  }
  return { ...world, checkpoints, cards, records, content }
}

/** It was frozen while another process took the lease over. */
async function frozen() {
  const world = await writingLeader()
  await world.freeze()
  expect(await world.other.take()).toBeDefined()
  return world
}

const [reminder, card, first] = ['reminders a', 'cards 1795176000.000100', 'checkpoint acme 7']
const unclaimed = '{"claimed":false}'
const before = [
  { place: card, value: unclaimed },
  { place: first, value: '1' },
  { place: reminder, value: '"first"' },
]

describe('each kind of write of the leader', () => {
  type Write = [
    what: string,
    write: (world: Awaited<ReturnType<typeof writingLeader>>) => Promise<unknown>,
    changed: { place: string; value?: string },
  ]
  const records: Write[] = [
    ['adds a record', ({ records }) => records.put('b', 'x'), { place: 'reminders b', value: '"x"' }],
    ['changes a record', ({ records }) => records.put('a', 'x'), { place: reminder, value: '"x"' }],
    ['removes a record', ({ records }) => records.change('a', () => undefined), { place: reminder }],
    [
      'adds a card',
      ({ cards }) => cards.add({ ...place, ts: '1795176001.000100' }, { claimed: false }),
      { place: 'cards 1795176001.000100', value: unclaimed },
    ],
    [
      'changes a card',
      ({ cards }) => cards.change(place, () => ({ claimed: true })),
      { place: card, value: '{"claimed":true}' },
    ],
    ['removes a card', ({ cards }) => cards.change(place, () => undefined), { place: card }],
    [
      'queues events',
      ({ cards }) =>
        cards.addAll([{ key: { ...place, ts: '1795176002.000100' }, value: { claimed: false } }]),
      { place: 'cards 1795176002.000100', value: unclaimed },
    ],
  ]
  const checkpoints: Write[] = [
    [
      'adds a checkpoint',
      ({ checkpoints }) => checkpoints.save({ ...key, alert: '8' }, checkpoint('2')),
      { place: 'checkpoint acme 8', value: '2' },
    ],
    [
      'changes a checkpoint, which has the pending post',
      ({ checkpoints }) => checkpoints.save(key, checkpoint('2')),
      { place: first, value: '2' },
    ],
  ]

  it.each([...records, ...checkpoints])('%s while it leads', async (_what, write, { place, value }) => {
    const world = await writingLeader()
    expect(await world.content()).toEqual(before)
    await write(world)
    const others = before.filter((row) => row.place !== place)
    const changed = value === undefined ? [] : [{ place, value }]
    expect(new Set(await world.content())).toEqual(new Set([...others, ...changed]))
  })

  it.each(records)('is refused if it %s after another process took the lease over', async (_what, write) => {
    const world = await frozen()
    await expect(write(world)).rejects.toThrow(FencedError)
    expect(await world.content()).toEqual(before)
  })

  it.each(checkpoints)(
    'is refused if it %s after another process took the lease over',
    async (_what, write) => {
      const world = await frozen()
      expect(await write(world)).toBe('fenced')
      expect(await world.content()).toEqual(before)
    },
  )

  it('keeps a card that is already there while it leads', async () => {
    const { cards, other } = await writingLeader()
    const claims = other.store.messages('cards', z.object({ claimed: z.boolean() }))
    await claims.change(place, () => ({ claimed: true }))
    expect(await cards.add(place, { claimed: false })).toEqual({ claimed: true })
  })

  it('is repeated with the newest value if another process changed the record first', async () => {
    const { leader, other } = await writingLeader()
    const records = (store: typeof other.store.leading | typeof other.store) =>
      store.collection('notes', z.array(z.string()))
    await records(leader.store.leading).put('a', ['first'])
    const added = (text: string) => (known: string[] | undefined) => [...(known ?? []), text]
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        records(at % 2 === 0 ? leader.store.leading : other.store).change('a', added(String(at))),
      ),
    )
    expect(await records(other.store).find('a')).toHaveLength(21)
  })

  it('is refused if it adds a card that is already there after another process took the lease over', async () => {
    const { cards, content } = await frozen()
    await expect(cards.add(place, { claimed: false })).rejects.toThrow(FencedError)
    expect(await content()).toEqual(before)
  })

  it('is refused while the lease is that of another account with the same fence', async () => {
    const { leader, database, cards, records, checkpoints, content } = await writingLeader()
    await database.query(
      `insert into overheard.leases (account, fence) select 'second', fence from overheard.leases;
       update overheard.leases set fence = fence + 1 where account = 'default'`,
    )
    expect(leader.fence()).toBeDefined()
    await expect(records.put('a', 'x')).rejects.toThrow(FencedError)
    await expect(cards.change(place, () => ({ claimed: true }))).rejects.toThrow(FencedError)
    expect(await checkpoints.save(key, checkpoint('2'))).toBe('fenced')
    expect(await content()).toEqual(before)
  })
})

describe('a standby server that replaces its primary, whose clock was an hour ahead,', () => {
  let standby: OwnPostgresServer | undefined
  beforeAll(async () => {
    standby = await startOwnPostgres()
  })
  afterAll(() => standby?.stop())

  /** The database on the standby server, with the lease as it was. */
  async function promoted(database: Database) {
    const url = (await standby?.database()) ?? ''
    const { rows } = await database.query('select row_to_json(l) as lease from overheard.leases l')
    const copy = connectDatabase(url)
    onTestFinished(() => copy.close())
    await applyMigrations(copy)
    await copy.query('delete from overheard.leases')
    await copy.query(
      'insert into overheard.leases select (json_populate_record(null::overheard.leases, $1)).*',
      [JSON.stringify(z.tuple([z.object({ lease: z.unknown() })]).parse(rows)[0].lease)],
    )
    await copy.query('update overheard.leases set renewed_at = renewed_at + 3600000')
    return { url, copy }
  }

  it('gives its checkpoints to the next leader as unsure', async () => {
    const { leader, database, start } = await leaderAndOther()
    await leader.release()
    const other = await start([], (await promoted(database)).url)
    expect(await other.take()).toMatchObject({ checkpoints: 'unsure' })
  })

  it.each([
    ['the next leader', 'stops'],
    ['a leader that takes the lease again', 'is fenced'],
  ])(
    'gives its checkpoints as unsure to %s after the leader of before has gone on there',
    async (_who, then) => {
      const { leader, database, start } = await leaderAndOther()
      const { url, copy } = await promoted(database)
      const other = await start([], url)
      await other.connect()
      leader.reconnect(url)
      expect(await leader.renew()).toBe('renewed')
      expect(await leader.renew()).toBe('renewed')
      if (then === 'stops') await leader.release()
      else await raiseFence(copy)
      expect(await (then === 'stops' ? other : leader).take()).toMatchObject({ checkpoints: 'unsure' })
    },
  )
})

it('a lease that an earlier version took comes with unsure checkpoints, because it does not name the server', async () => {
  const { leader, other, database } = await leaderAndOther()
  await database.query("update overheard.leases set last_owner = 'process-1'")
  await leader.session.close()
  await expect.poll(() => other.take()).toMatchObject({ checkpoints: 'unsure' })
})

describe('a server that lost its last writes, because a standby server replaced it', () => {
  it('gives the next leader another fence than the last one had, so the last one writes nothing', async () => {
    const world = await leaderAndOther()
    const { leader, other, database } = world
    await leader.release()
    const { rows } = await database.query('select * from overheard.leases')
    await leader.take()
    const cards = leader.store.leading.messages('cards', z.object({ claimed: z.boolean() }))
    const checkpoints = leader.store.leading.checkpoints()
    await database.query(
      'update overheard.leases l set fence = t.fence, taken_fence = t.taken_fence, owner = t.owner from json_to_record($1) as t(fence bigint, taken_fence bigint, owner text)',
      [JSON.stringify(rows[0])],
    )
    expect(await other.take()).toBeDefined()
    expect(await checkpoints.save(key, checkpoint('2'))).toBe('fenced')
    await expect(cards.add(place, { claimed: false })).rejects.toThrow(FencedError)
  })
})

describe('a process that was frozen while another one took the lease over', () => {
  it('erases no claim that a person made meanwhile through any process', async () => {
    const { leader, cards, other } = await frozen()
    const claims = leader.store.messages('cards', z.object({ claimed: z.boolean() }))
    await claims.change(place, () => ({ claimed: true }))
    await expect(cards.add(place, { claimed: false })).rejects.toThrow(FencedError)
    expect(await other.store.messages('cards', z.object({ claimed: z.boolean() })).find(place)).toEqual({
      claimed: true,
    })
  })

  it('writes nothing under its new fence for the work that it had begun before, because it opens the checkpoints anew', async () => {
    const { leader, other, checkpoints } = await frozen()
    await leader.renew()
    await other.release()
    await leader.take()
    expect(await checkpoints.save(key, checkpoint('2'))).toBe('fenced')
    expect(await leader.store.leading.checkpoints().save(key, checkpoint('3'))).toBe('kept')
  })
})

describe('a takeover', () => {
  type Begun = (one: { query: Database['query']; fence: bigint | undefined }) => Promise<unknown>
  const writes: [what: string, write: Begun][] = [
    [
      'a pending post',
      async ({ query, fence = 0n }) => {
        const database = { query, breaks: () => 0, close: async () => undefined }
        await checkpointRows(database).writtenUnder(fence).save(key, checkpoint('2'))
      },
    ],
    [
      'a record',
      async ({ query, fence }) => {
        const database = { query, breaks: () => 0, close: async () => undefined }
        await collectionRows(recordDatabase(database, () => fence))('reminders', z.string()).put('a', 'x')
      },
    ],
  ]

  it.each(writes)('waits until %s that the last leader began to write is stored', async (_what, write) => {
    const { url, database, leader, other, freeze } = await leaderAndOther()
    await freeze()
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin')
    const query: Database['query'] = async (text, values) => {
      const { rows, rowCount } = await client.query(text, values)
      return { rows, rowCount: rowCount ?? 0 }
    }
    await write({ query, fence: leader.fence() })
    let isTaken = false
    const taking = other.take().finally(() => {
      isTaken = true
    })
    const waits = "select from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'"
    const waiting = async () => (await database.query(waits, [applicationName('process-2')])).rowCount
    await expect.poll(async () => isTaken || (await waiting()) === 1).toBe(true)
    expect(isTaken).toBe(false)
    await client.query('commit')
    expect(await taking).toBeDefined()
  })
})

it('a process that never led cannot open the checkpoints of the leader', async () => {
  const { start } = await installation()
  const { store } = await start()
  expect(() => store.leading.checkpoints()).toThrow(FencedError)
  await expect(store.leading.collection('x', z.string()).put('a', 'b')).rejects.toThrow(FencedError)
})
