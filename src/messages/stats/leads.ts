import { knownValue, type PeriodSummary } from '../../insights/summary.ts'
import type { Content } from '../../model/message.ts'
import { plainText } from '../block-kit.ts'
import { fullRange } from '../dates.ts'
import { cut, ellipsize, escapeMrkdwn, longestText } from '../text.ts'
import { limitWords } from './footnotes.ts'
import { mentionList, mentionListText } from './loudest.ts'
import { smallPrint, statsHeading } from './stats.ts'

const noTotalsText =
  'This is a leads alert. The mention service computes totals and histories for mention alerts only, so there are none; its mentions can be shown.'

/** What can be shown of a leads alert, and why not the rest. */
export function leadsMessage(summary: PeriodSummary): Content {
  const loudest = knownValue(summary.loudest) ?? []
  const notes = [
    `${fullRange(summary.range)}; UTC days`,
    ...missingMentions(summary),
    ...limitWords(summary.limits),
  ]
  const blocks = [
    { type: 'header', text: plainText(statsHeading(summary)) },
    { type: 'section', text: plainText(noTotalsText) },
    mentionList('Most seen', loudest),
    smallPrint(notes),
  ]
  const lines = [
    statsHeading(summary),
    noTotalsText,
    ...(loudest.length > 0 ? [`Most seen:\n${mentionListText(loudest)}`] : []),
    ...notes,
  ]
  return {
    text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText),
    blocks: blocks.filter((block) => block !== undefined),
  }
}

function missingMentions({ loudest }: PeriodSummary): string[] {
  if (loudest.kind === 'missing') return [`Missing: the most seen mentions (${cut(loudest.reason, 100)})`]
  return loudest.value.length === 0 ? ['No mentions in this range'] : []
}
