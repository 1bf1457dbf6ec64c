import type { Archive } from '../archive/archive.ts'
import type { AlertRecord } from '../archive/records.ts'
import type { Deployment } from './deployment.ts'
import type { Parameters } from './parameters.ts'

/** What an answer about one alert is computed from. `now` in UTC ms: where the default range of insights ends. */
export type AlertRequest = {
  archive: Archive
  alert: AlertRecord
  parameters: Parameters
  deployment: Deployment
  now: number
}
