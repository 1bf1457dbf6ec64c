import type { Subscription } from '../model/subscription.ts'
import type { PollDeps } from './ports.ts'
import { channelProblem, channelProblemKey, probeShowsEnd, workspaceProblemKey } from './slack-troubles.ts'
import { type Deferral, defer } from './watch.ts'

/** The id of a subscription's channel, if it takes messages as far as is known; what is in trouble is probed first. */
export async function findUsableChannel(
  deps: PollDeps,
  subscription: Subscription,
): Promise<string | Deferral> {
  const isRaised = (key: string) => deps.problems.find(key) !== undefined
  if (
    isRaised(workspaceProblemKey) &&
    !(await isProblemOver(deps, workspaceProblemKey, () => deps.channels.probeToken()))
  )
    return defer('Slack refuses our token')
  const found = await deps.channels.find(subscription.channel)
  const key = channelProblemKey(subscription.channel)
  if (found.kind === 'unreachable') return defer(found.reason, deps.now() + found.afterMs)
  if (found.kind !== 'found') {
    const code = found.kind === 'missing' ? 'channel_not_found' : found.reason
    deps.problems.raise(key, channelProblem({ subscription, channel: subscription.channel }, code))
    return defer(code)
  }
  if (found.id !== subscription.channel) deps.problems.clear(key)
  const idKey = channelProblemKey(found.id)
  if (isRaised(idKey) && !(await isProblemOver(deps, idKey, () => deps.channels.probe(found.id))))
    return defer('the channel takes no messages')
  return found.id
}

/** Whether a trouble is over, or may be: then the next post shows. A token or channel that is still unusable is left alone. */
async function isProblemOver(
  deps: PollDeps,
  key: string,
  probe: () => Promise<'usable' | 'unusable' | 'unsure'>,
): Promise<boolean> {
  const problem = deps.problems.find(key)
  if (problem === undefined) return true
  const found = await probe()
  if (found === 'usable' && probeShowsEnd.has(problem.code ?? '')) deps.problems.clear(key)
  return found !== 'unusable'
}
