/** How far the plan's monthly mentions are used. Times are UTC, ms since the epoch. */
export type PlanForecast = {
  used: number
  /** Of the plan: 0 and above. */
  share: number
  perDay: number
  /** When the rest is used up at the pace of the last week; undefined where the plan's month ends before that. */
  runsOutAt: number | undefined
}
