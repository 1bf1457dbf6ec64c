import { type ListenSettings, SourceSettingsError } from './settings.ts'

export type Variables = { [name: string]: string | undefined }
type Sources = ListenSettings['sources']

const suffix = 'Env'

/** A setting that names a variable without a value. `place` is the path of the setting in `sources`. */
export type MissingVariable = { source: string; place: string; variable: string }

/** The variables that settings of sources name and that have no value. */
export function missingVariables(sources: Sources, variables: Variables): MissingVariable[] {
  const missing: MissingVariable[] = []
  for (const source of Object.keys(sources))
    replaceIn({ [source]: sources[source] }, (variable, place) => {
      const value = readVariable(variable, variables)
      if (value === '') missing.push({ source, place, variable })
      return value
    })
  return missing
}

/**
 * Replaces each setting of a source such as `tokenEnv: N8N_TOKEN` by `token` with the value of that environment variable, at any depth, so that
 * no secret stands in the configuration. A list of names becomes a list of values. Throws SourceSettingsError, without the value of any variable.
 */
export function withVariables(sources: Sources, variables: Variables): Sources {
  const [missing] = missingVariables(sources, variables)
  if (missing !== undefined)
    throw new SourceSettingsError(`${missing.place}: the environment variable ${missing.variable} is missing`)
  return replaceIn(sources, (variable) => readVariable(variable, variables))
}

const readVariable = (name: string, variables: Variables) => variables[name]?.trim() ?? ''

/** Returns the value of a variable that the setting at `place` names. */
type Read = (variable: string, place: string) => string

const replaceIn = (sources: Sources, read: Read): Sources =>
  Object.fromEntries(
    Object.entries(sources).map(([name, settings]) => [
      name,
      typeof settings === 'object' ? inFields(settings, read, name) : settings,
    ]),
  )

function inFields(fields: object, read: Read, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, unknown] => {
      const place = `${path}.${name}`
      if (!name.endsWith(suffix) || !isNames(value)) return [name, inValue(value, read, place)]
      const readHere = (variable: string) => read(variable, place)
      return [name.slice(0, -suffix.length), Array.isArray(value) ? value.map(readHere) : readHere(value)]
    }),
  )
}

function inValue(value: unknown, read: Read, path: string): unknown {
  if (Array.isArray(value)) return value.map((one, index) => inValue(one, read, `${path}.${index}`))
  return typeof value === 'object' && value !== null ? inFields(value, read, path) : value
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value)
const isNames = (value: unknown): value is string | string[] =>
  isName(value) || (Array.isArray(value) && value.length > 0 && value.every(isName))
