import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { Alert } from '@overheard/mention-client/alert'
import { emptyCheckpoint } from '../../model/checkpoint.ts'
import type { Subscription } from '../../model/subscription.ts'
import { passGates } from '../gates/gates.ts'
import type { PollTime } from '../poll-time.ts'
import type { PollDeps } from '../ports.ts'
import { type Decide, holdsUntil } from '../rules/rules.ts'
import type { Deferral, RunFailure, RunState, SubscriptionRun } from '../subscription-run.ts'

export type DueSubscription = { subscription: Subscription; decide: Decide; state: RunState }

type Prepared = { run?: SubscriptionRun; end?: Deferral | RunFailure | undefined }

/** Never rejects. A failure is returned as `end`. A run that ends before its checkpoint is known leaves nothing to remember. */
export async function prepareRun(
  deps: PollDeps,
  alert: Alert,
  due: DueSubscription,
  time: PollTime,
): Promise<Prepared> {
  const { run, end } = await passGates(deps, newRun(deps, alert, due, time), 'entry')
  return end === undefined ? passGates(deps, run, 'reading') : { end }
}

function newRun(
  { people: { isOwn }, cards: { layout, menu } }: PollDeps,
  alert: Alert,
  { subscription, decide, state }: DueSubscription,
  { start: pollStart, steadyStart, lookBackStart, signal }: PollTime,
): SubscriptionRun {
  const held = holdsUntil(subscription, pollStart)
  // A hold that ends during a poll counts until the end of the poll, because a new mention must not be posted before a held one.
  const withinHold = (now: Time) => (held === undefined ? now : Math.min(now, held - 1))
  return {
    input: {
      subscription,
      alert,
      channel: subscription.channel,
      key: { subscription: subscription.name, alert: alert.id },
      decide: (mention, now, channel) => decide(mention, withinHold(now), channel),
      fingerprints: new WeakMap(),
      isOwn,
      layout,
      menu: menu(),
      pollStart,
      steadyStart,
      lookBackStart,
      signal,
      ...defined({ holdsUntil: held }),
    },
    state,
    checkpoint: emptyCheckpoint,
    unsaved: false,
    waiting: [],
    duplicates: [],
    placesWait: new Map(),
    resurfacing: new Map(),
    decisions: [],
    postSingly: new Set(),
    refusals: { refused: new Map(), ...defined({ tries: state.tries }) },
    repliesAccepted: 0,
  }
}
