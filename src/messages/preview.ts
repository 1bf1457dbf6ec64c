import type { Mention } from '@overheard/mention-client/mention'
import type { Content } from '../model/message.ts'
import { type CardLayout, layoutOf, namesAlert, type Subscription } from '../model/subscription.ts'
import { context, plainText, textMessage } from './kit/block-kit.ts'
import { labelled } from './kit/labels.ts'
import { list } from './kit/say.ts'
import { cut, isolate, longestText, wholeLines } from './kit/text.ts'
import { card } from './mention/card.ts'
import { emptyMenu } from './mention/card-menu.ts'
import { ruleName } from './reasons.ts'
import { say } from './say.ts'

/** A held mention is posted later, so it counts in `posted` and in `held`. */
export type ReplayTotals = {
  total: number
  posted: number
  held: number
  skipped: { reason: string; count: number }[]
}

export function previewSentence({ total, posted, held, skipped }: ReplayTotals, more: boolean): string {
  if (total === 0) return say.noRecentMentions()
  const rules = skipped.map(({ reason, count }) => say.byRule({ count, rule: ruleName(reason) }))
  const [rule, ...others] = rules
  const notPosted =
    others.length === 0
      ? rule && say.notPostedFor({ rule })
      : say.notPostedForSeveral({ count: total - posted, rules: list(rules, 'narrow') })
  return [say.wouldBePosted({ posted, which: more ? 'latest' : 'all', total, held }), notPosted]
    .filter(Boolean)
    .join('\n')
}

export const noAlertText = ({ alert }: Pick<Subscription, 'alert'>) =>
  say.noSuchAlert({ alert: isolate(cut(alert, 100)) })

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
  const example = say.example()
  return { text: `${example}\n${text}`, blocks: [context(plainText(example)), ...shown] }
}

function nonePassesText(tried: number, alertName: string): string {
  const alert = isolate(cut(alertName, 100))
  return tried === 0 ? say.noMentionsYet({ alert }) : say.nonePasses({ tried, alert })
}

/** `example` is a sample of the posts, if any mention passes. */
export function previewAnswer(
  name: string,
  counted: ReplayTotals,
  more: boolean,
  example: Content = { text: '', blocks: [] },
): Content {
  const { text, blocks } = textMessage(labelled(isolate(cut(name, 80)), previewSentence(counted, more)))
  return {
    text: wholeLines([text, ...example.text.split('\n').filter(Boolean)], longestText),
    blocks: [...blocks, ...example.blocks],
  }
}
