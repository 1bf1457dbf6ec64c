import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import { beforeAll, type Id, idBefore } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Cards } from '../../cards/cards.ts'
import {
  fingerprintOf,
  originalCardOf,
  placesOf,
  withDuplicate,
  withoutPlaces,
  withStoryOf,
} from '../../engine/index.ts'
import type { Hooks } from '../../kernel/facts.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { CardMenu } from '../../messages/mention/card-menu.ts'
import { drawMentions } from '../../messages/mention/shown-mentions.ts'
import {
  type Duplicate,
  type OriginalCard,
  type PostedCard,
  type ShownMentions,
  shownMention,
} from '../../model/card.ts'
import type { Collection } from '../../model/collection.ts'
import {
  type CardLayout,
  layoutOf,
  namesAlert,
  type RegisteredSubscription,
} from '../../model/subscription.ts'
import type { DueMessage, ReminderKind } from '../../reminders/reminder-kind.ts'
import { placeName, quotable, say } from './messages.ts'
import { alertOf, hasPlace, type Move, moveKey } from './model.ts'

export type MoveDeps = {
  now: () => Time
  cards: { find: Cards['find']; originalCards: Cards['originalCards'] }
  registry: { find(name: string): RegisteredSubscription | undefined }
  finder: Pick<SubscriptionFinder, 'channelOf'>
  alerts: Pick<AlertDirectory, 'find'>
  service: Pick<MentionService, 'mentionsSince'>
  /** The leader writes with these. */
  led: Pick<Collection<Move>, 'change'>
  layout: CardLayout
  menu: () => CardMenu
  tellPosted: Hooks['posted']
}

/**
 * Moves places between stories. One process does this, and each step may be repeated. Only a split posts a message: the place's own card, with
 * its receipt.
 */
export function createMoves(deps: MoveDeps): ReminderKind<Move> {
  const { find, originalCards } = deps.cards

  /** The card of the story. */
  const storyCard = (move: Move) => find({ channel: move.channel, ts: move.ts })

  /** The place's own card, if it has one. */
  async function ownCardOf({ subscription, channel, place, ...move }: Move): Promise<PostedCard | undefined> {
    const alert = alertOf({ ...move, place })
    const known = await originalCards.cardOf({ subscription, alert }, place.id)
    const ts = known?.ts ?? place.shownIn
    const card = ts === undefined ? undefined : await find({ channel, ts })
    return card?.shows.kind === 'card' && card.shows.mention.id === place.id ? card : undefined
  }

  /** The reply to the card may show the mention. Otherwise the mention service has it, or nobody has more than its address. */
  async function mentionOf(move: Move): Promise<KnownMention> {
    const { channel, place, mention, isLost } = move
    if (mention !== undefined) return { mention, ...defined({ isLost }) }
    const reply = place.shownIn === undefined ? undefined : await find({ channel, ts: place.shownIn })
    const shown = reply && shownMention(reply, place.id)
    if (shown !== undefined) return { mention: shown }
    const pages = deps.service.mentionsSince(alertOf(move), idBefore(place.id), { priority: 'command' })
    for await (const { mentions } of pages) {
      const found = mentions.find(({ id }) => id === place.id)
      if (found !== undefined) return { mention: found }
      break
    }
    return { mention: mentionOfPlace(place), isLost: true }
  }

  /** Undefined if the place cannot get a card of its own in the channel. */
  async function subscriptionOf({ subscription, channel }: Move) {
    const listed = deps.registry.find(subscription)
    if (listed === undefined || (await deps.finder.channelOf(listed)) !== channel) return undefined
    const found = await deps.alerts.find(listed.subscription.alert)
    return found.kind === 'found' ? { listed, alertName: found.alert.name } : undefined
  }

  async function split(move: Move): Promise<DueMessage> {
    const own = await ownCardOf(move)
    if (own !== undefined) return part(move, own)
    const story = (await storyCard(move))?.original
    const place = story && (await subscriptionOf(move))
    if (story === undefined || place === undefined)
      return {
        channel: move.channel,
        content: textMessage(say.notMoved({ place: quotable(placeName(move.place.url)) })),
      }
    const known = await mentionOf(move)
    const { mention } = known
    await deps.led.change(move.id, (current) => current && { ...current, ...known })
    const says = fingerprintOf(mention, 'coverage')
    if ((await changeStory(story, (one) => withoutPlaces(one, [move.place], says))) === 'failed')
      return 'later'
    return {
      channel: move.channel,
      receipt: {
        ...{ subscription: move.subscription, alert: alertOf(move), through: beforeAll },
        ...{ ids: [mention.id], late: true as const },
      },
      content: drawMentions(showsOf(place.listed, known, place.alertName), { menu: deps.menu() }),
    }
  }

  function showsOf(
    { subscription }: RegisteredSubscription,
    { mention, isLost }: KnownMention,
    alertName: string,
  ): ShownMentions {
    const layout = layoutOf(subscription, deps.layout)
    const { actions } = subscription
    return {
      ...{ kind: 'card', mention, ...layout },
      ...(namesAlert(layout) && { alertName }),
      ...(actions && { offers: actions }),
      ...(isLost && { remark: say.lost() }),
    }
  }

  async function changeStory(card: OriginalCard, next: (card: OriginalCard) => OriginalCard) {
    const changed = await originalCards.change(card, next)
    return changed && originalCards.draw(changed)
  }

  async function join(move: Move): Promise<DueMessage> {
    // An undone split whose card is not posted yet is not posted at all.
    const pending = await deps.led.change(moveKey('split', move), (current) =>
      current?.pending === undefined && current?.sent === undefined ? undefined : current,
    )
    if (pending !== undefined) return 'later'
    const card = await storyCard(move)
    const story = card?.original
    if (card?.shows.kind !== 'card' || story === undefined) return 'over'
    const own = await ownCardOf(move)
    if (own?.original === undefined) {
      const back = (one: OriginalCard) => withDuplicate(one, move.place)
      return (await changeStory(story, back)) === 'failed' ? 'later' : 'over'
    }
    const { original } = own
    if ((await changeStory(story, (one) => withStoryOf(one, original))) === 'failed') return 'later'
    const remark = remarkOf(card)
    await originalCards.change(original, (one) => ({ ...one, successor: story.mention }))
    await originalCards.changeShown(own, (one) => withRemark(withoutRemark(one, remark), remark))
    return 'over'
  }

  async function part(move: Move, own: PostedCard): Promise<DueMessage> {
    const card = await storyCard(move)
    const story = card?.original
    const { original } = own
    if (card === undefined || original?.successor === undefined || original.successor !== story?.mention)
      return 'over'
    const { keys, story: told } = original
    const says = { keys, coverage: told?.coverage }
    if ((await changeStory(story, (one) => withoutPlaces(one, placesOf(original), says))) === 'failed')
      return 'later'
    await originalCards.changeShown(own, (one) => withoutRemark(one, remarkOf(card)))
    // This comes last, because a card without a successor is a story of its own already.
    await originalCards.change(original, ({ successor: _, ...one }) => one)
    return 'over'
  }

  return {
    async due(move) {
      // The latest press counts.
      const opposite = move.act === 'join' ? 'part' : 'join'
      await deps.led.change(moveKey(opposite, move), () => undefined)
      if (move.act === 'split') return split(move)
      if (move.act === 'join') return join(move)
      const own = await ownCardOf(move)
      return own === undefined ? 'over' : part(move, own)
    },
    logFields: ({ subscription, channel, act }) => ({ subscription, channel, act }),
    async ended(move) {
      if (move.act !== 'split') return
      const { channel, subscription, mention, isLost, postedAs } = move
      const listed = deps.registry.find(subscription)
      if (postedAs === undefined || mention === undefined) return putBack(move)
      const alert = alertOf(move)
      const { ts } = postedAs
      const found = listed && (await deps.alerts.find(listed.subscription.alert))
      const name = found?.kind === 'found' ? found.alert.name : ''
      const shows: ShownMentions =
        listed === undefined
          ? { kind: 'card', mention, style: 'full' }
          : showsOf(listed, { mention, ...defined({ isLost }) }, name)
      const place = { subscription, alert, mention: mention.id, channel, ts, at: deps.now() }
      const original = originalCardOf(place, fingerprintOf(mention, 'coverage'))
      const posted: PostedCard = { channel, ts, subscription, alert, shows, actions: [], original }
      if (listed !== undefined) await deps.tellPosted({ subscription: listed.subscription, card: posted })
      await originalCards.keep(posted)
      await leaveReply(move.place, channel)
    },
  }

  /** The place's own card has its address now. */
  async function leaveReply({ id, shownIn }: Duplicate, channel: string): Promise<void> {
    if (shownIn !== undefined) await originalCards.changeShown({ channel, ts: shownIn }, withMoved(id))
  }

  /** A place whose card was not posted stays in its story. */
  async function putBack(move: Move): Promise<void> {
    const story = (await storyCard(move))?.original
    if (story === undefined || hasPlace(story, move.place) || (await ownCardOf(move)) !== undefined) return
    await changeStory(story, (one) => withDuplicate(one, move.place))
  }
}

