import type { Id } from './id.ts'
import { isSameName } from './name.ts'

/** A saved search of the mention service. Insights exist for the type `mentions` only. */
export type Alert = {
  id: Id
  /** `mentions` or `leads`; whatever else a deployment sends is kept as it is. */
  type: string
  name: string
  projectId: Id
  projectName: string
}

/** What an alert is called beside others: its name, and its project where another one bears the same name. */
export function nameAmong({ name, projectName }: Alert, alerts: Alert[]): string {
  const same = alerts.filter((other) => isSameName(other.name, name))
  return same.length > 1 && projectName.trim() !== '' ? `${name} (${projectName})` : name
}

/** The state of one limit of the plan, as every answer of the service reports it. */
export type Limit = {
  /** `monthly_mentions` is the only name the interface shows. */
  name: string
  reached: boolean
  /** When the limit is renewed: UTC, ms since the epoch. Only where it is reached. */
  renewsAt?: number
}
