import { createOutboxMemory } from '@overheard/post-once'
import { describe, expect, it } from 'vitest'
import { decideFor } from '../../../src/engine/rules/rules.ts'
import { createDrills } from '../../../src/features/drill/drill.ts'
import { drillKind, drillStepSchema, type Scenario, scenarios } from '../../../src/features/drill/model.ts'
import { parseDrill } from '../../../src/features/drill/parse-drill.ts'
import { textMessage } from '../../../src/messages/kit/block-kit.ts'
import { emptyMenu } from '../../../src/messages/mention/card-menu.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { HistoryResult } from '../../../src/model/history.ts'
import type { Content, Posting } from '../../../src/model/message.ts'
import type { RegisteredSubscription, Subscription } from '../../../src/model/subscription.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { reminderKind } from '../../../src/reminders/reminder-kind.ts'
import { createReminderQueue } from '../../../src/reminders/reminder-queue.ts'
import { createReminderSender } from '../../../src/reminders/reminder-sender.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { triesEverything } from '../../tools/runs.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const start = Date.parse('2026-11-24T12:00Z')
const minute = 60_000
const crash = new Error('killed')
const notify = {
  users: ['UZOE', 'UMAX'],
  groups: [],
  here: false,
  when: { sentiment: ['negative' as const] },
}

/** Processes on one store and one Slack. The process dies at the write or call with the number `dieAt`. */
function world(changes: Partial<Subscription> = {}, calls: 'watch' | 'nobody' = 'watch') {
  const clock = { now: start }
  const now = () => clock.now
  const kept = new Map<string, string>()
  const steps = { done: 0, dieAt: -1 }
  const moment = () => {
    if (steps.done++ === steps.dieAt) throw crash
  }
  const sent: Posting[] = []
  const drawn: { ts: string; content: Content }[] = []
  const listed: RegisteredSubscription = { subscription: subscriptionOf({ notify, ...changes }) }
  const tsOf = (index: number) => ((start + index) / 1000).toFixed(6)
  const history = ({ channel, thread }: { channel: string; thread?: string }): HistoryResult => ({
    kind: 'seen',
    bounded: false,
    messages: sent.flatMap((one, index) =>
      one.channel === channel && one.thread === thread
        ? [{ ts: tsOf(index), replies: 0, mark: one.content.blocks[0]?.block_id ?? '' }]
        : [],
    ),
  })
  let opened = 0
  function open() {
    const store = memoryStore(kept, moment)
    const reminders = store.collection('reminders', anyReminderSchema)
    let ids = 0
    const newId = () => `${++opened} ${++ids}`
    const queue = createReminderQueue({ reminders, leading: reminders, now, newId })
    const drills = createDrills({
      ...{ now, newId, layout: {}, menu: () => emptyMenu, registry: { find: () => listed } },
      drills: openCollection(store, drillKind),
      addStep: queue.add,
      decideFor: (subscription) => decideFor(subscription, { mutes: () => [] }),
      mayPost: async () => true,
      alertName: () => 'Acme brand',
      access: { refusal: async (_asking, operation) => (operation === 'change' ? refused : undefined) },
      calls: () =>
        calls === 'nobody'
          ? undefined
          : {
              afterMs: () => 5 * minute,
              person: async () => ({ user: 'UANA', passedOver: [], isDisturbed: false }),
              personCall: () => textMessage('Nobody has claimed this for 5 min'),
              groupCall: async () => ({ content: textMessage('Nobody on duty answered'), inChannel: false }),
            },
      nameOf: async (user) => user.slice(1),
      openDirect: async (user) => `D${user}`,
      permalink: async () => undefined,
      update: async ({ ts }, content) => {
        moment()
        drawn.push({ ts, content })
        return { kind: 'updated' }
      },
    })
    const { sendDue } = createReminderSender({
      ...{ now, steady: now, slackTime: now },
      ...{
        reminders,
        speakTo: speakToAll,
        kinds: () => [reminderKind('drill', drillStepSchema, drills.steps)],
      },
      sleep: async () => undefined,
      stopping: new AbortController().signal,
      async post(posting) {
        moment()
        sent.push(posting)
        moment()
        return { kind: 'delivered', ts: tsOf(sent.length - 1), receiptKept: true }
      },
      accepted: () => 0,
      readHistory: async (range) => history(range),
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
      log: { info: () => undefined, warn: () => undefined },
      doubtMs: 30_000,
      self: `process ${opened}`,
    })
    const begin = (scenario: Scenario = 'urgent') =>
      drills.begin({ user: 'UCEO', channel: 'C1' }, listed, {
        ...{ channel: 'C1', alert: '7', scenario, isConfirmed: true },
      })
    return { ...drills, begin, sendDue }
  }
  let refused: string | undefined
  const places = () =>
    sent.map(({ channel, thread }) => (thread === undefined ? channel : `${channel} thread ${thread}`))
  return { open, clock, sent, drawn, steps, kept, listed, places, tsOf, refuse: () => (refused = 'no') }
}

