import { describeFileError, mayPass } from '../model/file-errors.ts'
import { readBoundedFile } from './bounded-file.ts'

export type Variables = Readonly<Record<string, string | undefined>>

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
    const read = readSecret(variables, name)
    if (!('text' in read)) continue
    result[name] = read.text
    delete result[secretFileOf(name)]
  }
  return result
}

type SecretProblem = {
  /** Never contains the secret. */
  problem: string
  /** The system has refused the file for a reason that may end by itself. */
  mayPass: boolean
}

/** Returns why a secret cannot be taken from its file; undefined if it can, or if it has no file. */
export function secretFileProblem(variables: Variables, name: string): SecretProblem | undefined {
  if (!variables[secretFileOf(name)]?.trim()) return undefined
  const read = readSecret(variables, name)
  return 'text' in read ? undefined : read
}

function readSecret(variables: Variables, name: string): { text: string } | SecretProblem {
  if (variables[name]?.trim()) return { problem: `${name} is set, too: set only one of them`, mayPass: false }
  try {
    const text = readBoundedFile(
      variables[secretFileOf(name)]?.trim() ?? '',
      maxBytes,
      'the file is too long for a secret',
    )
      .toString()
      .replace(/^\ufeff/, '')
      .trim()
    return text === '' ? { problem: 'the file is empty', mayPass: false } : { text }
  } catch (error) {
    const problem = describeFileError(error) ?? (error instanceof Error ? error.message : String(error))
    return { problem, mayPass: mayPass(error) }
  }
}
