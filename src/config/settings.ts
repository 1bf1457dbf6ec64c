import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { features } from '../features.ts'
import { readBoundedFile } from '../kernel/bounded-file.ts'
import { writtenKeysOf } from '../kernel/feature.ts'
import { secretFileOf, secretNames, withSecretFiles } from '../kernel/secret-files.ts'
import { describeFileError, mayPass } from '../model/file-errors.ts'
import { errorMessage } from '../model/log.ts'
import type { MadeSettings } from '../model/made-settings.ts'
import { ourCommand } from '../model/our-command.ts'
import { isCalendarFile, readCalendarFile } from './calendar.ts'
import type { CalendarFile } from './calendar-lines.ts'
import {
  type Configuration,
  entryLines,
  readConfigurationBytes,
  subscriptionLines,
  withMadeSettings,
} from './configuration.ts'
import { cutTextWarnings } from './cut-texts.ts'
import { type Environment, readEnvironment, withProxyNames } from './environment.ts'

type Variables = Record<string, string | undefined>

const usualFile = 'config/overheard.yaml'

type ReadBytes = (path: string) => Buffer

/** A file with 10,000 subscriptions has 2 MB. The limit is for a wrong path, such as that of a disk. */
const mostBytes = 10_000_000
const readSettingsFile: ReadBytes = (path) => readBoundedFile(path, mostBytes)

/** The environment variables as they were set, without the secrets of files. */
export const givenVariables: Variables = process.env

/** These environment variables are not checked. Commands read them that need fewer variables than the bot. */
export const variables: Variables = readVariables(process.env)

/** Reads the secrets in files, too (`STATUS_TOKEN_FILE`). */
export function readVariables(environment: Variables): Variables {
  const plain = withProxyNames(withoutQuotes(withoutByteOrderMark(environment)))
  return withSecretFiles(plain, () => {
    try {
      return readSettingsFile(configurationPath(plain)).toString()
    } catch {
      // The check of the configuration reports it.
      return ''
    }
  })
}

/**
 * Some editors begin `.env` with a byte order mark, and Node makes it part of the first variable's name. If the variable is also set
 * without the mark, that value is used.
 */
export function withoutByteOrderMark(environment: Variables): Variables {
  const marked = Object.entries(environment).filter(([name]) => name.startsWith('\ufeff'))
  return { ...Object.fromEntries(marked.map(([name, value]) => [name.slice(1), value])), ...environment }
}

