import { assumedRequestsPerSecond, requestSpacingMs } from '@overheard/mention-client/request-budget'
import { assumedRequestsPerMinute, requestShares } from '@overheard/mention-client/request-limit'
import { assumedTimeoutMs } from '../../packages/mention-client/src/mention-service-client.ts'
import { createPageSizes } from '../../packages/mention-client/src/pages/page-sizes.ts'
import { notSortingMs } from '../../packages/mention-client/src/pages/read-in-id-order.ts'
import { assumedErrors } from '../../packages/mention-client/src/requests/error-responses.ts'
import { lookBackMs } from '../../src/engine/progress/checkpoint-changes.ts'
import { sourceNames } from '../../src/model/source.ts'
import { insightsOfAuthors } from '../../src/stats/answer.ts'
import type { GeneratedParts } from './generated-parts.ts'
import { markdownTable } from './markdown-table.ts'

/**
 * What Overheard assumes of a mention service where the documentation of the interface says “not shown”. `values` are taken from the code, or
 * are `examples`, which test/docs/assumptions.test.ts gives to the code.
 */
type Assumption = {
  assumed: string
  why: string
  ifWrong: string
  /** The key of the configuration that changes the value. */
  key?: string
} & ({ values: readonly string[]; examples?: never } | { examples: readonly string[]; values?: never })

const seconds = (ms: number) => `${ms / 1000} s`
const minutes = (ms: number) => `${ms / 60_000} min`

function smallestPage(): number {
  const sizes = createPageSizes(() => 0)
  while (sizes.shrink('7'));
  return sizes.limitOf('7') ?? 0
}

const share = requestShares(15 * 100).all / 100

