import type { SetTimer } from '@overheard/base/clock'
import type { Ms } from '@overheard/base/time'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import { speakIn, speakSoonIn } from '../messages/kit/locale.ts'
import { type RegisteredSubscription, recipientOf, type Subscription } from '../model/subscription.ts'
import { findSubscriptionsOfChannel } from './subscriptions-of-channel.ts'

/** Runs what says something to a reader in the language of that reader. */
export type SpeakTo = {
  /** For what only this person sees. The language is that of the person in Slack, which gets a second to tell it. */
  person<T>(user: string, run: () => T | Promise<T>): Promise<T>
  /**
   * For what a person is answered who has just done something. Nobody waits for Slack, because an acknowledgement and a form must come within
   * three seconds. So the first words to somebody who was never seen before may be in the language of the installation.
   */
  asker<T>(user: string, run: () => T): T
  /** For what a subscription posts. Without a language of its own, its direct messages are in that of the person, if it is known. */
  subscription<T>(name: string, run: () => T): T
  /** For what else is posted to a channel (its id): in the language of the first of its subscriptions that has one. */
  channel<T>(channel: string, run: () => T | Promise<T>): Promise<T>
}

type SpeakToDeps = {
  users: {
    languageOf(user: string): Promise<string | undefined>
    knownLanguageOf(user: string): string | undefined
  }
  registry: { all(): RegisteredSubscription[]; find(name: string): RegisteredSubscription | undefined }
  channels: Parameters<typeof findSubscriptionsOfChannel>[0]
  setTimer: SetTimer
}

const slackWaitMs: Ms = 1000

export function createSpeakTo({ users, registry, channels, setTimer }: SpeakToDeps): SpeakTo {
  const languageOf = async (user: string) =>
    users.knownLanguageOf(user) ??
    (await withTimeout(setTimer, slackWaitMs, (signal) =>
      rejectOnAbort(users.languageOf(user), signal),
    ).catch(() => undefined))
  function languageOfSubscription(name: string): string | undefined {
    const one = registry.find(name)
    const recipient = one && recipientOf(one)
    return one?.subscription.language ?? (recipient && users.knownLanguageOf(recipient))
  }
  /** Slack need not say which channel is meant unless some subscription has a language. */
  async function languageOfChannel(channel: string): Promise<string | undefined> {
    const own = registry
      .all()
      .flatMap(({ subscription }) => (hasLanguage(subscription) ? [subscription] : []))
    return (await findSubscriptionsOfChannel(channels, own, channel))[0]?.language
  }
  return {
    person: async (user, run) => speakIn(await languageOf(user), run),
    asker(user, run) {
      const known = users.knownLanguageOf(user)
      const told = users.languageOf(user)
      return known === undefined ? speakSoonIn(told, run) : speakIn(known, run)
    },
    subscription: (name, run) => speakIn(languageOfSubscription(name), run),
    channel: async (channel, run) => speakIn(await languageOfChannel(channel), run),
  }
}

const hasLanguage = ({ language }: Subscription) => language !== undefined

/** Everybody reads the language of the installation. */
export const speakToAll: SpeakTo = {
  person: async (_, run) => speakIn(undefined, run),
  asker: (_, run) => speakIn(undefined, run),
  subscription: (_, run) => speakIn(undefined, run),
  channel: async (_, run) => speakIn(undefined, run),
}
