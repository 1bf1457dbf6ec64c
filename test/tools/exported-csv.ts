import { existsSync } from 'node:fs'
import type { Time } from '@overheard/base/time'
import type { PostedCard } from '../../src/model/card.ts'

type Exporting = {
  now: () => Time
  postedSince: (since: Time) => AsyncIterable<PostedCard>
  channels: string[]
  subscriptions: string[]
}

/** What this tool needs of src/features/export/command.ts. */
type ExportModule = {
  createExport(deps: object): {
    mentions(user: string, asked: { subscriptions: string[]; days: number; format: 'csv' }): Promise<unknown>
  }
}

const path = new URL('../../src/features/export/command.ts', import.meta.url)

/** Returns what `/mentions export 60d` sends, empty without rows; undefined if the feature is deleted. */
export async function exportedCsv({
  channels,
  subscriptions,
  ...cards
}: Exporting): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  const { createExport }: ExportModule = await import(path.href)
  let csv = ''
  const exported = createExport({
    ...cards,
    zoneOf: async () => 'UTC',
    users: { channelsOf: async () => new Set(channels), openDirect: async () => 'D1' },
    channelName: async (id: string) => id,
    alertName: (id: string) => id,
    sendFile: async ({ content }: { content: string }) => {
      csv = content
      return { kind: 'sent' }
    },
  })
  await exported.mentions('U1', { subscriptions, days: 60, format: 'csv' })
  return csv
}
