import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSettings, SettingsError } from '../../config/settings.ts'
import { describeEncodingError, describeFileError } from '../../model/file-errors.ts'
import { addListen, addSubscription, type NewSubscription } from './edit-configuration.ts'
import { editEnvFile } from './edit-env-file.ts'
import type { NewListen } from './listen-steps.ts'

export type SetupAnswers = {
  variables: Record<string, string>
  subscription: NewSubscription | undefined
  /** Undefined if there is an account, or if the configuration has `listen` already. */
  listen?: NewListen | undefined
}

export type SavedAnswers = { kind: 'saved'; byHand?: string } | { kind: 'failed'; sentence: string }

/** This mode lets only the owner of `.env` read the file, because it contains secrets. */
const secretMode = 0o600

export async function checkWritable(files: SetupFiles, kept: ExistingFiles): Promise<string | undefined> {
  try {
    await tryToReplace(files.env)
    if (kept.configuration.text === '') await tryToReplace(files.configuration)
    return undefined
  } catch (error) {
    return describeWriteError(error)
  }
}

export async function saveAnswers(
  findings: SetupAnswers,
  files: SetupFiles,
  kept: ExistingFiles,
): Promise<SavedAnswers> {
  const env = editEnvFile(kept.env, findings.variables)
  if (env.kind === 'unsafe')
    return saveFailed(
      `${files.env} cannot be edited safely (is a quote in it never closed?). Nothing was written.`,
    )
  const { text, mode } = kept.configuration
  const listening = findings.listen && addListen(text, findings.listen)
  const before = listening?.kind === 'added' ? listening.text : text
  const added = findings.subscription && addSubscription(before, findings.subscription)
  const configuration = added?.kind === 'added' ? added.text : before
  const written = [{ path: files.env, text: env.text, mode: secretMode }]
  // An unchanged file may be read-only. A new file must be writable.
  if (configuration !== text || text === '')
    written.push({ path: files.configuration, text: configuration, mode })
  const problem = await replaceFiles(written).then(
    () => verifySavedSettings(findings, files),
    describeWriteError,
  )
  if (problem !== undefined) return saveFailed(problem)
  const byHand = [listening, added].flatMap((one) => (one?.kind === 'by-hand' ? one.lines : []))
  return { kind: 'saved', ...(byHand.length > 0 && { byHand: byHand.join('\n') }) }
}

function verifySavedSettings({ variables }: SetupAnswers, files: SetupFiles): string | undefined {
  try {
    readSettings({ ...variables, CONFIG_FILE: files.configuration })
    return undefined
  } catch (error) {
    if (error instanceof SettingsError) return `The files are written, but not yet sound.\n${error.report}`
    throw error
  }
}

function describeWriteError(error: unknown): string {
  const reason = describeFileError(error) ?? (error instanceof Error ? error.message : String(error))
  return `The files cannot be written (${reason}). They are as they were.`
}

const saveFailed = (sentence: string): SavedAnswers => ({ kind: 'failed', sentence })

export type SetupFiles = { env: string; configuration: string }

export type ExistingFiles = {
  env: string
  configuration: { text: string; mode: number }
  errors: string[]
}

const defaultMode = 0o644

export async function readExistingFiles(files: SetupFiles): Promise<ExistingFiles> {
  const env = await readBytes(files.env)
  const configuration = await readBytes(files.configuration)
  const mode = configuration.length === 0 ? defaultMode : (await stat(files.configuration)).mode & 0o777
  return {
    env: env.toString(),
    configuration: { text: configuration.toString(), mode },
    errors: [...encodingErrors(files.env, env), ...encodingErrors(files.configuration, configuration)],
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
  await writeTemporaryFile({ path, text: '', mode: 0o600 })
  await rm(temporaryPath(path))
}

const resolveLink = (path: string) => realpath(path).catch(() => path)

const temporaryPath = (path: string) => `${path}.new`

async function writeTemporaryFile({ path, text, mode }: NewFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
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
}
