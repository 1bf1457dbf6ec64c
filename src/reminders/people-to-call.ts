import type { Ms } from '@overheard/base/time'
import type { Id, WrittenAlert } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Content } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'

/** `mentions` are the urgent mentions that nobody has claimed. `channel`, `ts` and `permalink` are those of the message with the first. */
export type CallView = {
  channel: string
  ts: string
  alert: Id
  alertName: string
  mentions: Mention[]
  unclaimedForMs: Ms
  permalink: string | undefined
}

/**
 * `passedOver` are the names of people who come before this person and have do-not-disturb on. With `isDisturbed` this person has it on, too,
 * and is called because nobody else can be.
 */
export type PersonToCall = { user: string; passedOver: string[]; isDisturbed: boolean }

/** Who is called about an urgent mention that nobody claims, and with which messages. */
export type PeopleToCall = {
  /** Returns after which time people are called because of a subscription; undefined if nobody is called. */
  afterMs(subscription: Subscription): Ms | undefined
  /** Resolves with undefined if nobody can be called, and with `unknown` if Slack does not say who can be. */
  person(card: { channel: string; alert: WrittenAlert }): Promise<PersonToCall | 'unknown' | undefined>
  personCall(view: CallView, person: PersonToCall): Content
  /** Calls the people of `notify`. `before` is the person who was called before. With `inChannel`, it cannot be in a thread. */
  groupCall(
    notify: NonNullable<Subscription['notify']>,
    view: CallView,
    before: string | undefined,
  ): Promise<{ content: Content; inChannel: boolean }>
}
