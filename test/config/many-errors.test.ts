import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

describe('a configuration file with very many errors', () => {
  // Without a limit, each of these took ten seconds and more, which the test would not survive.
  it.each([
    ['misspelt keys', lines(4000, (index) => `subscriptons${index}: 1`), 3950],
    [
      'misspelt keys in its subscriptions',
      `subscriptions:\n${lines(4000, (index) => `  - {name: a${index}, alert: b, channel: '#c', bust: 3}`)}`,
      3950,
    ],
    ['words that look like aliases', lines(8000, (index) => `a${index}: *x`), 7950],
    ['keys that are there twice', lines(4000, () => 'timezone: UTC'), 3949],
    ['wrong values', `admins:\n${lines(4000, (index) => `  - x${index}`)}`, 3950],
    ['one error too many', lines(51, (index) => `subscriptons${index}: 1`), 1],
  ])('has the first fifty described and the others counted: %s', (_what, text, more) => {
    const { errors } = readConfiguration(text)
    expect(errors).toHaveLength(51)
    expect(errors.at(-1)).toBe(`… and ${more} more ${more === 1 ? 'error' : 'errors'}`)
    expect(errors.slice(0, 50).every((error) => /^line \d+: /.test(error))).toBe(true)
  })

  it('is read once for all aliases', () => {
    const { errors } = readConfiguration(`own: [&a x, ${'*a, '.repeat(20_000)}]`)
    expect(errors).toEqual([expect.stringContaining('aliases (*name) repeat too much here')])
  })
})

describe('a configuration file with what JavaScript or the parser would not survive', () => {
  it.each([
    ['__proto__: {a: 1}', 'line 1: __proto__: unknown key'],
    ['timezone: UTC\n"__proto__": 1', 'line 2: __proto__: unknown key'],
    [
      "subscriptions:\n  - name: a\n    alert: b\n    channel: '#c'\n    only: {__proto__: {source: [web]}}",
      'line 5: __proto__: unknown key',
    ],
    ['constructor: 1', 'line 1: constructor: unknown key; known keys: timezone'],
    ['prototype: 1', 'line 1: prototype: unknown key; known keys: timezone'],
    ['own: &a [*a]', 'line 1: the alias *a stands within the value that it repeats: write the values out'],
    ['own: &a\n  x: &b\n    y:\n      - *b\n  z: *a', 'line 4: the alias *b stands within'],
    [`own: ${'['.repeat(20_000)}`, 'line 1: nested too deeply here'],
    [`timezone: UTC\n"own":\n  ${'['.repeat(100)}`, 'line 3: nested too deeply here'],
    [`own: ${'['.repeat(99)}${']'.repeat(99)}`, 'line 1: own: expected keys with values, found a list'],
    [`own:\n  ${'- '.repeat(98)}x`, 'line 1: own: expected keys with values, found a list'],
    [`own:\n  ${'- '.repeat(99)}x`, 'line 2: nested too deeply here'],
    [`own:\n${lines(100, (level) => `${' '.repeat(level + 1)}k:`)}`, 'line 101: nested too deeply here'],
    [`# ${'['.repeat(500)}\nown: "${'['.repeat(500)}"`, "line 2: own: expected keys with values, found '[[["],
  ])('has an error with its line: case %#', (text, error) => {
    expect(readConfiguration(text).errors[0]).toContain(error)
  })
})
