import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Access } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import { type Form, type FormViews, openForm } from '../../listeners/open-modal.ts'
import { inputText, type MessageShortcutPress, type ViewSubmission } from '../../listeners/payloads.ts'
import type { Asker, Reply } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { unavailableText } from '../../messages/replies.ts'
import type { PostedCard } from '../../model/card.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { Content } from '../../model/message.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Users } from '../../slack/users.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { findPost, postedAnswer } from './find-post.ts'
import { fittingForm, readForm, writeForm } from './form.ts'
import { foundCard, foundMention } from './found-mention.ts'
import { readMessage } from './message-links.ts'
import { cannotPostTo, onItsWay, say, trackInputs, trackModal } from './messages.ts'
import { type Link, linkHash, maySeePost, type QueuedCard, urlOf } from './model.ts'

/** The id of the shortcut in the manifest, and of its form. */
export const trackCallback = 'track_mention'

type TrackingDeps = {
  now: () => number
  registry: { all(): RegisteredSubscription[] }
  finder: Pick<SubscriptionFinder, 'channelOf'>
  access: Pick<Access, 'refusal' | 'readableSubscriptions' | 'maySee'>
  privateAlerts: Pick<PrivateAlerts, 'mayPost'>
  alerts: Pick<AlertDirectory, 'find'>
  channels: Pick<Channels, 'probe' | 'join'>
  channelName: (id: string) => Promise<string>
  users: Pick<Users, 'channelsOf' | 'nameOf'>
  views: FormViews
  postedSince: (since: number) => AsyncIterable<PostedCard>
  permalink: (place: MessageKey) => Promise<string | undefined>
  /** Any process writes these. The leader posts them. */
  tracked: Pick<Collection<QueuedCard>, 'change'>
  /** The layout of cards whose subscription has none of its own. */
  layout: CardLayout
  reply: Reply
}

/** A subscription for which the person may track something. `channel` is an id. */
type Place = { subscription: Subscription; channel: string }

type Acknowledge = (errors?: Record<string, string>) => Promise<void>
type SubmittedForm = Pick<ViewSubmission, 'user' | 'metadata' | 'values'>

/**
 * A press is acknowledged only after the card is stored, or a form is open. If the process dies before, Slack shows an error, and the person
 * presses again.
 */
export function createTracking(deps: TrackingDeps) {
  return {
    press: (pressed: MessageShortcutPress, acknowledge: () => Promise<void>) =>
      press(deps, pressed, acknowledge),
    submit: (view: SubmittedForm, acknowledge: Acknowledge) => submit(deps, view, acknowledge),
  }
}

async function press(
  deps: TrackingDeps,
  { message, trigger, ...asker }: MessageShortcutPress,
  acknowledge: () => Promise<void>,
): Promise<void> {
  let isAcknowledged = false
  const acknowledgeOnce = async () => {
    if (!isAcknowledged) await acknowledge()
    isAcknowledged = true
  }
  const open: FormViews['open'] = async (...form) => {
    const opening = await deps.views.open(...form)
    await acknowledgeOnce()
    return opening
  }
  let card: QueuedCard | undefined
  const refusal = await openForm({ ...deps.views, open }, trigger, async () => {
    const found = await track(deps, asker, message)
    if (!('card' in found)) return found
    card = found.card
    return undefined
  })
  await acknowledgeOnce()
  if (refusal !== undefined) await deps.reply(asker, refusal, 'beside')
  if (card !== undefined) await answer(deps, card)
}

/** Stores a card for the link of a message. If it is not clear which one, or for which subscription, returns a form that asks. */
async function track(
  deps: TrackingDeps,
  asker: Asker,
  message: MessageShortcutPress['message'],
): Promise<{ card: QueuedCard } | Form | Content> {
  const refusal = await deps.access.refusal(asker, 'share', { channel: asker.channel })
  if (refusal !== undefined) return textMessage(refusal)
  const { links, words } = readMessage(message)
  if (links.length === 0) return textMessage(say.noLink())
  const places = await placesFor(deps, asker)
  const [place, ...others] = places
  if (place === undefined) return textMessage(say.noPlace())
  const { channel, responseUrl } = asker
  const form = fittingForm({ channel, responseUrl, words, links })
  const [link] = form?.links ?? []
  if (form === undefined || link === undefined) return textMessage(say.longLink())
  const isClear = links.length === 1 && others.length === 0 && place.channel === channel
  if (isClear) return store(deps, asker, { link, words, place })
  const choices = places.slice(0, mostPlaces).map((one) => choiceOf(deps, one, channel))
  const areLinksCut = form.links.length < links.length
  const modal = trackModal({ links: form.links, areLinksCut, places: await Promise.all(choices) })
  return { ...modal, callback: trackCallback, note: writeForm(form) }
}

const choiceOf = async (deps: TrackingDeps, { subscription: { name }, channel }: Place, here: string) => ({
  name,
  where: channel === here ? undefined : await deps.channelName(channel),
})

