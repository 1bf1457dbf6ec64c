import { readFile, stat } from 'node:fs/promises'
import { encodingFault } from '../settings/encoding-fault.ts'

/** The files that the setup writes: their paths. */
export type Files = { env: string; configuration: string }

/** What the files held before; an empty text where there was none. `mode` as in chmod. */
export type Kept = {
  env: string
  configuration: { text: string; mode: number }
  /** Why a file cannot be changed without loss, one line each, for people. */
  faults: string[]
}

const ordinaryMode = 0o644

/** Reads the files as they are. Rejects with the file system's error where one is there but cannot be read. */
export async function readKept(files: Files): Promise<Kept> {
  const env = await bytesOf(files.env)
  const configuration = await bytesOf(files.configuration)
  const mode = configuration.length === 0 ? ordinaryMode : (await stat(files.configuration)).mode & 0o777
  return {
    env: env.toString(),
    configuration: { text: configuration.toString(), mode },
    faults: [...faultOf(files.env, env), ...faultOf(files.configuration, configuration)],
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

function faultOf(path: string, bytes: Buffer): string[] {
  const fault = encodingFault(bytes)
  return fault === undefined ? [] : [`${path}, ${fault}`]
}
