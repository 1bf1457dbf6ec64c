import type { Time } from '../../async/time.ts'
import type { ZoneOf } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { refusalText } from '../../messages/replies.ts'
import { mentionsOf, type PostedCard, ticketOf } from '../../model/card.ts'
import type { Id } from '../../model/id.ts'
import type { Content } from '../../model/message.ts'
import type { SendFile } from '../../slack/files.ts'
import type { Users } from '../../slack/users.ts'
import { mentionsTable, type TableRow } from './mentions-table.ts'
import { exportTexts } from './messages.ts'

type ExportDeps = {
  now: () => Time
  zoneOf: ZoneOf
  postedSince: (since: Time) => AsyncIterable<PostedCard>
  users: Pick<Users, 'channelsOf' | 'openDirect'>
  channelName: (id: string) => Promise<string>
  alertName: (id: Id) => string
  sendFile: SendFile
}

const dayMs = 86_400_000

/** A file has at most this many mentions: about 5 MB. */
const maxRows = 10_000

type Export = (user: string, asked: { subscriptions: string[]; days: number }) => Promise<Content>

/** Sends what was posted to a person, as a CSV file in a direct message. Leaves out channels that the person is not in. */
export function createExport(deps: ExportDeps): Export {
  const running = new Set<string>()
  return async (user, asked) => {
    if (running.has(user)) return textMessage(exportTexts.running)
    running.add(user)
    try {
      return textMessage(await run(deps, user, asked))
    } finally {
      running.delete(user)
    }
  }
}

async function run(
  deps: ExportDeps,
  user: string,
  { subscriptions, days }: { subscriptions: string[]; days: number },
): Promise<string> {
  const visible = await deps.users.channelsOf(user)
  if (visible === undefined) return refusalText('unknown-person')
  const wanted = new Set(subscriptions)
  const { rows, total } = await collect(
    deps.postedSince(deps.now() - days * dayMs),
    ({ channel, subscription }) => visible.has(channel) && wanted.has(subscription),
  )
  if (total === 0) return exportTexts.nothing(days)
  const ids = [...new Set(rows.map(({ card }) => card.channel))]
  const channels = new Map(
    await Promise.all(ids.map(async (id) => [id, await deps.channelName(id)] as const)),
  )
  const names = { channel: (id: string) => channels.get(id) ?? id, alert: deps.alertName }
  const direct = await deps.users.openDirect(user).catch(() => undefined)
  if (direct === undefined) return exportTexts.noDirectMessage
  const summary = exportTexts.summary({ days, shown: rows.length, total })
  const sent = await deps.sendFile({
    channel: direct,
    name: `overheard-${new Date(deps.now()).toISOString().slice(0, 10)}.csv`,
    content: mentionsTable(rows, names, await deps.zoneOf(user)),
    comment: summary,
  })
  return sent.kind === 'sent' ? exportTexts.sent(summary) : exportTexts.failed(sent)
}

/** Returns the newest mentions, oldest first, and the number of all. Keeps at most twice as many in memory as it returns. */
async function collect(
  cards: AsyncIterable<PostedCard>,
  accepts: (card: PostedCard) => boolean,
): Promise<{ rows: TableRow[]; total: number }> {
  let rows: TableRow[] = []
  let total = 0
  const newest = () => rows.sort((a, b) => Number(a.card.ts) - Number(b.card.ts)).slice(-maxRows)
  for await (const card of cards) {
    if (!accepts(card)) continue
    for (const mention of mentionsOf(card.shows)) {
      const record = card.actions.find((one) => one.mention === mention.id)
      rows.push({ card, mention, record, ticket: ticketOf(card, mention.id) })
      total += 1
    }
    if (rows.length >= 2 * maxRows) rows = newest()
  }
  return { rows: newest(), total }
}
