import { createOutboxMemory } from '@overheard/post-once'
import type { PostOutcome } from '@overheard/post-once/message'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { HistoryResult } from '../../src/model/history.ts'
import type { Content } from '../../src/model/message.ts'
import { type MentionReminder, reminderBase } from '../../src/model/reminder.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import { mentionReminders } from '../../src/reminders/mention-reminders.ts'
import { type AnyReminderKind, reminderKind } from '../../src/reminders/reminder-kind.ts'
import { createReminderQueue } from '../../src/reminders/reminder-queue.ts'
import { createReminderSender } from '../../src/reminders/reminder-sender.ts'
import { anyReminderSchema } from '../../src/stored-kinds.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const start = 1_795_176_000_000
const message = { channel: 'C1', ts: '1795176000.000100' }
const [ana, ben] = ['U1', 'U2'] as const
const crash = new Error('killed')

/** Processes on one store and one Slack. The process dies at the write or call with the number `dieAt`. `others` are more kinds. */
function world(others: AnyReminderKind[] = []) {
  /** Our clock is `ahead` of Slack's (ms). */
  const clock = { now: start + 60_000, ahead: 0 }
  const kept = new Map<string, string>()
  const steps = { done: 0, dieAt: -1 }
  const moment = () => {
    if (steps.done++ === steps.dieAt) throw crash
  }
  const sent: { channel: string; content: Content }[] = []
  const waits: number[] = []
  const slack: {
    answer: (content: Content) => PostOutcome
    history: () => HistoryResult
    maySee: 'yes' | 'no' | 'unknown'
  } = {
    maySee: 'yes',
    answer: () => ({ kind: 'delivered', ts: String(sent.length), receiptKept: true }),
    history: () => ({
      kind: 'seen',
      bounded: false,
      messages: sent.map(({ content }, index) => ({
        ...{ ts: String(index + 1), replies: 0 },
        mark: content.blocks[0]?.block_id ?? '',
      })),
    }),
  }
  const never = new AbortController().signal
  function open() {
    const store = memoryStore(kept, moment)
    const cards = createCards({
      store,
      messages: {
        update: async () => ({ kind: 'updated' }),
        permalink: async () => 'https://slack.example/p1',
      },
      nameOf: async (user) => ({ [ana]: 'Ana', [ben]: 'Ben' })[user] ?? user,
      now: () => clock.now,
      keptMs: 90 * 86_400_000,
      openForMs: 14 * 86_400_000,
      weights: defaultWeights,
    })
    const records = store.collection('reminders', anyReminderSchema)
    const sender = createReminderSender({
      now: () => clock.now,
      steady: () => clock.now,
      slackTime: () => clock.now - clock.ahead,
      sleep: async () => undefined,
      stopping: never,
      async post({ channel, content }) {
        moment()
        const outcome = slack.answer(content)
        if (outcome.kind === 'delivered' || outcome.kind === 'unknown') sent.push({ channel, content })
        moment()
        return outcome
      },
      accepted: () => 0,
      readHistory: async () => slack.history(),
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
      log: { info: () => undefined, warn: () => undefined },
      reminders: records,
      speakTo: speakToAll,
      kinds: () => [
        ...others,
        ...mentionReminders({
          findCard: cards.find,
          endSnooze: ({ mention, to, of }) =>
            cards.applyAction({ message, mentions: [mention], user: to, action: { kind: 'wake', id: of } }),
          maySee: async () => slack.maySee,
          openDirect: async (user) => `D${user}`,
          permalink: async () => 'https://slack.example/p1',
        }),
      ],
      doubtMs: 30_000,
      waited: (ms) => void waits.push(ms),
      self: 'process',
    })
    const now = () => clock.now
    const queue = createReminderQueue({ reminders: records, leading: records, now, newId: () => 'n1' })
    return { cards, reminders: { ...queue, ...sender }, store: () => records }
  }
  return { open, clock, sent, slack, steps, kept, waits }
}

