import type { Mute, MuteEnd } from '../model/mute.ts'
import type { EndReason } from '../model/subscription.ts'
import type { Sentence } from './kit/dates.ts'
import { cut, isolate } from './kit/text.ts'
import { muteLabel, muteTermWords } from './mute-words.ts'

/** Each text ends a sentence that begins with a person's name. */
export const changeTexts = {
  muted: (mute: Mute, end: MuteEnd): Sentence =>
    typeof end === 'string'
      ? [`muted the ${muteLabel(mute)} ${muteTermWords[end]}`]
      : [`muted the ${muteLabel(mute)} until `, { at: end.until, as: 'date' }],
  unmuted: (mute: Mute): Sentence => [`unmuted the ${muteLabel(mute)}`],
  changed: (name: string, what: string): Sentence => [`changed ${name}${what}`],
  /** For a subscription that the bot itself ended. */
  endedByItself: (name: string, reason: EndReason): Sentence => [
    reason === 'person-left'
      ? `left the workspace, which ended ${name}`
      : `may not see the alert of ${name} any more, which ended it`,
  ],
  unsubscribed: (name: string): Sentence => [`unsubscribed ${name}: nothing more is posted for it`],
  shared: (alert: string): Sentence => [
    `shared the private alert ${isolate(cut(alert, 100))} with this channel`,
  ],
  alertMade: (alert: string): Sentence => [`made the alert ${isolate(cut(alert, 100))}`],
  /** `settings` are the names of what is different now. */
  alertChanged: (alert: string, settings: string[]): Sentence => [
    `changed the alert ${isolate(cut(alert, 100))}: ${settings.join(', ')}`,
  ],
  alertRemoved: (alert: string): Sentence => [`removed the alert ${isolate(cut(alert, 100))}`],
  falseAlarm: (alert: string, isMarked: boolean): Sentence => {
    const spike = `a spike of ${isolate(cut(alert, 100))}`
    return [isMarked ? `marked ${spike} as a false alarm` : `unmarked ${spike}: no false alarm`]
  },
  /** `what` is the text of the change that was undone, with the name of the person. */
  undid: (what: string) => `undid: ${what}`,
  subscribed: (
    name: string,
    { alert, existedBefore, isPersonal }: { alert: string; existedBefore: boolean; isPersonal: boolean },
  ): Sentence => [
    `subscribed ${isPersonal ? '' : 'this channel '}to ${isolate(cut(alert, 100))} as ${name}${existedBefore ? '. It starts afresh: earlier mentions are not posted' : ''}`,
  ],
}

/** About subscriptions of people, which post to their direct messages. */
export const personalTexts = {
  /** In the form, instead of the channel. */
  place: 'Overheard posts to you, here in your direct messages. Nobody else sees them.',
  missingScope: (scope: string) =>
    `Overheard cannot post mentions to you: its Slack app lacks the permission ${scope}. Somebody who runs Overheard can add it; \`overheard doctor\` says how. Channels can still be subscribed.`,
  notNow: (reason: string) =>
    `Overheard cannot post mentions to you right now (${cut(reason, 100)}). Try again in a minute.`,
  accessLost: (name: string) =>
    `${isolate(cut(name, 80))} has ended, because you may not see its alert any more.\nIt is private and you are in none of its channels, or you are a guest now. Nothing more is posted for it. Once you may see the alert, subscribe again with /mentions subscribe.`,
  /** On the home tab, instead of the channel. */
  ownMessages: 'Direct messages to you',
  ofOthers: 'Direct messages',
}
