import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenBody, unpack } from '../src/http.ts'

const packers = {
  gzip: (body: Buffer) => gzipSync(body),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: (body: Buffer) => deflateSync(body),
}
const names = fc.constantFrom('gzip', 'br', 'deflate')
const most = 1_000_000

describe('unpacking the body of a response', () => {
  it('gives back every text, however it is packed up to three times', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.array(names, { maxLength: 3 }),
        async (text, used) => {
          const packed = used.reduce((body, name) => packers[name](body), Buffer.from(text))
          const header = used.length === 0 ? undefined : used.join(' , ').toUpperCase()
          expect((await unpack(packed, header, most)).toString()).toBe(Buffer.from(text).toString())
        },
      ),
      { numRuns: 30 },
    )
  })

  it.each([
    ['gzip that no header names', gzipSync('größer'), undefined],
    ['a raw stream of deflate', deflateRawSync('größer'), 'deflate'],
    ['an unknown encoding', Buffer.from('größer'), 'identity'],
    ['a header for gzip on a plain body', Buffer.from('größer'), 'gzip'],
  ])('reads %s', async (_what, body, encoding) => {
    expect((await unpack(body, encoding, most)).toString()).toBe('größer')
  })

  it.each([
    ['gzip', packers.gzip],
    ['br', packers.br],
    ['deflate', packers.deflate],
  ])('refuses a body of %s that unpacks to too much', async (encoding, pack) => {
    await expect(unpack(pack(Buffer.alloc(most + 1)), encoding, most)).rejects.toMatchObject({
      code: 'ERR_BUFFER_TOO_LARGE',
    })
  })

  it.each([
    ['gzip', gzipSync('größer').subarray(0, -4)],
    ['br', Buffer.from('no brotli at all')],
    ['deflate', deflateSync('größer').subarray(0, -4)],
  ])('refuses a body of %s that is broken or cut off', async (encoding, body) => {
    await expect(unpack(body, encoding, most)).rejects.toMatchObject({ code: brokenBody })
  })
})
