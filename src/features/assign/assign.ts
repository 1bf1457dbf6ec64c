import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { ApplyCardAction } from '../../cards/card-actions.ts'
import { leadOf, mentionsOf, type PostedCard, ruledOn, shownMention } from '../../model/card.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import type { MentionReminder } from '../../model/reminder.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import type { ReminderKind } from '../../reminders/reminder-kind.ts'
import { aboutOf, choose, type People, ruleOf, turnsKeyOf, withTurn } from './choose.ts'
import { assignedMessage } from './messages.ts'
import {
  type AssignedReminder,
  type Choice,
  type Given,
  noTurns,
  type Standing,
  type Turns,
  type Waiting,
} from './model.ts'
import type { AssignRule } from './settings.ts'

type AssignDeps = {
  now: () => Time
  /** Any process stores the messages that rules may be about. */
  waiting: Pick<Collection<Waiting>, 'change'>
  /** The leader decides with these. */
  led: {
    waiting: Pick<Collection<Waiting>, 'entries' | 'change'>
    turns: Pick<Collection<Turns>, 'find' | 'entries' | 'change'>
    given: Pick<Collection<Given>, 'find' | 'change'>
    assigned: Pick<Collection<AssignedReminder>, 'change'>
    overdue: Pick<Collection<MentionReminder>, 'change'>
  }
  kept: {
    turns: Pick<Collection<Turns>, 'entries' | 'change'>
    given: Pick<Collection<Given>, 'entries' | 'change'>
  }
  rulesOf: (subscription: Subscription) => AssignRule[]
  registry: { find(name: string): RegisteredSubscription | undefined }
  cards: { find(place: MessageKey): Promise<PostedCard | undefined>; applyAction: ApplyCardAction }
  /** Resolves with `unable` if the account is deactivated, or if the person may not see the alert in the channel. */
  standingOf: (user: string, card: Pick<PostedCard, 'channel' | 'alert'>) => Promise<Standing>
  nameOf: (user: string) => Promise<string>
  maySee: (user: string, card: Pick<PostedCard, 'channel' | 'alert'>) => Promise<'yes' | 'no' | 'unknown'>
  openDirect: (user: string) => Promise<string>
  permalink: (place: MessageKey) => Promise<string | undefined>
  keptMs: Ms
}

/** While Slack does not say whether a person is there, a message is tried again after this time, in ms. */
const tryAgainMs = 10_000

/** People of whom Slack says nothing for this time (ms) are passed over. */
const unknownMs = 10 * 60_000

/** A message whose record does not appear within this time (ms) is given up. */
const missingCardMs = 86_400_000

/** So many people who had a mention before are remembered. */
const mostBefore = 5

/** The message to the person waits until the rule's decision is on the card, and looks again after this time, in ms. */
const lookMs = 2000

const keyOf = ({ channel, ts }: MessageKey) => `${channel} ${ts}`
const givenKeyOf = (alert: Id, mention: Id) => `${alert} ${mention}`
/** The id of the assignment of a mention. */
const assignmentOf = ({ channel, ts }: MessageKey, mention: Id) => `rule ${channel} ${ts} ${mention}`

/**
 * A message is stored in a queue before its post is committed. The leader then takes it from the queue: it stores the choice together with the
 * turns that it takes, shows it on the card, and only then counts the turns. Each step can be repeated after a crash, because a card accepts
 * one decision about a mention.
 */
