import { expect, it } from 'vitest'
import { createSyncLoop } from '../../src/polling/sync-loop.ts'

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
    registry: { sync: async () => void log.push('taken up') },
    redraw: () => undefined,
    prune: async () => undefined,
  }
  const setTimer = (run: () => void, ms: number) => {
    const timer = { run, ms }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const syncLoop = createSyncLoop(parts, setTimer, { warn: (_fields, sentence) => void log.push(sentence) })
  const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))
  const answer = async () => {
    answers.shift()?.()
    await flushPromises()
  }
  return { syncLoop, log, timers, answer, flushPromises }
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
  expect([log, asked]).toEqual([['read', 'taken up', 'read'], ['first']])
  await answer()
  expect(asked).toEqual(['first', 'second', 'third'])
  expect(log).toEqual(['read', 'taken up', 'read', 'taken up'])
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
