import { createOutboxMemory } from '@overheard/post-once'
import { describe, expect, it } from 'vitest'
import { catchUpReminders, createCatchUp } from '../../../src/features/pauses/catch-up.ts'
import { createPauseService, pruneEndedPauses } from '../../../src/features/pauses/pause-service.ts'
import { sentenceAsText } from '../../../src/messages/kit/dates.ts'
import { type Change, pauseChangeSchema, pausePlanChangeSchema } from '../../../src/model/change.ts'
import { pauseSchema } from '../../../src/model/pause.ts'
import { catchUpReminderSchema } from '../../../src/model/reminder.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { reminderKind } from '../../../src/reminders/reminder-kind.ts'
import { createReminderQueue } from '../../../src/reminders/reminder-queue.ts'
import { createReminderSender } from '../../../src/reminders/reminder-sender.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { createSubscriptionRegistry } from '../../../src/subscriptions/subscription-registry.ts'
import { readTerm } from '../../../src/typed/term.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { alert, subscriptionOf } from '../../tools/story-world.ts'

const hour = 3_600_000
const day = 24 * hour
/** The night in which the clocks go back. */
const longestDay = 25 * hour
const start = Date.UTC(2026, 10, 20, 12)
const crash = new Error('killed')
const who = { user: 'U1', channel: 'C1', name: 'acme' }

/** Processes on one store and one Slack, with the subscription acme of the file. A process dies at the write or call number `dieAt`. */
function world() {
  /** The clock goes on by `passes` each time it is read. */
  const clock = { now: start, passes: 0 }
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
    const now = () => (clock.now += clock.passes)
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
      ...{ now, steady: now, slackTime: now },
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
      speakTo: speakToAll,
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
          void said.push({ did: sentenceAsText(did()), ...('kind' in about && { change: about }) }),
        tell: async (_channel, _user, did, { alerts }) =>
          void told.push(`${sentenceAsText(did())} (${alerts.join()})`),
      },
    })
    const isPolled = async () => {
      await registry.sync()
      return polled.has('acme')
    }
    const undoLast = () => service.undo(pauseChangeSchema.parse(said.at(-1)?.change), 'U2')
    const undoPlan = () => service.undoPlan(pausePlanChangeSchema.parse(said.at(-1)?.change))
    return {
      ...service,
      registry,
      pauses,
      isPolled,
      undoLast,
      undoLastPlan: undoPlan,
      sendDue: reminders.sendDue,
    }
  }
  return { open, clock, said, told, questions, steps, kept, slack }
}

