/** A count for each of some keys, which ascend. Both are positive. */
export type KeyCount = readonly [key: number, count: number]

/** Adds changes, which may be negative, to packed counts. Both ascend by key. Counts that fall to zero are left out. */
export function addToPacked(packed: Uint8Array, changes: readonly KeyCount[]): Uint8Array {
  const sums = new PackedWriter(packed.length + changes.length * maxBytes)
  let next = 0
  const addChangesBefore = (end: number) => {
    for (; (changes[next]?.[0] ?? end) < end; next++) sums.add(...(changes[next] ?? [0, 0]))
  }
  eachPacked(packed, (key, count) => {
    addChangesBefore(key)
    const [changed, by] = changes[next] ?? []
    if (changed !== key) return sums.add(key, count)
    next += 1
    sums.add(key, count + (by ?? 0))
  })
  addChangesBefore(Number.POSITIVE_INFINITY)
  return sums.packed()
}

/** Calls `each` for all counts, in ascending order of the keys. */
export function eachPacked(packed: Uint8Array, each: (key: number, count: number) => void): void {
  let at = 0
  let key = 0
  const read = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = packed[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < packed.length) {
    key += read()
    each(key, read())
  }
}

/** The most bytes of a key and a count: seven bits of each in a byte, as in protocol buffers. */
const maxBytes = 16

/** Writes the distance of each key to the key before, because small numbers take one byte. */
class PackedWriter {
  readonly #bytes: Uint8Array
  #length = 0
  #lastKey = 0

  constructor(most: number) {
    this.#bytes = new Uint8Array(most)
  }

  add(key: number, count: number): void {
    if (count <= 0) return
    this.#write(key - this.#lastKey)
    this.#write(count)
    this.#lastKey = key
  }

  packed = (): Uint8Array => this.#bytes.slice(0, this.#length)

  #write(value: number): void {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128
    this.#bytes[this.#length++] = rest
  }
}
