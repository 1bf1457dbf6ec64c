import { textMessage } from '../../messages/kit/block-kit.ts'
import type { Sentence } from '../../messages/kit/dates.ts'
import type { NamedMute } from '../../messages/mutes.ts'
import { whyAnswer } from '../../messages/reasons.ts'
import { noMentionFound, noSubscriptionsHere, unavailableText } from '../../messages/replies.ts'
import type { WhyFinding } from '../../model/decision.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { Content } from '../../model/message.ts'
import type { Mute } from '../../model/mute.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { noAlertText, previewAnswer, sampleMessage } from '../subscribe/form.ts'
import type { WhyQuestion } from './explain-decision.ts'
import type { Status } from './status.ts'
import { statusAnswer } from './subscription-list.ts'

export type Answers = ReturnType<typeof createAnswers>

type AskedWhy = Omit<WhyQuestion, 'mention'> & { mention: WhyQuestion['mention'] | { words: string } }

export type NameOf = (user: string) => Promise<string>

export function withNames(nameOf: NameOf, mutes: Mute[]): Promise<NamedMute[]> {
  return Promise.all(mutes.map(async (mute) => ({ ...mute, byName: await nameOf(mute.by) })))
}

export function createAnswers(
  status: Omit<Status, 'describe' | 'countSince'>,
  /** The lines that features add to `/mentions status`. */
  addedLines: () => Promise<Sentence[]> = async () => [],
  /** The layout of cards at the top level of the configuration. */
  layout: CardLayout = {},
) {
  return {
    sample: (subscription: Subscription, channel: string) =>
      orUnavailable(async () =>
        sampleMessage(subscription, await status.sample(subscription, channel), layout),
      ),
    async sampleCard(subscription: Subscription, channel: string): Promise<Content | undefined> {
      const sample = await status.sample(subscription, channel)
      return sample.kind === 'sample' ? sampleMessage(subscription, sample, layout) : undefined
    },
    preview: (subscription: Subscription, channel: string) =>
      orUnavailable(async () => {
        const [found, sample] = await Promise.all([
          status.previewWeek(subscription, channel),
          status.sample(subscription, channel),
        ])
        if (found.kind === 'no-alert') return textMessage(noAlertText(subscription))
        const example = sample.kind === 'sample' ? sampleMessage(subscription, sample, layout) : undefined
        return previewAnswer(subscription.name, found.tally, found.more, example)
      }),
    status: (listed: RegisteredSubscription[], channel: string) =>
      orUnavailable(async () => statusAnswer(await status.status(listed, channel), await addedLines())),
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

/** A mention that is not processed yet waits for the end of a pause, unless a filter excludes it. */
export function withPause(finding: WhyFinding, listed: RegisteredSubscription[]): WhyFinding {
  const pause = listed.find(({ subscription }) => subscription.name === finding.subscription)?.pause
  if (pause === undefined || finding.source !== 'ahead' || finding.kind === 'skip') return finding
  const { detail: _, ...rest } = finding
  const detail = pause.until === undefined ? {} : { detail: new Date(pause.until).toISOString() }
  return { ...rest, kind: 'hold', reason: `paused.${pause.state}`, ...(pause.state === 'paused' && detail) }
}

async function orUnavailable(answer: () => Promise<Content>): Promise<Content> {
  try {
    return await answer()
  } catch (error) {
    return textMessage(unavailableText(classifyFailure(error).reason))
  }
}
