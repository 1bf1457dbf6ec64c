import { type ListenSettings, SourceSettingsError } from './settings.ts'

export type Variables = { [name: string]: string | undefined }
type Sources = ListenSettings['sources']

const suffix = 'Env'

/**
 * Replaces each setting of a source such as `tokenEnv: N8N_TOKEN` by `token` with the value of that environment variable, at any depth, so that
 * no secret stands in the configuration. A list of names becomes a list of values. Throws SourceSettingsError, without the value of any variable.
 */
export function withVariables(sources: Sources, variables: Variables): Sources {
  return Object.fromEntries(
    Object.entries(sources).map(([name, settings]) => [
      name,
      typeof settings === 'object' ? inFields(settings, variables, name) : settings,
    ]),
  )
}

function inFields(fields: object, variables: Variables, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]): [string, unknown] => {
      const place = `${path}.${name}`
      if (!name.endsWith(suffix) || !isNames(value)) return [name, inValue(value, variables, place)]
      const read = (variable: string) => readVariable(variable, variables, place)
      return [name.slice(0, -suffix.length), Array.isArray(value) ? value.map(read) : read(value)]
    }),
  )
}

function inValue(value: unknown, variables: Variables, path: string): unknown {
  if (Array.isArray(value)) return value.map((one, index) => inValue(one, variables, `${path}.${index}`))
  return typeof value === 'object' && value !== null ? inFields(value, variables, path) : value
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value)
const isNames = (value: unknown): value is string | string[] =>
  isName(value) || (Array.isArray(value) && value.length > 0 && value.every(isName))

function readVariable(name: string, variables: Variables, place: string): string {
  const value = variables[name]?.trim() ?? ''
  if (value === '') throw new SourceSettingsError(`${place}: the environment variable ${name} is missing`)
  return value
}
