import { describe, expect, it } from 'vitest'
import { swapChangeSchema, type WatchPlan, watchSwapSchema } from '../../../src/features/watch/model.ts'
import { createWatch } from '../../../src/features/watch/watch.ts'
import { sentenceAsText } from '../../../src/messages/kit/dates.ts'
import type { Change } from '../../../src/model/change.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { memoryStore } from '../../tools/memory-store.ts'

const start = Date.parse('2026-11-24T12:00Z')
const hour = 3_600_000

function world(users = ['ANA', 'BEN', 'CLEO']) {
  const clock = { now: start }
  const gone = new Set<string>()
  const away = new Set<string>()
  const slack = { answers: true }
  const announced: { channel: string; did: string; change: Change | undefined }[] = []
  const direct: { channel: string; text: string }[] = []
  const problems = new Map<string, string>()
  let ids = 0
  const plan: WatchPlan = {
    ...{ users, rotate: 'weekly', from: '2026-11-23', handover: '09:00', timezone: 'UTC' },
  }
  const watch = createWatch({
    speakTo: speakToAll,
    plan,
    now: () => clock.now,
    newId: () => String(++ids),
    swaps: memoryStore(new Map()).collection('swaps', watchSwapSchema),
    users: {
      nameOf: async (user) => user.toLowerCase(),
      presenceOf: async (user) => (!slack.answers ? 'unknown' : gone.has(user) ? 'gone' : 'active'),
    },
    absenceOf: async (user) => (away.has(user) ? 'away' : undefined),
    problems: {
      raise: (key, { what }) => void problems.set(key, what),
      clear: (key) => problems.delete(key),
    },
    async post({ channel, content: { text } }) {
      direct.push({ channel, text })
      return { kind: 'delivered', ts: '1', receiptKept: true }
    },
    announce: async (channel, _user, did, about) =>
      void announced.push({
        ...{ channel, did: sentenceAsText(did()), change: 'kind' in about ? about : undefined },
      }),
  })
  const lastSwap = () => swapChangeSchema.parse(announced.at(-1)?.change)
  return { watch, clock, slack, gone, away, announced, direct, problems, lastSwap }
}

const byAna = { user: 'ANA', channel: 'C1' }

describe('handing on the watch', () => {
  it('goes to the next person for a day, is announced once, and that person gets a direct message', async () => {
    const { watch, clock, announced, direct } = world()
    expect(await watch.swap(byAna)).toMatchObject({ user: 'BEN', until: start + 24 * hour, next: 'ANA' })
    expect(announced).toMatchObject([
      { channel: 'C1', did: 'passed the duty to ben until Nov 25, 2026, 12:00 UTC' },
    ])
    expect(direct).toMatchObject([
      { channel: 'BEN', text: expect.stringContaining('ana passed the duty to you') },
    ])
    clock.now += 24 * hour - 1
    expect((await watch.onWatch()).user).toBe('BEN')
    clock.now += 1
    expect((await watch.onWatch()).user).toBe('ANA')
  })

  it('goes to a named person, who need not be on the list', async () => {
    const { watch } = world()
    expect(await watch.swap({ ...byAna, to: 'ZOE' })).toMatchObject({ user: 'ZOE', next: 'ANA' })
    expect(await watch.callOrder()).toEqual(['ZOE', 'ANA', 'BEN', 'CLEO'])
  })

  it('changes nothing if that person is on duty already, or if the list has nobody else', async () => {
    const { watch, announced } = world()
    expect(await watch.swap({ ...byAna, to: 'ANA' })).toBeUndefined()
    const alone = world(['ANA'])
    expect(await alone.watch.swap(byAna)).toBeUndefined()
    expect([...announced, ...alone.announced]).toEqual([])
  })

  it('can be undone until somebody hands the watch on again', async () => {
    const { watch, lastSwap } = world()
    await watch.swap(byAna)
    const first = lastSwap()
    await watch.swap(byAna)
    const second = lastSwap()
    expect((await watch.onWatch()).user).toBe('CLEO')
    expect(await watch.undo(first)).toBe('changed-since')
    expect(await watch.undo(second)).toBe('undone')
    expect((await watch.onWatch()).user).toBe('BEN')
    expect(await watch.undo(first)).toBe('undone')
    expect((await watch.onWatch()).user).toBe('ANA')
  })
})

describe('a person on duty without an active Slack account', () => {
  it('is replaced by the next person on the list, and a problem names both', async () => {
    const { watch, slack, gone, problems } = world()
    gone.add('ANA')
    await watch.check()
    expect(await watch.onWatch()).toMatchObject({ user: 'BEN', until: Date.parse('2026-11-30T09:00Z') })
    expect([...problems.values()]).toEqual([
      'ana is on duty but has no active Slack account. ben is told instead.',
    ])
    slack.answers = false
    await watch.check()
    expect(problems.size).toBe(1)
    slack.answers = true
    gone.delete('ANA')
    await watch.check()
    expect([...problems.values()]).toEqual([])
  })

  it('is passed over when the watch is handed on', async () => {
    const { watch, gone } = world()
    gone.add('ANA').add('CLEO')
    expect((await watch.swap({ user: 'BEN', channel: 'C1' }))?.user).toBeUndefined()
    gone.delete('CLEO')
    expect((await watch.swap({ user: 'BEN', channel: 'C1' }))?.user).toBe('CLEO')
  })

  it('is reported as a problem if nobody else on the list has an account either', async () => {
    const { watch, gone, problems } = world()
    for (const user of ['ANA', 'BEN', 'CLEO']) gone.add(user)
    await watch.check()
    expect([...problems.values()]).toEqual([
      'Nobody on the list can be told: Slack has no active account of them.',
    ])
  })
})

describe('a person on duty who is away', () => {
  it('is replaced by the next person who is not, without a problem, until the person is back', async () => {
    const { watch, away, gone, problems } = world()
    away.add('ANA')
    gone.add('BEN')
    await watch.check()
    expect((await watch.onWatch()).user).toBe('CLEO')
    expect([...problems.values()]).toEqual([])
    away.delete('ANA')
    expect((await watch.onWatch()).user).toBe('ANA')
  })

  it('stays on duty if everybody is away', async () => {
    const { watch, away } = world()
    for (const user of ['ANA', 'BEN', 'CLEO']) away.add(user)
    expect((await watch.onWatch()).user).toBe('ANA')
  })

  it('is passed over when the watch is handed on', async () => {
    const { watch, away } = world()
    away.add('BEN')
    expect((await watch.swap(byAna))?.user).toBe('CLEO')
  })
})
