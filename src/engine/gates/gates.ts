import type { PollDeps } from '../ports.ts'
import { resolvePending } from '../post/posting.ts'
import { isAnnouncementRefused, refusalPause } from '../post/unclear-refusals.ts'
import { moveToChannel } from '../progress/checkpoint-changes.ts'
import { defer, type Step, type SubscriptionRun, withCheckpoint } from '../subscription-run.ts'
import { enterChannel } from './channel.ts'
import { withoutPosted } from './given-again.ts'
import { announceSubscription, readNewest, startOver } from './initial-sync.ts'
import { waitForOlder } from './older-installation.ts'
import { whyNotReceived } from './recipient.ts'
import { loadCheckpoint, verifyCheckpoint } from './recovery.ts'

/**
 * When a run passes a gate: before it knows its checkpoint (`entry`), before it reads (`reading`), before it posts what waits (`posts`), and
 * before it adds duplicates to the cards of their originals (`merges`).
 */
export type Moment = 'entry' | 'reading' | 'posts' | 'merges'

/**
 * A gate may end a run, change its checkpoint, or leave it less to post. A run has only the gates that it wants; without `wants`, each run has
 * it.
 */
type Gate = {
  name: string
  before: readonly Moment[]
  wants?: (run: SubscriptionRun, moment: Moment) => boolean
  pass: (deps: PollDeps, run: SubscriptionRun) => Promise<Step>
}

/** All gates of a run, in the order in which they apply. */
export const gates: readonly Gate[] = [
  { name: 'channel', before: ['entry'], pass: enterChannel },
  {
    name: 'recipient',
    before: ['entry', 'posts'],
    // Only direct messages (D…) have a person who may lose them. The first poll may announce the subscription. Later ones ask before they post, because Slack limits how often it can be asked.
    wants: ({ input, state }, moment) =>
      input.channel.startsWith('D') && (moment === 'posts' || state.readAt === undefined),
    pass: async (deps, run) => ({ run, end: await whyNotReceived(deps, run.input.subscription) }),
  },
  { name: 'mutes', before: ['entry'], pass: waitForMutes },
  { name: 'checkpoint', before: ['reading'], pass: loadCheckpoint },
  { name: 'pending post', before: ['reading'], pass: resolvePending },
  { name: 'start over', before: ['reading'], pass: startOver },
  {
    name: 'moved channel',
    before: ['reading'],
    wants: ({ checkpoint, input }) =>
      checkpoint.channel !== undefined && checkpoint.channel !== input.channel,
    pass: async ({ now }, run) => ({
      run: withCheckpoint(run, moveToChannel(run.checkpoint, run.input.channel, now())),
    }),
  },
  {
    name: 'announcement',
    before: ['reading'],
    wants: ({ checkpoint }) => checkpoint.unannounced === true,
    pass: announceLate,
  },
  {
    name: 'refusals',
    before: ['posts'],
    wants: ({ refusals }) => refusals.tries !== undefined,
    pass: async (deps, run) => ({ run, end: refusalPause(deps, run) }),
  },
  { name: 'older installation', before: ['posts'], pass: waitForOlder },
  {
    name: 'receipts',
    before: ['posts', 'merges'],
    wants: ({ state }) => !state.verified,
    pass: verifyCheckpoint,
  },
  {
    name: 'given again',
    before: ['posts', 'merges'],
    wants: ({ checkpoint }) => checkpoint.givenAgain !== undefined,
    pass: withoutPosted,
  },
]

/** Passes the gates of a moment, until one ends the run or nothing is left to post. If a gate throws, the run is as before that gate. */
export async function passGates(deps: PollDeps, start: SubscriptionRun, moment: Moment): Promise<Step> {
  let run = start
  try {
    for (const { before, wants, pass } of gates) {
      if (moment === 'posts' && run.waiting.length === 0) break
      if (!before.includes(moment) || wants?.(run, moment) === false) continue
      const step = await pass(deps, run)
      if (step.end !== undefined) return step
      run = step.run
    }
    return { run }
  } catch (error) {
    return { run, end: { kind: 'failed', error } }
  }
}

/** After this time, in ms, a subscription that waits for a repaired record is tried again. */
const damagedRetryMs = 10_000

/** The damage is a problem of its own (health/damage-problems.ts). */
async function waitForMutes(
  { people: { mutesAreDamaged }, now }: PollDeps,
  run: SubscriptionRun,
): Promise<Step> {
  if (!mutesAreDamaged(run.input.channel)) return { run }
  return { run, end: defer('mutes-damaged', now() + damagedRetryMs) }
}

/** Announces a subscription whose first poll could not, or that starts again. */
async function announceLate(deps: PollDeps, run: SubscriptionRun): Promise<Step> {
  if (isAnnouncementRefused(deps, run)) return { run }
  const verified = await verifyCheckpoint(deps, run)
  if (verified.end !== undefined || !verified.run.checkpoint.unannounced) return verified
  return announceSubscription(deps, verified.run, await readNewest(deps, run))
}
