import type { Alert, Limit } from '../model/alert.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { readAskedAlert, readLimits } from './alert.ts'
import { readAnswer } from './field.ts'
import { idOf } from './id.ts'
import { readMention } from './mention.ts'
import type { Log, Now } from './ports.ts'
import { wirePage } from './wire.ts'

/** One page of an alert's mentions. */
export type MentionPage = {
  alert: Alert
  limits: Limit[]
  mentions: Mention[]
  /** How many elements had no usable id and were passed over (and logged). */
  passed: number
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
export function readPage(answer: unknown, alertId: Id, { log, now }: { log: Log; now: Now }): MentionPage {
  const { limits, alert_data: data } = readAnswer(wirePage, answer)
  const mentions = readMentions(data.mentions, alertId, { log, now })
  const page: MentionPage = {
    alert: readAskedAlert(data, alertId),
    limits: readLimits(limits),
    mentions,
    passed: data.mentions.length - mentions.length,
    last: !data.next,
  }
  if (typeof data.mentions_count === 'number') page.mentionsCount = data.mentions_count
  if (data.next) page.next = data.next
  return page
}

function readMentions(elements: unknown[], alert: Id, { log, now }: { log: Log; now: Now }): Mention[] {
  const nowMs = now()
  const mentions: Mention[] = []
  const positions: number[] = []
  for (const [position, element] of elements.entries()) {
    const id = idOf(element)
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
