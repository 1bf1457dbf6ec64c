import type { SectionBlock } from '@slack/types'
import type { Content } from '../../model/message.ts'
import { plainText } from '../block-kit.ts'
import { utcDay } from '../slack-date.ts'
import { escapeMrkdwn } from '../text.ts'

/** Said once when the plan's monthly mentions are used up. `renewsAt`: ms since the epoch, where the service says. */
export function quotaReachedNotice(renewsAt: number | undefined): Content {
  const until =
    renewsAt === undefined ? 'until the plan is renewed' : `until ${utcDay(renewsAt)}, when it is renewed`
  return quotaNotice(
    `The plan's monthly mentions are used up: the mention service collects nothing new ${until}. Until then silence means limit, not calm. Overheard keeps looking and goes on by itself.`,
  )
}

/** Said once when the limit is over. */
export function quotaRenewedNotice(): Content {
  return quotaNotice(
    `The plan's monthly mentions are available again: new mentions are collected and posted as before.`,
  )
}

function quotaNotice(sentence: string): Content {
  const section = { type: 'section', text: plainText(sentence) } satisfies SectionBlock
  return { text: escapeMrkdwn(sentence), blocks: [section] }
}
