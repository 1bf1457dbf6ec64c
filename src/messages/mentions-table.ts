import { stringify } from 'csv-stringify/sync'
import type { CardRecord, PostedCard, Ticket } from '../model/card.ts'
import type { Mention } from '../model/mention.ts'

export type TableRow = {
  card: Pick<PostedCard, 'channel' | 'ts' | 'subscription' | 'alert'>
  mention: Mention
  record: CardRecord | undefined
  ticket: Ticket | undefined
}

type TableNames = { channel: (id: string) => string; alert: (id: string) => string }

/**
 * A spreadsheet that separates cells by semicolons can begin a cell after a semicolon or a line break within a text, and take the rest of
 * the text for a formula.
 */
const formulaWithin = /(?<=[;\r\n])(?="*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20])/g

/**
 * Returns the rows as CSV (RFC 4180, UTF-8 with a byte order mark, which Excel needs). An apostrophe stands before what a spreadsheet
 * would take for a formula. Every text is quoted, because a lone line break would otherwise end a row for some programs.
 */
export function mentionsTable(rows: TableRow[], names: TableNames, timezone: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const records = rows.map(({ card, mention, record, ticket }) => {
    const postedAt = Number(card.ts) * 1000
    const snooze = record?.snooze
    return {
      'posted (UTC)': iso(postedAt),
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
      'published (UTC)': iso(mention.date),
      state: record?.state ?? 'open',
      person: record?.by ?? '',
      'since (UTC)': iso(record?.at),
      'first handled (UTC)': iso(record?.firstAt),
      'assigned by': record?.assigned?.fromName ?? '',
      note: record?.assigned?.note ?? '',
      'snoozed until (UTC)': iso(snooze?.until),
      ticket: ticket?.url ?? '',
    }
  })
  return stringify(records, {
    header: true,
    bom: true,
    escape_formulas: true,
    cast: { string: (text) => text.replace(formulaWithin, "'") },
    quoted_string: true,
    record_delimiter: 'windows',
  })
}

/** Returns '' for a missing time and for a time that no calendar has, because the mention service's dates may be wrong. */
function iso(at: number | undefined): string {
  const date = new Date(at ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/\.\d{3}Z$/, 'Z')
}
