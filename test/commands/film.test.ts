import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodePng, encodeFilm } from './film.ts'

/** A PNG of RGB rows, each with the number of its filter and its filtered bytes. */
function png(width: number, rows: number[][]): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([
    Buffer.alloc(8),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const white = png(2, [[0, 255, 255, 255, 255, 255, 255]])
const halfBlack = png(2, [[0, 255, 255, 255, 0, 0, 0]])

/** How long a GIF shows each frame, in hundredths of a second (GIF89a, graphic control extension). */
function delaysOf(film: Uint8Array): number[] {
  const bytes = Buffer.from(film)
  const start = Buffer.from([0x21, 0xf9, 0x04])
  const delays: number[] = []
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1))
    if (bytes[at + 7] === 0) delays.push(bytes.readUInt16LE(at + 4))
  return delays
}

describe('the film of the demo', () => {
  it('reads each way in which PNG stores a row', () => {
    const { width, height, rgba } = decodePng(
      png(2, [
        [0, 10, 20, 30, 40, 50, 60],
        [1, 10, 20, 30, 30, 30, 30],
        [2, 0, 0, 0, 0, 0, 0],
        [3, 5, 10, 15, 15, 15, 15],
        [4, 0, 0, 0, 0, 0, 0],
      ]),
    )
    expect([width, height]).toEqual([2, 5])
    const row = [10, 20, 30, 255, 40, 50, 60, 255]
    expect([...rgba]).toEqual([...row, ...row, ...row, ...row, ...row])
  })

  it('shows a picture longer in place of repeating it', () => {
    const film = encodeFilm([
      { png: white, ms: 500 },
      { png: white, ms: 500 },
      { png: halfBlack, ms: 250 },
    ])
    expect(Buffer.from(film).toString('latin1', 0, 6)).toBe('GIF89a')
    expect(delaysOf(film)).toEqual([100, 25])
  })

  it('in docs/ is small enough for a page, and lasts about 40 seconds', () => {
    const film = readFileSync('docs/pictures/film.gif')
    expect(film.length).toBeLessThan(3_000_000)
    const seconds = delaysOf(film).reduce((sum, delay) => sum + delay, 0) / 100
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThan(50)
  })
})
