import { defined } from '@overheard/base/defined'
import { parseJson } from '@overheard/base/json'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import type { MentionService } from '@overheard/mention-client'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import { beforeAll, compareIds, type Id, idBefore, idSchema, isId } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { z } from 'zod'
import type { Hooks } from '../../kernel/facts.ts'
import type { Access, Asking } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { MessageAction } from '../../listeners/payloads.ts'
import type { Registration } from '../../listeners/registration.ts'
import type { Reply } from '../../listeners/reply.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import { pickSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { CardMenu } from '../../messages/mention/card-menu.ts'
import { drawMentions } from '../../messages/mention/shown-mentions.ts'
import { replyTexts, unavailableText } from '../../messages/replies.ts'
import { mentionsOf, type PostedCard, type ShownMentions } from '../../model/card.ts'
import type { Collection } from '../../model/collection.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { Content } from '../../model/message.ts'
import {
  type CardLayout,
  layoutOf,
  namesAlert,
  type RegisteredSubscription,
  type Subscription,
} from '../../model/subscription.ts'
import type { ReminderKind } from '../../reminders/reminder-kind.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { createFilter } from './filter.ts'
import type { createLabels } from './labels.ts'
import { type HeldEntry, type HeldPlace, heldIds, heldList, say } from './messages.ts'
import { type BroughtBack, type Held, heldKey, keptMs } from './model.ts'
import { aboutOf, nameIn } from './settings.ts'

const heldPerPage = 8

type HeldDeps = {
  now: () => Time
  filter: Pick<ReturnType<typeof createFilter>, 'verdictOf' | 'labelsOf'>
  labels: Pick<ReturnType<typeof createLabels>, 'note'>
  held: Pick<Collection<Held>, 'find' | 'all' | 'change'>
  reminders: Pick<Collection<BroughtBack>, 'change'>
  registry: { all(): RegisteredSubscription[]; find(name: string): RegisteredSubscription | undefined }
  finder: Pick<SubscriptionFinder, 'find' | 'channelOf' | 'inChannel'>
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  alerts: Pick<AlertDirectory, 'find'>
  service: Pick<MentionService, 'mentionsSince'>
  reply: Reply
  layout: CardLayout
  menu: () => CardMenu
  keep: (card: PostedCard) => Promise<void>
  postedSince: (since: Time) => AsyncIterable<PostedCard>
  tellPosted: Hooks['posted']
}

/** Lists what is held back, and brings it back (once, whoever presses how often) or takes it off the list. */
export function createHeld(deps: HeldDeps) {
  return {
    async explains(_alert: Id, mention: Id, subscription: string): Promise<string[]> {
      const found = await deps.held.find(heldKey(subscription, mention))
      if (found === undefined || found.state === 'let-through') return []
      if (found.state === 'brought-back') return [say.whyBroughtBack()]
      return [found.dismissed ? say.whyDismissed() : say.whyHeld()]
    },
    cards: cardsOf(deps),
    command: commandOf(deps),
    listen(on: Pick<Registration, 'inMessage'>): void {
      on.inMessage(heldIds.show, (action) => show(deps, action))
      on.inMessage(heldIds.bringBack, (action) => act(deps, action, 'handle', queue))
      on.inMessage(heldIds.dismiss, (action) => act(deps, action, 'dismiss', dismiss))
    },
  }
}

/** The reminders that post the cards. The record of a card is stored before its reminder ends. */
function cardsOf(deps: HeldDeps) {
  return {
    async due(card) {
      const listed = deps.registry.find(card.subscription)
      if (listed === undefined) return 'over'
      const { subscription, alert, channel, mention } = card
      const receipt = { subscription, alert, through: beforeAll, ids: [mention.id], late: true as const }
      return {
        channel,
        receipt,
        content: drawMentions(showsOf(deps, listed.subscription, card), { menu: deps.menu() }),
      }
    },
    logFields: ({ subscription, channel }) => ({ subscription, channel }),
    async ended(card) {
      await markBack(deps, card)
      const subscription = deps.registry.find(card.subscription)?.subscription
      if (card.postedAs === undefined || subscription === undefined) return
      const { alert, channel } = card
      const posted: PostedCard = {
        ...{ channel, ts: card.postedAs.ts, subscription: subscription.name, alert },
        shows: showsOf(deps, subscription, card),
        actions: [],
      }
      await deps.tellPosted({ subscription, card: posted })
      await deps.keep(posted)
    },
  } satisfies ReminderKind<BroughtBack>
}