/** Lives on, and starts a new process after each death. */
async function live(made: ReturnType<typeof world>, process: ReturnType<typeof made.open>, ms: number) {
  let running = process
  const end = made.clock.now + ms
  while (made.clock.now < end) {
    made.clock.now += 5000
    await running.sendDue().catch((error: unknown) => {
      if (error !== crash) throw error
      running = made.open()
    })
  }
  return running
}

const idOf = ({ kept }: ReturnType<typeof world>) => JSON.parse(kept.get('drills C1') ?? '{}').id

describe('a drill', () => {
  it('calls the people of an urgent mention as in earnest, and reports that nobody answered', async () => {
    const made = world()
    const process = made.open()
    expect(await process.begin()).toContain('The drill begins.')
    await live(made, process, 20 * minute)
    const thread = made.tsOf(0)
    expect(made.places()).toEqual(['C1', 'DUANA', `C1 thread ${thread}`, 'C1'])
    const texts = made.sent.map(({ content }) => content.text)
    for (const text of texts.slice(0, 3)) expect(text).toMatch(/^Drill: .*made up and counts nowhere\./s)
    expect(texts[0]).toContain('<@UZOE> <@UMAX>')
    expect(texts[3]).toMatch(
      /^Practice alarm over \(no real mention\): urgent mention of acme\nNobody answered within 15\smin\./,
    )
    expect(texts[3]).toContain('Notified, but no answer: ZOE, MAX, ANA.')
    expect(JSON.stringify(made.sent.slice(0, 3))).not.toMatch(/mention_claim|reminder_claim|burst_act/)
    expect(made.drawn.at(-1)?.content.text).toContain('The drill is over.')
    expect(JSON.stringify(made.drawn.at(-1))).not.toContain('drill_answer')
    expect([...made.kept.keys()]).toEqual(['drills C1'])
  })

  it('stops its calls after the first answer, and reports who answered when a minute later', async () => {
    const made = world()
    const process = made.open()
    await process.begin()
    await live(made, process, minute)
    const press = { user: 'UZOE', channel: 'C1', ts: made.tsOf(0) }
    expect(await process.answer(press, { channel: 'C1', id: idOf(made) })).toContain('in the report')
    expect(made.drawn.at(-1)?.content.text).toMatch(/ZOE answered after 1\smin/)
    await live(made, process, 2 * minute)
    expect(made.places()).toEqual(['C1', 'C1'])
    expect(made.sent.at(-1)?.content.text).toMatch(
      /ZOE answered after 1\smin\.\nNotified, but no answer: MAX\./,
    )
    expect(await process.answer(press, { channel: 'C1', id: idOf(made) })).toContain('This drill is over.')
    expect(await process.answer(press, { channel: 'C1', id: 'drill of yesterday' })).toContain('over')
  })

  it.each(scenarios)('of kind "%s" is posted in a form without controls of real cards', async (scenario) => {
    const made = world({ burst: 3 })
    const process = made.open()
    await process.begin(scenario)
    await live(made, process, 5000)
    const [first] = made.sent
    expect(first?.content.text).toMatch(
      { urgent: /^Drill: .*Made-up mention 1/s, burst: /4 new mentions/, spike: /Spike in mentions/ }[
        scenario
      ],
    )
    const actions = (first?.content.blocks ?? []).filter(({ type }) => type === 'actions')
    expect(JSON.stringify(actions).match(/"action_id":"[^"]*"/g)).toEqual(['"action_id":"drill_answer"'])
    expect(first?.content.text).toContain('<@UZOE>')
    // A drill has no thread with more mentions.
    expect(JSON.stringify(first?.content)).not.toContain('thread')
    expect(first).not.toHaveProperty('receipt')
  })

  it.each<[string, Partial<Subscription>, Scenario, RegExp]>([
    ['spikes are off', { spike: 'off' }, 'spike', /spike: off/],
    ['a filter leaves it out', { except: { text: ['drill'] } }, 'urgent', /leave out/],
    ['it is quiet', { quiet: { from: '11:00', to: '13:00', timezone: 'UTC' } }, 'urgent', /quiet hours/],
  ])(
    'does not begin if %s, because nobody would be called in earnest',
    async (_name, changes, scenario, why) => {
      const made = world(changes)
      const process = made.open()
      expect(await process.begin(scenario)).toMatch(why)
      await live(made, process, minute)
      expect(made.sent).toEqual([])
      expect([...made.kept]).toEqual([])
    },
  )

  it('does not begin for a person without the right, or beside another one', async () => {
    const made = world()
    const process = made.open()
    await process.begin()
    expect(await process.begin('spike')).toContain('running in this channel already')
    const other = world()
    other.refuse()
    expect(await other.open().begin()).toBe('no')
    expect([...other.kept]).toEqual([])
  })

  it('without a watch reports after a quarter of an hour', async () => {
    const made = world({}, 'nobody')
    const process = made.open()
    await process.begin()
    await live(made, process, 16 * minute)
    expect(made.places()).toEqual(['C1', 'C1'])
  })

  it('is posted once and ends once, no matter at which write or call a process dies', async () => {
    const reached = world()
    const whole = reached.open()
    await whole.begin()
    await live(reached, whole, 20 * minute)
    const effects = reached.steps.done
    expect(effects).toBeGreaterThan(20)
    // `npm test` tries each third write or call.
    for (let dieAt = 0; dieAt < effects; dieAt += triesEverything() ? 1 : 3) {
      const made = world()
      made.steps.dieAt = dieAt
      const process = made.open()
      const answer = await process.begin().catch((error: unknown) => {
        if (error !== crash) throw error
      })
      await live(made, answer === undefined ? made.open() : process, 40 * minute)
      const stored = made.kept.has('drills C1')
      const thread = made.tsOf(0)
      expect(made.places(), `dead at ${dieAt}`).toEqual(
        stored ? ['C1', 'DUANA', `C1 thread ${thread}`, 'C1'] : [],
      )
      const left = [...made.kept.keys()].filter((key) => key !== 'drills C1')
      expect(left, `dead at ${dieAt}`).toEqual([])
      if (stored) expect(JSON.parse(made.kept.get('drills C1') ?? '{}').over).toBe(true)
    }
  })
})

it('the line of a drill has its kind at the beginning or at the end', () => {
  expect(parseDrill('')).toEqual({ scenario: 'urgent' })
  expect(parseDrill('Spike')).toEqual({ scenario: 'spike' })
  expect(parseDrill('burst acme news')).toEqual({ scenario: 'burst', name: 'acme news' })
  expect(parseDrill('acme news burst')).toEqual({ scenario: 'burst', name: 'acme news' })
  expect(parseDrill('acme urgently')).toEqual({ scenario: 'urgent', name: 'acme urgently' })
})
