import type { Mute, MuteEnd } from '../model/mute.ts'
import type { EndReason } from '../model/subscription.ts'
import type { Sentence } from './kit/dates.ts'
import { list } from './kit/say.ts'
import { cut, isolate } from './kit/text.ts'
import { mutedName } from './mute-words.ts'
import { say } from './say.ts'

const longestAlert = 100

const alertName = (alert: string) => isolate(cut(alert, longestAlert))

/** Each text ends a sentence that begins with a person's name. */
export const changeTexts = {
  muted(mute: Mute, end: MuteEnd): Sentence {
    const what = { kind: mute.kind, name: mutedName(mute) }
    return typeof end === 'string'
      ? [say.muted({ ...what, term: end })]
      : say.mutedUntil({ ...what, until: { at: end.until, as: 'date' } as const })
  },
  unmuted: (mute: Mute): Sentence => [say.unmuted({ kind: mute.kind, name: mutedName(mute) })],
  changed: (name: string, what: string): Sentence => [say.changed({ name, what })],
  /** For a subscription that the bot itself ended. */
  endedByItself: (name: string, reason: EndReason): Sentence => [
    reason === 'person-left' ? say.personLeft({ name }) : say.accessEnded({ name }),
  ],
  unsubscribed: (name: string): Sentence => [say.unsubscribed({ name })],
  shared: (alert: string): Sentence => [say.sharedAlert({ alert: alertName(alert) })],
  alertMade: (alert: string): Sentence => [say.alertMade({ alert: alertName(alert) })],
  /** `settings` are the names of what is different now. */
  alertChanged: (alert: string, settings: string[]): Sentence => [
    say.alertChanged({ alert: alertName(alert), settings: list(settings, 'narrow') }),
  ],
  alertRemoved: (alert: string): Sentence => [say.alertRemoved({ alert: alertName(alert) })],
  falseAlarm: (alert: string, isMarked: boolean): Sentence => [
    say[isMarked ? 'falseAlarm' : 'noFalseAlarm']({ alert: alertName(alert) }),
  ],
  /** `what` is the text of the change that was undone, with the name of the person. */
  undid: (what: string) => say.undid({ what }),
  subscribed(
    name: string,
    { alert, existedBefore, isPersonal }: { alert: string; existedBefore: boolean; isPersonal: boolean },
  ): Sentence {
    const [once, again] = isPersonal
      ? (['subscribedThemselves', 'subscribedThemselvesAgain'] as const)
      : (['subscribed', 'subscribedAgain'] as const)
    return [say[existedBefore ? again : once]({ alert: alertName(alert), name })]
  },
}

/** About subscriptions of people, which post to their direct messages. */
export const personalTexts = {
  /** In the form, instead of the channel. */
  place: say.personalPlace,
  missingScope: (scope: string) => say.personalMissingScope({ scope }),
  notNow: (reason: string) => say.personalNotNow({ reason: cut(reason, 100) }),
  accessLost: (name: string) => say.personalAccessLost({ name: isolate(cut(name, 80)) }),
  /** On the home tab, instead of the channel. */
  ownMessages: say.ownMessages,
  ofOthers: say.messagesOfOthers,
}
