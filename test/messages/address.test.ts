import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressInText, authorAddress, webAddress } from '../../src/messages/address.ts'
import { foreignAddress } from './arbitrary-mention.ts'

describe("a mention's address", () => {
  it.each([
    ['https://example.com/a?b=1&c=2#d', 'https://example.com/a?b=1&c=2#d'],
    ['  HTTP://Example.com ', 'HTTP://Example.com'],
    ['https://example.com/a b|c<d>e', 'https://example.com/a%20b%7Cc%3Cd%3Ee'],
    ['https://example.com/\u202ex\u0000', 'https://example.com/%E2%80%AEx%00'],
    ['https://bücher.example/ü', 'https://bücher.example/ü'],
  ])('%j is linked as %s', (raw, linked) => expect(webAddress(raw)).toBe(linked))

  it.each([
    ['javascript:alert(1)'],
    [' java\nscript:alert(1)'],
    ['data:text/html,x'],
    ['www.example.com'],
    ['https://'],
    ['https:///path'],
    ['https://exa mple.com/'],
    ['https://example.com:99999/'],
    [`https://example.com/${'a'.repeat(3000)}`],
    [`https://example.com/${'|'.repeat(1000)}`],
    [''],
  ])('%.40j is no link', (raw) => expect(webAddress(raw)).toBeUndefined())

  it('is http or https, without what ends a link, and at most 3,000 long, whatever it was', () =>
    fc.assert(
      fc.property(foreignAddress, (raw) => {
        for (const address of [webAddress(raw), authorAddress(raw)]) {
          if (address === undefined) continue
          expect(address).toMatch(/^https?:\/\/[^\s<>|]+$/i)
          expect(address.length).toBeLessThanOrEqual(3000)
          expect(URL.canParse(address)).toBe(true)
        }
      }),
    ))
})

describe("an author's address", () => {
  it.each([
    ['reddit.com/user/kim', 'https://reddit.com/user/kim'],
    ['//example.com/kim', 'https://example.com/kim'],
    ['www.example.com:8080', 'https://www.example.com:8080'],
    ['https://example.com/kim', 'https://example.com/kim'],
  ])('%s is linked as %s', (raw, linked) => expect(authorAddress(raw)).toBe(linked))

  it.each([['kim'], ['javascript:alert(1)'], ['kim@example.com'], ['localhost'], ['a.b:80x'], ['']])(
    '%s is no link',
    (raw) => expect(authorAddress(raw)).toBeUndefined(),
  )
})

it('an address in text keeps its ampersands, unless they would read as an escape', () =>
  expect(addressInText('https://a.b/?x=1&y=2&lt;z')).toBe('https://a.b/?x=1&y=2&amp;lt;z'))
