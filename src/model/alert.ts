import { z } from 'zod'
import { idSchema } from './id.ts'
import { isSameName } from './name.ts'

/** A saved search of the mention service. */
const alertSchema = z.object({
  id: idSchema,
  /** `mentions` or `leads`. An unknown type is kept. Only `mentions` has insights. */
  type: z.string(),
  name: z.string(),
  projectId: idSchema,
  projectName: z.string(),
})
export type Alert = z.infer<typeof alertSchema>

/** The alert's name, followed by its project in parentheses if another alert has the same name. */
export function nameAmong({ name, projectName }: Alert, alerts: Alert[]): string {
  const same = alerts.filter((other) => isSameName(other.name, name))
  return same.length > 1 && projectName.trim() !== '' ? `${name} (${projectName})` : name
}

/** One limit of the mention service's plan, as every answer of the service reports it. */
export type Limit = {
  /** `monthly_mentions` is the only name in the service's interface description. */
  name: string
  reached: boolean
  /** When the limit is renewed: UTC, ms since the epoch. Present only if the limit is reached. */
  renewsAt?: number
}
