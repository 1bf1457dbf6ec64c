import { describe, expect, it } from 'vitest'
import type { Facts, Hooks } from '../../src/kernel/facts.ts'
import { createHooks, type MissedFact, missedFactKind } from '../../src/kernel/hooks.ts'
import { type Collection, openCollection } from '../../src/model/collection.ts'
import { FencedError } from '../../src/model/fenced-error.ts'
import { createHandTimers, flushPromises } from '../tools/manual-clock.ts'
import { memoryStore } from '../tools/memory-store.ts'

const digest = (ts: string, channel = 'C1'): Facts['digestPosted'] => ({
  ...{ digest: 'weekly', period: '2026-W47', channel, ts, messages: [] },
})

type Heard = (fact: Facts['digestPosted']) => Promise<void>

/** Two features, `broken` and `sound`, on one store. `broken` does what `act` says. */
function world(order: ('broken' | 'sound')[] = ['broken', 'sound']) {
  const timers = createHandTimers()
  const kept = memoryStore()
  const state = { act: (async () => undefined) as Heard, storeFails: false, calls: 0 }
  const heard: string[] = []
  const raised = new Map<string, string>()
  const stopping = new AbortController()
  const behind = openCollection(kept, missedFactKind)
  const missed: Collection<MissedFact> = {
    ...behind,
    async change(key, next) {
      if (state.storeFails) throw new Error('the disk is full')
      return behind.change(key, next)
    },
  }
  const features: Record<'broken' | 'sound', { name: string; hooks: Partial<Hooks> }> = {
    broken: {
      name: 'broken',
      hooks: {
        async digestPosted(fact) {
          state.calls += 1
          await state.act(fact)
          heard.push(`broken ${fact.ts}`)
        },
      },
    },
    sound: { name: 'sound', hooks: { digestPosted: async ({ ts }) => void heard.push(`sound ${ts}`) } },
  }
  const open = () =>
    createHooks({
      features: () => order.map((name) => features[name]),
      missed,
      problems: {
        raise: (key, { code }) => void raised.set(key, code ?? ''),
        clear: (key) => raised.delete(key),
      },
      now: timers.now,
      setTimer: timers.setTimer,
      stopping: stopping.signal,
      log: { warn: () => undefined },
    })
  return { ...open(), open, timers, state, heard, raised, missed, stopping }
}

const refuses: Heard = () => Promise.reject(new Error('a bug'))
const hangs: Heard = () => new Promise(() => undefined)

describe.each([
  ['in one order', ['broken', 'sound'] as const],
  ['in the other order', ['sound', 'broken'] as const],
])('features that hear a fact %s', (_which, order) => {
  const made = () => world([...order])

  it('all hear it before its cause goes on', async () => {
    const { digestPosted, heard } = made()
    await digestPosted(digest('1'))
    expect(heard).toEqual(order.map((name) => `${name} 1`))
  })

  it('do not stop the cause if one of them rejects: it tries three times, and then the fact waits in the store', async () => {
    const { digestPosted, state, heard, raised, missed } = made()
    state.act = refuses
    await digestPosted(digest('1'))
    expect(state.calls).toBe(3)
    expect(heard).toEqual(['sound 1'])
    expect(await missed.all()).toMatchObject([
      { feature: 'broken', fact: 'digestPosted', value: digest('1'), about: 'C1 1' },
    ])
    expect([...raised]).toEqual([['feature broken', 'feature_behind']])
  })

  it('do not stop the cause if one of them never answers: each try ends after 5 s', async () => {
    const { digestPosted, state, heard, missed, timers } = made()
    state.act = hangs
    let isOver = false
    const telling = digestPosted(digest('1')).then(() => {
      isOver = true
    })
    for (let tries = 1; tries <= 3; tries++) {
      await flushPromises()
      expect([state.calls, isOver]).toEqual([tries, false])
      timers.pass(5000)
    }
    await telling
    expect(heard).toEqual(['sound 1'])
    expect(await missed.all()).toHaveLength(1)
  })

  it('stop the cause only if the store fails, too', async () => {
    const { digestPosted, state, raised, missed } = made()
    state.act = refuses
    state.storeFails = true
    await expect(digestPosted(digest('1'))).rejects.toThrow('the disk is full')
    expect([...raised]).toEqual([])
    state.storeFails = false
    state.act = async () => undefined
    await digestPosted(digest('1'))
    expect(await missed.all()).toEqual([])
  })
})