describe('a pause of a subscription of the configuration file', () => {
  it('is announced with its end, stops the polls, and ends by itself at its time', async () => {
    const { open, clock, said } = world()
    const bot = open()
    expect(await bot.isPolled()).toBe(true)
    expect(await bot.pause(who, start + 2 * hour)).toBe('paused')
    expect(said.at(-1)?.did).toBe(
      'paused posts of acme until Nov 20, 2026, 14:00 UTC; mentions found meanwhile are posted then',
    )
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

  it('of a day ends without a question, and a longer one asks once whether to catch up, without polls until the answer', async () => {
    const { open, clock, questions, said } = world()
    const bot = open()
    await bot.pause(who, start + day)
    clock.now = start + day
    await bot.sendDue()
    expect([await bot.isPolled(), questions]).toEqual([true, []])
    await bot.pause(who, clock.now + longestDay + 1)
    clock.now += longestDay + 1
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

  it('until the same time of the next day ends without a question, also if the clocks go back that night', async () => {
    const { open, clock, questions } = world()
    const bot = open()
    // The clocks of Berlin go back in the night before 25 October 2026, so this day has 25 hours.
    clock.now = Date.UTC(2026, 9, 24, 10)
    const read = readTerm('1d', { now: clock.now, zone: 'Europe/Berlin' })
    const until = 'until' in read ? read.until : 0
    expect(until - clock.now).toBe(longestDay)
    await bot.pause(who, until)
    clock.now = until
    await bot.sendDue()
    expect([await bot.isPolled(), questions]).toEqual([true, []])
  })

  it.each(['catch-up', 'from-now'] as const)(
    'does not begin again after the answer “%s” if the clock is set back',
    async (answer) => {
      const { open, clock } = world()
      const bot = open()
      await bot.pause(who, start + 2 * day)
      clock.now += 2 * day
      expect(await bot.answer(who, answer)).toBe(true)
      clock.now -= hour
      expect(await bot.isPolled()).toBe(true)
    },
  )

  it('that the answer “from-now” ends is over, also while the clock goes on', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.pause(who, start + 2 * day)
    clock.now += 2 * day
    clock.passes = 1
    expect(await bot.answer(who, 'from-now')).toBe(true)
    clock.now -= hour
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
    clock.now += 26 * hour
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
    clock.now += 26 * hour
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
    await pruneEndedPauses(bot.pauses, clock.now)
    expect(kept.size).toBe(1)
    clock.now += hour
    await pruneEndedPauses(bot.pauses, clock.now)
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

describe('a planned pause', () => {
  const weekend = { from: start + day, until: start + day + 10 * hour }
  const longWeekend = { from: start + day, until: start + 3 * day }

  it('is announced, and begins and ends by itself, also if no process ran in between', async () => {
    const { open, clock, said } = world()
    expect(await open().plan(who, weekend)).toBe('planned')
    expect(said.at(-1)?.did).toBe(
      'planned a pause of acme from Nov 21, 2026, 12:00 UTC until Nov 21, 2026, 22:00 UTC',
    )
    const polled: boolean[] = []
    for (const at of [start, weekend.from - 1, weekend.from, weekend.until - 1, weekend.until]) {
      clock.now = at
      polled.push(await open().isPolled())
    }
    expect(polled).toEqual([true, true, false, false, true])
  })

  it('does not pause its subscription if the clock is set back before it begins', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.plan(who, weekend)
    clock.now -= hour
    expect(await bot.isPolled()).toBe(true)
  })

  it('is listed until it begins, and is then a pause like any other', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.plan(who, weekend)
    expect(bot.registry.find('acme')).toMatchObject({ plannedPause: { ...weekend, by: 'U1' } })
    expect(bot.registry.find('acme')?.pause).toBeUndefined()
    clock.now = weekend.from
    await bot.isPolled()
    expect(bot.registry.find('acme')).toMatchObject({
      pause: { at: weekend.from, until: weekend.until, by: 'U1' },
    })
    expect(bot.registry.find('acme')?.plannedPause).toBeUndefined()
    expect(await bot.resume(who)).toBe('resumed')
    expect(await bot.isPolled()).toBe(true)
    await pruneEndedPauses(bot.pauses, clock.now)
    expect(await bot.pauses.entries()).toEqual([])
  })

  it('can be changed, cancelled before it begins, and both can be undone', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.plan(who, weekend)
    expect(await bot.plan(who, weekend)).toBe('unchanged')
    expect(await bot.plan(who, longWeekend)).toBe('planned')
    expect(await bot.undoLastPlan()).toBe('undone')
    expect(bot.registry.find('acme')?.plannedPause).toMatchObject(weekend)
    expect(await bot.resume(who)).toBe('cancelled')
    expect(bot.registry.find('acme')?.plannedPause).toBeUndefined()
    expect(await bot.pauses.entries()).toEqual([])
    expect(await bot.resume(who)).toBe('not-paused')
    expect(await bot.undoLastPlan()).toBe('undone')
    clock.now = weekend.from
    expect(await bot.isPolled()).toBe(false)
    expect(await bot.undoLastPlan()).toBe('gone')
  })

  it('stays if somebody pauses and resumes before it begins', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.plan(who, weekend)
    await bot.pause(who, start + hour)
    expect(await bot.isPolled()).toBe(false)
    await bot.undoLast()
    await bot.pause(who)
    await bot.resume(who)
    expect(await bot.isPolled()).toBe(true)
    expect(bot.registry.find('acme')?.plannedPause).toMatchObject(weekend)
    clock.now = weekend.from
    expect(await bot.isPolled()).toBe(false)
  })

  it('is kept while it is in the future', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.plan(who, weekend)
    await pruneEndedPauses(bot.pauses, clock.now)
    expect(await bot.pauses.entries()).toHaveLength(1)
    clock.now = weekend.until
    await pruneEndedPauses(bot.pauses, clock.now)
    expect(await bot.pauses.entries()).toEqual([])
  })

  it('of more than a day asks once whether to catch up, also if the bot was down when it began and ended', async () => {
    const { open, clock, questions } = world()
    await open().plan(who, longWeekend)
    clock.now = longWeekend.until + hour
    const bot = open()
    expect(await bot.isPolled()).toBe(false)
    await bot.sendDue()
    await bot.sendDue()
    expect(questions).toHaveLength(1)
    expect(questions[0]).toContain('Nov 21, 2026, 12:00 UTC')
    expect(await bot.answer(who, 'catch-up')).toBe(true)
    expect(await bot.isPolled()).toBe(true)
    await bot.sendDue()
    expect(questions).toHaveLength(1)
  })

  it('of less than a day asks nothing', async () => {
    const { open, clock, questions } = world()
    const bot = open()
    await bot.plan(who, weekend)
    clock.now = weekend.until
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([0, true])
  })

  it('and the pause that lasts until it begins are one pause, which asks once at its end', async () => {
    const { open, clock, questions } = world()
    const bot = open()
    await bot.plan(who, weekend)
    await bot.pause(who, start + day + hour)
    for (const at of [start + day, start + day + 2 * hour, weekend.until - 1]) {
      clock.now = at
      await bot.sendDue()
      expect(await bot.isPolled()).toBe(false)
    }
    expect(questions).toEqual([])
    clock.now = weekend.until
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([1, false])
    expect(questions[0]).toContain('Nov 20, 2026, 12:00 UTC')
  })

  it('does not lose the question of a long pause that nobody answered before it began', async () => {
    const { open, clock, questions } = world()
    const bot = open()
    await bot.pause(who, start + 2 * day)
    const later = { from: start + 3 * day, until: start + 3 * day + hour }
    await bot.plan(who, later)
    clock.now = start + 2 * day
    await bot.sendDue()
    expect(questions).toHaveLength(1)
    clock.now = later.from
    expect(await bot.answer(who, 'catch-up')).toBe(false)
    clock.now = later.until
    await bot.sendDue()
    expect([questions.length, await bot.isPolled()]).toEqual([2, false])
    expect(await bot.answer(who, 'catch-up')).toBe(true)
    expect(await bot.isPolled()).toBe(true)
  })

  it('does not end a pause without an end, and is over when that is resumed', async () => {
    const { open, clock } = world()
    const bot = open()
    await bot.plan(who, weekend)
    await bot.pause(who)
    clock.now = weekend.from + 2 * hour
    expect(await bot.resume(who)).toBe('asks')
    await bot.answer(who, 'catch-up')
    expect(await bot.isPolled()).toBe(true)
  })

  it('is planned once or not at all if a process dies at any step', async () => {
    for (let dieAt = 0; dieAt < 12; dieAt++) {
      const { open, clock, steps, said } = world()
      const bot = open()
      steps.done = 0
      steps.dieAt = dieAt
      await bot.plan(who, longWeekend).catch(() => undefined)
      steps.dieAt = -1
      const after = open()
      await after.registry.sync()
      const wasPlanned = after.registry.find('acme')?.plannedPause !== undefined
      if (said.length > 0) expect(wasPlanned).toBe(true)
      expect(await after.plan(who, longWeekend)).toBe(wasPlanned ? 'unchanged' : 'planned')
      clock.now = longWeekend.from
      expect(await after.isPolled()).toBe(false)
      clock.now = longWeekend.until
      await after.sendDue()
      await after.answer(who, 'catch-up')
      expect(await after.isPolled()).toBe(true)
    }
  })
})
