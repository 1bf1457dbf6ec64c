import { defined } from '@overheard/base/defined'
import type { Mention } from '@overheard/mention-client/mention'
import type { PostedCard } from '../../model/card.ts'
import { layoutOf, type Subscription } from '../../model/subscription.ts'
import type { PollDeps } from '../ports.ts'
import type { Notified } from '../progress/checkpoint-changes.ts'
import { notifiedBy } from '../rules/rules.ts'
import type { SubscriptionRun } from '../subscription-run.ts'

/**
 * Returns the subscriptions of the channel that would post the mention now, in the order of the configuration: that of the run, and others of
 * the same alert. If this run posts the mention, it does so for all of them.
 */
export function membersOf(run: SubscriptionRun, mention: Mention): Subscription[] {
  const { key, subscription, channel, pollStart, alert } = run.input
  const { channelSubscriptions: others = [] } = run
  if (others.length === 0) return [subscription]
  const members = others.filter(
    (one) =>
      one.subscription.name === key.subscription ||
      (one.isPolled && one.alert === alert.id && one.decide(mention, pollStart, channel).kind === 'deliver'),
  )
  const isListed = members.some((one) => one.subscription.name === key.subscription)
  const found = members.map((one) => one.subscription)
  return isListed ? found : [...found, subscription]
}

/** Returns the people whom the members of the mentions want to be notified; undefined if there are none. */
export function notifiedByMembers(run: SubscriptionRun, mentions: readonly Mention[]): Notified | undefined {
  const { subscription, key } = run.input
  const wish = run.channelSubscriptions?.some((one) => one.subscription.notify !== undefined)
  if (!wish) return subscription.notify && notifiedBy(subscription, mentions).notify
  const found = mentions.flatMap((mention) =>
    membersOf(run, mention).flatMap((one) => {
      const current = one.name === key.subscription ? subscription : one
      return notifiedBy(current, [mention]).notify ?? []
    }),
  )
  return found.length === 0 ? undefined : unionOf(found)
}

function unionOf(notified: Notified[]): Notified {
  return {
    users: [...new Set(notified.flatMap(({ users }) => users))],
    groups: [...new Set(notified.flatMap(({ groups }) => groups))],
    here: notified.some(({ here }) => here),
  }
}

/** Returns the people in `wanted` whom none of the messages notified; undefined if there are none. */
export function notYetNotified(
  wanted: Notified,
  by: readonly (Notified | undefined)[],
): Notified | undefined {
  const known = unionOf(by.filter((one) => one !== undefined))
  const left = {
    users: wanted.users.filter((user) => !known.users.includes(user)),
    groups: wanted.groups.filter((group) => !known.groups.includes(group)),
    here: wanted.here && !known.here,
  }
  return left.users.length + left.groups.length === 0 && !left.here ? undefined : left
}

/** Adds the subscription of a run to the card that another one has posted. The message shows it soon, also after a crash. */
export async function nameMember(
  { cards: { originals: originalCards } }: PollDeps,
  run: SubscriptionRun,
  { ts }: { ts: string },
): Promise<void> {
  const { subscription, channel } = run.input
  const order = (run.channelSubscriptions ?? []).map((one) => one.subscription.name)
  const layout = layoutOf(subscription, run.input.layout)
  await originalCards?.changeShown({ channel, ts }, (card) =>
    withMember(card, { subscription, layout }, order),
  )
}

/**
 * Adds a subscription to the card of a mention. If it comes first in `order` (the names in the configuration), the card gets its appearance
 * and its buttons. A message with several mentions stays as it is.
 */
function withMember(
  card: PostedCard,
  { subscription: joining, layout }: { subscription: Subscription; layout: ReturnType<typeof layoutOf> },
  order: readonly string[],
): PostedCard {
  const { shows, subscription } = card
  if (shows.kind !== 'card') return card
  const before = shows.members ?? [subscription]
  if (before.includes(joining.name)) return card
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const members = [...before, joining.name].toSorted((a, b) => place(a) - place(b))
  if (members[0] !== joining.name || shows.isOwn) return { ...card, shows: { ...shows, members } }
  const { offers: _offers, show: _show, line: _line, ...rest } = shows
  const { actions } = joining
  return { ...card, shows: { ...rest, ...layout, ...defined({ offers: actions }), members } }
}
