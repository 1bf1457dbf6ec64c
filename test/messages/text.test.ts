import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressInText,
  authorAddress,
  clean,
  cut,
  edgeBefore,
  escapeMrkdwn,
  isolate,
  line,
  webAddress,
} from '../../src/messages/text.ts'
import { foreignAddress, foreignText } from '../tools/arbitrary-mention.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

describe('a line of foreign text', () => {
  it.each([
    ['plain words', 'Acme is down', 'Acme is down'],
    ['white space of all kinds, collapsed', ' a\t\r\n b\u2028c\u00a0 ', 'a b c'],
    ['overrides, gone', '\u202egpj.exe\u202c', 'gpj.exe'],
    ['isolates that are never closed, gone', '\u2066a\u2067b\u2068', 'ab'],
    ['zero-width characters, gone', 'in\u200bvi\u2060si\ufeffble\u00ad', 'invisible'],
    ['blank letters, gone', '\u3164\u115f\u2800', ''],
    ['control characters, gone', 'a\u0000b\u001b[31mc\u0085d', 'ab[31mc d'],
    ['tag letters outside a flag, gone', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['the flag of England, kept', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['joined emoji, kept', '👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🤷‍♂️', '👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🤷‍♂️'],
    ['Persian joiners, kept', 'می‌خواهم', 'می‌خواهم'],
    ['loose joiners, gone', '\u200d a\u200d b\u200c\u200c', 'a b'],
    ['Hebrew with its points, kept', 'הֲנָשָׂא', 'הֲנָשָׂא'],
    ['a lone surrogate, replaced', 'a\ud83db', 'a\ufffdb'],
    ['a pile of marks, lowered to eight', `z${'\u0301'.repeat(50)}`, `z${'\u0301'.repeat(8)}`],
  ])('%s', (_, text, shown) => expect(line(text)).toBe(shown))

  it('cleaning twice changes nothing more', () =>
    fc.assert(
      fc.property(foreignText, (text) => {
        expect(clean(clean(text))).toBe(clean(text))
      }),
    ))
})

describe('cutting', () => {
  it.each([
    ['hello world', 7, 'hello…'],
    ['hello', 5, 'hello'],
    ['👩‍👩‍👧👩‍👩‍👧', 10, '👩‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
    ['🇺🇸🇩🇪', 6, '🇺🇸…'],
    ['👩‍👩‍👧', 3, '…'],
  ])('%s to %i units is %s', (text, max, shown) => expect(cut(text, max)).toBe(shown))

  it('never exceeds its length and never breaks what people see as one character', () =>
    fc.assert(
      fc.property(foreignText, fc.integer({ min: 1, max: 60 }), (text, max) => {
        const whole = line(text)
        const shown = cut(text, max)
        expect(shown.length).toBeLessThanOrEqual(max)
        expect(shown.isWellFormed()).toBe(true)
        const kept = shown.replace(/…$/, '')
        const edges = new Set([...graphemes.segment(whole)].map(({ index }) => index).concat(whole.length))
        if (text.length <= max * 4 && whole.startsWith(kept)) expect(edges).toContain(kept.length)
      }),
    ))

  it('finds the edge before any index as the segmenter does', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(60), (text, index) => {
        const edges = [...graphemes.segment(text)].map(({ index: edge }) => edge).concat(text.length)
        expect(edgeBefore(text, index)).toBe(edges.filter((edge) => edge <= index).at(-1) ?? 0)
      }),
    ))
})

describe('within our own words', () => {
  it('right-to-left text is isolated', () => expect(isolate('אפליקציה')).toBe('\u2068אפליקציה\u2069'))
  it('other text is left alone', () => expect(isolate('Café 👍')).toBe('Café 👍'))
  it('markup is escaped, and an escape is escaped again', () =>
    expect(escapeMrkdwn('<!channel> & &lt;@U1&gt;')).toBe('&lt;!channel&gt; &amp; &amp;lt;@U1&amp;gt;'))
})

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

  it('is http or https, without characters that end a link, and at most 3,000 long, for any input', () =>
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