const shows = { kind: 'card', mention: sampleMention({ id: '1' }), style: 'full' } as const
const posted = { ...message, subscription: 'acme', alert: '7', actions: [], shows }
const assignment = { kind: 'assign', id: 'a1', to: ben, note: 'Please answer before noon' } as const
const reminder = (changes: Partial<MentionReminder> = {}) => ({
  ...{ id: 'r1', kind: 'assigned' as const, to: ben, ...message, mention: '1', of: 'a1', due: start },
  ...changes,
})

async function assigned() {
  const made = world()
  const { cards, reminders, store } = made.open()
  await cards.originalCards.keep(posted)
  await reminders.add(reminder())
  const press = { message, mentions: ['1'], user: ana }
  await cards.applyAction({ ...press, action: assignment })
  return { ...made, cards, reminders, store, press }
}

describe('a reminder of an assignment', () => {
  it.each([-60_000, -2 * 86_400_000])(
    'comes at once if the clock was set by %i ms after it was made',
    async (by) => {
      const { reminders, clock, sent } = await assigned()
      clock.now += by
      await reminders.sendDue()
      expect(sent).toHaveLength(1)
    },
  )

  it('is tried again within a minute although the clock was set back by two days after Slack refused it', async () => {
    const { reminders, clock, sent, slack } = await assigned()
    const { answer } = slack
    slack.answer = () => ({ kind: 'rejected', extent: 'channel', reason: 'channel_not_found' })
    await reminders.sendDue()
    slack.answer = answer
    clock.now -= 2 * 86_400_000
    await reminders.sendDue()
    expect(sent).toHaveLength(1)
  })
})

it('a reminder to which its owner adds while it is found to be over is not removed', async () => {
  const schema = reminderBase.extend({ kind: z.literal('list'), items: z.array(z.string()) })
  const { open, sent, clock } = world([
    reminderKind('list', schema, {
      async due({ items }) {
        if (items.length > 1)
          return { channel: 'C9', content: { text: items.join(), blocks: [{ type: 'divider' }] } }
        await store().change('x', (current) => current && Object.assign({}, current, { items: ['a', 'b'] }))
        return 'over'
      },
      logFields: () => ({}),
    }),
  ])
  const { reminders, store } = open()
  const list = { id: 'x', kind: 'list', created: start, due: start, items: ['a'] }
  await store().put('x', list)
  await reminders.sendDue()
  expect(await store().find('x')).toMatchObject({ items: ['a', 'b'] })
  clock.now += 60_000
  await reminders.sendDue()
  expect(sent.map(({ content }) => content.text)).toEqual(['a,b'])
  expect(await store().all()).toEqual([])
})

describe('a reminder of a kind that nobody knows', () => {
  it('stays stored as it is, because the feature that made it may come back', async () => {
    const { open, clock, sent } = world()
    const { reminders, store } = open()
    const stranger = { id: 'x', kind: 'of another feature', created: start, due: start, own: { to: 'U1' } }
    await store().put('x', stranger)
    clock.now += 7 * 86_400_000
    await reminders.sendDue()
    expect(sent).toEqual([])
    expect(await store().find('x')).toEqual(stranger)
  })
})

