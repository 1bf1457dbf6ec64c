import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRedactor } from '../../src/cli/redact.ts'

const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const encoders: Record<string, (text: string) => string> = {
  uri: encodeURIComponent,
  'lower-case uri': (text) => encodeURIComponent(text).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  'whole uri': percent,
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json with slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'ascii json': (text) =>
    [...Array(text.length).keys()]
      .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  html: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'numbers of html': (text) =>
    Array.from(text, (char) => `&#x${char.codePointAt(0)?.toString(16)};`).join(''),
}

it('a secret is removed from a line of JSON, however often and in whatever forms it is encoded', () => {
  const secret = fc
    .string({ unit: fc.constantFrom(...'aZ09 /+%&<>"\'\\=-_.:é€'), minLength: 8, maxLength: 30 })
    .filter((text) => text.trim().length >= 8)
  fc.assert(
    fc.property(
      secret,
      fc.array(fc.constantFrom(...Object.keys(encoders)), { maxLength: 4 }),
      fc.constantFrom('', 'a=1&token=', 'ü\n'),
      (token, names, before) => {
        const { hide, redact } = createRedactor()
        hide([token])
        const encoded = names.reduce((text, name) => encoders[name]?.(text) ?? text, token)
        const line = JSON.stringify({ msg: `${before}${encoded}, end` })
        const safe = redact(line)
        expect(safe).toContain('[secret]')
        expect(safe).not.toContain(JSON.stringify(encoded).slice(1, -1))
        expect(JSON.parse(safe)).toEqual({ msg: expect.stringMatching(/, end$/) })
      },
    ),
  )
})

it('a secret is removed from base64, wherever it begins, in both alphabets', () => {
  const token = 'xoxb-12/3"4\\5&6 é?>~'
  const { hide, redact } = createRedactor()
  hide([token])
  for (const user of ['', 'a', 'ab', 'abc:'])
    for (const kind of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(`${user}${token}!`).toString(kind)
      expect(redact(`Basic ${encoded}`)).toContain('[secret]')
    }
})

it('a line without a secret stays as it is', () => {
  const { hide, redact } = createRedactor()
  hide(['xoxb-1234567890', 'short'])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = JSON.stringify({
        text,
        url: `https://x.example/?a=${encodeURIComponent(text.toWellFormed())}`,
      })
      expect(redact(line)).toBe(line)
    }),
  )
})
