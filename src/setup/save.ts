import { describeFileError } from '../settings/file-fault.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { addSubscription, type NewSubscription } from './configuration-file.ts'
import { editEnvFile } from './env-file.ts'
import type { ExistingFiles, SetupFiles } from './kept.ts'
import { replaceFiles, tryToReplace } from './replace-files.ts'

/** What the setup found out. `variables` by name, as they go into the `.env` file. */
export type SetupAnswers = { variables: Record<string, string>; subscription: NewSubscription | undefined }

/** How saving ended. `byHand`: lines for the configuration file that a person has to add. */
export type SaveResult = { kind: 'saved'; byHand?: string } | { kind: 'failed'; sentence: string }

/** `.env` holds secrets: for its owner only. */
const secretMode = 0o600

/** Why nothing could be saved, told before anybody answers seven questions; undefined where nothing hinders it. */
export async function checkWritable(files: SetupFiles, kept: ExistingFiles): Promise<string | undefined> {
  try {
    await tryToReplace(files.env)
    if (kept.configuration.text === '') await tryToReplace(files.configuration)
    return undefined
  } catch (error) {
    return describeWriteError(error)
  }
}

/** Writes `.env` and configuration file, both or none, and reads them as `npm start` will. */
export async function saveAnswers(
  findings: SetupAnswers,
  files: SetupFiles,
  kept: ExistingFiles,
): Promise<SaveResult> {
  const env = editEnvFile(kept.env, findings.variables)
  if (env.kind === 'unsafe')
    return saveFailed(
      `${files.env} cannot be edited safely (is a quote in it never closed?). Nothing was written.`,
    )
  const { text, mode } = kept.configuration
  const added = findings.subscription && addSubscription(text, findings.subscription)
  const configuration = added?.kind === 'added' ? added.text : text
  const written = [{ path: files.env, text: env.text, mode: secretMode }]
  // A file that stays the same may be one that must not be written; one that is not there yet must.
  if (configuration !== text || text === '')
    written.push({ path: files.configuration, text: configuration, mode })
  const problem = await replaceFiles(written).then(
    () => verifySavedSettings(findings, files),
    describeWriteError,
  )
  if (problem !== undefined) return saveFailed(problem)
  return added?.kind === 'by-hand' ? { kind: 'saved', byHand: added.lines } : { kind: 'saved' }
}

/** What `npm start` would object to. */
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

const saveFailed = (sentence: string): SaveResult => ({ kind: 'failed', sentence })
