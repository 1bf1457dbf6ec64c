import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { readLimits, readRequestedAlert } from './alert.ts'
import { parseResponse } from './field.ts'
import { readElementId } from './id.ts'
import { readMention } from './mention.ts'
import type { Now, WarningLog } from './ports.ts'
import { pageSchema } from './wire.ts'

/** One page of an alert's mentions. */
export type MentionPage = {
  alert: Alert
  limits: Limit[]
  mentions: Mention[]
  /** How many elements had no usable id and were passed over (and logged). */
  unusable: number
  /** What the service says; its meaning is not documented. */
  mentionsCount?: number
  /** Leads to the following page; absent on the last. */
  next?: string
  last: boolean
}

/**
 * Reads a page. Throws MentionServiceError `malformed`, with the field, where the envelope is wrong; a mention that is
 * wrong costs nobody but itself.
 */
export function readPage(
  answer: unknown,
  alertId: Id,
  { log, now }: { log: WarningLog; now: Now },
): MentionPage {
  const { limits, alert_data: data } = parseResponse(pageSchema, answer)
  const mentions = readMentions(data.mentions, alertId, { log, now })
  const page: MentionPage = {
    alert: readRequestedAlert(data, alertId),
    limits: readLimits(limits),
    mentions,
    unusable: data.mentions.length - mentions.length,
    last: !data.next,
  }
  if (typeof data.mentions_count === 'number') page.mentionsCount = data.mentions_count
  if (data.next) page.next = data.next
  return page
}

function readMentions(
  elements: unknown[],
  alert: Id,
  { log, now }: { log: WarningLog; now: Now },
): Mention[] {
  const nowMs = now()
  const mentions: Mention[] = []
  const positions: number[] = []
  for (const [position, element] of elements.entries()) {
    const id = readElementId(element)
    if (id === undefined) positions.push(position)
    else mentions.push(readMention(element, id, nowMs))
  }
  if (positions.length > 0) log.warn({ alert, positions }, 'mentions without a usable id were passed over')
  const flawed = mentions.filter(({ flaws }) => flaws.length > 0)
  const [first] = flawed
  if (first !== undefined)
    log.warn(
      { alert, mentions: flawed.length, id: first.id, flaws: first.flaws },
      'mentions with wrong fields',
    )
  return mentions
}
