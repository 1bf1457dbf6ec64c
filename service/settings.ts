import { z } from 'zod'
import { parseQuery } from './query/parse-query.ts'
import { QueryError } from './query/query.ts'

/** A source was named that does not exist, or has settings that it cannot use. The message is for people. */
export class SourceSettingsError extends Error {
  override readonly name = 'SourceSettingsError'
}

/** A query of an alert, checked when the settings are read. */
const query = z.string().superRefine((text, context) => {
  try {
    parseQuery(text)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    const message = `${error.message} (at character ${error.position + 1}; for example ${error.example})`
    context.addIssue({ code: 'custom', message })
  }
})

export const alertSettings = z.strictObject({
  name: z.string().trim().min(1).max(200),
  query,
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/, 'expected a code such as en')).default([]),
})

const dayMs = 24 * 60 * 60 * 1000

/** What `listen:` of the configuration holds. */
export const listenSettings = z.strictObject({
  alerts: z
    .array(alertSettings)
    .default([])
    .refine(
      (alerts) => new Set(alerts.map(({ name }) => name)).size === alerts.length,
      'two alerts have the same name',
    ),
  /** Addresses of feeds, or short names that the source of feeds knows. */
  feeds: z.array(z.string().trim().min(1)).default([]),
  /** True: feeds may have private addresses, as in an own network. */
  allowPrivate: z.boolean().default(false),
  /** By the name of the source: true, false, or its settings. */
  sources: z.record(z.string(), z.union([z.boolean(), z.record(z.string(), z.unknown())])).default({}),
  /** Mentions go this long after they were found. */
  keep: z
    .string()
    .regex(/^\d{1,5}d$/, 'expected a number of days, such as 400d')
    .default('400d')
    .transform((text) => Number.parseInt(text, 10) * dayMs)
    .refine((ms) => ms >= dayMs, 'expected at least 1d'),
  /** An address of a page or of mail, by which a site can reach the operator. */
  contact: z.string().trim().min(1).max(200).optional(),
})
export type ListenSettings = z.output<typeof listenSettings>
