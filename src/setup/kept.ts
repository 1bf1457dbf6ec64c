import { readFile, stat } from 'node:fs/promises'
import { describeEncodingError } from '../settings/encoding-fault.ts'

/** The files that the setup writes: their paths. */
export type SetupFiles = { env: string; configuration: string }

/** What the files held before; an empty text where there was none. `mode` as in chmod. */
export type ExistingFiles = {
  env: string
  configuration: { text: string; mode: number }
  /** Why a file cannot be changed without loss, one line each, for people. */
  faults: string[]
}

const defaultMode = 0o644

/** Reads the files as they are. Rejects with the file system's error where one is there but cannot be read. */
export async function readExistingFiles(files: SetupFiles): Promise<ExistingFiles> {
  const env = await readBytes(files.env)
  const configuration = await readBytes(files.configuration)
  const mode = configuration.length === 0 ? defaultMode : (await stat(files.configuration)).mode & 0o777
  return {
    env: env.toString(),
    configuration: { text: configuration.toString(), mode },
    faults: [...encodingErrors(files.env, env), ...encodingErrors(files.configuration, configuration)],
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

function encodingErrors(path: string, bytes: Buffer): string[] {
  const fault = describeEncodingError(bytes)
  return fault === undefined ? [] : [`${path}, ${fault}`]
}
