import { globSync, readFileSync } from 'node:fs'
import { type MentionQuery, readMention } from '@overheard/mention-client'
import { beforeAll } from '@overheard/mention-client/id'
import { expect, it } from 'vitest'
import { assumptions } from '../../build/docs/assumptions.ts'
import { readCount } from '../../packages/mention-client/src/insights.ts'
import { encodeQuery, pageTokenForms } from '../../packages/mention-client/src/pages/mention-query.ts'
import { readSince } from '../../packages/mention-client/src/pages/read-in-id-order.ts'
import { readConfiguration } from '../../src/config/configuration.ts'
import { largestPlausibleId } from '../../src/engine/progress/id-order.ts'
import { wireMention } from '../tools/mention-responses.ts'

const rows: {
  assumed: string
  values?: readonly string[]
  examples?: readonly string[]
  key?: string
}[] = Object.values(assumptions).flat()

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

/** Gives each example of a row to the code, by the first words of the row. */
const bound: Record<string, (example: string) => unknown> = {
  'mentions can be read in the order': async (order) => expect(await orderOf()).toBe(order),
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
  'a date in ms': (example) =>
    expect(decoded({ date: JSON.parse(example) }).date).toBe(Date.UTC(2026, 0, 1, 12)),
  'a sentiment': (example) => expect(decoded({ sentiment: JSON.parse(example) }).sentiment).toBe('negative'),
  'a tag': (example) => expect(decoded({ tags: [JSON.parse(example)] }).tags).toEqual(['vip']),
  'a text may have': (example) => expect(decoded({ title: example }).title).toBe('Tom & Jerry'),
}

const withExamples = rows.flatMap(({ assumed, examples = [] }) =>
  examples.map((example) => ({ assumed, example })),
)

it.each(withExamples)(
  'the code does what docs/reference/assumptions.md says of “$assumed”: $example',
  async ({ assumed, example }) => {
    const [check] = Object.entries(bound).flatMap(([name, one]) => (assumed.startsWith(name) ? [one] : []))
    expect(check).toBeDefined()
    await check?.(example)
  },
)

it('each key of docs/reference/assumptions.md is a key of the configuration with the assumed default', () => {
  const read = readConfiguration('subscriptions: [{name: acme, alert: Acme, channel: C00000BRAND}]')
  const { configuration = {} } = 'configuration' in read ? read : {}
  const defaultOf = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), configuration)
  const keyed = rows.flatMap(({ key, values }) => (key === undefined ? [] : [{ key, values }]))
  expect(keyed.length).toBeGreaterThan(0)
  for (const { key, values } of keyed) expect([String(defaultOf(key))]).toEqual(values)
})

it('pages that name the assumed limits call them assumed, and link to the page', () => {
  const lines = ['README.md', ...globSync('docs/{use,run,build}/*.md')]
    .flatMap((name) => readFileSync(name, 'utf8').split('\n'))
    .filter((line) => /mention service.*(300 requests a minute|100 a second)/.test(line))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !/assumed.*|assumptions\.md/.test(line))).toEqual([])
})
