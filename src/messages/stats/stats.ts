import { knownValue, type PeriodSummary } from '../../insights/summary.ts'
import type { Block, Content } from '../../model/message.ts'
import { context, mrkdwn, plainText } from '../block-kit.ts'
import { chartOf } from '../chart.ts'
import { choiceWords } from '../dates.ts'
import { sourceName } from '../source-name.ts'
import { cut, ellipsize, escapeMrkdwn, longestText } from '../text.ts'
import { statsActions } from './actions.ts'
import { footnotes } from './footnotes.ts'
import { headlineLines, withoutMarkup } from './headline.ts'
import { histories, historyLines } from './history.ts'
import { mentionList, mentionListText } from './loudest.ts'
import { topLines, topsBlock } from './tops.ts'

/** Slack's limit of a text object, in characters (Block Kit reference). */
const longestSmallPrint = 3_000

/**
 * The answer to a question. For the asker's eyes it has controls; posted to a channel it has none, since a press there
 * would change it under everybody's eyes.
 */
export function statsMessage(summary: PeriodSummary, audience: 'asker' | 'channel'): Content {
  const history = historyLines(summary)
  const blocks = [
    { type: 'header', text: plainText(statsHeading(summary)) },
    section(headlineLines(summary)),
    history.length > 0 ? section(history) : undefined,
    chartOf(summary, 'line'),
    topsBlock(summary),
    mentionList('Most seen', knownValue(summary.loudest) ?? []),
    ...(audience === 'asker' ? statsActions(summary.question) : []),
    context(
      ...footnotes(summary, 'stats')
        .slice(0, 10)
        .map((note) => plainText(note)),
    ),
  ]
  return { text: statsText(summary), blocks: blocks.filter((block) => block !== undefined) }
}

/** "Acme brand, last 30 days, Reddit and Web only", within the 150 characters of a header. */
export function statsHeading({ alert, question }: PeriodSummary): string {
  const { sources } = question
  const only = sources.length > 0 ? `, ${sources.map(sourceName).join(', ')} only` : ''
  return cut(`${cut(alert.name, 60)}, ${choiceWords(question.choice)}${only}`, 150)
}

/** Lines of our own markup. Escaped, because "< 1 %" would open a link. */
export function section(lines: string[]): Block {
  return { type: 'section', text: mrkdwn(escapeMrkdwn(lines.join('\n'))) }
}

/** Lines that may quote the service: plain text, in one element, since a context takes only ten. */
export function smallPrint(lines: string[]): Block {
  return context(plainText(ellipsize(lines.join('\n'), longestSmallPrint)))
}

/** Everything the blocks show, in words: notifications and screen readers have nothing else. */
function statsText(summary: PeriodSummary): string {
  const loudest = knownValue(summary.loudest) ?? []
  const lines = [
    statsHeading(summary),
    withoutMarkup(headlineLines(summary)),
    ...histories(summary)
      .filter(({ label }) => label !== 'Mood')
      .map(({ label, words }) => `${label}: ${words}`),
    ...topLines(summary).map(({ label, words }) => `${label}: ${words}`),
    ...(loudest.length > 0 ? [`Most seen:\n${mentionListText(loudest)}`] : []),
    ...footnotes(summary, 'stats'),
  ]
  return ellipsize(escapeMrkdwn(lines.join('\n')), longestText)
}
