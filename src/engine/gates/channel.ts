import type { PollDeps } from '../ports.ts'
import {
  channelProblem,
  channelProblemKey,
  lostChannelProblem,
  privateProblem,
  privateProblemKey,
  probeShowsEnd,
  workspaceProblemKey,
} from '../post/slack-problems.ts'
import { type Deferral, defer, type Step, type SubscriptionRun } from '../subscription-run.ts'

/** Finds the channel of a run. Ends the run if Slack refuses our token, or if the channel may not get the alert or accepts no messages. */
export async function enterChannel(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  const channel = await findUsableChannel(deps, run)
  if (typeof channel !== 'string') return { run, end: channel }
  const { decide } = run.input
  return {
    run: {
      ...run,
      input: { ...run.input, channel, decide: (mention, now) => decide(mention, now, channel) },
    },
  }
}

async function findUsableChannel(
  deps: PollDeps,
  { input: { subscription, alert } }: SubscriptionRun,
): Promise<string | Deferral> {
  const { problems } = deps
  const { channels } = deps.places
  if (
    problems.find(workspaceProblemKey) &&
    !(await isUsable(deps, workspaceProblemKey, () => channels.probeToken()))
  )
    return defer('token-refused')
  const found = await channels.find(subscription.channel)
  const key = channelProblemKey(subscription.channel)
  if (found.kind === 'unreachable') return defer({ code: found.reason }, deps.now() + found.afterMs)
  if (found.kind === 'lost') {
    problems.raise(key, lostChannelProblem(subscription, found.id))
    return defer('channel-lost')
  }
  if (found.kind !== 'found') {
    const code = found.kind === 'missing' ? 'channel_not_found' : found.reason
    problems.raise(key, channelProblem({ subscription, channel: subscription.channel }, code))
    return defer({ code })
  }
  if (found.id !== subscription.channel) problems.clear(key)
  const privateKey = privateProblemKey(subscription.name)
  if (!(await deps.places.mayPost(subscription, alert.id, found.id))) {
    problems.raise(privateKey, privateProblem(subscription))
    return defer('private-elsewhere')
  }
  problems.clear(privateKey)
  const usedKey = channelProblemKey(found.id)
  if (problems.find(usedKey) && !(await isUsable(deps, usedKey, () => channels.probe(found.id))))
    return defer('channel-refuses')
  return found.id
}

/** Returns false if a call shows that the token or channel with a problem is still unusable. Returns true if the problem may be over. */
async function isUsable(
  { problems }: PollDeps,
  key: string,
  probe: () => Promise<'usable' | 'unusable' | 'unsure'>,
): Promise<boolean> {
  const found = await probe()
  if (found === 'usable' && probeShowsEnd.has(problems.find(key)?.code ?? '')) problems.clear(key)
  return found !== 'unusable'
}
