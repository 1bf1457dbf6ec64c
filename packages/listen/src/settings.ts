import { nameKey } from '@overheard/base/name'
import { z } from 'zod'
import { parseQuery } from './query/parse-query.ts'
import { QueryError } from './query/query.ts'
import { ownSources } from './source-names.ts'

export { simpleSources } from './source-names.ts'

import { FeedNameError, resolveName } from './sources/feeds/short-names.ts'

/** A source was named that does not exist, or has settings that it cannot use. The message is for people. */
export class SourceSettingsError extends Error {
  override readonly name = 'SourceSettingsError'
}

/** What `sources` of the configuration may name. Feeds have a key of their own. */
export const sourceNames = ownSources.filter((name) => name !== 'feeds')

/** Adds to a key what the documentation and editors show of it. */
function key<Key extends z.ZodType>(schema: Key, description: string, ...examples: unknown[]): Key {
  return schema.meta({ description, ...(examples.length > 0 && { examples }) })
}

/** A text that `check` accepts or refuses with an error of this class. */
function readable(
  check: (text: string) => unknown,
  expected: new (...given: never[]) => Error,
  say: (error: Error) => string,
) {
  return z
    .string()
    .trim()
    .min(1)
    .superRefine((text, context) => {
      try {
        check(text)
      } catch (error) {
        if (!(error instanceof expected)) throw error
        context.addIssue({ code: 'custom', message: say(error) })
      }
    })
}

const query = readable(parseQuery, QueryError, (error) =>
  error instanceof QueryError ? error.sentence : error.message,
)

/** The longest name of an alert, in UTF-16 units. */
export const longestName = 200

export const alertSettings = z.strictObject({
  name: key(
    z.string().trim().min(1).max(longestName),
    'Unique name of the alert. `alert` of a subscription names it.',
    'Acme brand',
  ),
  query: key(
    query,
    'What to listen for: words, "phrases", AND, OR, -, parentheses and fields. docs/use/queries.md explains it.',
    '"acme app" OR acmehq -jobs',
  ),
  languages: key(
    z.array(z.string().regex(/^[a-z]{2,3}$/, 'expected a code such as en')).default([]),
    'Only posts in these languages, and posts whose language is not known. Default: any language.',
    ['en', 'de'],
  ),
})

export const nameTaken = (name: string) => `the name '${name}' is already taken`

const alerts = z
  .array(alertSettings)
  .default([])
  .superRefine((all, context) => {
    const taken = new Set<string>()
    for (const [index, { name }] of all.entries()) {
      if (taken.has(nameKey(name)))
        context.addIssue({ code: 'custom', message: nameTaken(name), path: [index, 'name'] })
      taken.add(nameKey(name))
    }
  })

const dayMs = 24 * 60 * 60 * 1000

const switchOf = key(
  z.union(
    [z.boolean(), z.record(z.string(), z.unknown())],
    'expected true, false or the settings of this source',
  ),
  '`true`, or the settings of this source.',
  true,
)

/** What `listen:` of the configuration holds. A valid one is also valid input. */
export const listenSettings = z.strictObject({
  alerts: key(alerts, 'What to listen for. Alerts can also be made in Slack: `/mentions listen`.', [
    { name: 'Acme brand', query: 'acme OR acmehq' },
  ]),
  feeds: key(
    z.array(readable(resolveName, FeedNameError, ({ message }) => message)).default([]),
    'Feeds: addresses of feeds or of pages that name one, or short names. docs/run/feeds.md lists them.',
    ['https://blog.example/feed.xml', 'mastodon.social/tags/acme'],
  ),
  sources: key(
    z.strictObject(Object.fromEntries(sourceNames.map((name) => [name, switchOf.optional()]))).default({}),
    `Other sources, each with \`true\` or its settings: ${sourceNames.join(', ')}. docs/run/listen.md describes them.`,
    { news: true },
  ),
  allowPrivate: key(
    z.boolean().default(false),
    'true: feeds may have private addresses, as in your own network.',
    true,
  ),
  port: key(
    z.int().min(1).max(65_535).optional(),
    'The port of the service, for programs that send to its intake. Default: any free port if the bot starts the service, and 4284 with `overheard listen`.',
    4284,
  ),
  keep: key(
    z
      .string()
      .regex(/^[1-9]\d{0,4}d$/, 'expected a number of days, such as 400d')
      .default('400d'),
    'Mentions go this long after they were found.',
    '90d',
  ),
  contact: key(
    z.string().trim().min(1).max(200).optional(),
    'An address of a page or of mail for sites that want to reach you. Each request names it.',
    'ops@acme.example',
  ),
})
export type ListenSettings = z.output<typeof listenSettings>

export const keepMs = ({ keep }: Pick<ListenSettings, 'keep'>): number => Number.parseInt(keep, 10) * dayMs
