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
 * The service sends counts in three shapes. `{mentions: 7}` and `7` have a total and no parts. `{US: 5, DE: 2}` has parts, and the sum of
 * the parts is the total.
 */
export type Count = { total: number; parts: { name: string; count: number }[] }

/** Both UTC dates (YYYY-MM-DD) are included. */
export type DateRange = { from: string; to: string }

/** `isNewMethod` is the first period whose sentiments come from a newer method than those before. */
export type Period = DateRange & { incomplete: boolean; value: Count; isNewMethod?: true }
