import type { Time } from '../../async/time.ts'
import type { Alert } from '../../model/alert.ts'
import { emptyCheckpoint } from '../../model/checkpoint.ts'
import { defined } from '../../model/defined.ts'
import type { Subscription } from '../../model/subscription.ts'
import { createOriginalIndex } from '../dedupe/original-index.ts'
import { announceSubscription, initialSyncPage, startOver } from '../gates/initial-sync.ts'
import { isDirect, whyNotReceived } from '../gates/recipient.ts'
import { loadCheckpoint, verifyCheckpoint } from '../gates/recovery.ts'
import { lookBackTime, type PollTime, postingTimeMs } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { resolvePending } from '../post/posting.ts'
import {
  channelProblem,
  channelProblemKey,
  lostChannelProblem,
  privateProblem,
  privateProblemKey,
  probeShowsEnd,
  workspaceProblemKey,
} from '../post/slack-problems.ts'
import { isAnnouncementRefused } from '../post/unclear-refusals.ts'
import { moveToChannel } from '../progress/checkpoint-changes.ts'
import { type Decide, holdsUntil } from '../rules/rules.ts'
import {
  type Deferral,
  defer,
  type RunFailure,
  type RunState,
  type Step,
  type SubscriptionRun,
  takeSteps,
  withCheckpoint,
} from '../subscription-run.ts'

export type DueSubscription = { subscription: Subscription; decide: Decide; state: RunState }

type Prepared = { run?: SubscriptionRun; end?: Deferral | RunFailure | undefined }

/** Never rejects. A failure is returned as `end`. */
export async function prepareRun(
  deps: PollDeps,
  alert: Alert,
  due: DueSubscription,
  time: PollTime,
): Promise<Prepared> {
  try {
    const channel = await findUsableChannel(deps, due.subscription, alert)
    if (typeof channel !== 'string') return { end: channel }
    // The first poll may announce the subscription. Later ones ask before they post, because Slack limits how often it can be asked.
    const isFirst = due.state.readAt === undefined && isDirect(channel)
    const refused = isFirst ? await whyNotReceived(deps, due.subscription) : undefined
    if (refused !== undefined) return { end: refused }
    // The damage is a problem of its own (health/damage-problems.ts).
    if (deps.mutesAreDamaged(channel))
      return { end: defer('the mutes of the channel are damaged', deps.now() + damagedRetryMs) }
    return await takeSteps(newRun(deps, alert, due, channel, time), [
      (run) => loadCheckpoint(deps, run, time),
      (run) => resolvePending(deps, run),
      async (run) => ({ run: await startOver(deps, run, time) }),
      async (run) => ({ run: withCheckpoint(run, moveToChannel(run.checkpoint, channel, deps.now())) }),
      (run) => announceLate(deps, run, time),
    ])
  } catch (error) {
    return { end: { kind: 'failed', error } }
  }
}

/** After this time, in ms, a subscription that waits for a repaired record is tried again. */
const damagedRetryMs = 10_000

async function announceLate(deps: PollDeps, run: SubscriptionRun, time: PollTime): Promise<Step> {
  if (!run.checkpoint.unannounced || isAnnouncementRefused(deps, run)) return { run }
  const verified = await verifyCheckpoint(deps, run)
  if (verified.end !== undefined || !verified.run.checkpoint.unannounced) return verified
  const newest = await deps.service.newest(run.input.alert.id, initialSyncPage, {
    priority: 'poll',
    signal: time.signal,
  })
  return announceSubscription(deps, verified.run, newest, deps.steady() + postingTimeMs)
}

function newRun(
  { isOwn, layout, menu, ...clocks }: PollDeps,
  alert: Alert,
  { subscription, decide, state }: DueSubscription,
  channel: string,
  { start: pollStart, steadyStart }: PollTime,
): SubscriptionRun {
  const held = holdsUntil(subscription, pollStart)
  // A hold that ends during a poll counts until the end of the poll, because a new mention must not be posted before a held one.
  const withinHold = (now: Time) => (held === undefined ? now : Math.min(now, held - 1))
  return {
    input: {
      subscription,
      alert,
      channel,
      key: { subscription: subscription.name, alert: alert.id },
      decide: (mention, now) => decide(mention, withinHold(now), channel),
      isOwn,
      layout,
      menu: menu(),
      pollStart,
      steadyStart,
      lookBackStart: lookBackTime(clocks),
      ...defined({ holdsUntil: held }),
    },
    state,
    checkpoint: emptyCheckpoint,
    unsaved: false,
    waiting: [],
    duplicates: [],
    queuedOriginals: createOriginalIndex(),
    resurfacing: new Map(),
    decisions: [],
    postSingly: new Set(),
    refusals: { refused: new Map(), ...defined({ tries: state.tries }) },
    repliesAccepted: 0,
  }
}

async function findUsableChannel(
  deps: PollDeps,
  subscription: Subscription,
  alert: Alert,
): Promise<string | Deferral> {
  const { channels, problems } = deps
  if (!(await isUsable(deps, workspaceProblemKey, () => channels.probeToken())))
    return defer('Slack refuses our token')
  const found = await channels.find(subscription.channel)
  const key = channelProblemKey(subscription.channel)
  if (found.kind === 'unreachable') return defer(found.reason, deps.now() + found.afterMs)
  if (found.kind === 'lost') {
    problems.raise(key, lostChannelProblem(subscription, found.id))
    return defer('the name of the channel stands for one that Slack does not show')
  }
  if (found.kind !== 'found') {
    const code = found.kind === 'missing' ? 'channel_not_found' : found.reason
    problems.raise(key, channelProblem({ subscription, channel: subscription.channel }, code))
    return defer(code)
  }
  if (found.id !== subscription.channel) problems.clear(key)
  const privateKey = privateProblemKey(subscription.name)
  if (!(await deps.mayPost(subscription, alert.id, found.id))) {
    problems.raise(privateKey, privateProblem(subscription))
    return defer('the alert is private, and may not be posted to this channel')
  }
  problems.clear(privateKey)
  if (!(await isUsable(deps, channelProblemKey(found.id), () => channels.probe(found.id))))
    return defer('the channel accepts no messages')
  return found.id
}

/** Returns false if a call shows that the token or channel is still unusable. Returns true if there is no problem or it may be over. */
async function isUsable(
  { problems }: PollDeps,
  key: string,
  probe: () => Promise<'usable' | 'unusable' | 'unsure'>,
): Promise<boolean> {
  const problem = problems.find(key)
  if (problem === undefined) return true
  const found = await probe()
  if (found === 'usable' && probeShowsEnd.has(problem.code ?? '')) problems.clear(key)
  return found !== 'unusable'
}