/** Removes the quotes around a value, because `docker run --env-file` keeps the quotes of `.env` as a part of the value. */
export function withoutQuotes(environment: Variables): Variables {
  const unquoted = Object.entries(environment).map(
    ([name, value]) => [name, value?.replace(/^\s*(["'`])(.*)\1\s*$/s, '$2')] as const,
  )
  return Object.fromEntries(unquoted)
}

export type Settings = {
  environment: Environment
  configuration: Configuration
  /** The secrets that features read from the environment. */
  secrets: string[]
  /** True if the bot starts the mention service of `listen`. Its address and token in `environment` are then made up. */
  startsService: boolean
  /** The environment variables as they are written, for features. */
  variables: Variables
  /** False if there is no configuration file. Then only what people set without one counts. */
  hasFile: boolean
  /** The keys at the top level of the file. What people set for them without the file does not count. */
  fileKeys: string[]
}

/** This error means that the settings cannot be used. `report` lists every error of the environment and of the file, for people. */
export class SettingsError extends Error {
  readonly report: string
  constructor(report: string) {
    super(report)
    this.name = 'SettingsError'
    this.report = report
  }
}

/** The settings may be sound, but the system could not read one of their files for a moment. */
class SettingsAwayError extends SettingsError {
  constructor(report: string) {
    super(report)
    this.name = 'SettingsAwayError'
  }
}

/**
 * Reads the file and the environment. Without a file, and with `storeMayListen`, nobody knows yet if the bot starts a mention service: then the
 * environment need not name one, and `completeSettings` decides.
 */
export function readSettings(
  environmentVariables = variables,
  readBytes = readSettingsFile,
  storeMayListen = false,
): Settings {
  const file = configurationPath(environmentVariables)
  const configuration = readFileOrNone(environmentVariables, readBytes)
  const startsService = startsOwnService(environmentVariables, configuration)
  const strictly = readEnvironmentOf(environmentVariables, startsService)
  const environment =
    storeMayListen && lacksOnlyService(environmentVariables, strictly.errors)
      ? readEnvironmentOf(environmentVariables, true)
      : strictly
  const report = [
    reportSection('The environment', environment.errors, environmentHint(environment.errors)),
    reportSection(file, configuration.errors),
  ].join('')
  if ('environment' in environment && 'configuration' in configuration) {
    return {
      environment: environment.environment,
      configuration: configuration.configuration,
      secrets: features.flatMap((feature) =>
        feature.secrets(configuration.configuration.written, environmentVariables),
      ),
      startsService,
      variables: environmentVariables,
      hasFile: configuration.isAbsent === undefined,
      fileKeys: Object.keys(writtenKeysOf(configuration.configuration.written)),
    }
  }
  throw settingsError(report, [environment, configuration])
}

const lacksOnlyService = (
  { MENTIONS_API_URL: url = '', DATABASE_URL: database = '' }: Variables,
  errors: string[],
) => url.trim() === '' && database.trim() === '' && errors.every((error) => error.startsWith('MENTIONS_API_'))

/** Adds what people set without a file. Throws a SettingsError if the result cannot be used. */
export function completeSettings(read: Settings, made: MadeSettings): Settings {
  const merged = withMadeSettings(read.configuration, made, read.variables)
  if (!('configuration' in merged))
    throw settingsError(reportSection('What was set without a file', merged.errors, madeHint), [merged])
  const { configuration } = merged
  const startsService = startsOwnService(read.variables, { configuration, errors: [] })
  const { errors } =
    startsService === read.startsService ? readEnvironmentOf(read.variables, startsService) : { errors: [] }
  if (errors.length > 0)
    throw settingsError(reportSection('The environment', errors, environmentHint(errors)), [{ errors }])
  return { ...read, configuration, startsService }
}

/** What a file said, such as which alerts are private, must not be lost because a program starts in the wrong folder. */
export const needsFileReason =
  'there is no such file, but this data was used with a configuration file; start in the folder that has it, or set CONFIG_FILE to its path'

export const needsFileError = () => new SettingsError(reportSection(usualFile, [needsFileReason]).trimEnd())

const madeHint = `  A configuration file with these keys goes before it (docs/run/configure.md).\n`

function settingsError(report: string, read: { errors: string[]; mayPass?: boolean }[]): SettingsError {
  const mayPass = read.every((one) => one.errors.length === 0 || one.mayPass === true)
  return mayPass ? new SettingsAwayError(report.trimEnd()) : new SettingsError(report.trimEnd())
}

/** `isAbsent`: there is no file at the usual place. */
type ReadConfiguration = ReturnType<typeof readConfigurationBytes> & { isAbsent?: true }

function startsOwnService({ MENTIONS_API_URL: url = '' }: Variables, read: ReadConfiguration): boolean {
  const listens = 'configuration' in read ? read.configuration.listen !== undefined : read.listens === true
  return listens && url.trim() === ''
}

/** Adds the address and the token of the own mention service if the bot starts it. Several processes cannot: each would start one. */
function readEnvironmentOf(given: Variables, startsService: boolean): ReturnType<typeof readEnvironment> {
  if (!startsService) return readEnvironment(given)
  const read = readEnvironment({
    ...given,
    MENTIONS_API_URL: 'http://127.0.0.1',
    MENTIONS_API_TOKEN: randomBytes(24).toString('base64url'),
  })
  if (!given.DATABASE_URL?.trim()) return read
  const what = `MENTIONS_API_URL: missing; with DATABASE_URL, run \`${ourCommand('listen')}\` and set MENTIONS_API_URL`
  return { errors: [what, ...read.errors] }
}

/** With what people set without a file (`made`), there need not be a file. */
export function readConfigurationOnly(environmentVariables = variables, made?: MadeSettings): Configuration {
  const file = configurationPath(environmentVariables)
  const inFile =
    made === undefined ? readConfigurationFile(file) : readFileOrNone(environmentVariables, readSettingsFile)
  const read = 'configuration' in inFile ? withMadeSettings(inFile.configuration, made ?? {}) : inFile
  if ('configuration' in read) return read.configuration
  throw settingsError(reportSection(file, read.errors), [read])
}

/** Reads what a bot without a configuration file has stored, written as such a file. `title` names it in the report of a SettingsError. */
export function readConfigurationText(title: string, text: string): Configuration {
  const read = readConfigurationBytes(Buffer.from(text), variables)
  if ('configuration' in read) return read.configuration
  throw settingsError(reportSection(title, read.errors), [read])
}

/** The line of each subscription in a configuration file that can be read. */
export const linesOfSubscriptions = (file: string) => subscriptionLines(readFileSync(file, 'utf8'))

/** The texts that a comment may cut, in a configuration file that can be read. */
export const cutTextsIn = (file: string) => cutTextWarnings(readFileSync(file, 'utf8'))

export function configurationPath({ CONFIG_FILE }: Variables): string {
  return CONFIG_FILE?.trim() || usualFile
}

/** The file of variables that Node read before it started the program, because of a flag; undefined if there is no such file. */
export function environmentFile(flags = process.execArgv): string | undefined {
  const [, file = ''] = flags.find((flag) => flag.startsWith('--env-file'))?.split('=') ?? []
  return existsSync(file) ? file : undefined
}

/** Reads the environment again: of `.env`, the values that it has now. Variables that were set beside the file stay as they are. */
export function createEnvironmentReader(file = environmentFile(), given = process.env): () => Variables {
  const read = (): Variables => {
    if (file === undefined) return {}
    return parseEnv(readFileSync(file, 'utf8'))
  }
  const before = read()
  const besideFile = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => before[name] === undefined || before[name] !== value),
  )
  return () => ({ ...read(), ...besideFile })
}

function readConfigurationFile(
  file: string,
  readBytes: ReadBytes = readSettingsFile,
  secrets?: Variables,
): ReadConfiguration {
  try {
    const bytes = readBytes(file)
    const read = readConfigurationBytes(bytes, secrets)
    return 'configuration' in read
      ? withCalendarFiles({ file, text: bytes.toString() }, read.configuration, readBytes)
      : read
  } catch (error) {
    const reason = describeFileError(error) ?? errorMessage(error)
    const isAbsent = file === usualFile && isMissing(error) && otherEnding(file) === undefined
    return {
      errors: [[reason, ...fileHints(file)].join('; ')],
      mayPass: mayPass(error),
      ...(isAbsent && { isAbsent }),
    }
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** True if somebody named a configuration file, or if there is one at the usual place. */
export const hasConfigurationFile = ({ CONFIG_FILE = '' }: Variables) =>
  CONFIG_FILE.trim() !== '' || existsSync(usualFile) || otherEnding(usualFile) !== undefined

/** Reads the file. If nobody named one, and there is none at the usual place, what people set without a file may be enough. */
function readFileOrNone(given: Variables, readBytes: ReadBytes): ReadConfiguration {
  const read = readConfigurationFile(configurationPath(given), readBytes, given)
  if (read.isAbsent === undefined || given.CONFIG_FILE?.trim()) return read
  return { ...readConfigurationBytes(Buffer.alloc(0), given), isAbsent: true }
}

/** The paths of calendar files are relative to the configuration file. */
function withCalendarFiles(
  { file, text }: { file: string; text: string },
  configuration: Configuration,
  readBytes: ReadBytes,
): ReturnType<typeof readConfigurationBytes> {
  const written = [configuration.calendar ?? []].flat()
  const paths = written.filter(isCalendarFile)
  if (paths.length === 0) return { configuration, errors: [] }
  const calendarFiles: CalendarFile[] = []
  const errors: string[] = []
  let lasting = 0
  for (const path of paths) {
    const read = readCalendarFile(resolve(dirname(file), path), readBytes)
    if ('text' in read) calendarFiles.push({ path, text: read.text })
    else {
      const line = entryLines(text, 'calendar')[written.indexOf(path)]
      errors.push(`line ${line}: calendar: ${path}: ${read.error}`)
      if (read.mayPass !== true) lasting += 1
    }
  }
  if (errors.length > 0)
    return { errors, listens: configuration.listen !== undefined, mayPass: lasting === 0 }
  return { configuration: { ...configuration, calendarFiles }, errors: [] }
}

/** People write both endings. */
function otherEnding(file: string): string | undefined {
  const other = file.replace(/\.ya?ml$/, file.endsWith('.yml') ? '.yaml' : '.yml')
  return !existsSync(file) && other !== file && existsSync(other) ? other : undefined
}

function fileHints(file: string): string[] {
  const other = otherEnding(file)
  if (other !== undefined) return [`but there is ${other}`]
  return file === usualFile && !existsSync(file) ? [missingFileHint] : []
}

const missingFileHint = `\`${ourCommand('setup')}\` writes one, or set CONFIG_FILE to another file`

/** The setup asks for these variables only. */
const askedBySetup = /^(MENTIONS_API_URL|MENTIONS_API_TOKEN|SLACK_BOT_TOKEN|SLACK_APP_TOKEN):/

/** Says where the variables of these errors are set. */
export function howToSet(errors: string[], isUnreadable = envFileIsUnreadable()): string {
  if (isUnreadable)
    return 'There is a file .env, but this user may not read it. Let this user read it (chown or chmod), or set the variables in the environment.'
  const isAsked = errors.some((error) => askedBySetup.test(error))
  return `Set it in .env${isAsked ? ` (\`${ourCommand('setup')}\` asks for the addresses and tokens)` : ''} or in the environment.`
}

/** True if the working folder has a `.env` that this user may not read. Under systemd that is so, and systemd sets the variables. */
function envFileIsUnreadable(file = '.env'): boolean {
  try {
    accessSync(file, constants.R_OK)
    return false
  } catch {
    return existsSync(file)
  }
}

const environmentHint = (errors: string[]) => `  ${howToSet(errors)}\n`

function reportSection(title: string, errors: string[], whatToDo = ''): string {
  if (errors.length === 0) return ''
  const isCut = errors.at(-1)?.startsWith('…') === true
  const count = errors.length === 1 ? 'an error' : isCut ? 'many errors' : `${errors.length} errors`
  return `${title} has ${count}:\n${errors.map((error) => `  ${error}\n`).join('')}${whatToDo}`
}

export type PartialSettings = {
  environment: Environment
  environmentErrors: string[]
  usable: (name: keyof Environment) => boolean
  file: string
  configuration: Configuration | undefined
  configurationErrors: string[]
  startsService: boolean
  hasFile: boolean
}

/** These placeholders replace required variables that are missing or invalid, so the other variables can be read. No check uses them. */
export const placeholderVariables: Variables = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'token',
  SLACK_BOT_TOKEN: 'xoxb-token',
  SLACK_APP_TOKEN: 'xapp-token',
}

export function readPartialSettings(
  variables: Variables,
  file: string,
  readBytes: ReadBytes = readSettingsFile,
  made?: MadeSettings,
): PartialSettings {
  const inFile =
    made === undefined
      ? readConfigurationFile(file, readBytes, variables)
      : readFileOrNone(variables, readBytes)
  const configuration =
    'configuration' in inFile ? withMadeSettings(inFile.configuration, made ?? {}, variables) : inFile
  const startsService = startsOwnService(variables, configuration)
  const { errors } = readEnvironmentOf(variables, startsService)
  const invalid = new Set(errors.map((line) => line.split(':')[0] ?? ''))
  // A secret whose file cannot be used is as unusable as a wrong one.
  for (const name of secretNames) if (invalid.has(secretFileOf(name))) invalid.add(name)
  if (startsService) for (const name of ['MENTIONS_API_URL', 'MENTIONS_API_TOKEN']) invalid.add(name)
  const placeholders = Object.fromEntries([...invalid].map((name) => [name, placeholderVariables[name]]))
  const read = readEnvironment({ ...variables, ...placeholders })
  if (!('environment' in read)) throw new Error('the environment cannot be read')
  return {
    environment: read.environment,
    environmentErrors: errors,
    usable: (name) => !invalid.has(name) && read.environment[name] !== undefined,
    file,
    configuration: 'configuration' in configuration ? configuration.configuration : undefined,
    configurationErrors: configuration.errors,
    startsService,
    hasFile: inFile.isAbsent === undefined,
  }
}