describe('a reminder', () => {
  it('informs a person once of an assigned mention, with the assigner and the note', async () => {
    const { reminders, sent } = await assigned()
    await reminders.sendDue()
    await reminders.sendDue()
    expect(sent.map(({ channel }) => channel)).toEqual(['DU2'])
    expect(sent[0]?.content.text).toMatch(/^Ana assigned this to you · .*Please answer before noon/s)
    expect(JSON.stringify(sent[0]?.content.blocks)).toContain('https://slack.example/p1')
  })

  it('is due when the sender says so, and again two seconds later while it cannot be sent', async () => {
    const { reminders, clock, slack, sent } = await assigned()
    const due = clock.now + 3_600_000
    await reminders.add(reminder({ id: 'r2', kind: 'overdue', due }))
    const { answer } = slack
    slack.answer = () => ({ kind: 'unknown', reason: 'no answer' })
    const next = await reminders.sendDue()
    expect(next).toBe(clock.now + 2000)
    slack.answer = answer
    expect(sent).toHaveLength(1)
    await reminders.sendDue()
    expect(await reminders.sendDue()).toBe(due)
  })

  it('comes after those that were due earlier, whichever of them the store names first', async () => {
    const { cards, reminders, sent, press, clock, store } = await assigned()
    await store().change('r1', () => undefined)
    await reminders.add(reminder({ id: 'r2', kind: 'overdue', due: clock.now }))
    await reminders.add(reminder())
    await cards.applyAction({ ...press, action: assignment })
    await reminders.sendDue()
    expect(sent.map(({ content }) => content.text.slice(0, 10))).toEqual(['Ana assign', 'Still open'])
  })

  it('is not sent to a person who may not see the mention any more, and is not kept', async () => {
    const { reminders, sent, slack, store } = await assigned()
    slack.maySee = 'no'
    await reminders.sendDue()
    slack.maySee = 'yes'
    await reminders.sendDue()
    expect(sent).toEqual([])
    expect(await store().all()).toEqual([])
  })

  it('waits while Slack does not say if the person may see the mention', async () => {
    const { reminders, sent, slack, clock } = await assigned()
    slack.maySee = 'unknown'
    await reminders.sendDue()
    expect(sent).toEqual([])
    slack.maySee = 'yes'
    clock.now += 61_000
    await reminders.sendDue()
    expect(sent).toHaveLength(1)
  })

  it.each(['done', 'not-relevant'] as const)(
    'is not sent before its time or after the mention is marked as %s',
    async (action) => {
      const { reminders, sent, clock, cards, press } = await assigned()
      await reminders.add(reminder({ id: 'r2', kind: 'overdue', due: clock.now + 1000 }))
      await reminders.sendDue()
      expect(sent).toHaveLength(1)
      await cards.applyAction({ ...press, user: ben, action })
      clock.now += 3_600_000
      await reminders.sendDue()
      expect(sent).toHaveLength(1)
    },
  )

  it('is sent even if the person claimed the assigned mention, but not if somebody else claimed it', async () => {
    const { reminders, sent, clock, cards, press } = await assigned()
    await reminders.sendDue()
    await reminders.add(reminder({ id: 'r2', kind: 'overdue', due: clock.now + 1000 }))
    await reminders.add(reminder({ id: 'r3', kind: 'overdue-for-other', to: ana, due: clock.now + 2000 }))
    await cards.applyAction({ ...press, user: ben, action: 'claim' })
    clock.now += 1500
    await reminders.sendDue()
    expect(sent.at(-1)).toMatchObject({
      channel: 'DU2',
      content: { text: expect.stringContaining('Still open') },
    })
    await cards.applyAction({ ...press, user: ben, action: 'release' })
    await cards.applyAction({ ...press, user: ana, action: 'claim' })
    clock.now += 3_600_000
    await reminders.sendDue()
    expect(sent).toHaveLength(2)
  })

  it('is not sent at the end of a snooze to a person who may not see the mention any more, and the mention is open again', async () => {
    const { reminders, sent, slack, clock, cards, press } = await assigned()
    await reminders.sendDue()
    const until = clock.now + 3_600_000
    await reminders.add(reminder({ id: 'r2', kind: 'snooze-ended', to: ana, of: 's1', due: until }))
    await cards.applyAction({ ...press, action: { kind: 'snooze', id: 's1', until } })
    slack.maySee = 'no'
    clock.now = until + 1
    await reminders.sendDue()
    expect(sent).toHaveLength(1)
    expect((await cards.find(message))?.actions).toEqual([])
  })

  it('is sent once at the end of a snooze, and the mention is open again', async () => {
    const { reminders, sent, clock, cards, press } = await assigned()
    const until = clock.now + 3_600_000
    await reminders.add(reminder({ id: 'r2', kind: 'snooze-ended', to: ana, of: 's1', due: until }))
    await cards.applyAction({ ...press, action: { kind: 'snooze', id: 's1', until } })
    const list = () => cards.open.best({ offset: 0, limit: 10, accepts: () => true })
    expect((await list()).total).toBe(0)
    await reminders.sendDue()
    expect(sent).toHaveLength(0)
    clock.now = until + 1
    await reminders.sendDue()
    await reminders.sendDue()
    expect(sent.map(({ channel }) => channel)).toEqual(['DU1'])
    expect((await list()).total).toBe(1)
    expect((await cards.find(message))?.actions).toEqual([])
  })

  it('is dropped after a minute if its assignment was never recorded, as after a kill', async () => {
    const { open, sent, clock, kept } = world()
    const { cards, reminders } = open()
    await cards.originalCards.keep(posted)
    await reminders.add(reminder())
    await reminders.sendDue()
    expect([...kept.keys()].some((key) => key.startsWith('reminders'))).toBe(true)
    clock.now += 61_000
    await reminders.sendDue()
    expect(sent).toHaveLength(0)
    expect([...kept.keys()].some((key) => key.startsWith('reminders'))).toBe(false)
  })

  it('reports for how long Slack asks it to wait', async () => {
    const { reminders, slack, waits } = await assigned()
    slack.answer = () => ({ kind: 'deferred', extent: 'channel', reason: 'ratelimited', afterMs: 600_000 })
    await reminders.sendDue()
    expect(waits).toEqual([600_000])
  })

  it('is not dropped if our clock was set forward by a month before its assignment was recorded', async () => {
    const { open, sent, clock } = world()
    const { cards, reminders } = open()
    await cards.originalCards.keep(posted)
    await reminders.add(reminder())
    Object.assign(clock, { now: clock.now + 30 * 86_400_000, ahead: 30 * 86_400_000 })
    await reminders.sendDue()
    await cards.applyAction({ message, mentions: ['1'], user: ana, action: assignment })
    await reminders.sendDue()
    expect(sent).toHaveLength(1)
  })

  it('is still tried if our clock was set forward by a month between two refusals', async () => {
    const { reminders, clock, slack, sent } = await assigned()
    const { answer } = slack
    slack.answer = () => ({ kind: 'rejected', extent: 'channel', reason: 'cannot_dm_user' })
    await reminders.sendDue()
    Object.assign(clock, { now: clock.now + 30 * 86_400_000, ahead: 30 * 86_400_000 })
    await reminders.sendDue()
    slack.answer = answer
    for (let minute = 0; minute < 3; minute++) {
      clock.now += 61_000
      await reminders.sendDue()
    }
    expect(sent).toHaveLength(1)
  })

  it('is not sent again if Slack’s answer was lost, because the history shows the message', async () => {
    const { reminders, sent, clock, slack } = await assigned()
    slack.answer = () => ({ kind: 'unknown', reason: 'ECONNRESET' })
    await reminders.sendDue()
    clock.now += 60_000
    await reminders.sendDue()
    await reminders.sendDue()
    expect(sent).toHaveLength(1)
  })

  it('is retried each minute for a day if Slack refuses it, and then given up', async () => {
    const { reminders, clock, slack } = await assigned()
    let tries = 0
    slack.answer = () => {
      tries++
      return { kind: 'rejected', extent: 'channel', reason: 'cannot_dm_user' }
    }
    for (let minute = 0; minute < 26 * 60; minute++) {
      await reminders.sendDue()
      clock.now += 61_000
    }
    expect(tries).toBeGreaterThan(1000)
    expect(tries).toBeLessThan(1500)
    const before = tries
    clock.now += 3_600_000
    await reminders.sendDue()
    expect(tries).toBe(before)
  })

  it('is sent once, no matter at which write or call a process dies', async () => {
    for (let dieAt = 0; dieAt < 40; dieAt++) {
      const made = await assigned()
      made.steps.done = 0
      made.steps.dieAt = dieAt
      await made.reminders.sendDue().catch(() => undefined)
      made.steps.dieAt = -1
      const { reminders } = made.open()
      for (let round = 0; round < 5; round++) {
        made.clock.now += 40_000
        await reminders.sendDue()
      }
      expect(made.sent, `killed at step ${dieAt}`).toHaveLength(1)
    }
  })
})

