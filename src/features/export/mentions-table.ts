import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { stringify } from 'csv-stringify/sync'
import type { TableRow } from '../../listeners/export-table.ts'
import { isoTime } from '../../messages/kit/dates.ts'
import type { Handling, PostedCard, Ticket } from '../../model/card.ts'
import type { Correction } from '../../model/correction.ts'

export type PostedRow = {
  card: Pick<PostedCard, 'channel' | 'ts' | 'subscription' | 'alert'> & Partial<Pick<PostedCard, 'shows'>>
  mention: Mention
  record: Handling | undefined
  ticket: Ticket | undefined
  correction: Correction | undefined
}

type RowNames = { channel: (id: string) => string; alert: (id: Id) => string }

const notShown = String.raw`\s\p{C}\p{Default_Ignorable_Code_Point}`
/** These signs, and the same in full width. */
const sign = String.raw`=+\-@\uff1d\uff0b\uff0d\uff20`
/**
 * The places where a spreadsheet could begin a formula: a sign at the beginning of a cell, also behind white space, control characters and
 * characters that are not shown, because some programs drop these. A program that separates cells by semicolons or tabs can begin a cell after
 * each of them, and after each line break, and may drop a quotation mark there.
 */
const formulaStart = new RegExp(
  String.raw`^(?=[${notShown}]*[${sign}]|[\t\r])|(?<=[;\t\r\n])(?=[["${notShown}]--[\t\r\n]]*[${sign}\t\r])`,
  'gv',
)

/** Returns the rows as JSON (UTF-8): an array of objects with the same names as the columns of the CSV. */
export const jsonOf = (rows: TableRow[]) => `${JSON.stringify(rows, undefined, 2)}\n`

/**
 * Returns the rows as CSV (RFC 4180, UTF-8 with a byte order mark, which Excel needs). An apostrophe stands before what a spreadsheet
 * would take for a formula. Every text is quoted, because a lone line break would otherwise end a row for some programs.
 */
export const csvOf = (rows: TableRow[]): string =>
  stringify(rows, {
    header: true,
    bom: true,
    cast: { string: (text) => text.replace(formulaStart, "'") },
    quoted_string: true,
    record_delimiter: 'windows',
  })

/** Nobody knows when a mention that a person found was published. */
const publishedAt = ({ date }: Mention) => isoTime(date > 0 ? date : undefined)

const finderOf = ({ shows }: PostedRow['card']) => (shows?.kind === 'card' && shows.foundBy) || ''

export function mentionRows(posted: PostedRow[], names: RowNames, timezone: string): TableRow[] {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return posted.map(({ card, mention, record, ticket, correction }) => {
    // Without `to`, the correction was taken back.
    const isCorrected = correction !== undefined && correction.to !== undefined
    const postedAt = Number(card.ts) * 1000
    const snooze = record?.snooze
    return {
      'posted (UTC)': isoTime(postedAt),
      [`posted (${timezone})`]: local.format(postedAt),
      channel: names.channel(card.channel),
      subscription: card.subscription,
      alert: names.alert(card.alert),
      'mention id': mention.id,
      title: mention.title,
      address: mention.url,
      source: mention.source,
      author: mention.author.name,
      sentiment: mention.sentiment ?? '',
      reach: mention.reach,
      language: mention.language,
      country: mention.location?.country ?? '',
      'published (UTC)': publishedAt(mention),
      state: record?.state ?? 'open',
      person: record?.by ?? '',
      'since (UTC)': isoTime(record?.at),
      'first handled (UTC)': isoTime(record?.firstAt),
      'assigned by': record?.assigned?.fromName ?? '',
      note: record?.assigned?.note ?? '',
      'snoozed until (UTC)': isoTime(snooze?.until),
      ticket: ticket?.url ?? '',
      'sentiment of the service': (isCorrected ? correction.was : mention.sentiment) ?? '',
      'sentiment corrected by': isCorrected ? correction.by : '',
      'found by': finderOf(card),
      'note when done': record?.note ?? '',
    }
  })
}
