import { mkdir, open, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfiguration } from '../../config/configuration.ts'
import { completeSettings, readSettings, SettingsError } from '../../config/settings.ts'
import { writtenKeysOf } from '../../kernel/feature.ts'
import { secretFileOf } from '../../kernel/secret-files.ts'
import { describeEncodingError, describeFileError } from '../../model/file-errors.ts'
import { errorMessage } from '../../model/log.ts'
import type { MadeSettings } from '../../model/made-settings.ts'
import type { AddResult } from './edit-configuration.ts'
import { editEnvFile } from './edit-env-file.ts'
import type { StoredAnswers } from './stored-answers.ts'

/** Answers cannot be written. The message is a sentence for people. */
export class SaveError extends Error {}

/** Writes answers as soon as a person has given them, so that a setup that is ended goes on with them at the next start. */
export type Saver = {
  /** Sets variables in `.env`, except secrets that are in a file already. Throws a SaveError if it cannot be written. */
  setVariables(variables: Record<string, string>): Promise<void>
  /** Replaces the text of the configuration file by what `edit` makes of it. Throws a SaveError if it cannot be written. */
  editConfiguration(edit: (text: string) => AddResult): Promise<void>
  /** Throws a SaveError if the bot could not start with the written files. */
  finish(): Promise<void>
  /** The text of the configuration file, as written so far. */
  configuration(): string
  /** What has to be added to the configuration file by hand. */
  byHand(): string | undefined
  /** The files that were written. */
  written(): string[]
}

/** This mode lets only the owner of `.env` read the file, because it contains secrets. */
const secretMode = 0o600

export async function checkWritable(files: SetupFiles, kept: ExistingFiles): Promise<string | undefined> {
  try {
    await tryToReplace(files.env)
    if (kept.configuration.text === '' && files.stored === undefined) await tryToReplace(files.configuration)
    return undefined
  } catch (error) {
    return describeWriteError(error)
  }
}

/** `fromFiles` are the secrets that are in files of their own, by the names of their variables. */
export function createSaver(
  files: SetupFiles,
  kept: ExistingFiles,
  fromFiles: ReadonlyMap<string, string>,
): Saver {
  let { env } = kept
  let { text } = kept.configuration
  const variables: Record<string, string> = {}
  const byHand: string[] = []
  const written = new Set<string>()

  async function write(file: NewFile): Promise<void> {
    try {
      await replaceFiles([file])
    } catch (error) {
      const reason = describeFileError(error) ?? (error instanceof Error ? error.message : String(error))
      throw new SaveError(`${file.path} cannot be written (${reason}). It is as it was.`)
    }
    written.add(file.path)
  }
  /** A secret and its file may not both be set, so the name of the file is removed. */
  function withoutFiles(changed: [name: string, value: string][]): Record<string, string> {
    const present: NodeJS.Dict<string> = parseEnv(env)
    const names = changed.map(([name]) => secretFileOf(name)).filter((name) => present[name])
    return Object.fromEntries(names.map((name) => [name, '']))
  }
  async function writeConfiguration(edited: string): Promise<void> {
    if (files.stored === undefined)
      await write({ path: files.configuration, text: edited, mode: kept.configuration.mode })
    else
      await files.stored.save(edited).catch((error: unknown) => {
        throw new SaveError(`${files.configuration} cannot be written: ${errorMessage(error)}`)
      })
    written.add(files.configuration)
    text = edited
  }
  function checkAll(): void {
    if (files.stored === undefined) readSettings({ ...variables, CONFIG_FILE: files.configuration })
    else completeSettings(readSettings(variables, undefined, true), madeIn(text))
  }
  return {
    async setVariables(values) {
      Object.assign(variables, values)
      const changed = Object.entries(values).filter(([name, value]) => fromFiles.get(name) !== value)
      if (changed.length === 0) return
      const edited = editEnvFile(env, { ...Object.fromEntries(changed), ...withoutFiles(changed) })
      if (edited.kind === 'unsafe')
        throw new SaveError(
          `${files.env} cannot be edited safely (is a quote in it never closed?). It is as it was.`,
        )
      await write({ path: files.env, text: edited.text, mode: secretMode })
      env = edited.text
    },
    async editConfiguration(edit) {
      const result = edit(text === '' ? kept.example : text)
      if (result.kind === 'by-hand') byHand.push(result.lines)
      else await writeConfiguration(result.text)
    },
    async finish() {
      if (text === '' && files.stored === undefined) await writeConfiguration(kept.example)
      try {
        checkAll()
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error
        throw new SaveError(`The files are written, but not yet sound.\n${error.report}`)
      }
    },
    configuration: () => text,
    byHand: () => (byHand.length > 0 ? byHand.join('\n') : undefined),
    written: () => [...written],
  }
}

