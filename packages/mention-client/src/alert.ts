import { isSameName } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import { idSchema } from './id.ts'

const alertSchema = z.object({
  id: idSchema,
  /** `mentions` or `leads`. The bot keeps an alert of an unknown type. Only `mentions` has insights. */
  type: z.string(),
  name: z.string(),
  projectName: z.string(),
})
export type Alert = z.infer<typeof alertSchema>

export function nameAmong({ name, projectName }: Alert, alerts: Alert[]): string {
  const same = alerts.filter((other) => isSameName(other.name, name))
  return same.length > 1 && projectName.trim() !== '' ? `${name} (${projectName})` : name
}

export type Limit = {
  name: string
  reached: boolean
  /** When the limit is renewed. Present only if the limit is reached. */
  renewsAt?: Time
}
