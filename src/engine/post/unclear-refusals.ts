import * as unknownCodes from '@overheard/post-once/unknown-codes'
import type { PollDeps } from '../ports.ts'
import { defer, type Step, type SubscriptionRun, saveCheckpoint } from '../subscription-run.ts'
import { type AboutPost, aboutMessage, type NextMessage } from './next-message.ts'
import { unclearKey, unclearProblem } from './slack-problems.ts'
import { openThread, withoutThread, withThreadRefused } from './threads.ts'

/** Applies the decisions of `@overheard/post-once/unknown-codes` to a run: which messages are set aside, and when the run pauses. */

export function withoutThreadRefusals(run: SubscriptionRun): SubscriptionRun {
  const refused = new Map([...run.refusals.refused].filter(([, { inThread }]) => !inThread))
  return { ...run, refusals: { ...run.refusals, refused } }
}

export async function leaveThread(deps: PollDeps, run: SubscriptionRun, parent: string, code: string) {
  const refused = withThreadRefused(run, code, deps.steady())
  return saveCheckpoint(deps, refused, withoutThread(refused, parent, deps.now()))
}

export function setAside(
  { accepted }: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  code: string,
): SubscriptionRun {
  const inThread = message.place.kind === 'thread'
  const refusal = { accepted: accepted(run.input.channel), replies: run.repliesAccepted, inThread, code }
  const name = nameOf(aboutMessage(run.input.channel, message))
  return { ...run, refusals: unknownCodes.setAside(run.refusals, name, refusal) }
}

/** Returns the cause of a refusal with an unknown code, if it is known. */
export function blame(deps: PollDeps, run: SubscriptionRun, message: NextMessage) {
  const inThread = message.place.kind === 'thread'
  const now = { accepted: deps.accepted(run.input.channel), replies: run.repliesAccepted, inThread }
  return unknownCodes.blame(run.refusals, nameOf(aboutMessage(run.input.channel, message)), now)
}

export function withoutRefusal(deps: PollDeps, run: SubscriptionRun, post: AboutPost): SubscriptionRun {
  const { channel, subscription } = run.input
  if (run.refusals.refused.size === 0 && run.refusals.tries === undefined) {
    deps.problems.clear(unclearKey(subscription.name))
    return run
  }
  const refusals = unknownCodes.withoutRefusal(run.refusals, nameOf(post))
  if (unknownCodes.setAsideNames(refusals, deps.accepted(channel)).size === 0)
    deps.problems.clear(unclearKey(subscription.name))
  return { ...run, refusals }
}

/** Returns the current pause after refusals with unknown codes. During a pause the run reads, but does not post. */
export function refusalPause(deps: PollDeps, { refusals, input }: SubscriptionRun) {
  const pause = unknownCodes.pauseOf(refusals, deps.accepted(input.channel), deps.now())
  return pause && { ...defer({ code: pause.code }, pause.retryAt), onlyPosts: true as const }
}

/** A thread is abandoned after this many refused tries. The next post to the channel shows if the thread or the message is the cause. */
const maxTriesInThread = 3

export async function concludeRefusals(deps: PollDeps, { run, end }: Step): Promise<Step> {
  if (run.refusals.refused.size === 0 || deps.stopping.aborted) return { run, end }
  const { input } = run
  const { refusals, stuck } = unknownCodes.concludeTries(run.refusals, {
    accepted: deps.accepted(input.channel),
    now: deps.now(),
    runStart: input.pollStart,
  })
  const concluded = { ...run, refusals }
  if (stuck === undefined) return { run: concluded, end }
  deps.problems.raise(unclearKey(input.subscription.name), unclearProblem(input, stuck.code, stuck.only))
  const pause = end ?? { ...defer({ code: stuck.code }, stuck.retryAt), onlyPosts: true as const }
  const parent = openThread(concluded)
  const wasInThread = [...refusals.refused.values()].some(({ inThread }) => inThread)
  if (stuck.tries < maxTriesInThread || parent === undefined || !wasInThread)
    return { run: concluded, end: pause }
  return { run: await leaveThread(deps, concluded, parent, 'unclear'), end: pause }
}

export function forgetTries({ problems }: PollDeps, run: SubscriptionRun): SubscriptionRun {
  const { refused, tries } = run.refusals
  if (tries === undefined || refused.size > 0 || run.checkpoint.unannounced) return run
  problems.clear(unclearKey(run.input.subscription.name))
  return { ...run, refusals: { refused } }
}

export function isAnnouncementRefused(deps: PollDeps, run: SubscriptionRun): boolean {
  return run.refusals.refused.has(announcement) || refusalPause(deps, run) !== undefined
}

function nameOf({ ids, burstIds, spike }: AboutPost): string {
  if (spike !== undefined) return `spike ${spike}`
  if (burstIds !== undefined) return 'parent'
  const [only, ...others] = ids
  if (only === undefined) return announcement
  return others.length > 0 ? 'thread' : only
}

const announcement = 'first message'
