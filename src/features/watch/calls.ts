import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id, WrittenAlert } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { isUrgent, mentionQuietUntil } from '../../engine/index.ts'
import type { Hooks } from '../../kernel/facts.ts'
import { withNotifiedUsers } from '../../messages/mention/card-additions.ts'
import { correctionOf, isOnlyByRule, mentionsOf, type PostedCard, shownMention } from '../../model/card.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import { withSentiment } from '../../model/correction.ts'
import type { Content } from '../../model/message.ts'
import { longPauseMs } from '../../model/pause.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { nextWorkingTime, type WorkCalendar } from '../../people/working-time.ts'
import type { CallView, PeopleToCall, PersonToCall } from '../../reminders/people-to-call.ts'
import type { DueMessage, PostedReminder, ReminderKind } from '../../reminders/reminder-kind.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { type Asked, chooseToCall, type Standing } from './choose-to-call.ts'
import { groupCall, personCall } from './messages.ts'
import type { UrgentMentions, WatchCall, WatchOutcome } from './model.ts'
import type { Watch } from './watch.ts'

const dayMs = 24 * 3_600_000

/** A call that waits is looked at again after this time, in ms, because people may end a pause, or change the hours and the calendar. */
const waitingCheckMs = 60_000

type WatchCallsDeps = {
  now: () => Time
  watch: Pick<Watch, 'callOrder' | 'presenceOf' | 'absenceOf'> | undefined
  calls: Pick<Collection<WatchCall>, 'change'>
  outcomes: Pick<Collection<WatchOutcome>, 'change'>
  /** Tells who was called, and who did not answer; undefined if nobody hears it. Rejects if the store fails. */
  tellEscalated: () => Hooks['escalated'] | undefined
  /** Returns after which time (ms) people are called because of a subscription; undefined if nobody is called. */
  escalationOf: (subscription: Subscription) => number | undefined
  /** People are called only in these hours; undefined if at any time. */
  hours: WorkCalendar | undefined
  registry: { find(name: string): RegisteredSubscription | undefined }
  privateAlerts: Pick<PrivateAlerts, 'mayPost'>
  cards: {
    find(place: MessageKey): Promise<PostedCard | undefined>
    markCalled(place: MessageKey): Promise<unknown>
  }
  findSpike: (place: MessageKey) => Promise<SpikeCardRecord | undefined>
  /** Returns why the person may not see an alert of a channel; undefined if the person may. */
  refusalToRead: (user: string, card: { channel: string; alert: WrittenAlert }) => Promise<string | undefined>
  openDirect: (user: string) => Promise<string>
  permalink: (place: MessageKey) => Promise<string | undefined>
  nameOf: (user: string) => Promise<string>
  alertName: (written: WrittenAlert) => string
}

export type WatchCalls = ReturnType<typeof createWatchCalls>

/** Returns the same call if it has these mentions already. */
function withMessage(call: WatchCall, { ts, mentions }: WatchCall['messages'][number]): WatchCall {
  const known = call.messages.find((one) => one.ts === ts)
  const added = mentions.filter((mention) => known?.mentions.includes(mention) !== true)
  if (added.length === 0) return call
  const others = call.messages.filter((one) => one !== known)
  return { ...call, messages: [...others, { ts, mentions: [...(known?.mentions ?? []), ...added] }] }
}

const shownKey = (ts: string, mention: Id) => `${ts} ${mention}`

/** What a message about all mentions of a call shows. */
const showsAll = ({ messages }: WatchCall) =>
  messages.flatMap(({ ts, mentions }) => mentions.map((mention) => shownKey(ts, mention)))

/** Parts the mentions of a call into those that its message shows, and those that came later. Older versions did not store what it shows. */
function partShown({ messages }: WatchCall, shows: string[] | undefined) {
  const those = (isShown: boolean) =>
    messages.flatMap(({ ts, mentions }) => {
      const some = mentions.filter((one) => (shows?.includes(shownKey(ts, one)) ?? true) === isShown)
      return some.length === 0 ? [] : [{ ts, mentions: some }]
    })
  return { shown: those(true), later: those(false) }
}

