import { defined } from '@overheard/base/defined'
import type { Hooks } from '../../kernel/facts.ts'
import type { Access } from '../../listeners/access.ts'
import type { Reply } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { CardMenu } from '../../messages/mention/card-menu.ts'
import { drawMentions } from '../../messages/mention/shown-mentions.ts'
import { refusalText, replyTexts } from '../../messages/replies.ts'
import type { PostedCard } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Content } from '../../model/message.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { ReminderKind } from '../../reminders/reminder-kind.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { findPost, postedAnswer } from './find-post.ts'
import { originalOf } from './found-mention.ts'
import { notTaken } from './messages.ts'
import { cardOf, maySeePost, type QueuedCard, urlOf } from './model.ts'

type PostingDeps = {
  now: () => number
  registry: { find(name: string): RegisteredSubscription | undefined }
  privateAlerts: Pick<PrivateAlerts, 'mayPost'>
  access: Pick<Access, 'maySee'>
  menu: () => CardMenu
  postedSince: (since: number) => AsyncIterable<PostedCard>
  keep: (card: PostedCard) => Promise<void>
  tellPosted: Hooks['posted']
  permalink: (place: MessageKey) => Promise<string | undefined>
  channelName: (id: string) => Promise<string>
  reply: Reply
}

/** Slack's addresses for answers work for thirty minutes, so a person can still be told if the card could not be posted. */
const patienceMs = 25 * 60_000

/**
 * The leader posts tracked cards one after the other, and stores the record of each before it posts the next, so two presses on one link post
 * one card. After a crash, the stored card says what to do: nothing here depends on what has changed since.
 */
export function trackedCards(deps: PostingDeps): ReminderKind<QueuedCard> {
  /** Returns why the card is not posted; undefined if it can be. */
  async function obstacleTo(card: QueuedCard): Promise<Content | undefined> {
    const listed = deps.registry.find(card.subscription)
    if (listed === undefined) return textMessage(replyTexts.subscriptionGone())
    if (!(await deps.privateAlerts.mayPost(listed))) return textMessage(refusalText('private-elsewhere'))
    const posted = await findPost(deps, urlOf(card), (one) => maySeePost(deps.access, card, one))
    return posted && postedAnswer(deps, posted)
  }

  async function keepRecord(card: QueuedCard, ts: string): Promise<void> {
    const posted = { ...cardOf(card), ts }
    const subscription = deps.registry.find(card.subscription)?.subscription
    if (subscription !== undefined) await deps.tellPosted({ subscription, card: posted })
    // Later mentions with the same address join the card.
    const original = subscription && originalOf(posted, subscription, deps.now())
    await deps.keep({ ...posted, ...defined({ original }) })
  }

  return {
    async due(card) {
      if ((await obstacleTo(card)) !== undefined) return 'over'
      return { channel: card.channel, content: drawMentions(card.shows, { menu: deps.menu() }) }
    },
    logFields: ({ subscription, channel }) => ({ subscription, channel }),
    async ended(card) {
      if (card.postedAs !== undefined) return keepRecord(card, card.postedAs.ts)
      await deps.reply(
        card.asker,
        (await obstacleTo(card)) ?? notTaken(await deps.channelName(card.channel)),
        'beside',
      )
    },
    patienceMs: () => patienceMs,
  }
}