export function createAssigning(deps: AssignDeps) {
  const { now, cards } = deps

  const reminders: ReminderKind<AssignedReminder> = {
    async due({ to, channel, ts, mentions }) {
      const card = await cards.find({ channel, ts })
      if (card === undefined) return 'gone'
      if (mentions.some((id) => ruledOn(card, id) === undefined && shownMention(card, id) !== undefined))
        return { until: now() + lookMs }
      const held = mentions.flatMap((id) => {
        const record = card.actions.find(({ mention }) => mention === id)
        const shown = shownMention(card, id)
        const rule = record?.state === 'assigned' && record.user === to ? record.assigned?.rule : undefined
        return shown === undefined || rule === undefined ? [] : [{ mention: shown, reason: rule }]
      })
      if (held.length === 0) return 'over'
      const maySee = await deps.maySee(to, card)
      if (maySee !== 'yes') return maySee === 'no' ? 'skip' : 'later'
      const { alert } = card
      const content = assignedMessage({
        ...{ channel, ts, alert, mentions: held },
        permalink: await deps.permalink({ channel, ts }),
      })
      return { channel: await deps.openDirect(to), content }
    },
    logFields: ({ to }) => ({ user: to }),
  }

  return {
    /** A message was posted. */
    planPosted: (subscription: Subscription, card: PostedCard) =>
      plan(deps, card, hasRule(deps, subscription)),
    /** People corrected the sentiment of mentions of a card, so another rule may be about them. */
    async planCorrected(card: PostedCard, corrected: Id[]): Promise<void> {
      const subscription = deps.registry.find(leadOf(card))?.subscription
      if (subscription === undefined) return
      const isAbout = hasRule(deps, subscription)
      await plan(deps, card, (mention) => corrected.includes(mention.id) && isAbout(mention))
    },
    decideWaiting: () => decideWaiting(deps),
    reminders,
    /** Forgets turns and assignments that are older than the cards. */
    async prune(time: Time): Promise<void> {
      const before = time - deps.keptMs
      for (const { key } of await deps.kept.turns.entries())
        await deps.kept.turns.change(key, (turns) =>
          turns !== undefined && turns.at < before && turns.pending === undefined ? undefined : turns,
        )
      for (const { key, value } of await deps.kept.given.entries())
        if (value.at < before) await deps.kept.given.change(key, () => undefined)
    },
  }
}

/** Stores that rules may be about a message. Rejects if the store fails. */
async function plan(
  deps: AssignDeps,
  card: PostedCard,
  isAbout: (mention: Mention) => boolean,
): Promise<void> {
  if (card.shows.kind === 'card' && card.shows.isOwn) return
  if (!mentionsOf(card.shows).some(isAbout)) return
  const { channel, ts } = card
  await deps.waiting.change(keyOf(card), () => ({ channel, ts, at: deps.now(), tryAt: deps.now() }))
}

const hasRule = (deps: AssignDeps, subscription: Subscription) => {
  const rules = deps.rulesOf(subscription)
  return (mention: Mention) => ruleOf(rules, mention) !== undefined
}

async function decideWaiting(deps: AssignDeps): Promise<void> {
  const failures: unknown[] = []
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => failures.push(error))
  for (const { key, value } of await deps.led.turns.entries())
    if (value.pending !== undefined) await attempt(carryOut(deps, key, value.pending))
  const due = (await deps.led.waiting.entries())
    .filter(({ value }) => value.tryAt <= deps.now())
    .toSorted((a, b) => Number(a.value.ts) - Number(b.value.ts))
  for (const { key, value } of due) await attempt(take(deps, key, value))
  if (failures.length > 0) throw failures[0]
}

async function take(deps: AssignDeps, key: string, message: Waiting): Promise<void> {
  const card = await deps.cards.find(message)
  const subscription = card && deps.registry.find(leadOf(card))?.subscription
  const isDecided =
    card === undefined
      ? deps.now() - message.at > missingCardMs
      : subscription === undefined || (await decide(deps, card, subscription, message))
  // The message may be in the queue again, because people corrected one of its mentions.
  await deps.led.waiting.change(key, (current) => {
    if (current === undefined || current.at !== message.at) return current
    if (isDecided) return undefined
    return card === undefined ? current : { ...current, tryAt: deps.now() + tryAgainMs }
  })
}