type KnownMention = { mention: Mention } & Pick<Move, 'isLost'>

/** What the card of a story knows of a place. */
function mentionOfPlace({ id, url, sharesAddress, reach = 0 }: Duplicate): Mention {
  return {
    ...defined({ sharesAddress }),
    ...{ id, url, reach, title: placeName(url), snippet: '', source: 'web', language: '', date: 0 },
    ...{ done: false, starred: false, tags: [], highlights: [], flaws: [] },
    author: { name: '', audience: 0, url: '' },
  }
}

const withMoved =
  (id: Id) =>
  (card: PostedCard): PostedCard => {
    const { shows } = card
    if (shows.kind !== 'thread' || !shows.mentions.some((one) => one.id === id)) return card
    const { news, moved = [] } = shows.places ?? { news: [] }
    if (moved.includes(id)) return card
    return { ...card, shows: { ...shows, places: { news, moved: [...moved, id] } } }
  }

const remarkOf = ({ shows }: PostedCard) =>
  shows.kind === 'card' ? say.joined({ story: quotable(shows.mention.title) }) : ''

/** A card may have a remark of another feature. */
const between = ' · '

function withRemark(card: PostedCard, remark: string): PostedCard {
  const { shows } = card
  if (shows.kind !== 'card') return card
  const all = shows.remark === undefined ? remark : `${shows.remark}${between}${remark}`
  return { ...card, shows: { ...shows, remark: all } }
}

function withoutRemark(card: PostedCard, remark: string): PostedCard {
  if (card.shows.kind !== 'card') return card
  const { remark: all = '', ...shows } = card.shows
  if (!all.endsWith(remark)) return card
  const left = all.slice(0, -remark.length).replace(new RegExp(`${between}$`), '')
  return { ...card, shows: { ...shows, ...(left !== '' && { remark: left }) } }
}
