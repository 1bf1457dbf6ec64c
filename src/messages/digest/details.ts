import type { ResponseStats } from '../../insights/handling.ts'
import { previousRange } from '../../insights/range.ts'
import type { DateRange } from '../../model/insight.ts'
import type { Block, Content } from '../../model/message.ts'
import { actionIds } from '../action-ids.ts'
import { bold, plainText, richLine, richText, words } from '../block-kit.ts'
import { fullRange } from '../dates.ts'
import { smallPrint } from '../stats/stats.ts'
import { ellipsize, escapeMrkdwn, longestText } from '../text.ts'
import { type DigestAsk, pageActions } from './actions.ts'
import { alertName, type DigestedAlert } from './alert.ts'
import { handledExplained } from './handling.ts'
import { type Table, tablesOf } from './tables.ts'

/** One page of the figures behind a digest; `ask.page` is the one shown. `forgotten`: the log no longer reaches back to it. */
export type DigestDetails = {
  ask: DigestAsk
  pages: number
  alerts: DigestedAlert[]
  handled?: ResponseStats | 'forgotten'
}

/** Two alerts with their sources and countries are as much as anybody reads at once; they take twenty requests. */
export const alertsPerPage = 2

/** For the asker: the totals of the period and of the one before, by source and country, and how the rest is worked out. */
export function digestDetails({ ask, pages, alerts, handled }: DigestDetails): Content {
  const title = `The figures behind the digest, ${fullRange(ask.range)}`
  const tables = alerts.map((alert) => ({ name: alertName(alert), tables: tablesOf(alert) }))
  const feet = [...explained(ask.range, handled), ...(pages > 1 ? [`Page ${ask.page + 1} of ${pages}`] : [])]
  const blocks: Block[] = [
    { type: 'header', text: plainText(title) },
    ...tables.map(({ name, tables: of }) => alertBlock(name, of)),
    smallPrint(feet),
    ...pageActions(actionIds.digestDetails, ask, pages),
  ]
  const alertTexts = tables.map(({ name, tables: of }) =>
    [`${name}:`, ...of.map(({ label, lines }) => `${label}: ${lines.join('; ')}.`)].join(' '),
  )
  return { text: ellipsize(escapeMrkdwn([title, ...alertTexts, ...feet].join('\n')), longestText), blocks }
}

function alertBlock(name: string, tables: Table[]): Block {
  return richText(
    richLine([bold(name)]),
    ...tables.flatMap(({ label, lines }) => [
      richLine([words(label)]),
      {
        type: 'rich_text_list' as const,
        style: 'bullet' as const,
        elements: lines.map((line) => richLine([words(line)])),
      },
    ]),
  )
}

/** What is compared with what, and how what is no total is worked out. */
function explained(range: DateRange, handled: DigestDetails['handled']): string[] {
  return [
    `Before: ${fullRange(previousRange(range))}. By the day of publication (UTC), as the mention service has it now.`,
    ...handledExplained(handled),
  ]
}
