import { describe, expect, it } from 'vitest'
import { catchUpReminders, createCatchUp } from '../../../src/features/pauses/catch-up.ts'
import { createPauseService, pruneEndedPauses } from '../../../src/features/pauses/pause-service.ts'
import { sentenceAsText } from '../../../src/messages/kit/dates.ts'
import { type Change, pauseChangeSchema } from '../../../src/model/change.ts'
import { pauseSchema } from '../../../src/model/pause.ts'
import { anyReminderSchema, catchUpReminderSchema } from '../../../src/model/reminder.ts'
import { createOutboxMemory } from '../../../src/outbox/outbox-memory.ts'
import { createSubscriptionRegistry } from '../../../src/polling/schedule/subscription-registry.ts'
import { reminderKind } from '../../../src/reminders/reminder-kind.ts'
import { createReminderQueue } from '../../../src/reminders/reminder-queue.ts'
import { createReminderSender } from '../../../src/reminders/reminder-sender.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { alert, subscriptionOf } from '../../tools/story-world.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 10, 20, 12)
const crash = new Error('killed')
const who = { user: 'U1', channel: 'C1', name: 'acme' }

/** Processes on one store and one Slack, with the subscription acme of the file. A process dies at the write or call number `dieAt`. */
function world() {
  const clock = { now: start }
  const kept = new Map<string, string>()
  const steps = { done: 0, dieAt: -1 }
  const moment = () => {
    if (steps.done++ === steps.dieAt) throw crash
  }
  const told: string[] = []
  const said: { did: string; change?: Change }[] = []
  const questions: string[] = []
  const marks: string[] = []
  const slack = { mayPost: true }
  let ids = 0
  function open() {
    const store = memoryStore(kept, moment)
    const pauses = store.collection('pauses', pauseSchema)
    const now = () => clock.now
    const polled = new Set<string>()
    const registry = createSubscriptionRegistry(
      [subscriptionOf({ name: 'acme', channel: 'C1' })],
      { all: async () => [] },
      pauses,
      now,
    )
    registry.pollWith({
      put: async ({ name }) => void polled.add(name),
      remove: (name) => void polled.delete(name),
    })
    const channels = { find: async () => ({ kind: 'found' as const, id: 'C1' }) }
    const alerts = { find: async () => ({ kind: 'found' as const, alert }) }
    const countSince = async () => 8
    const catchUp = createCatchUp({
      ...{ now, pauses, registry, channels, alerts, countSince },
      privateAlerts: { mayPost: async () => slack.mayPost },
    })
    const records = store.collection('reminders', anyReminderSchema)
    const queue = createReminderQueue({ reminders: records, leading: records, now, newId: () => 'n1' })
    const reminders = createReminderSender({
      now,
      sleep: async () => undefined,
      stopping: new AbortController().signal,
      async post({ content }) {
        moment()
        questions.push(content.text)
        marks.push(content.blocks[0]?.block_id ?? '')
        moment()
        return { kind: 'delivered', ts: String(marks.length), receiptKept: true }
      },
      accepted: () => 0,
      readHistory: async () => ({
        kind: 'seen',
        bounded: false,
        messages: marks.map((mark, index) => ({ ts: String(index + 1), replies: 0, mark })),
      }),
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
      log: { info: () => undefined, warn: () => undefined },
      reminders: records,
      kinds: () => [reminderKind('catch-up', catchUpReminderSchema, catchUpReminders(catchUp))],
      doubtMs: 30_000,
      self: 'process',
    })
    const service = createPauseService({
      now,
      newId: () => String(++ids),
      pauses,
      addReminder: queue.add,
      registry,
      changes: {
        announce: async (_channel, _user, did, about) =>
          void said.push({ did: sentenceAsText(did), ...('kind' in about && { change: about }) }),
        tell: async (_channel, _user, did, { alerts }) =>
          void told.push(`${sentenceAsText(did)} (${alerts.join()})`),
      },
    })
    const isPolled = async () => {
      await registry.sync()
      return polled.has('acme')
    }
    const undoLast = () => service.undo(pauseChangeSchema.parse(said.at(-1)?.change), 'U2')
    return { ...service, registry, pauses, isPolled, undoLast, sendDue: reminders.sendDue }
  }
  return { open, clock, said, told, questions, steps, kept, slack }
}