function describeWriteError(error: unknown): string {
  const reason = describeFileError(error) ?? (error instanceof Error ? error.message : String(error))
  return `The files cannot be written (${reason}). They are as they were.`
}

/** What a configuration with this text sets beside subscriptions. */
function madeIn(text: string): MadeSettings {
  const read = readConfiguration(text)
  const { subscriptions: _, ...made } = writtenKeysOf(
    'configuration' in read ? read.configuration.written : {},
  )
  return made
}

/**
 * `example` is the configuration file that a new one is made from. With `stored`, no configuration file is written, and `configuration` is what people
 * call the store.
 */
export type SetupFiles = { env: string; configuration: string; example?: string; stored?: StoredAnswers }

export type ExistingFiles = {
  env: string
  configuration: { text: string; mode: number }
  /** The text that a new configuration file begins with. */
  example: string
  errors: string[]
}

const defaultMode = 0o644

export async function readExistingFiles(files: SetupFiles): Promise<ExistingFiles> {
  const env = await readBytes(files.env)
  const { stored } = files
  const configuration =
    stored === undefined ? await readBytes(files.configuration) : Buffer.from(await stored.read())
  const mode =
    configuration.length === 0 || stored !== undefined
      ? defaultMode
      : (await stat(files.configuration)).mode & 0o777
  return {
    env: env.toString(),
    configuration: { text: configuration.toString(), mode },
    example: await readExample(files),
    errors: [...encodingErrors(files.env, env), ...encodingErrors(files.configuration, configuration)],
  }
}

/** Its first line names the JSON Schema, which is beside the example, and not beside the new file. */
async function readExample({ example, configuration }: SetupFiles): Promise<string> {
  if (example === undefined) return ''
  const text = (await readBytes(example)).toString()
  const schema = join(relative(dirname(configuration), dirname(example)), 'overheard.schema.json')
  return text.replace(
    '$schema=./overheard.schema.json',
    () => `$schema=${/^[./]/.test(schema) ? '' : './'}${schema}`,
  )
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

type NewFile = { path: string; text: string; mode: number }

/**
 * Replaces each file atomically. First writes and syncs all new files beside the old ones, so a full disk or a missing permission leaves
 * every file unchanged. Follows symbolic links. Rejects with the file system's error.
 */
export async function replaceFiles(files: NewFile[]): Promise<void> {
  const placed = await Promise.all(
    files.map(async (file) => ({ ...file, path: await resolveLink(file.path) })),
  )
  try {
    for (const file of placed) await writeTemporaryFile(file)
    for (const { path } of placed) await rename(temporaryPath(path), path)
  } finally {
    for (const { path } of placed) await rm(temporaryPath(path), { force: true })
  }
}

async function tryToReplace(written: string): Promise<void> {
  const path = await resolveLink(written)
  const made = await writeTemporaryFile({ path, text: '', mode: 0o600 })
  await rm(temporaryPath(path))
  // A setup that writes nothing leaves no folder.
  if (made !== undefined)
    for (let at = resolve(dirname(path)); at.startsWith(made); at = dirname(at)) await rmdir(at)
}

const resolveLink = (path: string) => realpath(path).catch(() => path)

const temporaryPath = (path: string) => `${path}.new`

/** Resolves with the first folder that had to be made; undefined if there was none. */
async function writeTemporaryFile({ path, text, mode }: NewFile): Promise<string | undefined> {
  const made = await mkdir(resolve(dirname(path)), { recursive: true })
  await rm(temporaryPath(path), { force: true })
  // The mode of a new file must be set before the first byte is written.
  const handle = await open(temporaryPath(path), 'wx', mode)
  try {
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return made
}
