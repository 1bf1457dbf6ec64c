import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

// The tests and Node find different files of this package, and only the one for `require` has the same exports in both.
const gifenc: typeof import('gifenc') = createRequire(import.meta.url)('gifenc')
const { applyPalette, GIFEncoder, quantize } = gifenc

/** A picture (PNG) and how long the film shows it, in ms. */
export type Frame = { png: Buffer; ms: number }

type Picture = { width: number; height: number; rgba: Uint8Array }

/** One colour of the 256 of a GIF means: as in the frame before. */
const mostColours = 255

/** Returns an animated GIF that repeats for ever. All frames must have the same size. A frame stores only what has changed. */
export function encodeFilm(frames: Frame[]): Uint8Array {
  const shown = withoutRepeats(frames).map(({ png, ms }) => ({ picture: decodePng(png), ms }))
  const palette = commonPalette(shown.map(({ picture }) => picture))
  const unchanged = palette.length
  const film = GIFEncoder()
  let before: Uint8Array | undefined
  for (const { picture, ms } of shown) {
    const { width, height, rgba } = picture
    const colours = applyPalette(rgba, palette, 'rgb565')
    const written = before === undefined ? colours : onlyChanges(colours, before, unchanged)
    film.writeFrame(written, width, height, {
      ...(before === undefined && { palette: [...palette, [0, 0, 0]] }),
      ...(before !== undefined && { transparent: true, transparentIndex: unchanged }),
      delay: ms,
      dispose: 1,
    })
    before = colours
  }
  film.finish()
  return film.bytes()
}

function withoutRepeats(frames: Frame[]): Frame[] {
  const kept: Frame[] = []
  for (const { png, ms } of frames) {
    const last = kept.at(-1)
    if (last?.png.equals(png)) last.ms += ms
    else kept.push({ png, ms })
  }
  return kept
}

/** The colours of some frames, spread over the film. */
function commonPalette(pictures: Picture[]): number[][] {
  const sampled = pictures.filter((_, index) => index % Math.ceil(pictures.length / 6) === 0)
  return quantize(Buffer.concat(sampled.map(({ rgba }) => rgba)), mostColours, { format: 'rgb565' })
}

function onlyChanges(colours: Uint8Array, before: Uint8Array, unchanged: number): Uint8Array {
  return colours.map((colour, index) => (colour === before[index] ? unchanged : colour))
}

/** Decodes the PNG of Chromium: eight bits a channel, with or without alpha, not interlaced. Throws for another kind. */
export function decodePng(png: Buffer): Picture {
  const [width, height, bits, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]
  const channels = kind === 6 ? 4 : 3
  if (bits !== 8 || (kind !== 2 && kind !== 6) || png[28] !== 0)
    throw new Error('This kind of PNG is not known')
  const rows = inflateSync(Buffer.concat(dataChunks(png)))
  const stride = width * channels
  const rgba = new Uint8Array(width * height * 4).fill(255)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const row = unfilter(rows[start] ?? 0, rows.subarray(start + 1, start + 1 + stride), above, channels)
    for (let x = 0; x < width; x++)
      rgba.set(row.subarray(x * channels, x * channels + 3), (y * width + x) * 4)
    above = row
  }
  return { width, height, rgba }
}

function dataChunks(png: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') found.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return found
}

/** PNG stores each byte as the difference from its neighbours, in one of five ways (W3C, PNG, 9.2). */
function unfilter(
  way: number,
  row: Uint8Array,
  above: Uint8Array,
  channels: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(row.length)
  for (let at = 0; at < row.length; at++) {
    const left = at < channels ? 0 : (out[at - channels] ?? 0)
    const up = above[at] ?? 0
    const corner = at < channels ? 0 : (above[at - channels] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][way] ?? 0
    out[at] = ((row[at] ?? 0) + guess) & 255
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const wanted = left + up - corner
  const [a, b, c] = [Math.abs(wanted - left), Math.abs(wanted - up), Math.abs(wanted - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
