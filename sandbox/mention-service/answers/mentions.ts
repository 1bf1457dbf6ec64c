import type { AlertRequest } from './alert-request.ts'
import type { Deployment } from './deployment.ts'
import { alertHead } from './envelope.ts'
import { cutPage, placeOf } from './mention-page.ts'
import { type MentionQuery, mentionQuery, mentionQueryNames } from './mention-query.ts'
import { readToken, type TokenContent, writeToken } from './paging-token.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { invalidParameter } from './refusal.ts'

/** What a page is cut by: the parameters of the first page, and where the last page ended. */
type Reading = Omit<TokenContent, 'after'> & Partial<Pick<TokenContent, 'after'>>

/** With a token, its filters and sorting count and those of the request do not; `limit` may differ from page to page. */
function readingOf(alertId: string, { next, ...given }: Parameters): Reading {
  const named = Object.entries(given).filter(([name]) => mentionQueryNames.includes(name))
  if (next === undefined) return { alert: alertId, parameters: Object.fromEntries(named) }
  const token = readToken(next)
  if (token.alert !== alertId) throw invalidParameter('next')
  const { limit } = given
  return { ...token, parameters: { ...token.parameters, ...(limit !== undefined && { limit }) } }
}

function asDeployed(query: MentionQuery, { sorting, sinceId }: Deployment): MentionQuery {
  if (sorting === 'id refused' && query.sort_by === 'id') throw invalidParameter('sort_by')
  const { since_id, ...rest } = query
  return {
    ...rest,
    ...(sinceId === 'honoured' && since_id !== undefined && { since_id }),
    ...(sorting === 'ignored' && { sort_by: 'date', sort_order: 'desc' }),
  }
}

/** The `alert_data` of the mentions list, interface 4.2. `mentions_count` counts the alert's mentions, whatever the filters. */
export function mentionsAnswer(request: AlertRequest): object {
  const { archive, alert, deployment } = request
  const { parameters, after } = readingOf(alert.alert_id, request.parameters)
  const query = asDeployed(readParameters(mentionQuery, parameters), deployment)
  const list = archive.mentions(alert.alert_id, query.sort_by)
  const page = cutPage(list, query, after)
  const next = page.last && writeToken({ alert: alert.alert_id, parameters, after: placeOf(page.last) })
  return {
    ...alertHead(alert),
    mentions_count: list.length,
    mentions: page.mentions.map(({ body }) => body),
    ...(next && { next }),
  }
}
