import type { RichTextSection } from '@slack/types'
import type { Block } from '../model/message.ts'
import { bold, richLine, richText, words } from './block-kit.ts'
import { alertName, type DigestedAlert, overview, overviewSparkline } from './digest-alert.ts'
import { storySentences } from './digest-story.ts'

/** How many alerts stand in one list: a list of more would be a wall. */
const alertsPerList = 20

/** Every alert in a line: its name, its numbers, its sparkline. */
export function overviewBlocks(alerts: DigestedAlert[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < alerts.length; at += alertsPerList) {
    const elements = alerts.slice(at, at + alertsPerList).map(overviewLine)
    blocks.push(richText({ type: 'rich_text_list', style: 'bullet', elements }))
  }
  return blocks
}

function overviewLine(alert: DigestedAlert): RichTextSection {
  const sparkline = overviewSparkline(alert)
  return richLine([
    bold(alertName(alert)),
    words(` ${overview(alert)} `),
    { type: 'text', text: sparkline, style: { code: true } },
  ])
}

/** The same in words, with the story of each alert. Foreign names stand in it: not yet escaped. */
export function overviewText(alerts: DigestedAlert[]): string {
  return alerts
    .map((alert) => {
      const story = alert.kind === 'summary' ? storySentences(alert.summary) : []
      return [`${alertName(alert)}: ${overview(alert)}.`, ...story].join(' ')
    })
    .join('\n')
}