async function submit(
  deps: TrackingDeps,
  { user, metadata, values }: SubmittedForm,
  acknowledge: Acknowledge,
): Promise<void> {
  const { links, words, ...about } = readForm(metadata)
  const asker = { user, ...about, byValue: true as const }
  const refusal = await deps.access.refusal(asker, 'share', { channel: asker.channel })
  if (refusal !== undefined) {
    await acknowledge()
    return deps.reply(asker, textMessage(refusal), 'beside')
  }
  const link = links[Number(inputText(values, trackInputs.link) ?? 0)]
  const places = await placesFor(deps, asker)
  const name = inputText(values, trackInputs.place)
  const place = name === undefined ? places[0] : places.find(({ subscription }) => subscription.name === name)
  const isClear = name !== undefined || places.length === 1
  if (link === undefined || place === undefined || !isClear) return refuseForm(deps, asker, acknowledge, name)
  const stored = await store(deps, asker, { link, words, place })
  await acknowledge()
  if ('card' in stored) await answer(deps, stored.card)
  else await deps.reply(asker, stored, 'beside')
}

/** Only an input of the form can show an error. */
async function refuseForm(
  deps: TrackingDeps,
  asker: Asker,
  acknowledge: Acknowledge,
  name: string | undefined,
): Promise<void> {
  if (name !== undefined) return acknowledge({ [trackInputs.place]: say.placeGone() })
  await acknowledge()
  await deps.reply(asker, textMessage(say.placeGone()), 'beside')
}

/**
 * Returns the subscriptions of the channel of the message or, if it has none, of all channels that the person is in. The channel in a form
 * does not prove that the person saw the message there.
 */
async function placesFor(deps: TrackingDeps, asker: Asker): Promise<Place[]> {
  const readable = await deps.access.readableSubscriptions(asker, deps.registry.all())
  const found = await Promise.all(
    readable.map(async (listed): Promise<Place[]> => {
      if (!(await deps.privateAlerts.mayPost(listed))) return []
      const channel = await deps.finder.channelOf(listed)
      return channel === undefined ? [] : [{ subscription: listed.subscription, channel }]
    }),
  )
  const all = found.flat()
  const here = all.filter(({ channel }) => channel === asker.channel)
  const isThere = here.length > 0 && asker.byValue === undefined
  const visible = isThere ? undefined : await deps.users.channelsOf(asker.user)
  const near = (here.length > 0 ? here : all).filter(({ channel }) => isThere || visible?.has(channel))
  const refusals = await Promise.all(
    near.map(({ channel, subscription: { alert } }) =>
      deps.access.refusal(asker, 'share', { channel, alerts: [alert] }),
    ),
  )
  return near.filter((_, at) => refusals[at] === undefined)
}

/** Stores the card, unless the same link already waits to be posted in the channel. The words of a message stay in its channel. */
async function store(
  deps: TrackingDeps,
  asker: Asker,
  { link, words, place: { subscription, channel } }: { link: Link; words: string; place: Place },
): Promise<{ card: QueuedCard } | Content> {
  const [foundBy, found] = await Promise.all([
    deps.users.nameOf(asker.user),
    deps.alerts.find(subscription.alert).catch((error: unknown) => ({ kind: 'failed' as const, error })),
  ])
  if (found.kind !== 'found') {
    const { reason } = found.kind === 'failed' ? classifyFailure(found.error) : missingAlert
    return textMessage(unavailableText(reason))
  }
  const { id: alert, name: alertName } = found.alert
  const isHere = channel === asker.channel
  const mention = isHere ? foundMention(channel, link, words) : foundMention(channel, { url: link.url }, '')
  const at = deps.now()
  const { user, channel: askedIn, responseUrl } = asker
  const card: QueuedCard = {
    ...{ id: `tracked-card ${linkHash(channel, link.url)}`, kind: 'tracked-card', created: at, due: at },
    ...{ subscription: subscription.name, alert, channel },
    asker: { user, channel: askedIn, responseUrl },
    shows: foundCard(mention, { subscription, layout: deps.layout, alertName, foundBy }),
  }
  await deps.tracked.change(card.id, (current) => current ?? card)
  return { card }
}

/** Tells the person what becomes of a stored card. Takes it back if it cannot be posted. */
async function answer(deps: TrackingDeps, card: QueuedCard): Promise<void> {
  const { asker, channel } = card
  const posted = await findPost(deps, urlOf(card), (one) => maySeePost(deps.access, card, one))
  if (posted !== undefined) {
    await takeBack(deps, card)
    return deps.reply(asker, await postedAnswer(deps, posted), 'beside')
  }
  const name = await deps.channelName(channel)
  if (await cannotPost(deps, channel)) {
    await takeBack(deps, card)
    return deps.reply(asker, cannotPostTo(name), 'beside')
  }
  return deps.reply(asker, onItsWay(name, channel === asker.channel), 'beside')
}

async function cannotPost(deps: TrackingDeps, channel: string): Promise<boolean> {
  if ((await deps.channels.probe(channel)) !== 'unusable') return false
  await deps.channels.join(channel)
  return (await deps.channels.probe(channel)) === 'unusable'
}

/** Does nothing if the card is being posted, or if somebody else asked for it. */
const takeBack = (deps: TrackingDeps, { id, created, asker }: QueuedCard) =>
  deps.tracked.change(id, (current) => {
    const isMine = current?.created === created && current.asker.user === asker.user
    return isMine && current.pending === undefined && current.sent === undefined ? undefined : current
  })

const missingAlert = { reason: 'no-such-alert' } as const

/** Slack's limit for the options of a menu. */
const mostPlaces = 100
