import type { RichTextSection } from '@slack/types'
import { bold, richLine, richText, words } from '../block-kit.ts'
import { alertBlocks, alertName, type DigestedAlert, overviewSparkline, overviewText } from './alert.ts'
import type { MessagePart } from './parts.ts'
import { highlightSentences } from './story.ts'

/** How many alerts stand in one list: even with the longest names and reasons it takes less than half a message. */
const alertsPerList = 10

/** Every alert in a line: its name, its numbers, its sparkline. */
export function overviewParts(alerts: DigestedAlert[]): MessagePart[] {
  const parts: MessagePart[] = []
  for (let at = 0; at < alerts.length; at += alertsPerList) {
    const some = alerts.slice(at, at + alertsPerList)
    const list = richText({ type: 'rich_text_list', style: 'bullet', elements: some.map(overviewLine) })
    parts.push({ words: some.map((alert) => `${alertName(alert)}: ${overviewText(alert)}`), blocks: [list] })
  }
  return parts
}

function overviewLine(alert: DigestedAlert): RichTextSection {
  const sparkline = overviewSparkline(alert)
  return richLine([
    bold(alertName(alert)),
    words(` ${overviewText(alert)} `),
    { type: 'text', text: sparkline, style: { code: true } },
  ])
}

/** Everything of one alert, under its name where it is one of several. The words are foreign: not yet escaped. */
export function alertPart(alert: DigestedAlert, named: boolean): MessagePart {
  const story = alert.kind === 'summary' ? highlightSentences(alert.summary) : []
  const name = named ? [richText(richLine([bold(alertName(alert))]))] : []
  return {
    words: [[`${alertName(alert)}: ${overviewText(alert)}.`, ...story].join(' ')],
    blocks: [...name, ...alertBlocks(alert)],
  }
}
