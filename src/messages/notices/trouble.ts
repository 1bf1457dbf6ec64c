/** What the owner hears, in a direct message, when a subscription stops and when it goes on. */
import type { SectionBlock } from '@slack/types'
import type { Block, Content } from '../../model/message.ts'
import { bold, context, mrkdwn, plainText, richLine, richText } from '../block-kit.ts'
import { slackDate, utc } from '../slack-date.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'

/** `reason` and `whatToDo` are sentences of ours; `since`: ms since the epoch. */
type Trouble = {
  subscription: string
  channel: string
  reason: string
  whatToDo: string
  since: number
}

/** Room for a sentence; Slack's own limit of a section is 3,000 characters. */
const longestSentence = 1000

/** What stopped, why, and what to do about it. Nothing is lost: the place is kept. */
export function subscriptionTroubled({ subscription, channel, reason, whatToDo, since }: Trouble): Content {
  const told = [`Why: ${cut(reason, longestSentence)}`, `What to do: ${cut(whatToDo, longestSentence)}`]
  return notice(
    `Stopped: ${named(subscription, channel)}`,
    [...told, 'Nothing is lost: it goes on from where it stopped.'],
    since,
  )
}

/** It goes on, from `at` on (UTC, ms). */
export function subscriptionRecovered(recovered: {
  subscription: string
  channel: string
  at: number
}): Content {
  const { subscription, channel, at } = recovered
  return notice(`Going on: ${named(subscription, channel)}`, [], at)
}

function named(subscription: string, channel: string): string {
  return `${isolate(cut(subscription, 100))} in ${isolate(cut(channel, 100))}`
}

function notice(headline: string, sentences: string[], at: number): Content {
  const date = slackDate(at)
  const body = { type: 'section', text: plainText(sentences.join('\n')) } satisfies SectionBlock
  const blocks: Block[] = [
    richText(richLine([bold(headline)])),
    ...(sentences.length === 0 ? [] : [body]),
    ...(date === undefined ? [] : [context(mrkdwn(date))]),
  ]
  const when = date === undefined ? [] : [utc(at)]
  const text = [headline, ...when, ...sentences].map(escapeMrkdwn).join('\n')
  return { text: ellipsize(text, longestText), blocks }
}
