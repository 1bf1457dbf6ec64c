import type { ResponseStats } from '../../insights/handling.ts'
import type { StatsValue } from '../../insights/needs.ts'
import type { WholePeriod } from '../../insights/range.ts'
import { knownValue } from '../../insights/summary.ts'
import type { DeliveryReport } from '../../model/accounting.ts'
import type { Block, Content } from '../../model/message.ts'
import { plainText } from '../block-kit.ts'
import { wholePeriodWords } from '../dates.ts'
import { smallPrint } from '../stats/stats.ts'
import { cut, ellipsize, escapeMrkdwn, longestText } from '../text.ts'
import { accountingLines } from './accounting.ts'
import { digestActions } from './actions.ts'
import { alertName, type DigestedAlert } from './alert.ts'
import { handledLines } from './handling.ts'
import { alertPart, overviewParts } from './overview.ts'
import { type MessagePart, splitIntoMessages } from './parts.ts'

/** What a digest has to tell. */
export type DigestView = {
  /** The digest's name in the configuration: the heading where it is about several alerts. */
  name: string
  /** The channel (id) it is written for. */
  channel: string
  period: WholePeriod
  whenEmpty: 'skip' | 'line'
  /** Posted to the channel, with a thread; or for the eyes of somebody who asked, where no thread is. */
  audience: 'channel' | 'asker'
  alerts: DigestedAlert[]
  /** What became of what was found for the channel's subscriptions; absent where it has none. */
  accounting?: StatsValue<DeliveryReport>
  handled?: ResponseStats
}

/** One message, and what did not fit it in its thread; or nothing at all. */
export type DigestMessages = { kind: 'nothing' } | { kind: 'post'; parent: Content; thread: Content[] }

/** The digest in full where it fits one message; else an overview, and each alert in the thread. */
export function digestMessages(view: DigestView): DigestMessages {
  if (isEmpty(view)) return whenEmpty(view)
  const parts = view.alerts.map((alert) => alertPart(alert, view.alerts.length > 1))
  const footer = footerLines(view)
  const { parent, rest } = framed(view, parts, footer)
  if (rest.length === 0) return { kind: 'post', parent, thread: [] }
  const overview = framed(view, overviewParts(view.alerts), [...footer, whereTheRestIs[view.audience]], true)
  const thread = [...overview.rest, ...splitIntoMessages(parts)].map((part) => contentOf(view, part))
  return { kind: 'post', parent: overview.parent, thread }
}

const whereTheRestIs = {
  channel: 'Details of each alert in the thread ↓',
  asker: 'In the channel, the details of each alert stand in the thread.',
} as const

/** The parts between header, footer and buttons, as many as fit one message, and the rest, which has none of these. */
function framed(
  view: DigestView,
  parts: MessagePart[],
  footer: string[],
  hasThread = false,
): { parent: Content; rest: MessagePart[] } {
  const header: Block = { type: 'header', text: plainText(digestHeading(view)) }
  const { name: digest, channel, period, audience } = view
  const ask = { digest, channel, range: period.range, page: 0 }
  const feet = [
    ...(footer.length === 0 ? [] : [smallPrint(footer)]),
    digestActions(ask, hasThread && audience === 'asker'),
  ]
  const frame: MessagePart = { words: [], blocks: [header, ...feet] }
  const [first = frame, ...rest] = splitIntoMessages([frame, ...parts])
  const blocks = [header, ...first.blocks.slice(frame.blocks.length), ...feet]
  return { parent: contentOf(view, { words: [...first.words, ...footer], blocks }), rest }
}

/** The text says what the blocks show, for notifications and screen readers. */
function contentOf(view: DigestView, { words, blocks }: MessagePart): Content {
  return { text: ellipsize(escapeMrkdwn([digestHeading(view), ...words].join('\n')), longestText), blocks }
}

/** Nothing was counted and nothing found. What could not be read is no reason to be silent. */
function isEmpty({ alerts, accounting }: DigestView): boolean {
  return (
    (accounting === undefined || knownValue(accounting)?.found === 0) &&
    alerts.every((alert) => alert.kind === 'summary' && knownValue(alert.summary.mentions)?.now === 0)
  )
}

function whenEmpty(view: DigestView): DigestMessages {
  if (view.whenEmpty === 'skip') return { kind: 'nothing' }
  const text = `${digestHeading(view)}: no mentions.`
  const block: Block = { type: 'section', text: plainText(text) }
  return { kind: 'post', parent: { text: escapeMrkdwn(text), blocks: [block] }, thread: [] }
}

/** "Acme brand, week 47, 16 – 22 Nov 2026". */
function digestHeading({ name, period, alerts }: DigestView): string {
  const [only] = alerts
  const subject = only !== undefined && alerts.length === 1 ? alertName(only) : cut(name, 60)
  return `${subject}, ${wholePeriodWords(period)}`
}

function footerLines({ alerts, accounting, handled }: DigestView): string[] {
  const counts = alerts.map((alert) =>
    alert.kind === 'summary' ? knownValue(alert.summary.mentions)?.now : undefined,
  )
  const counted = counts.includes(undefined)
    ? undefined
    : counts.reduce((sum = 0, count = 0) => sum + count, 0)
  return [...handledLines(handled), ...accountingLines(accounting, counted)]
}
