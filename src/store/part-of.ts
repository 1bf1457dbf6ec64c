import { crc32 } from 'node:zlib'

/** In so many parts is spread what belongs together: of ten thousand facts, a change writes three hundred. */
const partsOfAGroup = 32

/** The part of its kind in which a key is kept, one of those of its group. Two groups may meet in a part: they only share its file. */
export function shardOf(group: string, key: string): string {
  const part = crc32(key) % partsOfAGroup
  return `${hex(crc32(group), 8)}-${hex(part, 2)}`
}

const hex = (number: number, length: number) => number.toString(16).padStart(length, '0')
