import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { announcement, announcing, applicationName } from '../../../src/store/postgres/session.ts'
import { processOn } from '../../tools/database-process.ts'
import { useDatabases } from '../../tools/databases.ts'

const databases = useDatabases()

const twoProcesses = async () => {
  const { url } = await databases.fresh()
  return [await processOn(url), await processOn(url)] as const
}

describe('a process', () => {
  it('hears what every process announces, and which collections and messages they changed', async () => {
    const [one, other] = await twoProcesses()
    await one.database.query(announcing, announcement('a topic', one.self))
    await one.store.collection('mutes', z.string()).put('C1', 'x')
    await one.store.messages('cards', z.string()).add({ channel: 'C1', ts: '1795176000.000100' }, 'x')
    const all = [`a topic by ${one.self}`, `records mutes by ${one.self}`, `messages cards by ${one.self}`]
    await expect.poll(() => other.heard).toEqual(all)
    await expect.poll(() => one.heard).toEqual(all)
  })

  it('hears nothing about the counts of alerts, because they change all the time', async () => {
    const [one, other] = await twoProcesses()
    await one.store.collection('volume', z.string()).put('7', 'x')
    await one.store.collection('mutes', z.string()).put('C1', 'x')
    await expect.poll(() => other.heard).toEqual([`records mutes by ${one.self}`])
  })

  it('learns that it may have missed announcements when its connection was broken', async () => {
    const [one, other] = await twoProcesses()
    await one.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [applicationName(other.self)],
    )
    await expect.poll(() => other.session.query('select 1').catch(() => undefined)).toBeDefined()
    expect(other.heard).toEqual([undefined])
  })
})

describe('a collection', () => {
  it('is read again only after a change by this or another process, after a minute, and while announcements may be missing', async () => {
    const [one, other] = await twoProcesses()
    const [here, there] = [one, other].map(({ store }) => store.collection('mutes', z.string()))
    const reads = async () => {
      one.statements.length = 0
      const all = await here?.all()
      return [one.statements.length, all]
    }
    await here?.put('C1', 'a')
    await expect.poll(() => one.heard.length).toBe(1)
    expect([await reads(), await reads()]).toEqual([
      [1, ['a']],
      [0, ['a']],
    ])
    await there?.put('C2', 'b')
    await expect.poll(() => one.heard.length).toBe(2)
    expect([await reads(), await reads()]).toEqual([
      [1, ['a', 'b']],
      [0, ['a', 'b']],
    ])
    await here?.put('C1', 'c')
    expect((await reads())[1]).toEqual(['b', 'c'].toReversed())
    await expect.poll(() => one.heard.length).toBe(3)
    await reads()
    for (let minute = 0; minute < 12; minute++) {
      one.clock.at += 5000
      await one.session.query('select 1')
    }
    expect(await reads()).toEqual([1, ['c', 'b']])
    one.clock.at += 6001
    expect([await reads(), await reads()].map(([count]) => count)).toEqual([1, 1])
  })

  it('of messages tells its changes and its count without a statement while nothing changes', async () => {
    const [one, other] = await twoProcesses()
    const [here, there] = [one, other].map(({ store }) => store.messages('cards', z.string()))
    let mark = (await here?.changes(undefined))?.mark
    const changes = async () => {
      one.statements.length = 0
      const found = await here?.changes(mark)
      mark = found?.mark
      return [one.statements.length, found?.changed, await here?.count('C1')]
    }
    expect(await changes()).toEqual([0, [], 0])
    await there?.add({ channel: 'C1', ts: '1795176000.000100' }, 'x')
    await expect.poll(() => one.heard.length).toBe(1)
    expect([await changes(), await changes()]).toEqual([
      [1, ['x'], 1],
      [0, [], 1],
    ])
  })
})
