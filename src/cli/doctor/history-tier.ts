import type { HistoryRange } from '@overheard/post-once/history'
import { rateLimitedReason } from '@overheard/post-once/history'
import { type Check, type Finding, fine, unknown, warning } from '../../model/finding.ts'
import type { HistoryPage } from '../../model/history.ts'
import { ourCommand } from '../../model/our-command.ts'
import type { ReadPage } from '../../model/outbox.ts'
import { manifestFile } from '../slack-app.ts'

/**
 * A limited app gets at most this many messages in one page. Such an app has one call a minute (reference page of `conversations.history`,
 * since May 2025).
 */
const limitedPage = 15

/** Watches history calls for signs of the rate limit that Slack applies to this app. */
export function createHistoryTier(readPage: ReadPage) {
  let pages = 0
  let tier: 'limited' | 'normal' | 'refused' | undefined
  let readable: HistoryRange | undefined

  function tierShownBy(page: HistoryPage): typeof tier {
    if (page.kind === 'unreachable' && page.reason === rateLimitedReason)
      return pages > 0 ? 'limited' : 'refused'
    if (page.kind !== 'page') return undefined
    if (page.size === limitedPage && page.next !== undefined) return 'limited'
    // A limited app gets no second page within a minute.
    return page.size > limitedPage || pages > 0 ? 'normal' : undefined
  }

  const read: ReadPage = async (range, cursor) => {
    const page = await readPage(range, cursor)
    tier ??= tierShownBy(page)
    if (page.kind === 'page') {
      pages += 1
      readable = range
    }
    return page
  }
  return {
    readPage: read,
    async find() {
      if (tier === undefined && readable !== undefined) await read({ channel: readable.channel })
      return tier
    },
  }
}

export function historyTierCheck(
  tier: Pick<ReturnType<typeof createHistoryTier>, 'find'>,
  after: () => Promise<unknown>,
): Check {
  return {
    area: 'Slack: history',
    async run(): Promise<Finding[]> {
      await after()
      switch (await tier.find()) {
        case 'normal':
          return [fine('Slack does not limit this app: about fifty history calls a minute.')]
        case 'limited':
          return [
            warning(
              'Slack limits this app as commercially distributed: one history call a minute, 15 messages a page. Posts are not limited, but after a lost answer or a restart a subscription can wait for minutes.',
              `Create an app of your own company from ${manifestFile} (${ourCommand('setup')}), and use its tokens. Slack does not limit such an app.`,
            ),
          ]
        case 'refused':
          return [
            unknown(
              'Slack refuses history calls now, perhaps because the bot uses them. Try again in a minute.',
            ),
          ]
        default:
          return [unknown('Not checked if Slack limits history calls: no channel can be read.')]
      }
    },
  }
}
