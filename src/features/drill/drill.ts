import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Id, WrittenAlert } from '@overheard/mention-client/id'
import { withReceiptMark } from '@overheard/post-once/mark'
import { type Decide, notifiedBy } from '../../engine/index.ts'
import type { Access, Asking } from '../../listeners/access.ts'
import { duration } from '../../messages/kit/numbers.ts'
import type { CardMenu } from '../../messages/mention/card-menu.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import type { Content } from '../../model/message.ts'
import {
  type CardLayout,
  isPolled,
  type RegisteredSubscription,
  type Subscription,
} from '../../model/subscription.ts'
import type { CallView, PeopleToCall } from '../../reminders/people-to-call.ts'
import type { DueMessage, ReminderKind } from '../../reminders/reminder-kind.ts'
import type { Updated } from '../../slack/posted-messages.ts'
import { reminderMark } from '../../slack/receipt-mark.ts'
import { madeUpMention, madeUpMessage } from './made-up.ts'
import {
  callWords,
  drillMessage,
  drillReport,
  excludedText,
  inDrill,
  marked,
  say,
  withAnswerButton,
} from './messages.ts'
import type { Answer, Drill, DrillStep, Others, Scenario } from './model.ts'

type DrillDeps = {
  now: () => Time
  newId: () => string
  layout: CardLayout
  menu: () => CardMenu
  drills: Pick<Collection<Drill>, 'find' | 'change' | 'entries'>
  /** Stores the next message of a drill in any process. */
  addStep: (step: Omit<DrillStep, 'created'>) => Promise<void>
  registry: { find(name: string): RegisteredSubscription | undefined }
  decideFor: (subscription: Subscription) => Decide
  mayPost: (listed: RegisteredSubscription) => Promise<boolean>
  alertName: (written: WrittenAlert) => string
  access: Pick<Access, 'refusal'>
  calls: () => PeopleToCall | undefined
  nameOf: (user: string) => Promise<string>
  openDirect: (user: string) => Promise<string>
  permalink: (place: MessageKey) => Promise<string | undefined>
  update: (place: MessageKey, content: Content) => Promise<Updated>
}

type GroupCall = { step: DrillStep; view: CallView; thread: string; notify: Subscription['notify'] }

const noAlert: Id = '0'

/** Without calls of the watch, a drill takes this time, in ms. */
const usualMs = 15 * 60_000

/** After the first answer, others may answer for this time, in ms. */
const graceMs = 60_000

/** How often a waiting drill looks for answers, in ms. */
const lookMs = 5000

/** A drill that could not be posted within this time (ms) would surprise people. */
const patienceMs = 10 * 60_000

/** A drill that began longer ago than this (ms) has lost its next message, so another one may begin. */
const longestMs = 2 * 86_400_000

type AskedDrill = { channel: string; alert: WrittenAlert; scenario: Scenario; isConfirmed: boolean }

/**
 * A drill is made of messages that are stored and sent exactly once, as the calls of the watch. It makes no card, no decision and no count, so
 * nothing else knows of it.
 */
export function createDrills(deps: DrillDeps) {
  const { now, drills } = deps

  const steps: ReminderKind<DrillStep> = {
    due: (step) => dueNow(deps, step),
    next: (step, sent) => nextStep(step, sent, now()),
    /** Nothing else happens after this, so the message says that the drill is over. */
    async ended({ id, channel, thread }) {
      const drill = await drills.change(channel, (current) =>
        current?.id === id ? { ...current, over: true, ...defined({ ts: current.ts ?? thread }) } : current,
      )
      if (drill?.id === id) await draw(deps, drill)
    },
    part: ({ stage }) => stage,
    logFields: ({ subscription, scenario, stage }) => ({ subscription, scenario, stage }),
    withoutThread: (step) => ({ ...step, outsideThread: true as const }),
    patienceMs: () => patienceMs,
  }

  return {
    begin: (asking: Asking, listed: RegisteredSubscription, asked: AskedDrill) =>
      begin(deps, asking, listed, asked),
    answer: (press: Asking & { ts: string }, drill: { channel: string; id: string }) =>
      answer(deps, press, drill),
    steps,
    async prune(time: Time): Promise<void> {
      for (const { key, value } of await drills.entries())
        if (time - value.startedAt > longestMs) await drills.change(key, () => undefined)
    },
  }
}

const isRunning = (deps: DrillDeps, { over, startedAt }: Drill) =>
  over === undefined && deps.now() - startedAt < longestMs

