import { z } from 'zod'
import type { Alert, Limit } from '../model/alert.ts'
import { beforeAll, type Id } from '../model/id.ts'
import { readId } from './id.ts'
import { alertSchema, limitSchema } from './wire.ts'

/** Names are for people: a missing one is empty rather than an error that would cost the alert. */
const lenientAlertSchema = z.object({
  alert_id: z.unknown().optional(),
  alert_type: alertSchema.shape.alert_type.catch(''),
  alert_name: alertSchema.shape.alert_name.catch(''),
  project_id: z.unknown().optional(),
  project_name: alertSchema.shape.project_name.catch(''),
})

/** Reads an alert. Nothing where there is no usable id; `askedId` stands in for one where the alert was asked for. */
export function readAlert(raw: unknown, askedId?: Id): Alert | undefined {
  const { data } = lenientAlertSchema.safeParse(raw)
  const id = readId(data?.alert_id) ?? askedId
  if (data === undefined || id === undefined) return undefined
  return {
    id,
    type: data.alert_type,
    name: data.alert_name,
    projectId: readId(data.project_id) ?? beforeAll,
    projectName: data.project_name,
  }
}

/** The head of an answer about one alert, whose id is the one that was asked for. */
export function readRequestedAlert(raw: unknown, askedId: Id): Alert {
  return readAlert(raw, askedId) ?? { id: askedId, type: '', name: '', projectId: beforeAll, projectName: '' }
}

/** Reads the limits of the plan; an element that is not a limit is left out, since it says nothing. */
export function readLimits(raw: readonly unknown[] | null | undefined): Limit[] {
  return (raw ?? []).flatMap((element) => {
    const { data } = limitSchema.safeParse(element)
    if (data === undefined) return []
    const { limit_name: name, limit_reached: reached, limit_renewal_date: renewsAt } = data
    return typeof renewsAt === 'number' ? [{ name, reached, renewsAt }] : [{ name, reached }]
  })
}
