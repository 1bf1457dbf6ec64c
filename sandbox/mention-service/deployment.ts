import { parseExact } from '@overheard/listen/api/exact-json'
import { jsonReply, type Reply } from '@overheard/listen/api/protocol'
import type { ServiceRequest } from '@overheard/listen/api/routes'
import { z } from 'zod'

/** Differences between deployments: points that the interface leaves open, and mistakes of careless ones. */
export type Deployment = {
  /**
   * `id refused`: `sort_by=id` is error 40. `ignored`: mentions come by date, newest first, whatever the request asks
   * for.
   */
  sorting: 'honoured' | 'id refused' | 'ignored'
  sinceId: 'honoured' | 'ignored'
  /** The value of `reach` in totals and series: `{"reach": 7}` or `7`. */
  reachShape: 'object' | 'number'
  /** The value of languages, sources, gender and age: numbers by name, or only their sum. */
  breakdownShape: 'object' | 'number'
}

/** Lets a service answer as another deployment would. */
export function deploy(
  answer: (request: ServiceRequest) => Reply,
  deployment: Partial<Deployment>,
): (request: ServiceRequest) => Reply {
  return (request) => {
    const parameters = asHeard(request.parameters, deployment)
    return reshape(request.path, answer({ ...request, parameters }), deployment)
  }
}

function asHeard(
  { sort_by, sort_order, since_id, ...rest }: ServiceRequest['parameters'],
  { sorting, sinceId }: Partial<Deployment>,
): ServiceRequest['parameters'] {
  const field = sorting === 'id refused' && sort_by === 'id' ? 'id (refused)' : sort_by
  return {
    ...rest,
    ...(sinceId !== 'ignored' && since_id !== undefined && { since_id }),
    ...(sorting !== 'ignored' && field !== undefined && { sort_by: field }),
    ...(sorting !== 'ignored' && sort_order !== undefined && { sort_order }),
  }
}

const breakdowns = ['languages', 'sources', 'gender', 'age']
const values = z.record(z.string(), z.number())
const insights = z.looseObject({
  alert_data: z.looseObject({
    insights: z.looseObject({
      value: values.optional(),
      values: z.array(z.looseObject({ value: values })).optional(),
    }),
  }),
})

function reshape(path: string, reply: Reply, { reachShape, breakdownShape }: Partial<Deployment>): Reply {
  const type = /\/insights\/(?:total|time_series)\/(.+)$/.exec(path)?.[1] ?? ''
  const shape = type === 'reach' ? reachShape : breakdowns.includes(type) ? breakdownShape : 'object'
  if (shape !== 'number' || reply.status !== 200) return reply
  const body = insights.parse(parseExact(reply.text))
  const { insights: given } = body.alert_data
  const summed = {
    ...given,
    ...(given.value && { value: sumOf(given.value) }),
    ...(given.values && {
      values: given.values.map((period) => ({ ...period, value: sumOf(period.value) })),
    }),
  }
  return jsonReply(200, { ...body, alert_data: { ...body.alert_data, insights: summed } })
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