/** Returns false if it has to be tried again, because Slack does not say who is there. */
async function decide(
  deps: AssignDeps,
  card: PostedCard,
  subscription: Subscription,
  { at }: Waiting,
): Promise<boolean> {
  const rules = deps.rulesOf(subscription)
  for (const [rule, mentions] of Map.groupBy(undecided(card), (mention) => ruleOf(rules, mention))) {
    if (rule === undefined) continue
    const waitsForUnknown = deps.now() - at < unknownMs
    const people = await peopleOf(deps, rule, card)
    const isUnknown = [...people.values()].some(({ standing }) => standing === 'unknown')
    if (isUnknown && waitsForUnknown) return false
    const { again, fresh, unknown } = await splitGiven(deps, card, rule, mentions)
    if (unknown && waitsForUnknown) return false
    if (again.length > 0) await show(deps, card, again)
    if (fresh.length > 0 && !(await chooseFor(deps, card, rule, people, fresh))) return false
  }
  return true
}

/** Returns the mentions of a card that nobody has touched and about which no rule has decided. */
function undecided(card: PostedCard): Mention[] {
  const touched = new Set(card.actions.map(({ mention }) => mention))
  return mentionsOf(card.shows).filter(({ id }) => !touched.has(id) && ruledOn(card, id) === undefined)
}

async function peopleOf(deps: AssignDeps, rule: AssignRule, card: PostedCard): Promise<People> {
  const found = await Promise.all(
    rule.to.map(async (user) => {
      const [standing, name] = await Promise.all([deps.standingOf(user, card), deps.nameOf(user)])
      return [user, { standing, name }] as const
    }),
  )
  return new Map(found)
}

type SplitGiven = { again: Choice[]; fresh: Mention[]; unknown: boolean }

/**
 * Another message may have a mention already. Then the same person gets this one `again`, too, without a second direct message. The rule chooses
 * for the mentions that are `fresh`, which are also those whose people are all away or may not see this message. `unknown`: Slack does not say
 * whether one is.
 */
async function splitGiven(
  deps: AssignDeps,
  card: PostedCard,
  rule: AssignRule,
  mentions: Mention[],
): Promise<SplitGiven> {
  const split: SplitGiven = { again: [], fresh: [], unknown: false }
  for (const mention of mentions) {
    const given = await deps.led.given.find(givenKeyOf(card.alert, mention.id))
    const people = given === undefined ? [] : [given.to, ...(given.before ?? [])]
    const { to, unknown } = await firstHere(deps, card, people)
    split.unknown ||= unknown
    if (to === undefined) split.fresh.push(mention)
    else split.again.push({ mention: mention.id, to, reason: { about: aboutOf(rule, mention) } })
  }
  return split
}

/** Returns the first who can have the message. `unknown`: Slack does not say whether somebody before can have it. */
async function firstHere(
  { standingOf }: Pick<AssignDeps, 'standingOf'>,
  card: PostedCard,
  people: readonly string[],
): Promise<{ to?: string; unknown: boolean }> {
  let unknown = false
  for (const user of people) {
    const standing = await standingOf(user, card)
    if (standing === 'here') return { to: user, unknown }
    if (standing === 'unknown') unknown = true
  }
  return { unknown }
}

/** The rule chose somebody else only because nobody who had the mention could have this message. */
function givenTo(to: string, at: Time, current: Given | undefined): Given {
  if (current === undefined) return { to, at }
  const before = [current.to, ...(current.before ?? [])].filter((user) => user !== to)
  return current.to === to ? current : { to, at, before: before.slice(0, mostBefore) }
}

/** Returns false if an earlier choice of the rule has to come first. */
async function chooseFor(
  deps: AssignDeps,
  card: PostedCard,
  rule: AssignRule,
  people: People,
  mentions: Mention[],
): Promise<boolean> {
  const asked = mentions.map((mention) => ({ id: mention.id, about: aboutOf(rule, mention) }))
  const { channel, ts } = card
  const key = turnsKeyOf(rule)
  if ((await deps.led.turns.find(key))?.pending !== undefined) return false
  const stored = await deps.led.turns.change(key, (current = noTurns(deps.now())) => ({
    ...current,
    pending: { channel, ts, choices: choose(rule.to, current, people, asked) },
  }))
  if (stored?.pending !== undefined) await carryOut(deps, key, stored.pending)
  return true
}

