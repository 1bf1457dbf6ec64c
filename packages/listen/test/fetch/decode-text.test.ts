import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from '../../src/fetch/decode-text.ts'

const text = 'Größe'
const utf16be = (given: string) => Buffer.from(given, 'utf16le').swap16()
const utf32 = (given: string, isLittle: boolean) =>
  Buffer.concat(
    [...given].map((character) => {
      const four = Buffer.alloc(4)
      const point = character.codePointAt(0) ?? 0
      if (isLittle) four.writeUInt32LE(point)
      else four.writeUInt32BE(point)
      return four
    }),
  )
const declaring = (charset: string, rest = text) =>
  `<?xml version="1.0" encoding="${charset}"?><a>${rest}</a>`
const latin1 = (given: string) => Buffer.from(given, 'latin1')

describe('a document is decoded', () => {
  it.each<[what: string, body: Buffer, contentType: string | undefined, expected?: string]>([
    ['by its byte order mark before all', Buffer.from(`\u{FEFF}${text}`), 'text/xml; charset=iso-8859-1'],
    ['by the mark of UTF-16LE', Buffer.from(`\u{FEFF}${text}`, 'utf16le'), 'text/xml; charset=utf-8'],
    ['by the mark of UTF-16BE', utf16be(`\u{FEFF}${text}`), 'text/xml; charset=utf-8'],
    ['by the mark of UTF-32LE', utf32(`\u{FEFF}${text}`, true), undefined],
    ['by the mark of UTF-32BE', utf32(`\u{FEFF}${text}`, false), undefined],
    ['as UTF-32LE by its zeros', utf32(declaring('utf-32'), true), undefined, declaring('utf-32')],
    ['as UTF-32BE by its zeros', utf32(declaring('utf-8'), false), undefined, declaring('utf-8')],
    [
      'as UTF-8 if its bytes are, whatever the header says',
      Buffer.from(text),
      'text/xml; charset=iso-8859-1',
    ],
    ['as UTF-8 if the header says UTF-16', Buffer.from(text), 'text/xml; charset=utf-16'],
    ['as UTF-8 if nothing is declared', Buffer.from(text), undefined],
    ['as UTF-8 if the header names a charset that does not exist', Buffer.from(text), 'a; charset=utf8x'],
    [
      'by the header before the declaration',
      latin1(declaring('koi8-r')),
      'a; charset=iso-8859-1',
      declaring('koi8-r'),
    ],
    ['as Windows-1252 if nothing is declared and it is no UTF-8', latin1(text), 'text/xml'],
    ['as Windows-1252 if UTF-8 is declared and it is none', latin1(text), 'text/xml; charset=utf-8'],
    [
      'by the declaration if the header says UTF-8 and it is none',
      Buffer.from('<?xml version="1.0" encoding="koi8-r"?>\xc1', 'latin1'),
      'a; charset=utf-8',
      '<?xml version="1.0" encoding="koi8-r"?>а',
    ],
    ['as UTF-16LE by its zeros', Buffer.from(declaring('utf-8'), 'utf16le'), undefined, declaring('utf-8')],
    ['as UTF-16BE by its zeros', utf16be(declaring('iso-8859-1')), undefined, declaring('iso-8859-1')],
    [
      'as ISO-2022-JP if that is declared, because its bytes are ASCII',
      latin1(declaring('iso-2022-jp', '\x1b$B$"\x1b(B')),
      undefined,
      declaring('iso-2022-jp', 'あ'),
    ],
    ['by the other name of a charset', latin1('\xe0'), 'a; charset=win-1251', 'а'],
    ['by the name of a charset with a dash', latin1('\xe9'), 'a; charset=latin-1', 'é'],
    [
      'by the second declaration if the bytes cannot be in the first',
      latin1(`${declaring('windows-1251', '')}\xff`),
      'a; charset=euc-kr',
      `${declaring('windows-1251', '')}я`,
    ],
    [
      'as UTF-8 beside a single wrong byte',
      Buffer.concat([Buffer.from('Zürich, Größe, Käse, Öl '), latin1('\xe9')]),
      'a; charset=iso-8859-1',
      'Zürich, Größe, Käse, Öl é',
    ],
  ])('%s', (_how, body, contentType, expected = text) => expect(decodeText(body, contentType)).toBe(expected))

  it.each(['declared-latin1-is-utf8', 'declared-utf16-is-utf8'])(
    'as UTF-8 in spite of its declaration: %s',
    (name) => {
      const body = readFileSync(new URL(`./documents/${name}.xml`, import.meta.url))
      expect(decodeText(body, undefined)).toBe(body.toString('utf8'))
    },
  )

  const letters = fc.string({ unit: fc.constantFrom(...'aß中я€é ü😀ع') })
  const anyCharset = fc.constantFrom(
    'utf-8',
    'iso-8859-1',
    'utf-16',
    'utf-16le',
    'windows-1251',
    'gbk',
    'euc-kr',
    'shift_jis',
    'big5',
  )

  it('as UTF-8 under any declaration if it has letters beyond ASCII', () => {
    fc.assert(
      fc.property(letters, anyCharset, anyCharset, (given, declared, header) => {
        const document = declaring(declared, `${given}ü`)
        expect(decodeText(Buffer.from(document), `text/xml; charset=${header}`)).toBe(document)
      }),
    )
  })

  it('as UTF-16 under any declaration', () => {
    fc.assert(
      fc.property(letters, anyCharset, fc.boolean(), (given, declared, isLittle) => {
        const document = declaring(declared, given)
        const body = isLittle ? Buffer.from(document, 'utf16le') : utf16be(document)
        expect(decodeText(body, `text/xml; charset=${declared}`)).toBe(document)
      }),
    )
  })

  it('by its single-byte charset if it is no UTF-8', () => {
    const cyrillic = fc.string({ unit: fc.constantFrom(...'абвгдежз'), minLength: 1 })
    fc.assert(
      fc.property(cyrillic, (given) => {
        const bytes = Buffer.from([...given].map((letter) => (letter.codePointAt(0) ?? 0) - 0x430 + 0xe0))
        expect(decodeText(bytes, 'text/xml; charset=windows-1251')).toBe(given)
      }),
    )
  })

  it('without failing, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), anyCharset, (bytes, declared) => {
        expect(typeof decodeText(Buffer.from(bytes), `text/xml; charset=${declared}`)).toBe('string')
      }),
    )
  })
})
