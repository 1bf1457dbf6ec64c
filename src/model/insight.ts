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

export const seriesTypes = ['mentions', 'sentiment', 'reach'] as const
export type SeriesType = (typeof seriesTypes)[number]

export type Granularity = 'day' | 'week' | 'month'

/**
 * A count and its parts: the common form of every insight value. The service sends three shapes: `{mentions: 7}`, `7` and `{reach: 7}` have
 * a total and no parts; `{US: 5, DE: 2}` has parts in the order of the answer, and their sum as its total.
 */
export type Count = { total: number; parts: { name: string; count: number }[] }

/** A range of UTC dates, both included, as YYYY-MM-DD. The service accepts no other ranges for insights. */
export type DateRange = { from: string; to: string }

/** One point of a series. Periods without data may be missing from a series. */
export type Period = DateRange & { incomplete: boolean; value: Count }
