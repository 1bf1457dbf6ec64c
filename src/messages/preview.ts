import type { Mention } from '../model/mention.ts'
import type { Content } from '../model/message.ts'
import { type CardLayout, layoutOf, namesAlert, type Subscription } from '../model/subscription.ts'
import { context, plainText, textMessage } from './kit/block-kit.ts'
import { grouped, unit } from './kit/numbers.ts'
import { cut, isolate, longestText, wholeLines } from './kit/text.ts'
import { card } from './mention/card.ts'
import { emptyMenu } from './mention/card-menu.ts'
import { ruleName } from './reasons.ts'

/** A held mention is posted later, so it counts in `posted` and in `held`. */
export type ReplayTotals = {
  total: number
  posted: number
  held: number
  skipped: { reason: string; count: number }[]
}

export function previewSentence({ total, posted, held, skipped }: ReplayTotals, more: boolean): string {
  if (total === 0) return 'No mentions in the last 7 days.'
  const all = more ? `the latest ${grouped(total)}` : grouped(total)
  const later = held === 0 ? '' : `, ${grouped(held)} of them after quiet hours`
  const left = skipped.map(({ reason, count }) => `${grouped(count)} by ${ruleName(reason)}`)
  return [
    `${grouped(posted)} of ${all} ${unit(total, 'mention')} from the last 7 days would have been posted${later}.`,
    ...(left.length === 0
      ? []
      : [`Not posted: ${left.length === 1 ? left[0] : `${grouped(total - posted)} (${left.join(', ')})`}.`]),
  ].join('\n')
}

export const noAlertText = ({ alert }: Pick<Subscription, 'alert'>) =>
  `There is no alert “${isolate(cut(alert, 100))}”.`

type SampleView =
  | { kind: 'sample'; mention: Mention; alert: { name: string } }
  | { kind: 'none-passes'; tried: number; alert: { name: string } }
  | { kind: 'no-alert' }

/** `common` is the layout at the top level of the configuration. Removes the buttons of the card, because they would act on a message that only the asker sees. */
export function sampleMessage(
  subscription: Subscription,
  sample: SampleView,
  common: CardLayout = {},
): Content {
  if (sample.kind === 'no-alert') return textMessage(noAlertText(subscription))
  if (sample.kind === 'none-passes') return textMessage(nonePassesText(sample.tried, sample.alert.name))
  const layout = layoutOf(subscription, common)
  const named = namesAlert(layout) ? { alertName: sample.alert.name } : {}
  const { text, blocks } = card(sample.mention, { ...layout, ...named, offers: [], menu: emptyMenu })
  const shown = blocks.filter(({ type }) => type !== 'actions')
  return { text: `${exampleText}\n${text}`, blocks: [context(plainText(exampleText)), ...shown] }
}

const exampleText = 'Example of a post; nothing new happened:'

function nonePassesText(tried: number, alertName: string): string {
  const alert = isolate(cut(alertName, 100))
  if (tried === 0) return `${alert} has no mentions yet.`
  return tried === 1
    ? `The only mention of ${alert} does not pass the filters.`
    : `None of the newest ${grouped(tried)} mentions of ${alert} passes the filters.`
}

/** `example` is a sample of the posts, if any mention passes. */
export function previewAnswer(
  name: string,
  counted: ReplayTotals,
  more: boolean,
  example: Content = { text: '', blocks: [] },
): Content {
  const { text, blocks } = textMessage(`${isolate(cut(name, 80))}: ${previewSentence(counted, more)}`)
  return {
    text: wholeLines([text, ...example.text.split('\n').filter(Boolean)], longestText),
    blocks: [...blocks, ...example.blocks],
  }
}