/** Returns why the subscription would not post the made-up mentions; undefined if it would. */
async function obstacle(
  deps: DrillDeps,
  listed: RegisteredSubscription,
  scenario: Scenario,
): Promise<string | undefined> {
  const { subscription } = listed
  const { name } = subscription
  if (!isPolled(listed)) return say.paused(inDrill(name))
  if (!(await deps.mayPost(listed))) return say.mayNotPost()
  if (scenario === 'spike' && subscription.spike === 'off') return say.noSpikes(inDrill(name))
  const decision = deps.decideFor(subscription)(madeUpMention(subscription, deps.now()), deps.now())
  if (decision.kind === 'hold') return say.held(inDrill(name))
  return decision.kind === 'skip' ? excludedText(name, decision.reason) : undefined
}

function calledBy(deps: DrillDeps, subscription: Subscription, scenario: Scenario, at: Time) {
  const { users, groups, here } = notifyOf(scenario, subscription, at) ?? noPeople
  const others = othersOf(groups.length > 0, here)
  const notifies = users.length > 0 || others !== undefined
  // Whom nobody calls, the watch does not call later.
  const afterMs = notifies ? deps.calls()?.afterMs(subscription) : undefined
  return { users, others, afterMs, calls: callWords(notifies, afterMs) }
}

function othersOf(hasGroups: boolean, isHere: boolean): Others | undefined {
  if (hasGroups) return isHere ? 'both' : 'groups'
  return isHere ? 'here' : undefined
}

/** Resolves with the answer to the person who begins the drill, or before a confirmation with the people whom it calls. Rejects if the store fails. */
async function begin(
  deps: DrillDeps,
  asking: Asking,
  listed: RegisteredSubscription,
  { channel, alert, scenario, isConfirmed }: AskedDrill,
): Promise<string | { calls: string }> {
  const refusal =
    (await deps.access.refusal(asking, 'change', { channel, alerts: [alert] })) ??
    (await obstacle(deps, listed, scenario))
  if (refusal !== undefined) return refusal
  const before = await deps.drills.find(channel)
  if (before !== undefined && isRunning(deps, before)) return say.running()
  const { subscription } = listed
  const id = `drill ${deps.newId()}`
  const at = deps.now()
  const view = {
    subscription,
    alertName: deps.alertName(subscription.alert),
    layout: deps.layout,
    menu: deps.menu(),
    now: at,
  }
  const by = await deps.nameOf(asking.user)
  const content = marked(madeUpMessage(scenario, view), by)
  const { users, others, afterMs, calls } = calledBy(deps, subscription, scenario, at)
  if (!isConfirmed) return { calls }
  // The step comes first, so that a process that dies in between leaves no drill without an end.
  await deps.addStep({
    ...{ id, kind: 'drill', channel, subscription: subscription.name, scenario, stage: 'post' },
    ...{ at, due: at, notified: users, others: others !== undefined },
    ...defined({ whichOthers: others, afterMs }),
  })
  const drill: Drill = {
    ...{ id, channel, alert, subscription: subscription.name, startedAt: at, by, content, answers: [] },
  }
  const stored = await deps.drills.change(channel, (current) =>
    current !== undefined && isRunning(deps, current) ? current : drill,
  )
  if (stored?.id !== id) return say.running()
  const reportAfterMs = afterMs === undefined ? usualMs : 3 * afterMs
  return say.begins({ calls, time: duration(reportAfterMs) })
}

async function answer(
  deps: DrillDeps,
  { user, channel: pressedIn, ts }: Asking & { ts: string },
  { channel, id }: { channel: string; id: string },
): Promise<string> {
  const found = await deps.drills.find(channel)
  if (found === undefined || found.id !== id) return say.over()
  const refusal = await deps.access.refusal({ user, channel, byValue: true }, 'handle', {
    channel,
    alerts: [found.alert],
  })
  if (refusal !== undefined) return refusal
  const name = await deps.nameOf(user)
  const one: Answer = { user, name, at: deps.now() }
  const stored = await deps.drills.change(channel, (current) => {
    if (current?.id !== id || current.over) return current
    const place = pressedIn === channel ? { ts } : {}
    if (current.answers.some((known) => known.user === user)) return current
    return { ...current, ...place, answers: [...current.answers, one] }
  })
  if (stored?.id !== id || stored.over) return say.over()
  await draw(deps, stored)
  return say.answered()
}

/** Shows who has answered. If Slack does not take it, the end of the drill shows it. */
async function draw(deps: DrillDeps, drill: Drill): Promise<void> {
  const { channel, ts, id } = drill
  if (ts === undefined) return
  const content = drillMessage(drill, Number(ts) * 1000)
  await deps.update({ channel, ts }, withReceiptMark(content, reminderMark(`${id} post`)))
}

async function dueNow(deps: DrillDeps, step: DrillStep): Promise<DueMessage> {
  const { stage, channel, thread } = step
  const drill = await deps.drills.find(channel)
  if (drill?.id !== step.id) return 'gone'
  if (stage === 'post')
    return deps.now() - step.created > patienceMs ? 'over' : { channel, content: drillMessage(drill) }
  return thread === undefined ? 'over' : dueLater(deps, step, drill, thread)
}

