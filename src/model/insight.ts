/** The totals the service computes for a mention alert. */
export const totalTypes = [
  'mentions',
  'sentiment',
  'reach',
  'countries',
  'languages',
  'sources',
  'topic_cloud',
  'gender',
  'age',
] as const
export type TotalType = (typeof totalTypes)[number]

/** The histories the service computes for a mention alert. */
export const seriesTypes = ['mentions', 'sentiment', 'reach'] as const
export type SeriesType = (typeof seriesTypes)[number]

/** How long the periods of a history are. */
export type Granularity = 'day' | 'week' | 'month'

/**
 * A count and its parts, the one form every insight value is brought into, whichever shape the service chose:
 * `{mentions: 7}`, `7` and `{reach: 7}` have a total and no parts; `{US: 5, DE: 2}` has parts in the order of the
 * answer, and their sum as its total.
 */
export type Count = { total: number; parts: { name: string; count: number }[] }

/** UTC dates, both included, written YYYY-MM-DD: the only way the service cuts insights. */
export type DateRange = { from: string; to: string }

/** One point of a series. Periods without data may be missing from a series. */
export type Period = DateRange & { incomplete: boolean; value: Count }
