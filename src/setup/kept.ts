import { readFile, stat } from 'node:fs/promises'

/** The files that the setup writes: their paths. */
export type Files = { env: string; configuration: string }

/** What the files held before; an empty text where there was none. `mode` as in chmod. */
export type Kept = { env: string; configuration: { text: string; mode: number } }

const ordinaryMode = 0o644

/** Reads the files as they are. Rejects with the file system's error where one is there but cannot be read. */
export async function readKept(files: Files): Promise<Kept> {
  const text = await textOf(files.configuration)
  const mode = text === '' ? ordinaryMode : (await stat(files.configuration)).mode & 0o777
  return { env: await textOf(files.env), configuration: { text, mode } }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
