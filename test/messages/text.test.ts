import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressInText,
  clean,
  cleanLine,
  cut,
  edgeBefore,
  escapeMrkdwn,
  isolate,
  webAddress,
} from '../../src/messages/kit/text.ts'
import { foreignAddress, foreignText } from '../tools/arbitrary-mention.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

describe('one line of text from a stranger', () => {
  it.each([
    ['keeps plain words', 'Acme is down', 'Acme is down'],
    ['collapses white space of all kinds', ' a\t\r\n b\u2028c\u00a0 ', 'a b c'],
    ['loses direction overrides', '\u202egpj.exe\u202c', 'gpj.exe'],
    ['loses direction isolates that are never closed', '\u2066a\u2067b\u2068', 'ab'],
    ['loses zero-width characters', 'in\u200bvi\u2060si\ufeffble\u00ad', 'invisible'],
    ['loses letters that look like blanks', '\u3164\u115f\u2800', ''],
    ['loses control characters', 'a\u0000b\u001b[31mc\u0085d', 'ab[31mc d'],
    ['loses invisible tag letters outside a flag', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['keeps the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['keeps joined emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🤷‍♂️', '👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 🤷‍♂️'],
    ['keeps a zero-width non-joiner within a Persian word', 'می‌خواهم', 'می‌خواهم'],
    ['keeps a zero-width non-joiner between a Persian number and a word', '۱۰\u200cهزار', '۱۰\u200cهزار'],
    ['loses zero-width joiners outside a word', '\u200d a\u200d b\u200c\u200c', 'a b'],
    ['keeps Hebrew with its points', 'הֲנָשָׂא', 'הֲנָשָׂא'],
    ['replaces a lone surrogate', 'a\ud83db', 'a\ufffdb'],
    ['keeps at most eight combining marks on a letter', `z${'\u0301'.repeat(50)}`, `z${'\u0301'.repeat(8)}`],
  ])('%s', (_, text, shown) => expect(cleanLine(text)).toBe(shown))

  it('stays the same if it is cleaned twice', () =>
    fc.assert(
      fc.property(foreignText, (text) => {
        expect(clean(clean(text))).toBe(clean(text))
      }),
    ))
})

describe('shortening a text', () => {
  it.each([
    ['hello world', 7, 'hello…'],
    ['hello', 5, 'hello'],
    ['👩‍👩‍👧👩‍👩‍👧', 10, '👩‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
    ['🇺🇸🇩🇪', 6, '🇺🇸…'],
    ['👩‍👩‍👧', 3, '…'],
  ])('turns "%s" with a limit of %i UTF-16 units into "%s"', (text, max, shown) =>
    expect(cut(text, max)).toBe(shown),
  )

  it('never exceeds the length and never splits what people see as one character', () =>
    fc.assert(
      fc.property(foreignText, fc.integer({ min: 1, max: 60 }), (text, max) => {
        const whole = cleanLine(text)
        const shown = cut(text, max)
        expect(shown.length).toBeLessThanOrEqual(max)
        expect(shown.isWellFormed()).toBe(true)
        const kept = shown.replace(/…$/, '')
        const edges = new Set([...graphemes.segment(whole)].map(({ index }) => index).concat(whole.length))
        if (text.length <= max * 4 && whole.startsWith(kept)) expect(edges).toContain(kept.length)
      }),
    ))

  it('finds the same character boundaries as Intl.Segmenter', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(60), (text, index) => {
        const edges = [...graphemes.segment(text)].map(({ index: edge }) => edge).concat(text.length)
        expect(edgeBefore(text, index)).toBe(edges.filter((edge) => edge <= index).at(-1) ?? 0)
      }),
    ))
})

describe('text from a stranger within our own words', () => {
  it('is enclosed in marks that keep the order of our words if it is right-to-left', () =>
    expect(isolate('אפליקציה')).toBe('\u2068אפליקציה\u2069'))
  it('is unchanged if it is left-to-right', () => expect(isolate('Café 👍')).toBe('Café 👍'))
  it('is escaped, and an escape in it is escaped again', () =>
    expect(escapeMrkdwn('<!channel> & &lt;@U1&gt;')).toBe('&lt;!channel&gt; &amp; &amp;lt;@U1&amp;gt;'))
})

describe('the address of a mention', () => {
  it.each([
    ['https://example.com/a?b=1&c=2#d', 'https://example.com/a?b=1&c=2#d'],
    ['  HTTP://Example.com ', 'HTTP://Example.com'],
    ['https://example.com/a b|c<d>e', 'https://example.com/a%20b%7Cc%3Cd%3Ee'],
    ['https://example.com/\u202ex\u0000', 'https://example.com/%E2%80%AEx%00'],
    ['https://bücher.example/ü', 'https://bücher.example/ü'],
  ])('given as %j is linked as %s', (raw, linked) => expect(webAddress(raw)).toBe(linked))

  it.each([
    ['javascript:alert(1)'],
    [' java\nscript:alert(1)'],
    ['data:text/html,x'],
    ['www.example.com'],
    ['https://'],
    ['https:///path'],
    ['https://exa mple.com/'],
    ['https://example.com:99999/'],
    [''],
  ])('given as %j is not linked', (raw) => expect(webAddress(raw)).toBeUndefined())

  it.each([
    ['it has more than 3,000 characters', 'a'.repeat(3000)],
    ['it has more than 3,000 characters after escaping', '|'.repeat(1000)],
  ])('is not linked if %s', (_, path) => expect(webAddress(`https://example.com/${path}`)).toBeUndefined())

  it('is linked only if it is http or https, without characters that end a link, and at most 3,000 characters long', () =>
    fc.assert(
      fc.property(foreignAddress, (raw) => {
        const address = webAddress(raw)
        if (address === undefined) return
        expect(address).toMatch(/^https?:\/\/[^\s<>|]+$/i)
        expect(address.length).toBeLessThanOrEqual(3000)
        expect(URL.canParse(address)).toBe(true)
      }),
    ))
})

it('an address in text keeps its ampersands unless they would be read as an escape', () =>
  expect(addressInText('https://a.b/?x=1&y=2&lt;z')).toBe('https://a.b/?x=1&y=2&amp;lt;z'))
