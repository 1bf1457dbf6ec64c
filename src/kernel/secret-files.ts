import { readFileSync, statSync } from 'node:fs'
import { describeFileError } from '../model/file-errors.ts'

type Variables = Record<string, string | undefined>

/** These variables have a secret. Each can be given as a file: `STATUS_TOKEN_FILE` instead of `STATUS_TOKEN`. */
export const secretNames = [
  'MENTIONS_API_TOKEN',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'DATABASE_URL',
  'STATUS_TOKEN',
  'MCP_TOKEN',
  'MCP_PRIVATE_TOKEN',
  'HTTPS_PROXY',
  'HTTP_PROXY',
]

const ending = '_FILE'
/** Returns the name of the variable that names the file of a secret. */
export const secretFileOf = (name: string) => `${name}${ending}`
/** A secret is shorter. The limit, in bytes, is for a wrong name such as that of a disk. */
const maxBytes = 65_536

/**
 * Adds the variables whose files can be read: those with secrets, and those that the configuration names (`secretEnv: NAME`). A variable stays
 * missing if its file cannot be used; then its `NAME_FILE` stays, and `secretFileProblem` says why.
 */
export function withSecretFiles(variables: Variables, configurationText: () => string): Variables {
  const all = Object.keys(variables)
    .filter((name) => name.endsWith(ending) && variables[name]?.trim())
    .map((name) => name.slice(0, -ending.length))
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name))
  const known = all.filter((name) => secretNames.includes(name))
  const others = all.filter((name) => !secretNames.includes(name))
  const written = others.length === 0 ? '' : configurationText()
  const named = others.filter((name) => new RegExp(`\\b${name}\\b`).test(written))
  const result = { ...variables }
  for (const name of [...known, ...named]) {
    if (secretFileProblem(variables, name) !== undefined) continue
    result[name] = textOf(variables, name)
    delete result[secretFileOf(name)]
  }
  return result
}

/** Returns why a secret cannot be taken from its file; undefined if it can, or if it has no file. The text never contains the secret. */
export function secretFileProblem(variables: Variables, name: string): string | undefined {
  if (!variables[secretFileOf(name)]?.trim()) return undefined
  if (variables[name]?.trim()) return `${name} is set, too: set only one of them`
  try {
    return textOf(variables, name) === '' ? 'the file is empty' : undefined
  } catch (error) {
    return describeFileError(error) ?? (error instanceof Error ? error.message : String(error))
  }
}

function textOf(variables: Variables, name: string): string {
  const path = variables[secretFileOf(name)]?.trim() ?? ''
  if (statSync(path).size > maxBytes) throw new Error('the file is too long for a secret')
  return readFileSync(path, 'utf8')
    .replace(/^\ufeff/, '')
    .trim()
}
