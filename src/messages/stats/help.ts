import { insightSources } from '../../insights/question.ts'
import type { Content } from '../../model/message.ts'
import { mrkdwn } from '../block-kit.ts'

/** An example that works on every account: it names no alert. */
export const exampleCommand = '/mentions-stats last month by:week'

const statsHelpLines = [
  '*`/mentions-stats [alert] [period] [options]`* shows how an alert is doing. Only you see the answer.',
  '• *alert*: its name, part of it or its id, in quotes where it has a period in it; without one, the alert of this channel',
  '• *period*: `7d`, `30d` (without a word), `90d`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `2026-10`, `2026-10-01..2026-10-31`',
  '• *options*: `by:day`, `by:week` or `by:month`; `source:reddit,web`; `show:more`',
  `Sources: ${insightSources.join(', ')}. Days are UTC days, as the mention service counts them.`,
  `Example: \`${exampleCommand}\``,
]

/** What the command can do. */
export function statsHelp(): Content {
  const text = statsHelpLines.join('\n')
  return {
    text: text.replaceAll(/[*`]/g, ''),
    blocks: [{ type: 'section', text: mrkdwn(text) }],
  }
}
