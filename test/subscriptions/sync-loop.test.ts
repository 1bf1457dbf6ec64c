import { expect, it } from 'vitest'
import { z } from 'zod'
import { slackSubscriptionSchema } from '../../src/model/subscription.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { recordDatabase } from '../../src/store/postgres/records.ts'
import { collectionRows } from '../../src/store/sql/collections.ts'
import { createMutes } from '../../src/subscriptions/mutes.ts'
import { createSubscriptionRegistry } from '../../src/subscriptions/subscription-registry.ts'
import { createSyncLoop } from '../../src/subscriptions/sync-loop.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/** A state whose reads are answered by hand. `log`: the events in order. */
function open() {
  const log: string[] = []
  const timers: { run: () => void; ms: number }[] = []
  const answers: (() => void)[] = []
  const parts = {
    mutes: {
      refresh() {
        log.push('read')
        return new Promise<void>((resolve) => void answers.push(resolve))
      },
    },
    originalCards: { refresh: async () => undefined },
    registry: {
      async sync(before?: Promise<unknown>) {
        await before
        log.push('applied')
      },
    },
    otherInstallations: { refresh: async () => undefined },
    refreshProblems: async () => undefined,
    tellDamage: () => undefined,
    redraw: () => undefined,
  }
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, ms }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const heard: ((topic: string | undefined, isOwn: boolean) => void)[] = []
  const syncLoop = createSyncLoop(parts, {
    setTimer,
    announcements: { on: (hear) => void heard.push(hear) },
    log: { warn: (_fields, sentence) => void log.push(sentence) },
  })
  const announce = (topic: string | undefined, isOwn = false) => {
    for (const hear of heard) hear(topic, isOwn)
  }
  const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))
  const answer = async () => {
    answers.shift()?.()
    await flushPromises()
  }
  return { syncLoop, log, timers, answer, announce, flushPromises }
}

async function started() {
  const world = open()
  const starting = world.syncLoop.start()
  await world.flushPromises()
  await world.answer()
  await starting
  world.log.length = 0
  return world
}

it('the sync of changes made in Slack reads nothing before its start, because the start reads everything', async () => {
  const { syncLoop, log } = open()
  await syncLoop.now()
  expect(log).toEqual([])
})

it('several callers who ask for a sync of changes made in Slack wait for one sync that starts after they asked', async () => {
  const { syncLoop, log, answer, flushPromises } = await started()
  const asked: string[] = []
  const ask = (who: string) => void syncLoop.now().then(() => void asked.push(who))
  ask('first')
  await flushPromises()
  for (const who of ['second', 'third']) ask(who)
  await flushPromises()
  expect(log).toEqual(['read'])
  await answer()
  expect([log, asked]).toEqual([['read', 'applied', 'read'], ['first']])
  await answer()
  expect(asked).toEqual(['first', 'second', 'third'])
  expect(log).toEqual(['read', 'applied', 'read', 'applied'])
})

it('no caller waits longer than a second for a sync of changes made in Slack', async () => {
  const { syncLoop, timers, answer, flushPromises } = await started()
  const asked = syncLoop.now()
  await flushPromises()
  expect(timers.map(({ ms }) => ms)).toEqual([5000, 1000])
  timers[1]?.run()
  await asked
  await answer()
  expect(timers.map(({ ms }) => ms)).toEqual([5000])
})

it('one statement reads the mutes, subscriptions, pauses and outdated cards of a sync, and a subscription is polled only after the mutes are known', async () => {
  const stored = [
    { collection: 'mutes', key: 'C1', value: [{ kind: 'author', value: 'spam', by: 'U1', at: 1 }] },
    { collection: 'pauses', key: 'acme', value: { by: 'U1', at: 1, until: 2 } },
  ]
  const statements: unknown[] = []
  const database: Database = {
    async query(_text, values) {
      statements.push(values)
      return { rows: stored, rowCount: stored.length }
    },
    breaks: () => 0,
    close: async () => undefined,
  }
  const collection = collectionRows(recordDatabase(database))
  const storedMutes = collection('mutes', z.array(z.any()))
  const readAll = async () => {
    const found = await storedMutes.readAll()
    await new Promise((resolve) => setImmediate(resolve))
    return found
  }
  const mutes = createMutes({ ...storedMutes, readAll }, () => 5)
  const log: string[] = []
  const put = async () => void log.push(`polled with ${mutes.of('C1').length} mute`)
  const registry = createSubscriptionRegistry(
    [subscriptionOf()],
    collection('subscriptions', slackSubscriptionSchema),
    collection('pauses', z.any()),
    () => 5,
  )
  registry.pollWith({ put, remove: () => undefined })
  const syncLoop = createSyncLoop(
    {
      mutes,
      registry,
      originalCards: { refresh: async () => undefined },
      otherInstallations: {
        refresh: async () => void (await collection('other-installations', z.any()).all()),
      },
      refreshProblems: async () => undefined,
      tellDamage: () => undefined,
      redraw: () => void collection('outdated', z.string()).all(),
    },
    {
      setTimer: () => () => undefined,
      announcements: { on: () => undefined },
      log: { warn: () => undefined },
    },
  )
  await syncLoop.start()
  expect(statements).toHaveLength(1)
  expect([statements].flat(3).toSorted()).toEqual([
    'mutes',
    'other-installations',
    'outdated',
    'pauses',
    'subscriptions',
  ])
  expect(log).toEqual(['polled with 1 mute'])
  syncLoop.stop()
})

it('the sync reads again when another process changed what it reads, or when announcements may be missing', async () => {
  const { announce, answer, log, flushPromises } = await started()
  const reads = async (...what: Parameters<typeof announce>) => {
    log.length = 0
    announce(...what)
    await flushPromises()
    await answer()
    return log.includes('read')
  }
  expect(await reads('records mutes')).toBe(true)
  expect(await reads('messages cards')).toBe(true)
  expect(await reads(undefined)).toBe(true)
  expect(await reads('records mutes', true)).toBe(false)
  expect(await reads('messages webhook-events')).toBe(false)
  expect(await reads('post C1')).toBe(false)
})
