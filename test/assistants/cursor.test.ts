import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCursors } from '../../src/assistants/cursor.ts'

const position = { next: 'page-token-of-the-service', after: '17', until: 5 }
const question = ['1001', { words: ['refund'] }]

describe('a cursor', () => {
  const cursor = createCursors('token one').write(position, question)

  it('gives back its position to every process with the same token', () =>
    expect(createCursors('token one').read(cursor, question)).toEqual(position))

  it('hides the page token of the mention service', () =>
    expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('page-token'))

  it('is refused with another token and for another question', () => {
    expect(() => createCursors('token two').read(cursor, question)).toThrow(/does not belong/)
    const other = ['1002', { words: ['refund'] }]
    expect(() => createCursors('token one').read(cursor, other)).toThrow(/does not belong/)
  })

  it('that somebody made up is refused', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(() => createCursors('token one').read(text, question)).toThrow(/does not belong/)
      }),
    ))
})
