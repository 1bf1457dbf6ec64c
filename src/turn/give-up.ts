import { markAnnounced, markDone, withoutPending } from '../decide/bookmark.ts'
import { markSpikeNotified, runningSpike, withoutSpike } from '../decide/storm.ts'
import type { Checkpoint } from '../model/bookmark.ts'
import type { Mention } from '../model/mention.ts'
import { type PostResult, proceed } from './conclude.ts'
import type { NextMessage } from './draft.ts'
import { saveCheckpoint } from './keep.ts'
import type { PollDeps } from './ports.ts'
import type { SubscriptionRun } from './watch.ts'

/** How long a refused mention stays visible as a trouble, in ms: it happened once, nothing takes it back. */
const rejectionShownMs = 86_400_000

/**
 * What follows where Slack takes a message in no form: one of several mentions is tried one by one, a mention is settled as rejected,
 * visibly, and what covers no mention is left unsaid.
 */
export async function rejectMessage(
  deps: PollDeps,
  run: SubscriptionRun,
  message: NextMessage,
  reason: string,
): Promise<PostResult> {
  const { mentions, place } = message
  const [only, ...others] = mentions
  if (place.kind === 'parent' || others.length > 0) await retrySingly(deps, run, message)
  else if (place.kind === 'storm') await skipSpikeMessage(deps, run, place.said, reason)
  else if (only === undefined) await skipAnnouncement(deps, run, reason)
  else await rejectMention(deps, run, only, reason)
  return proceed
}

async function retrySingly(
  deps: PollDeps,
  run: SubscriptionRun,
  { mentions, place }: NextMessage,
): Promise<void> {
  const opens = place.kind === 'parent' ? place.opens : []
  const ids = mentions.length > 0 ? mentions.map(({ id }) => id) : opens
  for (const id of ids) run.singly.add(id)
  await saveCheckpoint(deps, run, withoutPending(run.checkpoint))
}

async function skipSpikeMessage(deps: PollDeps, run: SubscriptionRun, said: 'card' | 'call', reason: string) {
  deps.log.error({ ...run.key, reason }, 'Slack takes what is to be said of a storm in no form')
  await saveCheckpoint(deps, run, withoutSpikeMessage(withoutPending(run.checkpoint), said))
}

/** Without a live card there is no storm for the channel, and mentions go up as ever; without the call it goes on. */
function withoutSpikeMessage(checkpoint: Checkpoint, said: 'card' | 'call'): Checkpoint {
  const spike = runningSpike(checkpoint)
  if (said === 'call' || spike === undefined) return markSpikeNotified(checkpoint)
  const { announcedAt, aboveBaselineAt, summary } = spike.state
  return withoutSpike(checkpoint, {
    kind: 'calm',
    before: { announcedAt, endedAt: aboveBaselineAt, peak: summary.peak.count },
  })
}

async function skipAnnouncement(deps: PollDeps, run: SubscriptionRun, reason: string): Promise<void> {
  deps.log.error({ ...run.key, reason }, 'Slack takes the line of the first look in no form')
  await saveCheckpoint(deps, run, markAnnounced(withoutPending(run.checkpoint)))
}

async function rejectMention(
  deps: PollDeps,
  run: SubscriptionRun,
  { id, url }: Mention,
  reason: string,
): Promise<void> {
  const { name, channel } = run.subscription
  run.decisions.push({ at: deps.now(), ...run.key, id, url, outcome: 'rejected', reason })
  await saveCheckpoint(deps, run, markDone(withoutPending(run.checkpoint), [id], deps.now(), run.pollStart))
  deps.log.error({ subscription: name, mention: id, reason }, 'Slack takes this mention in no form')
  deps.problems.raise(`rejected ${id}`, {
    subscription: name,
    channel,
    what: `Slack took mention ${id} in no form: ${reason}.`,
    whatToDo: 'Look at it in the mention service; the mentions after it go on.',
    until: deps.now() + rejectionShownMs,
  })
}
