import { textMessage } from '../messages/block-kit.ts'
import { card } from '../messages/card.ts'
import { grouped } from '../messages/numbers.ts'
import { whyAnswer } from '../messages/reasons.ts'
import { noSubscriptionsHere, unavailableText } from '../messages/replies.ts'
import { previewAnswer } from '../messages/subscription-form.ts'
import { statusAnswer } from '../messages/subscription-list.ts'
import type { Content } from '../model/message.ts'
import type { RegisteredSubscription, Subscription } from '../model/subscription.ts'
import { describeFailure } from '../stats/failure.ts'
import type { WhyQuestion } from '../status/explain-decision.ts'
import type { Sample } from '../status/preview.ts'
import type { Status } from '../status/status.ts'

/** Answers to questions that change nothing, as messages for the asker alone. If the mention service fails, the answer says so. */
export type Answers = {
  sample(subscription: Subscription, channel: string): Promise<Content>
  preview(subscription: Subscription, channel: string): Promise<Content>
  status(listed: RegisteredSubscription[], channel: string): Promise<Content>
  why(listed: RegisteredSubscription[], question: WhyQuestion): Promise<Content>
}

export function createAnswers(status: Omit<Status, 'describe' | 'countSince'>): Answers {
  return {
    sample: (subscription, channel) =>
      orUnavailable(async () => sampleMessage(subscription, await status.sample(subscription, channel))),
    preview: (subscription, channel) =>
      orUnavailable(async () => {
        const found = await status.previewWeek(subscription, channel)
        if (found.kind === 'no-alert') return textMessage(noAlertText(subscription))
        return previewAnswer(subscription.name, found.tally, found.more)
      }),
    status: (listed, channel) =>
      orUnavailable(async () => statusAnswer(await status.status(listed, channel))),
    why: (listed, question) =>
      orUnavailable(async () => {
        if (listed.length === 0) return noSubscriptionsHere
        const subscriptions = listed.map(({ subscription }) => subscription)
        return whyAnswer(await status.explain(subscriptions, question))
      }),
  }
}

async function orUnavailable(answer: () => Promise<Content>): Promise<Content> {
  try {
    return await answer()
  } catch (error) {
    return textMessage(unavailableText(describeFailure(error).reason))
  }
}

const noAlertText = ({ alert }: Subscription) => `There is no alert ${alert}.`

/** The sample as a card without its buttons, which would act on a message that only the asker sees. */
function sampleMessage(subscription: Subscription, sample: Sample): Content {
  if (sample.kind === 'no-alert') return textMessage(noAlertText(subscription))
  const { alert } = sample
  if (sample.kind === 'none-passes') return textMessage(nonePassesText(sample.tried, alert.name))
  const { style = 'full', name } = subscription
  const { text, blocks } = card(sample.mention, { subscription: name, alert: alert.id, style })
  return { text, blocks: blocks.filter(({ type }) => type !== 'actions') }
}

function nonePassesText(tried: number, alert: string): string {
  if (tried === 0) return `${alert} has no mentions yet.`
  return tried === 1
    ? `The only mention of ${alert} does not pass the filters.`
    : `None of the newest ${grouped(tried)} mentions of ${alert} passes the filters.`
}
