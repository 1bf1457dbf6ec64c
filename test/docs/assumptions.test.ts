import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'
import { lookBackMs } from '../../src/engine/progress/checkpoint-changes.ts'
import { largestPlausibleId } from '../../src/engine/progress/id-order.ts'
import { assumedErrors } from '../../src/mention-api/error-responses.ts'
import { readCount } from '../../src/mention-api/insights.ts'
import { readMention } from '../../src/mention-api/mention-decoder.ts'
import { encodeQuery, type MentionQuery, pageTokenForms } from '../../src/mention-api/mention-query.ts'
import { assumedTimeoutMs } from '../../src/mention-api/mention-service-client.ts'
import { createPageSizes } from '../../src/mention-api/page-sizes.ts'
import { notSortingMs, readSince } from '../../src/mention-api/read-in-id-order.ts'
import { assumedRequestsPerSecond, requestSpacingMs } from '../../src/mention-api/request-budget.ts'
import { beforeAll } from '../../src/model/id.ts'
import { assumedRequestsPerMinute, requestShares } from '../../src/model/request-limit.ts'
import { sourceNames } from '../../src/model/source.ts'
import { insightsOfAuthors } from '../../src/stats/answer.ts'
import { wireMention } from '../tools/mention-responses.ts'

const page = readFileSync('docs/assumptions.md', 'utf8')
const rows = [...page.matchAll(/^\| (?!assumed|---)(.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm)].map(
  ([, assumed = '', value = '', why = '', ifWrong = '', key = '']) => ({
    ...{ assumed, why, ifWrong, key },
    values: [...value.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
  }),
)

const decoded = (fields: object) => readMention(wireMention('1', { ...fields }), '1', Date.UTC(2026, 10, 1))

/** The order in which mentions are asked for. */
async function orderOf(): Promise<string> {
  const asked: MentionQuery[] = []
  const deps = {
    pages: (_alert: string, query: MentionQuery) => {
      asked.push(query)
      return async () => ({ limits: [], mentions: [], unusable: 0, last: true })
    },
    notSorting: { isRaised: () => false, raise: () => undefined },
    log: { warn: () => undefined },
  }
  await Array.fromAsync(readSince(deps, '7', beforeAll, { priority: 'poll' }))
  return encodeQuery(asked[0] ?? {})
}

function smallestPage(): number | undefined {
  const sizes = createPageSizes(() => 0)
  while (sizes.shrink('7'));
  return sizes.limitOf('7')
}

/** What the value of a row must be, by its first words; a function reads each example. */
const bound: Record<string, unknown[] | ((example: string) => void)> = {
  'requests a minute': [String(assumedRequestsPerMinute)],
  'requests a second': [String(assumedRequestsPerSecond)],
  'a pause after too many requests for a token': [`${(assumedErrors['403/11']?.afterMs ?? 0) / 1000} s`],
  'a pause after too many requests for an address': [`${(assumedErrors['403/12']?.afterMs ?? 0) / 1000} s`],
  'a service that says nothing': [`${assumedTimeoutMs / 1000} s`],
  'the smallest page': [String(smallestPage())],
  'errors, by HTTP status': Object.keys(assumedErrors),
  'mentions can be read in the order': [await orderOf()],
  'a service that did not sort': [`${notSortingMs / 60_000} min`],
  'a smaller id may become visible': [`${lookBackMs / 60_000} min`],
  'a larger step between two ids': (step) => {
    const at = (above: number) => String(7 + Number(step) + above)
    expect(largestPlausibleId('7', [at(0)])).toBe(at(0))
    expect(largestPlausibleId('7', [at(1)])).toBe('7')
  },
  'a paging token': (token) =>
    expect(pageTokenForms(token)).toEqual([`next=${token}`, `next=${encodeURIComponent(token)}`]),
  'the value of the insights': (example) => {
    for (const insight of ['reach', 'languages', 'sources', 'gender', 'age'])
      expect(readCount(JSON.parse(example.replace('reach', insight)), insight)?.total).toBe(7)
  },
  'insights that may count people': [...insightsOfAuthors],
  'sources with a name': [...sourceNames.keys()],
  'a date in ms': (example) =>
    expect(decoded({ date: JSON.parse(example) }).date).toBe(Date.UTC(2026, 0, 1, 12)),
  'a sentiment': (example) => expect(decoded({ sentiment: JSON.parse(example) }).sentiment).toBe('negative'),
  'a tag': (example) => expect(decoded({ tags: [JSON.parse(example)] }).tags).toEqual(['vip']),
  'a text may have': (example) => expect(decoded({ title: example }).title).toBe('Tom & Jerry'),
}

it('each assumption of docs/assumptions.md is bound to the code, and says why, and what happens if it is wrong', () => {
  const names = Object.keys(bound)
  const rowsOf = (name: string) => rows.filter(({ assumed }) => assumed.startsWith(name))
  expect(names.filter((name) => rowsOf(name).length !== 1)).toEqual([])
  expect(rows).toHaveLength(names.length)
  expect(page.match(/^\| (?!assumed|---)/gm)).toHaveLength(rows.length)
  for (const row of rows)
    expect([row.assumed, row.values.length > 0, row.why !== '', row.ifWrong !== '']).toEqual([
      row.assumed,
      true,
      true,
      true,
    ])
})

it.each(Object.entries(bound))('the code has what docs/assumptions.md says of “%s”', (name, expected) => {
  const { values } = rows.find(({ assumed }) => assumed.startsWith(name)) ?? { values: [] }
  expect(values.length).toBeGreaterThan(0)
  if (typeof expected !== 'function') return expect(values).toEqual(expected)
  for (const example of values) expected(example)
})

it('the shares and the spacing that the page names are those of the code', () => {
  expect(page).toContain('at most 14 of 15')
  expect(requestShares(1500).all).toBe(1400)
  expect(page).toContain(`${requestSpacingMs} ms apart`)
})

it('each key of docs/assumptions.md is a key of the configuration with the assumed default', () => {
  const read = readConfiguration('subscriptions: [{name: acme, alert: Acme, channel: C00000BRAND}]')
  const { configuration = {} } = 'configuration' in read ? read : {}
  const defaultOf = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), configuration)
  const keyed = rows.filter(({ key }) => key !== 'none')
  expect(keyed.length).toBeGreaterThan(0)
  for (const { key, values } of keyed) expect([String(defaultOf(key.replaceAll('`', '')))]).toEqual(values)
})

it('pages that name the assumed limits call them assumed, and link to the page', () => {
  for (const name of ['README.md', 'docs/delivery.md']) {
    const lines = readFileSync(name, 'utf8')
      .split('\n')
      .filter((line) => /300 requests a minute|100 a second/.test(line))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => !/assumed.*|assumptions\.md/.test(line))).toEqual([])
  }
})
