import type { Mention } from '@overheard/mention-client/mention'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCards } from '../../../src/cards/cards.ts'
import { defaultWeights } from '../../../src/config/configuration-schema.ts'
import { createAssigning } from '../../../src/features/assign/assign.ts'
import {
  assignedReminderSchema,
  givenKind,
  type Standing,
  turnsKind,
  waitingKind,
} from '../../../src/features/assign/model.ts'
import { stateWords } from '../../../src/messages/mention/mention-parts.ts'
import type { CardChange, PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { Content } from '../../../src/model/message.ts'
import { mentionReminderSchema } from '../../../src/model/reminder.ts'
import { remindersOf } from '../../../src/reminders/reminder-kind.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const start = Date.UTC(2026, 10, 23, 9)
const hour = 3_600_000
const day = 24 * hour

function createWorld(rules = [{ when: { language: ['de'] }, to: ['UANA', 'UBEN', 'UKIM'] }]) {
  const clock = { at: start }
  const now = () => clock.at
  const store = memoryStore()
  /** By person, or by person and channel. */
  const standings = new Map<string, Standing>()
  const drawn = new Map<string, Content>()
  const changes: CardChange[] = []
  const reminders = store.collection('reminders', anyReminderSchema)
  const subscription = subscriptionOf({ followUp: 4 * hour })
  const cards = createCards({
    ...{ store, now, keptMs: 90 * day, openForMs: 90 * day, weights: defaultWeights },
    messages: {
      async update({ channel, ts }, content) {
        drawn.set(`${channel} ${ts}`, content)
        return { kind: 'updated' }
      },
      permalink: async () => undefined,
    },
    nameOf: async (user) => user.slice(1),
    handled: { isHeard: () => true, tell: async (told) => void changes.push(...told.changes) },
  })
  const assigning = createAssigning({
    ...{ now, cards, keptMs: 90 * day, registry: { find: () => ({ subscription }) }, rulesOf: () => rules },
    waiting: openCollection(store, waitingKind),
    led: {
      waiting: openCollection(store, waitingKind),
      turns: openCollection(store, turnsKind),
      given: openCollection(store, givenKind),
      assigned: remindersOf(reminders, assignedReminderSchema),
      overdue: remindersOf(reminders, mentionReminderSchema),
    },
    kept: { turns: openCollection(store, turnsKind), given: openCollection(store, givenKind) },
    standingOf: async (user, { channel }) =>
      standings.get(`${user} ${channel}`) ?? standings.get(user) ?? 'here',
    nameOf: async (user) => user.slice(1),
    maySee: async () => 'yes',
    openDirect: async (user) => `D${user}`,
    permalink: async () => undefined,
  })
  let posts = 0
  return {
    ...{ clock, rules, store, standings, drawn, changes, reminders, cards, assigning },
    async post(mention: Partial<Mention>, channel = 'C1'): Promise<PostedCard> {
      posts += 1
      const shown = sampleMention({ id: String(posts), language: 'de', ...mention })
      const card: PostedCard = {
        ...{ channel, ts: ((clock.at + posts) / 1000).toFixed(6), subscription: 'acme', alert: '7' },
        ...{ shows: { kind: 'card', mention: shown, style: 'full' }, actions: [] },
      }
      await assigning.planPosted(subscription, card)
      await cards.originalCards.keep(card)
      return card
    },
    holderOf: async (card: PostedCard) => (await cards.find(card))?.actions[0]?.user,
    textOf: ({ channel, ts }: PostedCard) => JSON.stringify(drawn.get(`${channel} ${ts}`)?.blocks ?? []),
  }
}

let world: ReturnType<typeof createWorld>
beforeEach(() => {
  world = createWorld()
})

async function holders(count: number): Promise<(string | undefined)[]> {
  const found = []
  for (let nth = 0; nth < count; nth++) {
    const card = await world.post({})
    await world.assigning.decideWaiting()
    found.push(await world.holderOf(card))
  }
  return found
}

describe('whose turn it is', () => {
  it('people take turns in the order of the list', async () => {
    expect(await holders(5)).toEqual(['UANA', 'UBEN', 'UKIM', 'UANA', 'UBEN'])
  })

  it('who was away has waited longest, and gets the next one', async () => {
    world.standings.set('UANA', 'away')
    expect(await holders(3)).toEqual(['UBEN', 'UKIM', 'UBEN'])
    world.standings.delete('UANA')
    expect(await holders(3)).toEqual(['UANA', 'UKIM', 'UBEN'])
  })

  it('a claim before the decision takes nobody’s turn', async () => {
    const card = await world.post({})
    await world.cards.applyAction({ message: card, mentions: ['1'], user: 'UMEI', action: 'claim' })
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBe('UMEI')
    expect(await holders(1)).toEqual(['UANA'])
  })

  it('a mention in two channels goes to one person, who hears of it once', async () => {
    const cards = [await world.post({ id: '77' }), await world.post({ id: '77' }, 'C2')]
    await world.assigning.decideWaiting()
    expect(await Promise.all(cards.map(world.holderOf))).toEqual(['UANA', 'UANA'])
    const told = (await world.reminders.all()).filter(({ kind }) => kind === 'assigned-by-rule')
    expect(told).toHaveLength(1)
    expect(await holders(1)).toEqual(['UBEN'])
  })

  it('a mention goes to somebody else, who hears of it, in a channel in which the person who has it may not see it', async () => {
    const first = await world.post({ id: '77' })
    await world.assigning.decideWaiting()
    world.standings.set('UANA C2', 'unable')
    const second = await world.post({ id: '77' }, 'C2')
    await world.assigning.decideWaiting()
    expect([await world.holderOf(first), await world.holderOf(second)]).toEqual(['UANA', 'UBEN'])
    const told = (await world.reminders.all()).filter(({ kind }) => kind === 'assigned-by-rule')
    expect(told).toMatchObject([{ to: 'UANA' }, { to: 'UBEN' }])
  })

  it('a mention goes to somebody else, and the card says why, if the person who has it in another channel is away by now', async () => {
    await world.post({ id: '77' })
    await world.assigning.decideWaiting()
    for (const user of ['UANA', 'UBEN']) world.standings.set(user, 'away')
    const second = await world.post({ id: '77' }, 'C2')
    await world.assigning.decideWaiting()
    expect(await world.holderOf(second)).toBe('UKIM')
    world.standings.set('UKIM', 'away')
    const third = await world.post({ id: '77' }, 'C3')
    await world.assigning.decideWaiting()
    expect(await world.holderOf(third)).toBeUndefined()
    expect(world.textOf(third)).toContain('Assigned to nobody by a rule (German): ')
  })

  it('a mention in three channels goes to two people if the first is away by the second, and each hears of it once', async () => {
    await world.post({ id: '77' })
    await world.assigning.decideWaiting()
    world.standings.set('UANA', 'away')
    await world.post({ id: '77' }, 'C2')
    await world.assigning.decideWaiting()
    const third = await world.post({ id: '77' }, 'C3')
    await world.assigning.decideWaiting()
    world.standings.delete('UANA')
    const fourth = await world.post({ id: '77' }, 'C4')
    await world.assigning.decideWaiting()
    expect([await world.holderOf(third), await world.holderOf(fourth)]).toEqual(['UBEN', 'UBEN'])
    const told = (await world.reminders.all()).filter(({ kind }) => kind === 'assigned-by-rule')
    expect(told).toMatchObject([{ to: 'UANA' }, { to: 'UBEN' }])
  })

  it('a mention goes to no third person while one of those who have it may see the next channel', async () => {
    world.standings.set('UANA C2', 'unable').set('UBEN C3', 'unable')
    for (const channel of ['C1', 'C2']) {
      await world.post({ id: '77' }, channel)
      await world.assigning.decideWaiting()
    }
    const third = await world.post({ id: '77' }, 'C3')
    await world.assigning.decideWaiting()
    expect(await world.holderOf(third)).toBe('UANA')
  })

  it('a mention goes to somebody else if the person who has it in another channel has left the list and is away', async () => {
    await world.post({ id: '77' })
    await world.assigning.decideWaiting()
    world.rules[0]?.to.shift()
    world.standings.set('UANA', 'away')
    const second = await world.post({ id: '77' }, 'C2')
    await world.assigning.decideWaiting()
    expect(await world.holderOf(second)).toBe('UBEN')
  })

  it('the person who has a mention in another channel is waited for while Slack does not say whether the person is there, but not longer than ten minutes', async () => {
    await world.post({ id: '77' })
    await world.assigning.decideWaiting()
    world.rules[0]?.to.shift()
    world.standings.set('UANA', 'unknown')
    const second = await world.post({ id: '77' }, 'C2')
    await world.assigning.decideWaiting()
    expect(await world.holderOf(second)).toBeUndefined()
    const third = await world.post({ id: '77' }, 'C3')
    world.standings.delete('UANA')
    world.clock.at += 10_000
    await world.assigning.decideWaiting()
    expect([await world.holderOf(second), await world.holderOf(third)]).toEqual(['UANA', 'UANA'])
    world.standings.set('UANA', 'unknown')
    const fourth = await world.post({ id: '77' }, 'C4')
    world.clock.at += 10 * 60_000
    await world.assigning.decideWaiting()
    expect(await world.holderOf(fourth)).toBe('UBEN')
  })

  it('who is unknown to Slack for the moment is waited for, but not longer than ten minutes', async () => {
    world.standings.set('UANA', 'unknown')
    const card = await world.post({})
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBeUndefined()
    world.clock.at += 10 * 60_000
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBe('UBEN')
  })
})

describe('what a rule leaves', () => {
  it('the card says why, the change is told once, and the person gets the direct message and the reminder of followUp', async () => {
    world.standings.set('UANA', 'away')
    const card = await world.post({})
    await world.assigning.decideWaiting()
    await world.assigning.decideWaiting()
    expect(world.textOf(card)).toContain(
      'Assigned to BEN by a rule (German): their turn, because ANA is away',
    )
    expect(world.textOf(card)).toContain('mention_claim')
    const [change, ...others] = world.changes
    expect([change, others]).toMatchObject([
      {
        to: 'assigned',
        by: { id: '', name: 'a rule' },
        holder: { id: 'UBEN', name: 'BEN' },
        rule: { about: 'German' },
      },
      [],
    ])
    const stored = (await world.reminders.all()).map(({ kind, due }) => [kind, due - start])
    expect(stored).toEqual([
      ['assigned-by-rule', 0],
      ['overdue', 4 * hour],
    ])
    const [reminder] = (await world.reminders.all()).map((one) => assignedReminderSchema.safeParse(one).data)
    const message = reminder && (await world.assigning.reminders.due(reminder))
    expect(message).toMatchObject({
      channel: 'DUBEN',
      content: { text: expect.stringContaining('By a rule (German): your turn, because ANA is away.') },
    })
  })

  it('if everybody on the list is away, the card says so, and nobody has the mention', async () => {
    for (const user of ['UANA', 'UBEN', 'UKIM']) world.standings.set(user, 'away')
    const card = await world.post({})
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBeUndefined()
    expect(world.textOf(card)).toContain('Assigned to nobody by a rule (German): ANA, BEN and KIM are away')
    expect([world.changes, await world.reminders.all()]).toEqual([[], []])
  })

  it('a mention that the person gives back stays open, also if the post is told again', async () => {
    const card = await world.post({})
    await world.assigning.decideWaiting()
    await world.cards.applyAction({ message: card, mentions: ['1'], user: 'UANA', action: 'release' })
    await world.assigning.planPosted(subscriptionOf(), card)
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBeUndefined()
    expect(await holders(1)).toEqual(['UBEN'])
  })

  it('the time of the first claim is that of the person, and not that of the rule', async () => {
    const card = await world.post({})
    await world.assigning.decideWaiting()
    expect((await world.cards.find(card))?.actions[0]?.claimedAt).toBeUndefined()
    world.clock.at += hour
    await world.cards.applyAction({ message: card, mentions: ['1'], user: 'UANA', action: 'claim' })
    expect((await world.cards.find(card))?.actions[0]).toMatchObject({
      ...{ state: 'claimed', firstAt: start + hour, claimedAt: start + hour },
    })
  })

  it('a corrected sentiment brings the mention under another rule', async () => {
    world = createWorld([{ when: { sentiment: ['negative'] } as never, to: ['UANA'] }])
    const card = await world.post({ sentiment: 'neutral' })
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBeUndefined()
    const action = { kind: 'correct', to: 'negative' } as const
    await world.cards.applyAction({ message: card, mentions: ['1'], user: 'UBEN', action })
    const corrected = await world.cards.find(card)
    if (corrected !== undefined) await world.assigning.planCorrected(corrected, ['1'])
    await world.assigning.decideWaiting()
    expect(await world.holderOf(card)).toBe('UANA')
    expect(world.textOf(card)).toContain('Assigned to ANA by a rule (Negative)')
  })
})

it('names of many people who are away are cut', () => {
  const away = ['Ana', 'Ben', 'Kim', 'Mei', 'Zoe']
  expect(stateWords({ kind: 'open', nobody: { about: 'German', away } })).toBe(
    'Assigned to nobody by a rule (German): Ana, Ben, Kim and 2 others are away',
  )
})

it('turns and assignments are forgotten after ninety days, but not a turn whose decision is not made yet', async () => {
  const turns = openCollection(world.store, turnsKind)
  const given = openCollection(world.store, givenKind)
  const kept = start - 90 * day
  const pending = { channel: 'C1', ts: '1', choices: [] }
  await turns.put('as old as a card', { count: 1, last: {}, at: kept })
  await turns.put('older', { count: 1, last: {}, at: kept - 1 })
  await turns.put('older, and not decided', { count: 1, last: {}, at: kept - 1, pending })
  await given.put('as old as a card', { to: 'UANA', at: kept })
  await given.put('older', { to: 'UANA', at: kept - 1 })
  await world.assigning.prune(start)
  const keysOf = async (all: { entries(): Promise<{ key: string }[]> }) =>
    (await all.entries()).map(({ key }) => key).toSorted()
  expect(await keysOf(turns)).toEqual(['as old as a card', 'older, and not decided'])
  expect(await keysOf(given)).toEqual(['as old as a card'])
})