function commandOf(deps: HeldDeps) {
  return {
    word: 'held',
    rest: 'read',
    get help() {
      return say.help()
    },
    isSlow: true,
    async answer(asker, line) {
      const name = withoutQuotes(line)
      const here = await deps.access.readableSubscriptions(asker, await deps.finder.inChannel(asker.channel))
      const [only, ...others] = here.filter(isOn)
      if (name === '' && only === undefined) return textMessage(say.notOn())
      if (name === '' && only !== undefined && others.length === 0)
        return orUnavailable(() => list(deps, only.subscription, []))
      const picked = await pickSubscription(deps, asker, { kind: 'held', ...(name !== '' && { name }) })
      if ('question' in picked) return picked.question
      const refusal = await placeFor(deps, asker, picked.listed.subscription.name, 'read')
      if ('refusal' in refusal) return textMessage(refusal.refusal)
      return isOn(picked.listed)
        ? orUnavailable(() => list(deps, picked.listed.subscription, []))
        : textMessage(say.notOn())
    },
  } satisfies Subcommand
}

const isOn = ({ subscription }: RegisteredSubscription) => aboutOf(subscription) !== undefined

type HeldOperation = 'read' | 'handle' | 'dismiss'

/** Returns the subscription with a name and its channel, or why the person may not do this there. */
async function placeFor(deps: HeldDeps, asking: Asking, name: string, operation: HeldOperation) {
  const listed = deps.registry.find(name)
  const channel = listed && (await deps.finder.channelOf(listed))
  if (listed === undefined || channel === undefined) return { refusal: replyTexts.subscriptionGone() }
  const { subscription } = listed
  const refusal = await deps.access.refusal(asking, operation, { channel, alerts: [subscription.alert] })
  return refusal === undefined ? { subscription, channel } : { refusal }
}

type Listed = HeldPlace & { mention?: Mention }

async function list(
  deps: HeldDeps,
  subscription: Subscription,
  named: readonly Id[],
  after?: HeldPlace,
): Promise<Content> {
  const all = (await deps.held.all()).filter((one) => one.subscription === subscription.name)
  const ofLine = new Set(named)
  const isNamed = (id: Id) => ofLine.has(id)
  const isBefore = comesBefore(isNamed)
  const present = all
    .filter(({ state, dismissed }) => state === 'held' && dismissed === undefined)
    .map(({ at, mention }): Listed => ({ at, id: mention.id, mention }))
  const lost = await lostOf(deps, subscription, named, new Set(all.map(({ mention }) => mention.id)))
  const ordered = [...present, ...lost].toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
  const following = after === undefined ? ordered : ordered.filter((one) => isBefore(after, one))
  // Everything after the place has left the list meanwhile, so the list begins again.
  const rest = following.length === 0 ? ordered : following
  const page = rest.slice(0, heldPerPage)
  const read = await Promise.all(page.map(({ id, mention }) => mention ?? mentionOf(deps, subscription, id)))
  const entries = read
    .flatMap((mention) => mention ?? [])
    .map((mention): HeldEntry => ({ mention, verdict: deps.filter.verdictOf(subscription, mention) }))
  const last = rest.length > page.length ? page.at(-1) : undefined
  return heldList({
    ...{ entries, named, subscription: subscription.name },
    total: ordered.length - (page.length - entries.length),
    first: ordered.length - rest.length + 1,
    hasOthers: new Set(ordered.map(({ id }) => isNamed(id))).size > 1,
    ...(last && { next: { at: last.at, id: last.id } }),
    name: nameIn(aboutOf(subscription) ?? { text: subscription.alert }),
    letThrough: all.filter(({ state }) => state === 'let-through').length,
    labels: deps.filter.labelsOf(subscription),
  })
}

/** The mentions of the line in which somebody pressed come first. Of each part, the newest comes first. */
const comesBefore =
  (isNamed: (id: Id) => boolean) =>
  (a: HeldPlace, b: HeldPlace): boolean => {
    if (isNamed(a.id) !== isNamed(b.id)) return isNamed(a.id)
    return a.at === b.at ? compareIds(a.id, b.id) > 0 : a.at > b.at
  }

/** Nobody knows when a mention without a record was held back. These come after all others of their line, in its order. */
async function lostOf(
  deps: HeldDeps,
  subscription: Subscription,
  named: readonly Id[],
  known: ReadonlySet<Id>,
): Promise<Listed[]> {
  const unknown = named.filter((id) => !known.has(id))
  const posted = unknown.length === 0 ? new Set() : await postedOf(deps, subscription)
  return unknown.filter((id) => !posted.has(id)).map((id) => ({ at: -named.indexOf(id), id }))
}

/** After its record was lost, a mention may have been decided on again, and posted. */
async function postedOf(deps: HeldDeps, { name }: Subscription): Promise<Set<Id>> {
  const cards = await Array.fromAsync(deps.postedSince(deps.now() - keptMs))
  return new Set(
    cards
      .filter(({ subscription }) => subscription === name)
      .flatMap(({ shows }) => mentionsOf(shows).map(({ id }) => id)),
  )
}

/** Reads a mention whose record is lost, for example with the disk. */
async function mentionOf(deps: HeldDeps, subscription: Subscription, id: Id): Promise<Mention | undefined> {
  const found = await deps.alerts.find(subscription.alert)
  if (found.kind !== 'found') return undefined
  for await (const { mentions } of deps.service.mentionsSince(found.alert.id, idBefore(id), {
    priority: 'command',
  }))
    return mentions.find((mention) => mention.id === id)
  return undefined
}