async function dueLater(deps: DrillDeps, step: DrillStep, drill: Drill, thread: string): Promise<DueMessage> {
  const { stage, channel } = step
  if (drill.ts === undefined) await deps.drills.change(channel, (one) => one && { ...one, ts: thread })
  if (stage === 'report') return reportOf(deps, step, drill, Number(thread) * 1000)
  if (drill.answers.length > 0) return 'skip'
  if (deps.now() < step.at) return { until: Math.min(step.at, deps.now() + lookMs) }
  const listed = deps.registry.find(step.subscription)
  const calls = deps.calls()
  if (listed === undefined || calls === undefined) return 'skip'
  const { subscription } = listed
  const view = await viewOf(deps, step, subscription, thread)
  return stage === 'person'
    ? personOf(deps, calls, drill, view)
    : groupOf(calls, drill, { step, view, thread, notify: subscription.notify })
}

async function viewOf(
  deps: DrillDeps,
  { channel, called, afterMs = 0, stage }: DrillStep,
  subscription: Subscription,
  ts: string,
): Promise<CallView> {
  return {
    // The buttons with the alert are taken away.
    ...{ channel, ts, alert: noAlert, alertName: deps.alertName(subscription.alert) },
    mentions: [{ ...madeUpMention(subscription, deps.now()), url: '' }],
    unclaimedForMs: stage === 'group' && called !== undefined ? 2 * afterMs : afterMs,
    permalink: await deps.permalink({ channel, ts }),
  }
}

async function personOf(
  deps: DrillDeps,
  calls: PeopleToCall,
  drill: Drill,
  view: CallView,
): Promise<DueMessage> {
  const { channel, alert, id, by } = drill
  const person = await calls.person({ channel, alert })
  if (person === undefined) return 'skip'
  if (person === 'unknown') return 'later'
  const content = withAnswerButton(marked(calls.personCall(view, person), by), channel, id)
  return { channel: await deps.openDirect(person.user), called: person.user, content }
}

async function groupOf(
  calls: PeopleToCall,
  { by }: Drill,
  { step, view, thread, notify }: GroupCall,
): Promise<DueMessage> {
  if (notify === undefined) return 'skip'
  const { content, inChannel } = await calls.groupCall(notify, view, step.called)
  const isOutside = step.outsideThread === true || inChannel
  return { channel: step.channel, ...(isOutside ? {} : { thread }), content: marked(content, by) }
}

async function reportOf(deps: DrillDeps, step: DrillStep, drill: Drill, postedAt: Time): Promise<DueMessage> {
  const { answers } = drill
  const first = Math.min(...answers.map(({ at }) => at))
  const at = Math.min(step.at, first + graceMs)
  if (deps.now() < at) return { until: Math.min(at, deps.now() + lookMs) }
  const expected = new Set([...step.notified, ...(step.called === undefined ? [] : [step.called])])
  const answered = new Set(answers.map(({ user }) => user))
  const missing = await Promise.all([...expected].filter((user) => !answered.has(user)).map(deps.nameOf))
  const { scenario, subscription, channel, whichOthers = 'unknown' } = step
  const others = step.others ? whichOthers : undefined
  const tookMs = Math.max(0, deps.now() - postedAt)
  return {
    channel,
    content: drillReport({ scenario, subscription, answers, postedAt, missing, others, tookMs }),
  }
}

const noPeople = { users: [], groups: [], here: false }

/** The people whom the message calls. */
function notifyOf(scenario: Scenario, subscription: Subscription, at: Time) {
  return scenario === 'spike'
    ? subscription.notify
    : notifiedBy(subscription, [madeUpMention(subscription, at)]).notify
}

/** The calls come as in earnest: the person on watch, after the same time the people of `notify`, and after the same time the report. */
function nextStep(
  step: DrillStep,
  { called, ts }: { called?: string; ts?: string },
  now: Time,
): DrillStep | undefined {
  const { afterMs } = step
  const again = { ...step, due: now }
  switch (step.stage) {
    case 'post': {
      if (ts === undefined) return undefined
      const posted = { ...again, thread: ts }
      return afterMs === undefined
        ? { ...posted, stage: 'report', at: now + usualMs }
        : { ...posted, stage: 'person', at: now + afterMs }
    }
    case 'person':
      return called === undefined
        ? { ...again, stage: 'group', at: now }
        : { ...again, stage: 'group', called, at: now + (afterMs ?? 0) }
    case 'group':
      return { ...again, stage: 'report', at: now + (afterMs ?? usualMs) }
    case 'report':
      return undefined
  }
}
