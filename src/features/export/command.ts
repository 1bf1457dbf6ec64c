import type { Time } from '@overheard/base/time'
import type { WrittenAlert } from '@overheard/mention-client/id'
import type { Asking } from '../../listeners/access.ts'
import type { ExportTable, TableRow } from '../../listeners/export-table.ts'
import type { ZoneOf } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { refusalText } from '../../messages/replies.ts'
import { dateOf } from '../../model/calendar-date.ts'
import { correctionOf, mentionsOf, type PostedCard, ticketOf } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import type { SendFile } from '../../slack/files.ts'
import { placesOf, type Users } from '../../slack/users.ts'
import { csvOf, jsonOf, mentionRows, type PostedRow } from './mentions-table.ts'
import { notSent, say, summaryOf } from './messages.ts'
import type { ExportFormat } from './parse-export.ts'

type ExportDeps = {
  now: () => Time
  zoneOf: ZoneOf
  postedSince: (since: Time) => AsyncIterable<PostedCard>
  users: Pick<Users, 'channelsOf' | 'openDirect'>
  channelName: (id: string) => Promise<string>
  alertName: (written: WrittenAlert) => string
  sendFile: SendFile
}

const dayMs = 86_400_000

/** A file has at most this many rows: about 5 MB. */
const maxRows = 10_000

type Asked = { days: number; format: ExportFormat }

/**
 * Each sends a file in a direct message, with rows only of channels that the person is in: `mentions` what was posted, and `table` what a feature
 * adds.
 */
type Export = {
  mentions(user: string, asked: Asked & { subscriptions: string[] }): Promise<Content>
  table(asking: Asking, table: ExportTable, asked: Asked): Promise<Content>
}

export function createExport(deps: ExportDeps): Export {
  const running = new Set<string>()
  async function oneAtATime(user: string, run: () => Promise<string>): Promise<Content> {
    if (running.has(user)) return textMessage(say.running())
    running.add(user)
    try {
      return textMessage(await run())
    } finally {
      running.delete(user)
    }
  }
  return {
    mentions: (user, asked) => oneAtATime(user, () => sendMentions(deps, user, asked)),
    table: (asking, table, asked) => oneAtATime(asking.user, () => sendTable(deps, asking, table, asked)),
  }
}

async function sendMentions(
  deps: ExportDeps,
  user: string,
  { subscriptions, days, format }: Asked & { subscriptions: string[] },
): Promise<string> {
  const visible = await placesOf(deps.users, user)
  if (visible === undefined) return refusalText('unknown-person')
  const wanted = new Set(subscriptions)
  const { rows, total } = await collect(
    deps.postedSince(deps.now() - days * dayMs),
    ({ channel, subscription }) => visible.has(channel) && wanted.has(subscription),
  )
  if (total === 0) return say.nothing({ days })
  const channels = await channelNames(
    deps,
    rows.map(({ card }) => card.channel),
  )
  const names = { channel: (id: string) => channels.get(id) ?? id, alert: deps.alertName }
  const records = mentionRows(rows, names, await deps.zoneOf(user))
  const summary = summaryOf({ days, shown: rows.length, total, rows: say.mentions({ total }) })
  return sendRows(deps, user, { rows: records, format, name: 'overheard', summary })
}

async function sendTable(
  deps: ExportDeps,
  asking: Asking,
  table: ExportTable,
  { days, format }: Asked,
): Promise<string> {
  const { user } = asking
  const visible = await placesOf(deps.users, user)
  if (visible === undefined) return refusalText('unknown-person')
  const names = { channels: (ids: string[]) => channelNames(deps, ids), alert: deps.alertName }
  const { rows, total } = await table.rows(asking, { channels: visible, days, most: maxRows, names })
  if (total === 0) return say.noRows({ unit: table.unit, days })
  const summary = summaryOf({ days, shown: rows.length, total, rows: table.counted(total) })
  return sendRows(deps, user, { rows, format, name: `overheard-${table.word}`, summary })
}

async function channelNames({ channelName }: ExportDeps, ids: string[]): Promise<Map<string, string>> {
  const names = [...new Set(ids)].map(async (id) => [id, await channelName(id)] as const)
  return new Map(await Promise.all(names))
}

type ExportFile = { rows: TableRow[]; format: ExportFormat; name: string; summary: string }

async function sendRows(
  deps: ExportDeps,
  user: string,
  { rows, format, name, summary }: ExportFile,
): Promise<string> {
  const direct = await deps.users.openDirect(user).catch(() => undefined)
  if (direct === undefined) return say.noDirectMessage()
  const sent = await deps.sendFile({
    channel: direct,
    name: `${name}-${dateOf(deps.now())}.${format}`,
    content: format === 'json' ? jsonOf(rows) : csvOf(rows),
    comment: summary,
  })
  return sent.kind === 'sent' ? say.sent({ summary }) : notSent(sent)
}

/** Returns the newest mentions, oldest first, and the number of all. Keeps at most twice as many in memory as it returns. */
async function collect(
  cards: AsyncIterable<PostedCard>,
  accepts: (card: PostedCard) => boolean,
): Promise<{ rows: PostedRow[]; total: number }> {
  let rows: PostedRow[] = []
  let total = 0
  const newest = () => rows.sort((a, b) => Number(a.card.ts) - Number(b.card.ts)).slice(-maxRows)
  for await (const card of cards) {
    if (!accepts(card)) continue
    for (const mention of mentionsOf(card.shows)) {
      const record = card.actions.find((one) => one.mention === mention.id)
      rows.push({
        card,
        mention,
        record,
        ticket: ticketOf(card, mention.id),
        correction: correctionOf(card, mention.id),
      })
      total += 1
    }
    if (rows.length >= 2 * maxRows) rows = newest()
  }
  return { rows: newest(), total }
}
