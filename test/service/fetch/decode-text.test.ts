import { expect, it } from 'vitest'
import { decodeText } from '../../../service/fetch/decode-text.ts'

const text = 'Größe'

it.each<[what: string, body: Buffer, contentType: string | undefined]>([
  ['by its byte order mark before all', Buffer.from(`\u{FEFF}${text}`), 'text/xml; charset=iso-8859-1'],
  ['by the header before the declaration', Buffer.from(text, 'latin1'), 'text/xml; charset=iso-8859-1'],
  ['as UTF-8 if nothing is declared', Buffer.from(text), undefined],
  ['as Windows-1252 if nothing is declared and it is no UTF-8', Buffer.from(text, 'latin1'), 'text/xml'],
  [
    'as UTF-8 if the header names a charset that does not exist',
    Buffer.from(text),
    'text/xml; charset=utf8x',
  ],
])('a document is decoded %s', (_how, body, contentType) => expect(decodeText(body, contentType)).toBe(text))
