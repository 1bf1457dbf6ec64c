import { actionIds } from '../messages/kit/block-actions.ts'
import { textMessage, withGuesses } from '../messages/kit/block-kit.ts'
import { messages } from '../messages/kit/say.ts'
import { cut } from '../messages/kit/text.ts'
import { sampleMessage } from '../messages/preview.ts'
import { whyAnswer } from '../messages/reasons.ts'
import { noSubscriptionsHere, quoted, unavailableText } from '../messages/replies.ts'
import { classifyFailure } from '../model/failure.ts'
import type { Content } from '../model/message.ts'
import type { Mute } from '../model/mute.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type { WhyQuestion } from './explain-decision.ts'
import type { Status } from './status.ts'
import { en } from './texts.en.ts'
import { withPause } from './with-pause.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** A mute that hides more than this share of the mentions hides nearly all. */
const nearlyAll = 0.8

export type Answers = ReturnType<typeof createAnswers>

type AskedWhy = Omit<WhyQuestion, 'mention'> & { mention: WhyQuestion['mention'] | { words: string } }

/** Answers that several places give: commands, buttons and forms. `layout` is that of cards whose subscription has none of its own. */
export function createAnswers(
  status: Pick<Status, 'sample' | 'explain' | 'mentionsLike' | 'countHidden'>,
  layout: CardLayout = {},
) {
  return {
    sample: (subscription: Subscription, channel: string) =>
      orUnavailable(async () =>
        sampleMessage(subscription, await status.sample(subscription, channel), layout),
      ),
    /** Says how much a mute hides. Returns undefined if the mention service does not answer: the mute holds anyway. */
    hidden: async (listed: RegisteredSubscription[], mute: Mute): Promise<Content | undefined> => {
      const subscriptions = listed.map(({ subscription }) => subscription)
      if (subscriptions.length === 0) return undefined
      try {
        return textMessage(hiddenText(mute, await status.countHidden(subscriptions, mute)))
      } catch {
        return undefined
      }
    },
    why: (listed: RegisteredSubscription[], question: AskedWhy) =>
      orUnavailable(async () => {
        if (listed.length === 0) return noSubscriptionsHere()
        const subscriptions = listed.map(({ subscription }) => subscription)
        const { mention } = question
        const findings =
          'words' in mention ? [] : await status.explain(subscriptions, { ...question, mention })
        if ('id' in mention || findings.some((one) => one.source !== 'unknown'))
          return whyAnswer(findings.map((one) => withPause(one, listed)))
        const asked = 'words' in mention ? mention.words : mention.url
        return noMentionFound(asked, await status.mentionsLike(subscriptions, asked))
      }),
  }
}

/** Says in one sentence why the mention service, or Slack, does not answer. */
export async function orUnavailable(answer: () => Promise<Content>): Promise<Content> {
  try {
    return await answer()
  } catch (error) {
    return textMessage(unavailableText(classifyFailure(error).reason))
  }
}

/** Says how many of the mentions of the last days a mute hides. */
export function hiddenText(
  { kind, name: muted }: Pick<Mute, 'kind' | 'name'>,
  { days, total, hidden, more }: { days: number; total: number; hidden: number; more: boolean },
): string {
  if (total === 0) return say.nothingToHide({ days })
  const name = cut(muted, 100)
  if (total === 1)
    return hidden === 0 ? say.hidesNotOnly({ days, kind, name }) : say.hidesOnly({ days, name })
  const counts = { days, total, hidden, which: more ? 'latest' : 'all' } as const
  if (hidden === 0) return say.hidesNone({ ...counts, kind, name })
  if (hidden < total * nearlyAll) return say.hidesSome(counts)
  return hidden === total ? say.hidesAll({ ...counts, name }) : say.hidesNearlyAll({ ...counts, name })
}

export function noMentionFound(asked: string, meant: { title: string; url: string }[]): Content {
  const guesses = meant.map(({ title, url }) => ({ label: title || url, value: `why ${url}` }))
  return withGuesses(say.noMention({ asked: quoted(asked) }), guesses, actionIds.runLine)
}
