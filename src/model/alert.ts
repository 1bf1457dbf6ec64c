import type { Id } from './id.ts'

/** A saved search of the mention service. Insights exist for the type `mentions` only. */
export type Alert = {
  id: Id
  /** `mentions` or `leads`; whatever else a deployment sends is kept as it is. */
  type: string
  name: string
  projectId: Id
  projectName: string
}

/** The state of one limit of the plan, as every answer of the service reports it. */
export type Limit = {
  /** `monthly_mentions` is the only name the interface shows. */
  name: string
  reached: boolean
  /** When the limit is renewed: UTC, ms since the epoch. Only where it is reached. */
  renewsAt?: number
}
