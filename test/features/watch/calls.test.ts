import { createOutboxMemory } from '@overheard/post-once'
import type { PostOutcome } from '@overheard/post-once/message'
import { describe, expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { callReminders, createWatchCalls, outcomeReminders } from '../../../src/features/watch/calls.ts'
import { watchCallSchema, watchOutcomeSchema, watchSwapSchema } from '../../../src/features/watch/model.ts'
import { createWatch } from '../../../src/features/watch/watch.ts'
import type { HistoryResult } from '../../../src/model/history.ts'
import type { Posting } from '../../../src/model/message.ts'
import type { RegisteredSubscription, Subscription } from '../../../src/model/subscription.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import type { WorkCalendar } from '../../../src/people/working-time.ts'
import { reminderKind, remindersOf } from '../../../src/reminders/reminder-kind.ts'
import { createReminderSender } from '../../../src/reminders/reminder-sender.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { everySetting } from '../../tools/every-setting.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const start = Date.parse('2026-11-24T12:00Z')
const minute = 60_000
const crash = new Error('killed')

const urgent = { id: '1', sentiment: 'negative' as const, title: 'All my notes are gone' }
const subscription: Subscription = {
  ...everySetting(),
  name: 'acme',
  channel: 'C1',
  only: {},
  except: {},
  quiet: { from: '22:00', to: '06:00', timezone: 'UTC', urgent: { text: ['fire'] } },
  notify: { users: ['ZOE'], groups: ['SGROUP'], here: false, when: { sentiment: ['negative'] } },
}

/** Processes on one store and one Slack. The process dies at the write or call with the number `dieAt`. */
function world(changes: Partial<Subscription> = {}) {
  const clock = { now: start }
  const kept = new Map<string, string>()
  const escalation: { afterMs: number | undefined; hours: WorkCalendar | undefined } = {
    afterMs: 15 * minute,
    hours: undefined,
  }
  const steps = { done: 0, dieAt: -1 }
  const moment = () => {
    if (steps.done++ === steps.dieAt) throw crash
  }
  const sent: Posting[] = []
  /** What features heard, each as often as they were told. */
  const told: string[] = []
  const hearing = { isOn: true }
  const slack = {
    gone: new Set<string>(),
    away: new Set<string>(),
    disturbed: new Set<string>(),
    mayNotSee: new Set<string>(),
    mayPost: true,
    permalink: async () => undefined as unknown,
    answer: (_posting: Posting): PostOutcome | Promise<PostOutcome> => ({
      kind: 'delivered',
      ts: String(sent.length),
      receiptKept: true,
    }),
  }
  const listed: RegisteredSubscription = { subscription: { ...subscription, ...changes } }
  const problems = new Map<string, string>()
  const history = ({ channel, thread }: { channel: string; thread?: string }): HistoryResult => ({
    kind: 'seen',
    bounded: false,
    messages: sent.flatMap((one, index) =>
      one.channel === channel && one.thread === thread
        ? [{ ts: String(index + 1), replies: 0, mark: one.content.blocks[0]?.block_id ?? '' }]
        : [],
    ),
  })
  let opened = 0
  function open() {
    const store = memoryStore(kept, moment)
    const now = () => clock.now
    const nameOf = async (user: string) => user.toLowerCase()
    const cards = createCards({
      ...{ store, now, nameOf, keptMs: 90 * 86_400_000, openForMs: 14 * 86_400_000, weights: defaultWeights },
      messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    })
    const registry = { find: () => listed }
    const reminders = store.collection('reminders', anyReminderSchema)
    const permalink = async ({ ts }: { ts: string }) => {
      await slack.permalink()
      return `https://slack.example/p${ts}`
    }
    const openDirect = async (user: string) => `D${user}`
    const watch = createWatch({
      speakTo: speakToAll,
      plan: {
        ...{ users: ['ANA', 'BEN', 'CLEO'], rotate: 'weekly', from: '2026-11-23' },
        ...{ handover: '09:00', timezone: 'UTC' },
      },
      now,
      newId: () => 'swap',
      swaps: store.collection('swaps', watchSwapSchema),
      users: { nameOf, presenceOf: async (user) => (slack.gone.has(user) ? 'gone' : 'active') },
      absenceOf: async (user, occasion) => {
        if (slack.away.has(user)) return 'away'
        return occasion === 'call' && slack.disturbed.has(user) ? 'do-not-disturb' : undefined
      },
      problems: {
        raise: (key, { what }) => void problems.set(key, what),
        clear: (key) => problems.delete(key),
      },
      post: async () => ({ kind: 'delivered', ts: '1', receiptKept: true }),
      announce: async () => undefined,
    })
    const calls = createWatchCalls({
      ...{ now, watch, registry, openDirect, permalink, nameOf },
      calls: remindersOf(reminders, watchCallSchema),
      outcomes: remindersOf(reminders, watchOutcomeSchema),
      tellEscalated: () =>
        hearing.isOn
          ? async ({ card, stage, mentions, called }) => {
              moment()
              for (const mention of mentions)
                told.push([stage, called?.name, mention, card.ts].filter(Boolean).join(' '))
              moment()
            }
          : undefined,
      cards,
      findSpike: cards.spikeCards.find,
      escalationOf: () => escalation.afterMs,
      hours: escalation.hours,
      privateAlerts: { mayPost: async () => slack.mayPost },
      refusalToRead: async (user) => (slack.mayNotSee.has(user) ? 'private' : undefined),
      alertName: () => 'Acme support',
    })
    const { sendDue } = createReminderSender({
      ...{ now, steady: now, slackTime: now },
      ...{
        reminders,
        speakTo: speakToAll,
        kinds: () => [
          reminderKind('watch-call', watchCallSchema, callReminders(calls)),
          reminderKind('watch-outcome', watchOutcomeSchema, outcomeReminders(calls)),
        ],
      },
      sleep: async () => undefined,
      stopping: new AbortController().signal,
      async post(posting) {
        moment()
        const outcome = await slack.answer(posting)
        if (outcome.kind === 'delivered' || outcome.kind === 'unknown') sent.push(posting)
        moment()
        return outcome
      },
      accepted: () => 0,
      readHistory: async (range) => history(range),
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
      log: { info: () => undefined, warn: () => undefined },
      doubtMs: 30_000,
      self: `process ${++opened}`,
    })
    const press = (action: 'claim' | 'done' | 'not-relevant' | 'release', mention = '1', ts = '1.000001') =>
      cards.applyAction({ message: { channel: 'C1', ts }, mentions: [mention], user: 'ZOE', action })
    /** Stores the card of a post and its call, as a poll does. */
    async function posted(mentions = [sampleMention(urgent)], ts = '1.000001', thread?: string) {
      const [mention] = mentions
      if (mention === undefined) return
      const shows =
        mentions.length === 1
          ? ({ kind: 'card', mention, style: 'full' } as const)
          : ({ kind: 'thread', mentions, firstNumber: 1 } as const)
      const card = { channel: 'C1', ts, subscription: 'acme', alert: '7', actions: [], shows }
      await cards.originalCards.keep(card)
      await calls.plan(listed.subscription, card, thread)
    }
    /** Corrects the sentiment, and tells the watch, as it hears of all changes of cards. */
    async function correct(to: 'negative' | 'positive', mention = '1', ts = '1.000001') {
      const action = { kind: 'correct', to } as const
      await cards.applyAction({ message: { channel: 'C1', ts }, mentions: [mention], user: 'ZOE', action })
      const card = await cards.find({ channel: 'C1', ts })
      if (card !== undefined) await calls.planCorrected(card, [mention])
    }
    return { cards, watch, sendDue, press, posted, correct }
  }
  /** The places of the sent messages: a direct message, a thread or a channel. */
  const places = () =>
    sent.map(({ channel, thread }) => (thread === undefined ? channel : `${channel} thread ${thread}`))
  return { open, escalation, clock, sent, told, hearing, slack, steps, kept, listed, problems, places }
}

async function started(changes: Partial<Subscription> = {}) {
  const made = world(changes)
  const process = made.open()
  await process.posted()
  const pass = async (ms: number) => {
    made.clock.now += ms
    await process.sendDue()
    await process.sendDue()
  }
  return { ...made, ...process, pass }
}

describe('an urgent mention that nobody claims', () => {
  it('calls the person on duty once by direct message, then the group once in the thread of the card', async () => {
    const { pass, sent, places, kept } = await started()
    await pass(14 * minute)
    expect(sent).toEqual([])
    await pass(minute)
    await pass(14 * minute)
    expect(places()).toEqual(['DANA'])
    expect(sent[0]?.content.text).toMatch(/^Nobody has claimed this for 15\smin · All my notes are gone/)
    expect(JSON.stringify(sent[0]?.content.blocks)).toContain('https://slack.example/p1.000001')
    await pass(minute)
    for (let day = 0; day < 3; day++) await pass(86_400_000)
    expect(places()).toEqual(['DANA', 'C1 thread 1.000001'])
    expect(sent[1]?.content.text).toContain('<!subteam^SGROUP>')
    expect(sent[1]?.content.text).not.toContain('<@ZOE>')
    expect(sent[1]?.content.text).toContain('ana was notified first, but has not answered')
    expect([...kept.keys()].filter((key) => key.startsWith('reminders'))).toEqual([])
  })

  it('calls nobody after its sentiment was corrected', async () => {
    const { correct, pass, places } = await started()
    await correct('positive')
    for (let day = 0; day < 3; day++) await pass(86_400_000)
    expect(places()).toEqual([])
  })

  it('calls people as soon as a corrected sentiment makes it urgent, once', async () => {
    const { posted, correct, pass, places } = await started()
    await correct('positive')
    await posted([sampleMention({ ...urgent, id: '2', sentiment: 'positive' })], '2.000001')
    await pass(86_400_000)
    expect(places()).toEqual([])
    await correct('negative', '2', '2.000001')
    await pass(15 * minute)
    await correct('negative', '2', '2.000001')
    for (let day = 0; day < 3; day++) await pass(86_400_000)
    expect(places()).toEqual(['DANA', 'C1 thread 2.000001'])
  })

  it.each(['claim', 'done', 'not-relevant'] as const)(
    'calls nobody after the press "%s", before or after the first call',
    async (action) => {
      const early = await started()
      await early.press(action)
      await early.pass(86_400_000)
      expect(early.places()).toEqual([])
      const late = await started()
      await late.pass(15 * minute)
      await late.press(action)
      await late.pass(86_400_000)
      expect(late.places()).toEqual(['DANA'])
    },
  )

  it('calls nobody, also not in the channel, while its alert is private and may not be posted there, and is given up after a day', async () => {
    const { pass, places, slack, kept } = await started()
    slack.mayPost = false
    await pass(15 * minute)
    for (let passed = 0; passed < 1500; passed += 5) await pass(5 * minute)
    expect(places()).toEqual([])
    expect([...kept.keys()].filter((key) => key.startsWith('reminders'))).toEqual([])
  })

  it('calls the person on duty as soon as it is known again that its alert may be posted there', async () => {
    const { pass, places, slack } = await started()
    slack.mayPost = false
    await pass(15 * minute)
    slack.mayPost = true
    await pass(minute)
    expect(places()).toEqual(['DANA'])
  })

  it('calls nobody after an assignment or a snooze', async () => {
    for (const kind of ['assign', 'snooze'] as const) {
      const { cards, pass, places } = await started()
      const action = kind === 'assign' ? { kind, id: 'a', to: 'BEN' } : { kind, id: 's', until: start + 1 }
      const message = { channel: 'C1', ts: '1.000001' }
      await cards.applyAction({ message, mentions: ['1'], user: 'ANA', action })
      await pass(86_400_000)
      expect(places()).toEqual([])
    }
  })

  it('still calls the person on duty if the claim was given back before that time', async () => {
    const { press, pass, places } = await started()
    await press('claim')
    await press('release')
    await pass(15 * minute)
    expect(places()).toEqual(['DANA'])
  })

  it('calls nobody if it is not urgent, or if escalateAfter is off', async () => {
    const made = world()
    made.escalation.afterMs = undefined
    const silent = made.open()
    await silent.posted()
    const { open, clock, places } = world()
    const other = open()
    await other.posted([sampleMention({ ...urgent, sentiment: 'positive' })])
    made.clock.now = clock.now += 86_400_000
    await silent.sendDue()
    await other.sendDue()
    expect([...made.places(), ...places()]).toEqual([])
  })

  it('waits for the end of quiet hours, unless it is urgent enough to be posted in quiet hours', async () => {
    const night = Date.parse('2026-11-24T21:50Z')
    const [quiet, loud] = [world(), world()]
    const processes = [quiet, loud].map((one) => {
      one.clock.now = night
      return one.open()
    })
    await processes[0]?.posted()
    await processes[1]?.posted([sampleMention({ ...urgent, title: 'There is a fire' })])
    for (const at of ['22:05Z', '23:59Z']) {
      for (const one of [quiet, loud]) one.clock.now = Date.parse(`2026-11-24T${at}`)
      for (const one of processes) await one.sendDue()
    }
    expect({ quiet: quiet.places(), loud: loud.places()[0] }).toEqual({ quiet: [], loud: 'DANA' })
    quiet.clock.now = Date.parse('2026-11-25T06:00:01Z')
    await processes[0]?.sendDue()
    expect(quiet.places()).toEqual(['DANA'])
  })

  it('waits until the hours of the watch begin, and the group then follows after the same time', async () => {
    const one = world()
    one.escalation.hours = {
      hours: [{ days: ['tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' }],
      isHoliday: (date) => date === '2026-11-25',
      timezone: 'UTC',
    }
    const bot = one.open()
    one.clock.now = Date.parse('2026-11-24T17:50Z')
    await bot.posted()
    const seen: string[][] = []
    for (const at of ['24T18:05Z', '25T12:00Z', '26T07:59Z', '26T08:00Z', '26T08:15Z']) {
      one.clock.now = Date.parse(`2026-11-${at}`)
      await bot.sendDue()
      seen.push([...one.places()])
    }
    expect(seen).toEqual([[], [], [], ['DANA'], ['DANA', 'C1 thread 1.000001']])
  })

  it('that waits is called about soon after the hours of the watch were changed', async () => {
    const one = world()
    one.escalation.hours = {
      hours: [{ days: ['tue'], from: '08:00', to: '09:00' }],
      isHoliday: () => false,
      timezone: 'UTC',
    }
    const before = one.open()
    await before.posted()
    one.clock.now += 15 * minute
    await before.sendDue()
    // A change of the configuration makes new parts.
    one.escalation.hours = undefined
    const after = one.open()
    one.clock.now += minute
    await after.sendDue()
    expect(one.places()).toEqual(['DANA'])
  })

  it('calls nobody while its subscription is paused, and the person on duty at the end of the pause', async () => {
    const { listed, pass, places } = await started()
    listed.pause = { id: 'p', by: 'ZOE', at: start, state: 'paused' }
    for (let at = 0; at < 5; at++) await pass(30 * minute)
    expect(places()).toEqual([])
    delete listed.pause
    await pass(minute)
    expect(places()).toEqual(['DANA'])
  })

  it('calls nobody after a pause of more than a day', async () => {
    const { listed, pass, places } = await started()
    listed.pause = { id: 'p', by: 'ZOE', at: start, state: 'paused' }
    await pass(26 * 60 * minute)
    delete listed.pause
    await pass(86_400_000)
    expect(places()).toEqual([])
  })

  it('is called about together with the other urgent mentions of its thread, and no call names a claimed one', async () => {
    const { posted, press, pass, sent, places } = await started()
    const more = [2, 3].map((id) => sampleMention({ ...urgent, id: String(id), title: `Case ${id}` }))
    await posted(more, '2.000001', '1.000001')
    await press('claim', '2', '2.000001')
    await pass(15 * minute)
    expect(sent[0]?.content.text).toMatch(/^Nobody has claimed 2 urgent mentions for 15\smin\n/)
    expect(sent[0]?.content.text).not.toContain('Case 2')
    await press('claim')
    await press('claim', '3', '2.000001')
    await pass(15 * minute)
    expect(places()).toEqual(['DANA'])
  })
})

describe('an urgent mention that comes while the group is called about others of its thread', () => {
  const late = () => [sampleMention({ ...urgent, id: '2', title: 'Case 2' })]

  it.each(['prepared', 'posted'] as const)(
    'has a call of its own if that call was being %s',
    async (what) => {
      const { slack, posted, pass, sent, places, told, kept } = await started()
      await pass(15 * minute)
      const comes = async () => {
        slack.permalink = async () => undefined
        slack.answer = answer
        await posted(late(), '2.000001', '1.000001')
      }
      const { answer } = slack
      if (what === 'prepared') slack.permalink = comes
      else
        slack.answer = async (posting) => {
          await comes()
          return answer(posting)
        }
      await pass(15 * minute)
      expect(places()).toEqual(['DANA', 'C1 thread 1.000001'])
      expect(JSON.stringify(sent)).not.toContain('Case 2')
      await pass(14 * minute)
      expect(places()).toHaveLength(2)
      await pass(minute)
      await pass(15 * minute)
      for (let day = 0; day < 3; day++) await pass(86_400_000)
      expect(places()).toEqual(['DANA', 'C1 thread 1.000001', 'DANA', 'C1 thread 1.000001'])
      for (const message of sent.slice(2)) {
        expect(message.content.text).toContain('Case 2')
        expect(message.content.text).not.toContain('All my notes are gone')
      }
      expect(told.toSorted()).toEqual([
        'group 1 1.000001',
        'group 2 2.000001',
        'person ana 1 1.000001',
        'person ana 2 2.000001',
        'unanswered 1 1.000001',
        'unanswered 2 2.000001',
      ])
      expect([...kept.keys()].filter((key) => key.startsWith('reminders'))).toEqual([])
    },
  )

  it('has a call of its own if Slack did not answer at first whether it had taken the call', async () => {
    const { slack, posted, pass, places } = await started()
    await pass(15 * minute)
    const { answer } = slack
    slack.answer = async () => {
      slack.answer = answer
      await posted(late(), '2.000001', '1.000001')
      return { kind: 'unknown', reason: 'no answer' }
    }
    await pass(15 * minute)
    for (let round = 0; round < 80; round++) await pass(minute)
    expect(places()).toEqual(['DANA', 'C1 thread 1.000001', 'DANA', 'C1 thread 1.000001'])
  })

  it('has a call of its own if a process died between that call and its end', async () => {
    let sentButThere = 0
    for (let dieAt = 0; dieAt < 80; dieAt++) {
      const made = world()
      const first = made.open()
      await first.posted()
      made.clock.now += 15 * minute
      await first.sendDue()
      made.steps.dieAt = made.steps.done + dieAt
      made.clock.now += 15 * minute
      await first.sendDue().catch(() => undefined)
      if (![...made.kept.values()].some((record) => record.includes('"sent":true'))) continue
      sentButThere += 1
      made.steps.dieAt = -1
      const second = made.open()
      await second.posted(late(), '2.000001', '1.000001')
      for (let round = 0; round < 80; round++) {
        made.clock.now += minute
        await second.sendDue()
      }
      expect(made.places(), `killed at step ${dieAt}`).toEqual([
        'DANA',
        'C1 thread 1.000001',
        'DANA',
        'C1 thread 1.000001',
      ])
    }
    expect(sentButThere).toBeGreaterThan(0)
  })

  it('is called about with the others if it comes before that call', async () => {
    const { posted, pass, sent, places } = await started()
    await pass(15 * minute)
    await pass(14 * minute)
    await posted(late(), '2.000001', '1.000001')
    for (let round = 0; round < 80; round++) await pass(minute)
    expect(places()).toEqual(['DANA', 'C1 thread 1.000001'])
    expect(sent[1]?.content.text).toContain('Case 2')
  })
})

it('a call that a version posted that did not store what it shows is over', async () => {
  const { slack, pass, kept, places } = await started()
  await pass(15 * minute)
  slack.answer = () => ({ kind: 'unknown', reason: 'no answer' })
  await pass(15 * minute)
  for (const [key, record] of kept)
    if (record.includes('"pending"')) kept.set(key, record.replace(/,"shows":\[[^\]]*\]/, ''))
  expect([...kept.values()].join()).not.toContain('"shows":[')
  for (let round = 0; round < 80; round++) await pass(minute)
  expect(places()).toEqual(['DANA', 'C1 thread 1.000001'])
  expect([...kept.keys()].filter((key) => key.startsWith('reminders'))).toEqual([])
})

describe('features that hear of escalations', () => {
  it('are told whom the watch called, and that nobody answered, each once for each mention', async () => {
    const { pass, told } = await started()
    await pass(15 * minute)
    expect(told).toEqual(['person ana 1 1.000001'])
    await pass(15 * minute)
    expect(told).toEqual(['person ana 1 1.000001', 'group 1 1.000001'])
    await pass(14 * minute)
    expect(told).toHaveLength(2)
    for (let day = 0; day < 3; day++) await pass(86_400_000)
    expect(told).toEqual(['person ana 1 1.000001', 'group 1 1.000001', 'unanswered 1 1.000001'])
  })

  it('hear nothing of a mention that somebody claims, and nothing more once somebody has answered', async () => {
    const { posted, press, pass, told } = await started()
    const more = [2, 3].map((id) => sampleMention({ ...urgent, id: String(id) }))
    await posted(more, '2.000001', '1.000001')
    await press('claim')
    await pass(15 * minute)
    expect(told).toEqual(['person ana 2 2.000001', 'person ana 3 2.000001'])
    await press('claim', '2', '2.000001')
    await pass(15 * minute)
    await press('claim', '3', '2.000001')
    await pass(86_400_000)
    expect(told.slice(2)).toEqual(['group 3 2.000001'])
  })

  it('do not hear of a person who could not be called', async () => {
    const { slack, pass, told } = await started()
    for (const user of ['ANA', 'BEN', 'CLEO']) slack.gone.add(user)
    await pass(15 * minute)
    expect(told).toEqual(['group 1 1.000001'])
  })

  it('leave nothing in the store if there are none', async () => {
    const { hearing, pass, told, kept } = await started()
    hearing.isOn = false
    await pass(15 * minute)
    await pass(15 * minute)
    expect(told).toEqual([])
    expect([...kept.keys()].filter((key) => key.startsWith('reminders'))).toEqual([])
  })
})

describe('the call of the person on duty', () => {
  it('goes to the next person on the list if Slack has no account of the first, or if that person may not see the alert', async () => {
    for (const why of ['gone', 'away', 'mayNotSee'] as const) {
      const { slack, pass, places } = await started()
      slack[why].add('ANA')
      await pass(15 * minute)
      expect(places()).toEqual(['DBEN'])
    }
  })

  it('passes over people with do-not-disturb, and says so; the group hears of it only if the called person has it on', async () => {
    const { slack, sent, pass, places } = await started()
    slack.disturbed.add('ANA')
    await pass(15 * minute)
    expect(places()).toEqual(['DBEN'])
    expect(sent[0]?.content.text).toContain(
      '\nana has paused notifications in Slack, so you are notified instead.',
    )
    expect(JSON.stringify(sent[0]?.content.blocks)).toContain(
      'ana has paused notifications in Slack, so you are notified instead.',
    )
    await pass(15 * minute)
    expect(sent[1]?.content.text).toContain('ben was notified first, but has not answered.')
  })

  it('goes to the first person with do-not-disturb if nobody else can be called, and says so to the person and to the group', async () => {
    const { slack, sent, pass, places } = await started()
    slack.away.add('ANA')
    slack.gone.add('CLEO')
    slack.disturbed.add('BEN')
    slack.disturbed.add('CLEO')
    await pass(15 * minute)
    await pass(15 * minute)
    expect(places()).toEqual(['DBEN', 'C1 thread 1.000001'])
    expect(sent[0]?.content.text).toContain(
      'You have paused notifications in Slack, but nobody else on duty can be notified now.',
    )
    expect(sent[1]?.content.text).toContain('ben is on duty, but has paused notifications in Slack.')
  })

  it('is skipped if nobody on the list can be called, and the group is called at once', async () => {
    const { slack, sent, pass, places } = await started()
    for (const user of ['ANA', 'BEN', 'CLEO']) slack.gone.add(user)
    await pass(15 * minute)
    expect(places()).toEqual(['C1 thread 1.000001'])
    expect(sent[0]?.content.text).toContain('Nobody on duty could be notified.')
  })

  it('gives way to the call of the group if Slack refuses the direct message all the time', async () => {
    const { slack, pass, places } = await started()
    slack.answer = ({ channel }) =>
      channel === 'C1'
        ? { kind: 'delivered', ts: '9', receiptKept: true }
        : { kind: 'rejected', extent: 'channel', reason: 'cannot_dm_user' }
    for (let at = 0; at < 33; at++) await pass(minute)
    expect(places()).toEqual(['C1 thread 1.000001'])
  })
})

describe('the call of the group', () => {
  it('is a message in the channel if the thread is refused, or if it calls @here', async () => {
    const refused = await started()
    refused.slack.answer = ({ thread }) =>
      thread === undefined
        ? { kind: 'delivered', ts: '9', receiptKept: true }
        : { kind: 'rejected', extent: 'thread', reason: 'thread_not_found' }
    const notify = { users: [], groups: [], here: true, when: { sentiment: ['negative' as const] } }
    const here = await started({ notify })
    for (const { pass, places } of [refused, here]) {
      await pass(15 * minute)
      await pass(15 * minute)
      await pass(5000)
      expect(places()).toEqual(['DANA', 'C1'])
    }
  })
})

it('a call of the watch is made once if another process prepares it at the same time and is slower', async () => {
  const made = world()
  const [slow, fast] = [made.open(), made.open()]
  await slow.posted()
  made.clock.now += 15 * minute
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  made.slack.permalink = () => {
    asked.resolve()
    return answer.promise
  }
  const late = slow.sendDue()
  await asked.promise
  made.slack.permalink = async () => undefined
  await fast.sendDue()
  answer.resolve()
  await late
  expect(made.places()).toEqual(['DANA'])
})

it('each call of the watch is made once, and features are told of each, no matter at which write or call a process dies', async () => {
  let deaths = 0
  for (let dieAt = 0; dieAt < 40; dieAt++) {
    const made = world()
    made.steps.dieAt = dieAt
    const first = made.open()
    await first.posted().catch(() => undefined)
    for (let rounds = 0; rounds < 3; rounds++) {
      made.clock.now += 15 * minute
      await first.sendDue().catch(() => undefined)
    }
    if (made.steps.done > dieAt) deaths += 1
    made.steps.dieAt = -1
    const second = made.open()
    // The next process finds the post of the dead one in the channel, and stores its card and its call again.
    await second.posted()
    for (let round = 0; round < 40; round++) {
      made.clock.now += minute
      await second.sendDue()
    }
    await second.posted()
    for (let round = 0; round < 40; round++) {
      made.clock.now += minute
      await second.sendDue()
    }
    expect(made.places(), `killed at step ${dieAt}`).toEqual(['DANA', 'C1 thread 1.000001'])
    expect([...new Set(made.told)], `killed at step ${dieAt}`).toEqual([
      'person ana 1 1.000001',
      'group 1 1.000001',
      'unanswered 1 1.000001',
    ])
  }
  expect(deaths).toBeGreaterThan(25)
})
