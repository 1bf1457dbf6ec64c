import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonKeepingIds } from '../src/requests/http.ts'

/** The slow and obviously right way: look at the source of every number under an id key. */
function parseWithReviver(text: string): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source ?? ''
    return typeof value === 'number' && isIdKey(key) && /^\d{16,}$/.test(source) ? source : value
  })
}

function isIdKey(key: string): boolean {
  return ['id', 'alert_id', 'project_id'].includes(key)
}

const big = fc.bigInt({ min: 0n, max: 2n ** 80n }).map((id) => `\u0001${id}\u0001`)
const tricky = fc.constantFrom(
  '"id": 12345678901234567890',
  '\\"id":1234567890123456,',
  'x"',
  '\\',
  '{"id":99999999999999999}',
)
const key = fc.oneof(
  fc.constantFrom('id', 'alert_id', 'project_id', 'xid', 'a"id', '\\', 'reach'),
  fc.string(),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, tricky, big, fc.integer(), fc.string(), tie('list'), tie('object')),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  object: fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
}))

/** JSON whose marked strings are written as bare numbers, with or without white space. */
function write(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replace(/"\\u0001(\d+)\\u0001"/g, '$1')
}

describe('parsing JSON with exact ids', () => {
  it('gives the same result as a slower parser that sees the digits of every number', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 1), (value, indent) => {
        const text = write(value, indent)
        expect(parseJsonKeepingIds(text)).toEqual(parseWithReviver(text))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['42', 42],
  ])('keeps the exact digits of the id %s', (written, read) => {
    expect(parseJsonKeepingIds(`{"id":${written},"alert_id" : ${written}\n}`)).toEqual({
      id: read,
      alert_id: read,
    })
  })

  it('does not change an id that is not a whole number', () => {
    expect(parseJsonKeepingIds('{"id":1234567890123456.5}')).toEqual({ id: 1234567890123456.5 })
  })
})