/** People corrected the sentiment, and the mention is not urgent any more. */
const isCorrectedAway = (subscription: Subscription, card: PostedCard, mention: Mention) =>
  correctionOf(card, mention.id) !== undefined && !isUrgent(subscription, mention)

export function createWatchCalls(deps: WatchCallsDeps) {
  const { now, registry } = deps

  return {
    people: {
      afterMs: deps.escalationOf,
      person: (card) => personToCall(deps, card),
      personCall,
      groupCall: (notify, view, called) => callOfGroup(deps, notify, view, called),
    } satisfies PeopleToCall,
    /**
     * Stores the call for the urgent mentions of a posted message. Does nothing if the call exists already, or was made before a process
     * died. Rejects if the store fails.
     */
    async plan(subscription: Subscription, card: PostedCard, thread: string = card.ts): Promise<void> {
      const urgent = mentionsOf(card.shows).filter((mention) => isUrgent(subscription, mention))
      await planFor(deps, urgent, { subscription, card, thread })
    },
    /** Plans the call for mentions that are urgent since a person corrected their sentiment. Rejects if the store fails. */
    async planCorrected(card: PostedCard, corrected: Id[]): Promise<void> {
      const subscription = registry.find(card.subscription)?.subscription
      if (subscription === undefined) return
      const urgent = mentionsOf(card.shows).filter((mention) => {
        const was = correctionOf(card, mention.id)?.was
        const isNow = corrected.includes(mention.id) && isUrgent(subscription, mention)
        return isNow && !isUrgent(subscription, withSentiment(mention, was))
      })
      // The thread of such a message is not known, so people are called in the channel.
      const place = card.shows.kind === 'thread' ? { outsideThread: true as const } : {}
      await planFor(deps, urgent, { subscription, card, thread: card.ts }, place)
    },
    async due(call: WatchCall): Promise<DueMessage> {
      const listed = registry.find(call.subscription)
      if (listed === undefined || deps.escalationOf(listed.subscription) === undefined) return 'over'
      const unclaimed = await unclaimedOf(deps, call, listed.subscription)
      const [first] = unclaimed
      if (first === undefined) return 'over'
      const paused = duringPause(deps, listed)
      if (paused !== undefined) return paused
      if (!(await deps.privateAlerts.mayPost(listed))) return 'later'
      const mentions = unclaimed.map(({ mention }) => mention)
      const ends = mentions.map((mention) => mentionQuietUntil(listed.subscription, mention, now()))
      const held = ends.filter((end) => end !== undefined)
      if (held.length === ends.length) return waitUntil(deps, Math.min(...held))
      const opens = hoursBegin(deps)
      if (opens > now()) return waitUntil(deps, opens)
      const { card } = first
      const view = {
        ...{ channel: card.channel, ts: card.ts, alert: card.alert },
        alertName: deps.alertName(listed.subscription.alert),
        mentions,
        unclaimedForMs: now() - call.created,
        permalink: await deps.permalink(card),
      }
      return call.stage === 'person'
        ? callPerson(deps, call, card, view)
        : callGroup(deps, call, listed.subscription.notify, view)
    },
    /**
     * The people of `notify` are called after the person on watch; at once if nobody could be called. Mentions that came while the call of the
     * group was posted are a new call.
     */
    next(call: WatchCall, { called, shows }: { called?: string; shows?: string[] }): WatchCall | undefined {
      if (call.stage === 'group') return newCallOf(call, partShown(call, shows).later, now())
      if (called === undefined) return { ...call, stage: 'group', due: now() }
      return { ...call, stage: 'group', due: now() + call.afterMs, called }
    },
    /** Tells features whom a message has called. */
    async posted(call: WatchCall, { called, shows, at }: PostedReminder): Promise<void> {
      const people = called === undefined ? {} : { called: { id: called, name: await deps.nameOf(called) } }
      const own = { ...call, messages: partShown(call, shows).shown }
      await tellUnclaimed(deps, own, { stage: call.stage, ...people, at })
      if (call.stage === 'group') await endCall(deps, own)
    },
    ended: (call: WatchCall) => endCall(deps, call),
    async outcomeDue(outcome: WatchOutcome): Promise<'over'> {
      await tellUnclaimed(deps, outcome, { stage: 'unanswered', at: outcome.due })
      return 'over'
    },
  }
}

