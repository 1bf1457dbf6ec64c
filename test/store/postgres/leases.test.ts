import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { FencedError } from '../../../src/model/fenced-error.ts'
import { connectDatabase } from '../../../src/store/postgres/database.ts'
import { createLease, leaseTopic, raiseFence } from '../../../src/store/postgres/leases.ts'
import { openDatabaseStore } from '../../../src/store/postgres/open-database.ts'
import { applicationName, openSession } from '../../../src/store/postgres/session.ts'
import { useDatabases } from '../../tools/databases.ts'

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
  async function start(requests: { requests: number; agoMs: number }[] = []) {
    const self = `process-${++processes}`
    const learnt: { requests: number; pausedForMs: number }[] = []
    const heard: (string | undefined)[] = []
    const own = connectDatabase(url, 2, applicationName(self))
    const session = openSession(url, { self, now: Date.now, begin: (query) => lease.lockAgain(query) })
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
    return { ...lease, store, session, learnt, heard, connect: () => session.query('select 1') }
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
    for (let round = 0; round < 5; round++) {
      const taken = await Promise.all(processes.map(({ take }) => take()))
      const owners = processes.filter((_, at) => taken[at] !== undefined)
      expect(owners).toHaveLength(1)
      await owners[0]?.release()
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
    expect(leader.fence()).toBe(fence + 1n)
  })

  it('tells each process how many there are, the leader how many requests the others sent, and the next leader how many the last one sent', async () => {
    const { start, database } = await installation()
    const [leader, other] = [await start([{ requests: 40, agoMs: 5000 }]), await start()]
    await leader.take()
    await other.connect()
    await database.query(
      `insert into overheard.rate_limits values ('requests x', array[overheard.now_ms(), overheard.now_ms() - 61000], 0, 0, 0)`,
    )
    await leader.renew()
    expect(leader.processes()).toBe(2)
    expect(leader.learnt).toEqual([{ requests: 1, pausedForMs: 0 }])
    await leader.release()
    const taken = await other.take()
    expect(taken?.requests).toMatchObject([{ requests: 40 }])
    expect(taken?.requests[0]?.agoMs).toBeGreaterThanOrEqual(5000)
  })
})

describe('a process that was frozen while another one took the lease over', () => {
  async function frozen() {
    const world = await leaderAndOther()
    const { leading } = world.leader.store
    const checkpoints = leading.checkpoints()
    const cards = leading.messages('cards', z.object({ claimed: z.boolean() }))
    await checkpoints.save(key, checkpoint('1'))
    const records = leading.collection('reminders', z.string())
    await records.put('a', 'first')
    await cards.add(place, { claimed: false })
    await world.freeze()
    expect(await world.other.take()).toBeDefined()
    return { ...world, checkpoints, cards, records }
  }

  it('writes no checkpoint and no pending post', async () => {
    const { checkpoints, other } = await frozen()
    expect(await checkpoints.save(key, checkpoint('2'))).toBe('fenced')
    expect(await other.store.checkpoints.load(key)).toMatchObject({ checkpoint: checkpoint('1') })
  })

  const writes: [what: string, write: (world: Awaited<ReturnType<typeof frozen>>) => Promise<unknown>][] = [
    ['adds no record', ({ records }) => records.put('b', 'late')],
    ['changes no record', ({ records }) => records.put('a', 'late')],
    ['removes no record', ({ records }) => records.change('a', () => undefined)],
    ['adds no card', ({ cards }) => cards.add({ ...place, ts: '1795176001.000100' }, { claimed: false })],
    ['repeats no card', ({ cards }) => cards.add(place, { claimed: false })],
    ['changes no card', ({ cards }) => cards.change(place, () => ({ claimed: true }))],
    [
      'queues no events',
      ({ cards }) =>
        cards.addAll([{ key: { ...place, ts: '1795176002.000100' }, value: { claimed: false } }]),
    ],
  ]
  it.each(writes)('%s', async (_what, write) => {
    const world = await frozen()
    const content = () =>
      world.database.query(
        'select collection, value::text from overheard.records union all select collection || ts, value::text from overheard.messages order by 1, 2',
      )
    const before = await content()
    await expect(write(world)).rejects.toThrow(FencedError)
    expect(await content()).toEqual(before)
  })

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

it('a process that never led cannot open the checkpoints of the leader', async () => {
  const { start } = await installation()
  const { store } = await start()
  expect(() => store.leading.checkpoints()).toThrow(FencedError)
  await expect(store.leading.collection('x', z.string()).put('a', 'b')).rejects.toThrow(FencedError)
})
