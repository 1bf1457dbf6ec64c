import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const { O_RDONLY, O_NONBLOCK = 0 } = constants

/**
 * Returns the content of a file that a setting names. Throws Node's error, or an error with a sentence if it is no regular file, such as a
 * device or a pipe, or has more than `mostBytes`. The size that the system tells is not used, because a file of /proc says 0.
 */
export function readBoundedFile(
  path: string,
  mostBytes: number,
  tooLong = `the file is larger than ${mostBytes / 1_000_000} MB`,
): Buffer {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const descriptor = openSync(path, O_RDONLY | O_NONBLOCK)
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile() && !found.isDirectory())
      throw new Error('this is a device or a pipe, but a file is needed')
    const chunks: Buffer[] = []
    let length = 0
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes)
      const bytes = readSync(descriptor, chunk)
      if (bytes === 0) return Buffer.concat(chunks)
      length += bytes
      if (length > mostBytes) throw new Error(tooLong)
      chunks.push(chunk.subarray(0, bytes))
    }
  } finally {
    closeSync(descriptor)
  }
}

const chunkBytes = 65_536
