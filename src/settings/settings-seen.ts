import { type Configuration, readConfigurationBytes } from './configuration.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { describeFileError } from './file-fault.ts'

type Variables = Record<string, string | undefined>

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
