import { textMessage } from '../messages/kit/block-kit.ts'
import { hiddenText } from '../messages/mutes.ts'
import { sampleMessage } from '../messages/preview.ts'
import { whyAnswer } from '../messages/reasons.ts'
import { noMentionFound, noSubscriptionsHere, unavailableText } from '../messages/replies.ts'
import { classifyFailure } from '../model/failure.ts'
import type { Content } from '../model/message.ts'
import type { Mute } from '../model/mute.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../model/subscription.ts'
import type { WhyQuestion } from './explain-decision.ts'
import type { Status } from './status.ts'
import { withPause } from './with-pause.ts'

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
        if (listed.length === 0) return noSubscriptionsHere
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