describe('a reminder of which Slack refuses some forms', () => {
  const rich = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [] }] }
  const shown = { text: 'A note for *you*', blocks: [rich, { type: 'actions', elements: [] }] }
  const noteSchema = reminderBase.extend({ kind: z.literal('note') })
  const note = { id: 'n', kind: 'note', created: start, due: start } as const
  const refusal = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' } as const
  const isRich = ({ blocks }: Content) => blocks.some(({ type }) => type === 'rich_text')
  const hasActions = ({ blocks }: Content) => blocks.some(({ type }) => type === 'actions')

  async function noted() {
    const ends: unknown[] = []
    const made = world([
      reminderKind('note', noteSchema, {
        due: async () => ({ channel: 'C2', content: shown }),
        logFields: () => ({}),
        ended: async ({ postedAs }) => ends.push(postedAs),
        patienceMs: () => 10 * 60_000,
      }),
    ])
    const { reminders, store } = made.open()
    await store().put(note.id, note)
    const rounds = async (count: number, by: Pick<typeof reminders, 'sendDue'> = reminders) => {
      for (let round = 0; round < count; round++) {
        made.clock.now += 61_000
        await by.sendDue()
      }
    }
    return { ...made, ends, rounds, store }
  }

  it.each([
    ['only old types of blocks', isRich],
    ['only its text', hasActions],
  ])('is sent with %s, and its kind gets the channel and the id of the message', async (_, refuses) => {
    const { slack, sent, ends, rounds } = await noted()
    const { answer } = slack
    slack.answer = (content) => (refuses(content) ? refusal : answer(content))
    await rounds(3)
    expect(sent.map(({ content }) => refuses(content))).toEqual([false])
    expect(ends).toEqual([{ channel: 'C2', ts: '0' }])
  })

  it.each([
    ['only old types of blocks', isRich],
    ['only its text', hasActions],
  ])(
    'is sent once if Slack’s answer to %s was lost, and its kind gets the id from the history',
    async (_, refuses) => {
      const { slack, sent, ends, rounds } = await noted()
      slack.answer = (content) => (refuses(content) ? refusal : { kind: 'unknown', reason: 'ECONNRESET' })
      await rounds(5)
      expect(sent).toHaveLength(1)
      expect(ends).toEqual([{ channel: 'C2', ts: '1' }])
    },
  )

  it('is sent once, no matter at which write or call a process dies', async () => {
    for (let dieAt = 0; dieAt < 30; dieAt++) {
      const { slack, steps, open, sent, ends, rounds, store } = await noted()
      const { answer } = slack
      slack.answer = (content) => (hasActions(content) ? refusal : answer(content))
      steps.done = 0
      steps.dieAt = dieAt
      await rounds(1).catch(() => undefined)
      steps.dieAt = -1
      await rounds(5, open().reminders)
      expect(sent, `killed at step ${dieAt}`).toHaveLength(1)
      expect(ends.length, `killed at step ${dieAt}`).toBeGreaterThan(0)
      expect(ends.every((one) => one !== undefined)).toBe(true)
      expect(await store().all()).toEqual([])
    }
  })

  it('ends without a message if Slack refuses all forms, and its kind learns that nothing was posted', async () => {
    const { slack, sent, ends, rounds } = await noted()
    slack.answer = () => refusal
    await rounds(15)
    expect(sent).toEqual([])
    expect(ends).toEqual([undefined])
  })
})
