import type { ResponseState } from '../../insights/handling.ts'
import { knownValue, type PeriodSummary } from '../../insights/summary.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block } from '../../model/message.ts'
import { plainText, richLine, richText, words } from '../block-kit.ts'
import { chartOf } from '../chart.ts'
import { footnotes } from '../stats/footnotes.ts'
import { headlineLines, withoutMarkup } from '../stats/headline.ts'
import { historyLines, sparklineOf } from '../stats/history.ts'
import { mentionList } from '../stats/loudest.ts'
import { section, smallPrint } from '../stats/stats.ts'
import { cut, isolate } from '../text.ts'
import { handlingWords } from './handling.ts'
import { highlightSentences } from './story.ts'

/** One alert of a digest: what is known of it, or why nothing is. `handling` by mention id, where somebody keeps track. */
export type DigestedAlert =
  | { kind: 'summary'; summary: PeriodSummary; handling?: ReadonlyMap<Id, ResponseState> }
  | { kind: 'unavailable'; name: string; reason: string }

/** The alert's name, made harmless; foreign. */
export function alertName(digested: DigestedAlert): string {
  const name = digested.kind === 'summary' ? digested.summary.alert.name : digested.name
  return isolate(cut(name, 60)) || 'Unnamed alert'
}

/** The alert in one line of plain words: its numbers, or why there are none. Foreign text may stand in it. */
export function overviewText(digested: DigestedAlert): string {
  if (digested.kind === 'unavailable') return `no statistics (${cut(digested.reason, 150)})`
  return withoutMarkup(headlineLines(digested.summary)).replaceAll('\n', ' · ')
}

/** The sparkline of an alert's mentions, where there is one. */
export function overviewSparkline(digested: DigestedAlert): string {
  const series = digested.kind === 'summary' ? knownValue(digested.summary.series.mentions) : undefined
  return series !== undefined && series.length > 1 ? sparklineOf(series) : ''
}

/** Everything a digest tells of one alert, without its heading. */
export function alertBlocks(digested: DigestedAlert): Block[] {
  if (digested.kind === 'unavailable')
    return [{ type: 'section', text: plainText(`There are no statistics: ${cut(digested.reason, 300)}.`) }]
  const { summary } = digested
  const history = historyLines(summary)
  const story = highlightSentences(summary)
  const blocks = [
    section(headlineLines(summary)),
    history.length > 0 ? section(history) : undefined,
    story.length > 0 ? richText(richLine([words(story.join(' '))])) : undefined,
    chartOf(summary, 'bar'),
    ...mentionLists(digested),
    smallPrint(footnotes(summary, 'digest')),
  ]
  return blocks.filter((block) => block !== undefined)
}

/** The most seen mentions and the most seen negative ones with their state. A mention stands in one list only. */
function mentionLists({
  summary,
  handling,
}: Extract<DigestedAlert, { kind: 'summary' }>): (Block | undefined)[] {
  const loudest = knownValue(summary.loudest) ?? []
  const shown = new Set(loudest.map(({ id }) => id))
  const negative = (knownValue(summary.loudestNegative) ?? []).filter(({ id }) => !shown.has(id)).slice(0, 3)
  const state = (mention: Mention) => handlingWords(handling?.get(mention.id))
  const anyShown = loudest.some(({ sentiment }) => sentiment === 'negative')
  return [
    mentionList('Most seen', loudest, state),
    mentionList(anyShown ? 'More negative ones' : 'Most seen negative ones', negative, state),
  ]
}