function newCallOf(call: WatchCall, messages: WatchCall['messages'], at: Time): WatchCall | undefined {
  if (messages.length === 0) return undefined
  const { called: _, ...about } = call
  return { ...about, messages, stage: 'person', created: at, due: at + call.afterMs }
}

/** Marks the messages of a call whose last stage is over, so that nobody is called because of them again. */
async function endCall(deps: WatchCallsDeps, call: WatchCall): Promise<void> {
  const { subscription, channel, thread, messages, stage, afterMs } = call
  if (stage === 'group' && deps.tellEscalated() !== undefined) {
    const id = `outcome of ${call.id} ${call.created}`
    const about = { id, kind: 'watch-outcome' as const, subscription, channel, thread, messages }
    const times = { created: deps.now(), due: deps.now() + afterMs }
    await deps.outcomes.change(id, (current) => current ?? { ...about, ...times })
  }
  for (const { ts } of messages) await deps.cards.markCalled({ channel, ts })
}

type CardToSee = { channel: string; alert: WrittenAlert }

async function planFor(
  deps: WatchCallsDeps,
  urgent: Mention[],
  { subscription, card, thread }: { subscription: Subscription; card: PostedCard; thread: string },
  place: Pick<WatchCall, 'outsideThread'> = {},
): Promise<void> {
  const afterMs = deps.escalationOf(subscription)
  if (afterMs === undefined || urgent.length === 0) return
  const { channel, ts } = card
  if ((await deps.cards.find(card))?.called === true) return
  const id = `watch ${channel} ${thread}`
  const mentions = urgent.map((mention) => mention.id)
  await deps.calls.change(id, (current) => {
    // A call that is sent is about to be removed with all its mentions.
    if (current !== undefined && current.sent !== true) return withMessage(current, { ts, mentions })
    const created = deps.now()
    const about = { id, kind: 'watch-call' as const, subscription: subscription.name, channel, thread }
    const due = created + afterMs
    return { ...about, ...place, messages: [{ ts, mentions }], stage: 'person', afterMs, created, due }
  })
}

async function standingOf(deps: WatchCallsDeps, user: string, card: CardToSee): Promise<Standing> {
  const absence = await deps.watch?.absenceOf(user, 'call')
  if (absence === 'away') return 'unable'
  const presence = await deps.watch?.presenceOf(user)
  if (presence !== 'active') return presence === 'unknown' ? 'unknown' : 'unable'
  if ((await deps.refusalToRead(user, card)) !== undefined) return 'unable'
  return absence ?? 'here'
}

/** Resolves with undefined if nobody on the list can be called, and with `unknown` if Slack does not say who can be. */
async function personToCall(
  deps: WatchCallsDeps,
  card: CardToSee,
): Promise<PersonToCall | 'unknown' | undefined> {
  const asked: Asked[] = []
  for (const user of (await deps.watch?.callOrder()) ?? []) {
    const standing = await standingOf(deps, user, card)
    asked.push({ user, standing })
    if (standing === 'here' || standing === 'unknown') break
  }
  const chosen = chooseToCall(asked)
  if (chosen === undefined || chosen === 'unknown') return chosen
  return { ...chosen, passedOver: await Promise.all(chosen.passedOver.map(deps.nameOf)) }
}

/** The mentions that nobody had claimed at that time. */
async function tellUnclaimed(
  deps: WatchCallsDeps,
  call: UrgentMentions,
  fact: Omit<Parameters<Hooks['escalated']>[0], 'card' | 'mentions'>,
): Promise<void> {
  const tell = deps.tellEscalated()
  const subscription = deps.registry.find(call.subscription)?.subscription
  if (tell === undefined || subscription === undefined) return
  const unclaimed = await unclaimedOf(deps, call, subscription, fact.at)
  for (const [card, mentions] of Map.groupBy(unclaimed, ({ card }) => card))
    await tell({ ...fact, card, mentions: mentions.map(({ mention }) => mention.id) })
}