/** Shows the choices on their card, and then takes the turns of those who got something. */
async function carryOut(
  deps: AssignDeps,
  key: string,
  pending: NonNullable<Turns['pending']>,
): Promise<void> {
  const { channel, ts, choices } = pending
  const before = await deps.cards.find({ channel, ts })
  const used = before === undefined ? [] : await showAll(deps, before, choices)
  await deps.led.turns.change(key, (current) => {
    if (current?.pending === undefined || !isSame(current.pending, pending)) return current
    const { pending: _, ...rest } = current
    return used.reduce(withTurn, { ...rest, at: deps.now() })
  })
}

const isSame = (one: MessageKey & { choices: Choice[] }, other: typeof one) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns the people who got something, in the order of the choices. Somebody may have claimed a mention in the meantime. */
async function showAll(deps: AssignDeps, card: PostedCard, choices: Choice[]): Promise<string[]> {
  const left = choices.filter(({ mention }) => ruledOn(card, mention) === undefined)
  // The direct messages come first, so that a process that dies in between loses none.
  for (const [to, own] of Map.groupBy(choices, (choice) => choice.to))
    if (to !== undefined && own.some((choice) => left.includes(choice))) await remind(deps, card, to, own)
  if (left.length > 0) await show(deps, card, left)
  const after = await deps.cards.find(card)
  const used: string[] = []
  for (const { mention, to } of choices) {
    if (to === undefined || after === undefined || ruledOn(after, mention)?.to !== to) continue
    await deps.led.given.change(givenKeyOf(card.alert, mention), (current) =>
      givenTo(to, deps.now(), current),
    )
    used.push(to)
  }
  return used
}

/** The direct message is not sent before all its mentions are decided, so until then it may be stored again. */
async function remind(
  deps: AssignDeps,
  { channel, ts }: PostedCard,
  to: string,
  choices: Choice[],
): Promise<void> {
  const [first] = choices
  if (first === undefined) return
  const id = `assigned ${assignmentOf({ channel, ts }, first.mention)}`
  const mentions = choices.map(({ mention }) => mention)
  const at = deps.now()
  await deps.led.assigned.change(id, () => ({
    ...{ id, kind: 'assigned-by-rule', to, channel, ts, mentions, created: at, due: at },
  }))
}

/** All choices come onto the card in one write. */
async function show(deps: AssignDeps, card: PostedCard, choices: Choice[]): Promise<void> {
  const { channel, ts } = card
  const followUp = deps.registry.find(leadOf(card))?.subscription.followUp
  const at = deps.now()
  const due = followUp && at + followUp
  const decided = await Promise.all(
    choices.map(async ({ mention, to, reason }) => {
      const choice = { mention, id: assignmentOf(card, mention), rule: reason }
      return to === undefined
        ? choice
        : { ...choice, to: { id: to, name: await deps.nameOf(to) }, ...defined({ due }) }
    }),
  )
  if (due !== undefined)
    for (const { mention, to } of choices)
      if (to !== undefined) await remindLater(deps, card, mention, to, due)
  const action = { kind: 'assign-by-rule' as const, choices: decided }
  const mentions = choices.map(({ mention }) => mention)
  await deps.cards.applyAction({ message: { channel, ts }, mentions, user: '', action })
}

async function remindLater(
  deps: AssignDeps,
  card: PostedCard,
  mention: Id,
  to: string,
  due: Time,
): Promise<void> {
  const { channel, ts } = card
  const of = assignmentOf(card, mention)
  const reminder = { id: `overdue ${of}`, kind: 'overdue' as const, to, channel, ts, mention, of }
  await deps.led.overdue.change(reminder.id, () => ({ ...reminder, created: deps.now(), due }))
}