async function show(deps: HeldDeps, action: MessageAction): Promise<void> {
  const { name, ids, after } = readValue(action.value)
  const place = await placeFor(deps, action, name, 'read')
  const answer =
    'refusal' in place
      ? textMessage(place.refusal)
      : await orUnavailable(() => list(deps, place.subscription, ids, after))
  await deps.reply(action, answer, 'beside')
}

type Place = { subscription: Subscription; channel: string }

/** Does something with the mention of a button. */
async function act(
  deps: HeldDeps,
  action: MessageAction,
  operation: HeldOperation,
  actOn: (deps: HeldDeps, place: Place, id: Id) => Promise<Content>,
): Promise<void> {
  const {
    name,
    ids: [id],
  } = readValue(action.value)
  const place = await placeFor(deps, action, name, operation)
  if ('refusal' in place) return deps.reply(action, textMessage(place.refusal), 'beside')
  if (id === undefined) return
  await deps.reply(action, await orUnavailable(() => actOn(deps, place, id)), 'beside')
}

/** Returns a mention that is held back, also without its record, or why there is none. */
async function findHeld(deps: HeldDeps, subscription: Subscription, id: Id) {
  const record = await deps.held.find(heldKey(subscription.name, id))
  if (record !== undefined && record.state !== 'held') return { answer: textMessage(say.already()) }
  if (record === undefined && (await postedOf(deps, subscription)).has(id))
    return { answer: textMessage(say.posted()) }
  const found = await deps.alerts.find(subscription.alert)
  const mention = record?.mention ?? (await mentionOf(deps, subscription, id))
  return mention === undefined || found.kind !== 'found'
    ? { answer: textMessage(say.gone()) }
    : { record, mention, alert: found.alert }
}

async function dismiss(deps: HeldDeps, { subscription }: Place, id: Id): Promise<Content> {
  const found = await findHeld(deps, subscription, id)
  if ('answer' in found) return found.answer
  const { mention, alert } = found
  const stored = await deps.held.change(heldKey(subscription.name, id), (current) => {
    if (current !== undefined && current.state !== 'held') return current
    const held = current ?? { subscription: subscription.name, alert: alert.id, at: deps.now(), mention }
    return { ...held, state: 'held', dismissed: true }
  })
  // Somebody has brought it back meanwhile.
  if (stored?.state !== 'held') return textMessage(say.already())
  await deps.labels.note(subscription, alert.id, mention, false)
  return textMessage(say.dismissed())
}

async function queue(deps: HeldDeps, { subscription, channel }: Place, id: Id): Promise<Content> {
  const found = await findHeld(deps, subscription, id)
  if ('answer' in found) return found.answer
  const { record, mention, alert } = found
  const key = heldKey(subscription.name, id)
  const at = deps.now()
  const card: BroughtBack = {
    ...{ id: `brought-back ${key}`, kind: 'brought-back', created: at, due: at },
    ...{
      subscription: subscription.name,
      alert: alert.id,
      alertName: alert.name,
      channel,
      mention,
    },
    // Nobody knows if a mention without a record was brought back before the record was lost. The channel is searched for its card first.
    ...(record === undefined && { pending: { by: 'lost record', at, channel } }),
  }
  await deps.reminders.change(card.id, (current) => current ?? card)
  await markBack(deps, card)
  await deps.labels.note(subscription, card.alert, mention, true)
  return textMessage(say.onItsWay())
}

const markBack = (deps: HeldDeps, { subscription, alert, mention }: BroughtBack) =>
  deps.held.change(heldKey(subscription, mention.id), (current) => ({
    ...(current ?? { subscription, alert, at: deps.now(), mention }),
    state: 'brought-back',
  }))

function showsOf(
  { layout: common }: Pick<HeldDeps, 'layout'>,
  subscription: Subscription,
  { mention, alertName }: BroughtBack,
): ShownMentions {
  const layout = layoutOf(subscription, common)
  const { actions } = subscription
  return {
    kind: 'card',
    mention,
    ...layout,
    ...(namesAlert(layout) && { alertName }),
    ...(actions && { offers: actions }),
  }
}

const placeSchema = z.object({ at: timeSchema, id: idSchema })

/** Reads what `heldValue` writes. The buttons of earlier versions have no place. */
function readValue(value: string): { name: string; ids: Id[]; after?: HeldPlace } {
  const read = parseJson(value)
  const parts: unknown[] = Array.isArray(read) ? read : []
  const [name = '', ...ids] = parts.filter((one) => typeof one === 'string')
  const after = placeSchema.safeParse(parts.at(-1)).data
  return { name, ids: ids.filter(isId), ...defined({ after }) }
}

async function orUnavailable(answer: () => Promise<Content>): Promise<Content> {
  try {
    return await answer()
  } catch (error) {
    return textMessage(unavailableText(classifyFailure(error).reason))
  }
}