async function unclaimedOf(
  deps: WatchCallsDeps,
  { channel, thread, messages }: UrgentMentions,
  subscription: Subscription,
  at = Infinity,
) {
  const spike = await deps.findSpike({ channel, ts: thread })
  if (spike?.note.lead !== undefined) return []
  const found = await Promise.all(
    messages.map(async ({ ts, mentions }) => {
      const card = await deps.cards.find({ channel, ts })
      if (card === undefined) return []
      const touched = card.actions.filter((one) => one.at <= at && !isOnlyByRule(one))
      const isTouched = new Set(touched.map(({ mention }) => mention))
      return mentions.flatMap((id) => {
        const mention = isTouched.has(id) ? undefined : shownMention(card, id)
        return mention === undefined || isCorrectedAway(subscription, card, mention)
          ? []
          : [{ card, mention }]
      })
    }),
  )
  return found.flat()
}

/** Without working hours in the next year, people are called now. */
const hoursBegin = (deps: WatchCallsDeps) =>
  (deps.hours && nextWorkingTime(deps.hours, deps.now())) ?? deps.now()

const waitUntil = (deps: WatchCallsDeps, time: Time) => ({
  until: Math.min(time, deps.now() + waitingCheckMs),
})

function duringPause(
  deps: WatchCallsDeps,
  { pause, pauseIsDamaged }: RegisteredSubscription,
): DueMessage | undefined {
  const later = waitUntil(deps, Infinity)
  if (pauseIsDamaged) return later
  if (pause === undefined) return undefined
  return deps.now() - pause.at > longPauseMs ? 'over' : later
}

async function callPerson(
  deps: WatchCallsDeps,
  call: WatchCall,
  card: PostedCard,
  view: CallView,
): Promise<DueMessage> {
  const person = await personToCall(deps, card)
  if (person === undefined) return 'skip'
  if (person === 'unknown') return 'later'
  return {
    channel: await deps.openDirect(person.user),
    content: personCall(view, person),
    called: person.user,
    shows: showsAll(call),
  }
}

async function calledBefore(deps: WatchCallsDeps, user: string | undefined) {
  if (user === undefined) return undefined
  const isDisturbed = (await deps.watch?.absenceOf(user, 'call')) === 'do-not-disturb'
  return { name: await deps.nameOf(user), isDisturbed }
}

/** The people of `notify` were called by name when the mention was posted. So if there is a group, only the group is called. */
async function callOfGroup(
  deps: WatchCallsDeps,
  { users, groups, here }: NonNullable<Subscription['notify']>,
  view: CallView,
  before: string | undefined,
): Promise<{ content: Content; inChannel: boolean }> {
  const called = groups.length > 0 ? { users: [], groups, here: false } : { users, groups, here }
  const content = groupCall({ ...view, ...defined({ before: await calledBefore(deps, before) }) })
  // In a thread, Slack does not notify the people of @here.
  return { content: withNotifiedUsers(content, called), inChannel: called.here }
}

async function callGroup(
  deps: WatchCallsDeps,
  call: WatchCall,
  notify: Subscription['notify'],
  view: CallView,
): Promise<DueMessage> {
  if (notify === undefined) return 'over'
  const { content, inChannel } = await callOfGroup(deps, notify, view, call.called)
  const isOutside = call.outsideThread === true || inChannel
  const place = { channel: call.channel, ...(isOutside ? {} : { thread: call.thread }) }
  return { ...place, content, shows: showsAll(call) }
}

/** The calls as reminders. */
export const callReminders = ({ due, next, posted, ended }: WatchCalls): ReminderKind<WatchCall> => ({
  due,
  next,
  posted,
  ended,
  logFields: ({ subscription }) => ({ subscription }),
  withoutThread: (call) => ({ ...call, outsideThread: true as const }),
  // If the person on watch cannot be called in the time between the two calls, the second call follows.
  patienceMs: ({ stage, afterMs }) => (stage === 'person' ? afterMs : dayMs),
})

export const outcomeReminders = ({ outcomeDue }: WatchCalls): ReminderKind<WatchOutcome> => ({
  due: outcomeDue,
  logFields: ({ subscription }) => ({ subscription }),
})
