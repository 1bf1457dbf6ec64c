import { WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { runChecks } from '../../../src/cli/doctor/findings.ts'
import { channelChecks } from '../../../src/cli/doctor/slack-checks.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'
import type { Finding } from '../../../src/model/finding.ts'
import type { HistoryResult } from '../../../src/model/history.ts'
import type { ChannelInfo } from '../../../src/slack/channels.ts'

const brand: ChannelInfo = { id: 'C00000BRAND', name: 'brand', member: true, archived: false }
const readable: HistoryResult = { kind: 'seen', messages: [], bounded: false }
const refusal = (error: string) => new WebAPIPlatformError({ ok: false, error })
const broken = new WebAPIRequestError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

type World = {
  list?: ChannelInfo[] | Error
  meant?: string
  lost?: string
  looked?: HistoryResult
  channel?: string
}

async function findingOf({ list = [brand], meant, lost, looked = readable, channel = '#brand' }: World) {
  const settings = readPartialSettings(
    { SLACK_BOT_TOKEN: 'xoxb-token', SLACK_APP_TOKEN: 'xapp-token' },
    'overheard.yaml',
    () =>
      Buffer.from(`subscriptions: [{name: acme, alert: Acme, channel: '${channel}', schedule: '* * * * *'}]`),
  )
  const [section] = await runChecks([
    channelChecks(settings, {
      channels: {
        async list() {
          if (list instanceof Error) throw list
          return list
        },
        async find() {
          if (lost !== undefined) return { kind: 'lost', id: lost }
          return meant === undefined ? { kind: 'missing' } : { kind: 'found', id: meant }
        },
      },
      readHistory: async () => looked,
    }),
  ])
  return section?.findings.at(-1)
}

const rows: [string, World, Finding['level'], string][] = [
  [
    'finds no fault if the bot is a member and can read the channel',
    { meant: brand.id },
    'fine',
    'can read its receipts',
  ],
  [
    'reports a name as a fault if it stands for a channel that Slack does not show any more',
    { lost: 'C0000000OLD' },
    'fault',
    '#brand stands for (C0000000OLD)',
  ],
  ['reports a channel that does not exist as a fault', {}, 'fault', 'shows the bot no such channel'],
  [
    'reports an archived channel as a fault',
    { meant: brand.id, list: [{ ...brand, archived: true }] },
    'fault',
    'is archived',
  ],
  [
    'only warns if the bot is not a member yet, because it joins by itself',
    { meant: brand.id, list: [{ ...brand, member: false }] },
    'warning',
    'not in it',
  ],
  [
    'reports a channel name as a fault if the token may not list channels',
    { list: refusal('missing_scope') },
    'fault',
    'missing_scope',
  ],
  [
    'reports the state of a channel as unknown if Slack does not answer',
    { list: broken },
    'unknown',
    'ECONNREFUSED',
  ],
  [
    'checks a channel id directly if the token may not list channels',
    { list: refusal('missing_scope'), channel: brand.id },
    'fine',
    'can read',
  ],
  [
    'warns about a channel whose history the token may not read',
    { meant: brand.id, looked: { kind: 'unreadable', extent: 'workspace', reason: 'missing_scope' } },
    'warning',
    'cannot be read',
  ],
]

describe('the doctor’s check of a channel', () => {
  it.each(rows)('%s', async (_what, world, level, words) => {
    const finding = await findingOf(world)
    expect(finding).toMatchObject({ level, what: expect.stringContaining(words) })
    expect(finding?.whatToDo !== undefined).toBe(level === 'fault' || level === 'warning')
  })
})
