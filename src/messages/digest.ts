import type { Answer } from '../insights/needs.ts'
import type { WholePeriod } from '../insights/range.ts'
import { knownValue } from '../insights/summary.ts'
import type { Accounting } from '../model/accounting.ts'
import type { Block, Content } from '../model/message.ts'
import { bold, plainText, richLine, richText } from './block-kit.ts'
import { accountingLines } from './digest-accounting.ts'
import { alertBlocks, alertName, type DigestedAlert } from './digest-alert.ts'
import { type Handled, handledLines } from './digest-handling.ts'
import { overviewBlocks, overviewText } from './digest-overview.ts'
import { fits, inMessages } from './digest-parts.ts'
import { smallPrint } from './stats.ts'
import { wholePeriodWords } from './stats-dates.ts'
import { cut, ellipsize, escapeMrkdwn } from './text.ts'

/** What a digest has to tell. */
export type DigestView = {
  /** The digest's name in the configuration: the heading where it is about several alerts. */
  name: string
  period: WholePeriod
  whenEmpty: 'skip' | 'line'
  alerts: DigestedAlert[]
  /** What became of what was found for the channel's subscriptions. */
  accounting: Answer<Accounting>
  handled?: Handled
}

/** One message, and what did not fit it in its thread; or nothing at all. */
export type DigestMessages = { kind: 'nothing' } | { kind: 'post'; parent: Content; thread: Content[] }

/** Slack's advice for `text`, in characters (chat.postMessage). */
const longestText = 4_000

/** The digest in full where it fits one message; else an overview, and each alert in the thread. */
export function digestMessages(view: DigestView): DigestMessages {
  if (isEmpty(view)) return whenEmpty(view)
  const [header, footer] = [headerOf(view), smallPrint(footerLines(view))]
  const sections = view.alerts.map((alert) => [...nameOf(view, alert), ...alertBlocks(alert)])
  const whole = [header, ...sections.flat(), footer]
  if (fits(whole)) return { kind: 'post', parent: spoken(view, whole), thread: [] }
  const [first = [], ...more] = inMessages(overviewBlocks(view.alerts).map((block) => [block]))
  const parent = spoken(view, [header, ...first, footer])
  const thread = [...more, ...inMessages(sections)].map((blocks, at, all) =>
    part(view, blocks, at + 1, all.length),
  )
  return { kind: 'post', parent, thread }
}

/** Nothing was counted and nothing found. What could not be read is no reason to be silent. */
function isEmpty({ alerts, accounting }: DigestView): boolean {
  return (
    knownValue(accounting)?.found === 0 &&
    alerts.every((alert) => alert.kind === 'summary' && knownValue(alert.summary.mentions)?.now === 0)
  )
}

function whenEmpty(view: DigestView): DigestMessages {
  if (view.whenEmpty === 'skip') return { kind: 'nothing' }
  const text = `${heading(view)}: no mentions.`
  const block: Block = { type: 'section', text: plainText(text) }
  return { kind: 'post', parent: { text: escapeMrkdwn(text), blocks: [block] }, thread: [] }
}

/** "Acme brand, week 47, 16 – 22 Nov 2026". */
function heading({ name, period, alerts }: DigestView): string {
  const [only] = alerts
  const subject = only !== undefined && alerts.length === 1 ? alertName(only) : cut(name, 60)
  return `${subject}, ${wholePeriodWords(period)}`
}

function headerOf(view: DigestView): Block {
  return { type: 'header', text: plainText(heading(view)) }
}

/** The alert's name above its section, where there are several. */
function nameOf({ alerts }: DigestView, alert: DigestedAlert): Block[] {
  return alerts.length > 1 ? [richText(richLine([bold(alertName(alert))]))] : []
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

/** The parent: its text says what the blocks show, for notifications and screen readers. */
function spoken(view: DigestView, blocks: Block[]): Content {
  const lines = [heading(view), overviewText(view.alerts), ...footerLines(view)]
  return { text: ellipsize(escapeMrkdwn(lines.join('\n')), longestText), blocks }
}

function part(view: DigestView, blocks: Block[], number: number, of: number): Content {
  return { text: escapeMrkdwn(`${heading(view)}, details ${number} of ${of}`), blocks }
}