it('features that replace others at a reload hear the next fact, and those before hear nothing more', async () => {
  const order: ('broken' | 'sound')[] = ['broken']
  const { digestPosted, isHeard, heard } = world(order)
  await digestPosted(digest('1'))
  order.splice(0, 1, 'sound')
  await digestPosted(digest('2'))
  order.pop()
  expect(heard).toEqual(['broken 1', 'sound 2'])
  expect(isHeard('digestPosted')).toBe(false)
})

describe('a feature that missed a fact', () => {
  async function missing(...facts: Facts['digestPosted'][]) {
    const made = world()
    made.state.act = refuses
    for (const fact of facts) {
      await made.digestPosted(fact)
      made.timers.pass(1000)
    }
    return made
  }

  it('is told again, in order, and the problem ends', async () => {
    const { retryMissed, state, heard, raised, missed } = await missing(digest('1'), digest('2'))
    await retryMissed()
    expect([...raised.keys()]).toEqual(['feature broken'])
    state.act = async () => undefined
    await retryMissed()
    expect(heard.filter((line) => line.startsWith('broken'))).toEqual(['broken 1', 'broken 2'])
    expect([await missed.all(), [...raised]]).toEqual([[], []])
  })

  it('hears later facts after those that it missed, although it has recovered', async () => {
    const { digestPosted, retryMissed, state, heard } = await missing(digest('1'))
    state.act = async () => undefined
    await digestPosted(digest('2'))
    expect(heard).toEqual(['sound 1', 'sound 2'])
    await retryMissed()
    await digestPosted(digest('3'))
    expect(heard.filter((line) => line.startsWith('broken'))).toEqual(['broken 1', 'broken 2', 'broken 3'])
  })

  it('is told by another process what this one stored', async () => {
    const { open, digestPosted, retryMissed, state, heard, raised } = await missing(digest('1'))
    state.act = async () => undefined
    await open().retryMissed()
    raised.set('feature broken', 'raised by this process')
    await digestPosted(digest('2'))
    expect([...raised]).toEqual([])
    await retryMissed()
    expect(heard).toEqual(['sound 1', 'broken 1', 'broken 2', 'sound 2'])
  })

  it('waits with one fact only for those about the same message', async () => {
    const { retryMissed, state, heard, missed } = await missing(digest('1'), digest('1', 'C2'), digest('1'))
    state.act = async ({ channel }) => {
      if (channel === 'C1') throw new Error('a bug with this message')
    }
    await retryMissed()
    expect(heard.filter((line) => line.startsWith('broken'))).toEqual(['broken 1'])
    expect((await missed.all()).map(({ about }) => about)).toEqual(['C1 1'])
  })

  it('keeps a fact once if its cause is repeated', async () => {
    const { missed } = await missing(digest('1'), digest('1'))
    expect(await missed.all()).toHaveLength(1)
  })

  it('is no problem of a process any more when another one has told it', async () => {
    const { open, retryMissed, state, raised } = await missing(digest('1'))
    state.act = async () => undefined
    await open().retryMissed()
    raised.set('feature broken', 'raised by this process')
    await retryMissed()
    expect([...raised]).toEqual([])
  })

  it('gives up facts after a month', async () => {
    const { prune, missed, timers } = await missing(digest('1'))
    const time = timers.now()
    await prune(time + 29 * 86_400_000)
    expect(await missed.all()).toHaveLength(1)
    await prune(time + 31 * 86_400_000)
    expect(await missed.all()).toEqual([])
  })
})

it('a process that does not lead any more, or that stops, keeps no fact', async () => {
  const { digestPosted, state, stopping, missed } = world()
  state.act = () => Promise.reject(new FencedError('Another process leads.'))
  await expect(digestPosted(digest('1'))).rejects.toThrow(FencedError)
  state.act = hangs
  const telling = digestPosted(digest('2'))
  await flushPromises()
  stopping.abort(new Error('stopping'))
  await expect(telling).rejects.toThrow('stopping')
  expect([state.calls, await missed.all()]).toEqual([2, []])
})