export const assumptions = {
  requests: [
    {
      assumed: 'requests a minute for a token',
      values: [String(assumedRequestsPerMinute)],
      why: `one deployment documents it. Overheard sends at most ${share} of 15, because clocks and latencies differ`,
      ifWrong:
        'if less is allowed, requests are refused, and all wait as long as the refusal asks; that is reported. If more is allowed, polls are rarer than they could be',
      key: 'polling.requestsPerMinute',
    },
    {
      assumed: 'requests a second for an IP address',
      values: [String(assumedRequestsPerSecond)],
      why: `the same. Two requests are ${requestSpacingMs} ms apart, because other programs may share the address`,
      ifWrong: 'as above; the wait is some seconds',
    },
    {
      assumed: 'a pause after too many requests for a token',
      values: [seconds(assumedErrors['403/11']?.afterMs ?? 0)],
      why: 'the deployment sends no `Retry-After` and counts by the minute',
      ifWrong:
        'too short: it is refused again, and waits again. A `Retry-After` of the service comes first, up to 15 minutes',
    },
    {
      assumed: 'a pause after too many requests for an address',
      values: [seconds(assumedErrors['403/12']?.afterMs ?? 0)],
      why: 'the same, by the second',
      ifWrong: 'as above',
    },
    {
      assumed: 'a service that says nothing for this time will not answer',
      values: [seconds(assumedTimeoutMs)],
      why: 'polls of other alerts wait meanwhile',
      ifWrong: 'slow answers are asked for again, in pages of half the size',
    },
    {
      assumed: 'the smallest page that is tried for a slow or broken answer',
      values: [String(smallestPage())],
      why: 'pages of 300 are documented; how long they take is not',
      ifWrong: 'an alert whose ten mentions do not arrive is reported, and the others go on',
    },
    {
      assumed: 'errors, by HTTP status and `error.code` of the body',
      values: Object.keys(assumedErrors),
      why: 'one deployment documents them; 403 is a limit there, not a wrong token',
      ifWrong:
        'anything else is judged by its HTTP status alone, and any answer that cannot be read is an error that a later try may mend',
    },
  ],
  'ids-and-order': [
    {
      assumed: 'mentions can be read in the order of their ids',
      examples: ['sort_by=id&sort_order=asc'],
      why: 'new mentions then come last and shift no page',
      ifWrong:
        'if the service refuses or ignores it, all new pages are read first and sorted here, which takes memory for them (L11 in [delivery](../build/delivery.md#what-remains))',
    },
    {
      assumed: 'a service that did not sort is asked again after',
      values: [minutes(notSortingMs)],
      why: 'it may have been updated',
      ifWrong: 'an hour with more memory, or one refused request an hour',
    },
    {
      assumed: 'a smaller id may become visible after a larger one for',
      values: [minutes(lookBackMs)],
      why: 'ids are given when a mention is collected, and several collectors run at once',
      ifWrong: 'a mention that becomes visible later than that is not posted',
    },
    {
      assumed: 'a larger step between two ids than this is a mistake if the id also more than doubles',
      examples: ['1000000000'],
      why: 'test rows with absurd ids exist; a service that counts needs years for such a step',
      ifWrong: 'mentions are posted all the same; the watermark waits for a second id near the first',
    },
    {
      assumed: 'a paging token',
      examples: ['abc%3D'],
      why: 'the documentation calls it URL-encoded text; it is sent as it came, and encoded once more if that is refused',
      ifWrong: 'paging ends with an error, and the next poll begins again',
    },
  ],
  values: [
    {
      assumed: 'the value of the insights reach, languages, sources, gender and age',
      examples: ['7', '{"a":7}', '{"reach":{"a":7}}', '[["a",7]]', '[{"name":"a","count":7}]'],
      why: 'the documentation does not show their shapes',
      ifWrong: 'a value without any number is an error of this figure alone: it is missing, with the reason',
    },
    {
      assumed: 'insights that may count people or per cent, so that only shares are shown',
      values: [...insightsOfAuthors],
      why: 'the documentation says “split” and “breakdown”',
      ifWrong: 'nothing: shares are right for both',
    },
    {
      assumed: 'sources with a name of their own',
      values: [...sourceNames.keys()],
      why: 'the documentation says “values seen”',
      ifWrong: 'another source is shown as the service writes it, and filters match it',
    },
    {
      assumed: 'a date in ms, which may also be',
      examples: ['1767268800', '1767268800000000', '"2026-01-01T12:00:00Z"', '"2026-01-01 12:00:00"'],
      why: 'some services send seconds, microseconds or texts; without a zone it is UTC',
      ifWrong: 'a mention whose date cannot be read is posted without a date',
    },
    {
      assumed: 'a sentiment, which may also be',
      examples: ['"NEGATIVE"', '"neg"', '"very negative"', '-0.8', '{"label":"negative"}'],
      why: 'some services write it otherwise',
      ifWrong: 'an unknown spelling counts as no sentiment, and nothing is guessed',
    },
    {
      assumed: 'a tag',
      examples: ['"vip"', '{"name":"vip"}', '{"label":"vip"}'],
      why: 'the documentation does not show the shape of an element',
      ifWrong: 'an unreadable tag is left out',
    },
    {
      assumed: 'a text may have HTML entities',
      examples: ['Tom &amp; Jerry'],
      why: 'some services send markup; those of `listen` are never decoded',
      ifWrong: 'a text that means its entities loses them',
    },
  ],
} satisfies Record<string, Assumption[]>

/** Returns the tables of docs/reference/assumptions.md. */
export function assumptionTables(): GeneratedParts {
  const tables = Object.entries<Assumption[]>(assumptions).map(([name, rows]) => [name, tableOf(rows)])
  return Object.fromEntries(tables)
}

const tableOf = (rows: Assumption[]) =>
  markdownTable(
    ['Assumed', 'Value', 'Why', 'If it is wrong', 'Key'],
    rows.map(({ assumed, values, examples, why, ifWrong, key }) => [
      assumed,
      (values ?? examples).map((value) => `\`${value}\``).join(', '),
      why,
      ifWrong,
      key === undefined ? '' : `\`${key}\``,
    ]),
  )
