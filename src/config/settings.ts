import { readFileSync } from 'node:fs'
import { type Configuration, readConfigurationBytes } from './configuration.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { describeFileError } from './file-errors.ts'

type Variables = Record<string, string | undefined>

/** The process's environment variables as they are, for commands that need fewer of them than the bot does. */
export const variables: Variables = withoutByteOrderMark(process.env)

/** An editor may begin `.env` with a byte order mark, which Node takes for a part of the first name. What is set without one counts. */
export function withoutByteOrderMark(environment: Variables): Variables {
  const marked = Object.entries(environment).filter(([name]) => name.startsWith('\ufeff'))
  return { ...Object.fromEntries(marked.map(([name, value]) => [name.slice(1), value])), ...environment }
}

/** Everything that is set from outside: the environment and the configuration file. */
export type Settings = { environment: Environment; configuration: Configuration }

/** Settings that cannot be used: `report` lists every fault of the environment and of the file, for people. */
export class SettingsError extends Error {
  readonly report: string
  constructor(report: string) {
    super(report)
    this.name = 'SettingsError'
    this.report = report
  }
}

/** Reads and checks everything at once. Throws a SettingsError with all faults in one report; nothing is started then. */
export function readSettings(environmentVariables = variables): Settings {
  const environment = readEnvironment(environmentVariables)
  const file = configurationPath(environmentVariables)
  const configuration = readConfigurationFile(environmentVariables)
  const report = [
    reportSection('The environment', environment.faults, environmentHint),
    reportSection(file, configuration.faults),
  ].join('')
  if ('environment' in environment && 'configuration' in configuration) {
    return { environment: environment.environment, configuration: configuration.configuration }
  }
  throw new SettingsError(report.trimEnd())
}

/** Reads and checks the configuration file alone, for `npm run check`. Throws a SettingsError with all its faults. */
export function readConfigurationOnly(environmentVariables = variables): Configuration {
  const file = configurationPath(environmentVariables)
  const read = readConfigurationFile(environmentVariables)
  if ('configuration' in read) return read.configuration
  throw new SettingsError(reportSection(file, read.faults).trimEnd())
}

/** The configuration file that CONFIG_FILE names, or the usual one. */
export const configurationPath = ({ CONFIG_FILE }: typeof variables) =>
  CONFIG_FILE?.trim() || 'config/overheard.yaml'

function readConfigurationFile(environmentVariables: typeof variables) {
  try {
    return readConfigurationBytes(readFileSync(configurationPath(environmentVariables)))
  } catch (error) {
    const fault = describeFileError(error) ?? `it cannot be read (${String(error)})`
    return { faults: [environmentVariables.CONFIG_FILE?.trim() ? fault : `${fault}; ${missingFileHint}`] }
  }
}

/** What to do where the usual file is missing. */
const missingFileHint = 'npm run setup writes one, CONFIG_FILE names another'

/** What to do about faults of the environment. */
const environmentHint = '  Set it in .env (npm run setup asks for everything) or in the environment.\n'

function reportSection(title: string, faults: string[], whatToDo = ''): string {
  if (faults.length === 0) return ''
  return `${title} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}\n`).join('')}${whatToDo}`
}

/** The settings as far as they can be used: a fault in one variable leaves the others. */
export type PartialSettings = {
  environment: Environment
  environmentFaults: string[]
  /** Whether a variable is set and sound; what depends on one that is not cannot be looked at. */
  usable: (name: keyof Environment) => boolean
  file: string
  configuration: Configuration | undefined
  configurationFaults: string[]
}

/** Sound values in the place of required ones that are faulty, so that the rest can be read. They are never used. */
export const placeholderVariables: Variables = {
  MENTIONS_API_URL: 'https://mentions.example',
  MENTIONS_API_TOKEN: 'token',
  SLACK_BOT_TOKEN: 'xoxb-token',
  SLACK_APP_TOKEN: 'xapp-token',
}

/** Reads the settings. `readBytes` gives the bytes of the configuration file, or throws why it cannot. */
export function readPartialSettings(
  variables: Variables,
  file: string,
  readBytes: (path: string) => Buffer,
): PartialSettings {
  const { faults } = readEnvironment(variables)
  const faulty = new Set(faults.map((line) => line.split(':')[0] ?? ''))
  const sound = Object.fromEntries([...faulty].map((name) => [name, placeholderVariables[name]]))
  const read = readEnvironment({ ...variables, ...sound })
  if (!('environment' in read)) throw new Error('the environment cannot be read')
  const written = tryReadConfiguration(file, readBytes)
  return {
    environment: read.environment,
    environmentFaults: faults,
    usable: (name) => !faulty.has(name) && read.environment[name] !== undefined,
    file,
    configuration: 'configuration' in written ? written.configuration : undefined,
    configurationFaults: written.faults,
  }
}

function tryReadConfiguration(file: string, readBytes: (path: string) => Buffer) {
  try {
    return readConfigurationBytes(readBytes(file))
  } catch (error) {
    return { faults: [describeFileError(error) ?? `it cannot be read (${String(error)})`] }
  }
}