describe('a pause of a subscription of the configuration file', () => {
  it('is announced with its end, stops the polls, and ends by itself at its time', async () => {
    const { open, clock, said } = world()
    const bot = open()
    expect(await bot.isPolled()).toBe(true)
    expect(await bot.pause(who, start + 2 * hour)).toBe('paused')
    expect(said.at(-1)?.did).toBe('paused acme until Nov 20, 2026, 14:00 UTC; new mentions wait')
    expect(await bot.isPolled()).toBe(false)
    clock.now = start + 2 * hour - 1
    expect(await bot.isPolled()).toBe(false)
    clock.now += 1
    expect(await bot.isPolled()).toBe(true)
  })

  it('survives a restart, and if it ended while no process ran, the next start polls', async () => {
    const { open, clock } = world()
    await open().pause(who, start + 2 * hour)
    expect(await open().isPolled()).toBe(false)
    clock.now += 2 * day
    const later = open()
    expect(await later.isPolled()).toBe(true)
    await later.sendDue()
    expect(await later.isPolled()).toBe(true)
  })

  it('lasts until somebody resumes the subscription if it has no end, and it can get an end later', async () => {
    const { open, clock, said } = world()
    const bot = open()
    await bot.pause(who)
    expect(await bot.pause(who)).toBe('unchanged')
    clock.now += hour
    expect(await bot.pause(who, start + 5 * hour)).toBe('paused')
    expect((await bot.pauses.find('acme'))?.at).toBe(start)
    expect(await bot.resume(who)).toBe('resumed')
    expect(said.at(-1)?.did).toBe('resumed acme')
    expect(await bot.resume(who)).toBe('not-paused')
    expect(await bot.isPolled()).toBe(true)
  })

  it('of exactly a day ends without a question, and a longer one asks once whether to catch up, without polls until the answer', async () => {
    const { open, clock, questions, said } = world()
    const bot = open()
    await bot.pause(who, start + day)
    clock.now = start + day
    await bot.sendDue()
    expect([await bot.isPolled(), questions]).toEqual([true, []])
    await bot.pause(who, clock.now + day + 1)
    clock.now += day + 1
    await bot.sendDue()
    await bot.sendDue()
    expect(questions).toHaveLength(1)
    expect(questions[0]).toContain('8 mentions arrived during the pause')
    expect(await bot.isPolled()).toBe(false)
    expect(await bot.resume(who)).toBe('asked-already')
    const answers = await Promise.all([bot.answer(who, 'catch-up'), bot.answer(who, 'catch-up')])
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(said.at(-1)?.did).toBe('resumed acme: the mentions of the pause follow')
    expect(await bot.isPolled()).toBe(true)
  })

  it('does not ask a channel to which the alert may not be posted, because it became private', async () => {
    const { open, clock, questions, slack } = world()
    const bot = open()
    await bot.pause(who, start + 2 * day)
    slack.mayPost = false
    clock.now += 2 * day
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([0, false])
    slack.mayPost = true
    clock.now += 61_000
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([1, false])
  })

  it('asks once whether to catch up if a person ends it after more than a day', async () => {
    const { open, clock, questions, told } = world()
    const bot = open()
    await bot.pause(who, start + 9 * day)
    clock.now += 25 * hour
    expect(await bot.resume(who)).toBe('asks')
    expect(told).toEqual(['resumed acme (Acme brand)'])
    await bot.sendDue()
    clock.now += 9 * day
    await bot.sendDue()
    expect(questions).toHaveLength(1)
    expect(await bot.answer(who, 'from-now')).toBe(true)
    expect(await bot.isPolled()).toBe(true)
    expect(bot.registry.startOver('acme')).toBeDefined()
    expect(await bot.answer(who, 'from-now')).toBe(false)
  })

  it('of two days asks at the next start whether to catch up if it ended while no process ran', async () => {
    const { open, clock, questions } = world()
    await open().pause(who, start + 2 * day)
    clock.now += 9 * day
    const bot = open()
    await bot.isPolled()
    await bot.sendDue()
    expect(questions).toHaveLength(1)
  })

  it('can be undone, and asks whether to catch up if it is undone after more than a day', async () => {
    const { open, clock, questions } = world()
    const bot = open()
    await bot.pause(who, start + 2 * hour)
    expect(await bot.undoLast()).toBe('undone')
    expect(await bot.isPolled()).toBe(true)
    expect(await bot.undoLast()).toBe('changed-since')
    await bot.pause(who)
    clock.now += 25 * hour
    expect(await bot.undoLast()).toBe('undone')
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([1, false])
  })

  it('comes back if its early end is undone, and then asks at its planned end whether to catch up', async () => {
    const { open, clock, questions } = world()
    const bot = open()
    await bot.pause(who, start + 2 * day)
    await bot.resume(who)
    expect(await bot.undoLast()).toBe('undone')
    expect(await bot.isPolled()).toBe(false)
    clock.now += 2 * day
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([1, false])
  })

  it('gets back its earlier end if a change of its end is undone, which works only once', async () => {
    const { open } = world()
    const bot = open()
    await bot.pause(who, start + 2 * hour)
    const undo = bot.undoLast
    await bot.pause(who, start + 3 * hour)
    expect(await undo()).toBe('undone')
    expect((await bot.pauses.find('acme'))?.until).toBe(start + 2 * hour)
    expect(await undo()).toBe('changed-since')
  })

  it('leaves no record after it ended by itself', async () => {
    const { open, clock, kept } = world()
    const bot = open()
    await bot.pause(who, start + hour)
    await pruneEndedPauses(bot.pauses, () => clock.now)
    expect(kept.size).toBe(1)
    clock.now += hour
    await pruneEndedPauses(bot.pauses, () => clock.now)
    expect(kept.size).toBe(0)
  })
})

it('a long pause asks exactly once whether to catch up, at whatever moment the process dies', async () => {
  let deaths = 0
  for (let dieAt = 0; ; dieAt++) {
    const { open, clock, questions, steps } = world()
    steps.dieAt = dieAt
    const alive = async (act: () => Promise<unknown>) => {
      try {
        await act()
      } catch (error) {
        if (error !== crash) throw error
      }
    }
    let bot = open()
    let hasRestarted = false
    const restart = () => {
      if (hasRestarted || steps.done <= dieAt) return
      bot = open()
      hasRestarted = true
    }
    await alive(() => bot.pause(who, start + 2 * day))
    restart()
    const wasPaused = !(await bot.isPolled())
    clock.now += 2 * day
    // A process that died leaves its message unconfirmed, which takes longer than `doubtSeconds`.
    for (let round = 0; round < 4; round++) {
      await alive(bot.sendDue)
      restart()
      await bot.isPolled()
      clock.now += 61_000
    }
    expect({ dieAt, questions: questions.length }).toEqual({ dieAt, questions: wasPaused ? 1 : 0 })
    expect(await bot.isPolled()).toBe(!wasPaused)
    if (steps.done <= dieAt) break
    deaths++
  }
  expect(deaths).toBeGreaterThan(8)
})
