import { type Document, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { z } from 'zod'
import { closestWord } from '../model/name.ts'
import type { Digest, Subscription } from '../model/subscription.ts'
import { zoneOf } from '../scheduler/cron.ts'
import { configurationSchema } from './configuration-schema.ts'
import { describeEncodingError } from './file-errors.ts'

/** What the configuration file says, with every default filled in. */
export type Configuration = {
  /** The Slack member who is told when something stops. */
  owner?: string
  /** The Slack members who may change things from Slack; every member of a channel, for that channel, where absent. */
  admins?: string[]
  /** The https address of the documentation that the home tab leads to. */
  docs?: string
  /** How long an unanswered post stays in doubt before it is posted again, in seconds. */
  doubtSeconds: number
  /** How many mentions a month the plan of the mention service has. */
  plan?: { monthlyMentions: number }
  /** IANA zone of whatever does not name its own. */
  timezone: string
  subscriptions: Subscription[]
  digests: Digest[]
}

/** Either the configuration or every fault of the file, each with its line. */
type ConfigurationResult = { configuration: Configuration; faults: [] } | { faults: string[] }

/** `line` counts from 1. */
type LocatedError = { line: number; what: string }

/** Reads a configuration file as it lies on the disk; one that is not UTF-8 is told by its first such line alone. */
export function readConfigurationBytes(bytes: Buffer): ConfigurationResult {
  const fault = describeEncodingError(bytes)
  return fault === undefined ? readConfiguration(bytes.toString()) : { faults: [fault] }
}

/** Reads the text of a configuration file (YAML). An empty file is a configuration without subscriptions. */
export function readConfiguration(text: string): ConfigurationResult {
  const lines = new LineCounter()
  // It would warn on stderr of what is told as a fault.
  const quiet = { prettyErrors: false, logLevel: 'error' } as const
  const document = parseDocument(text, { lineCounter: lines, intAsBigInt: true, ...quiet })
  const unreadable = findYamlErrors(document, lines)
  if (unreadable.length > 0) return { faults: unreadable }
  const written: unknown = document.toJS({ reviver: keepLargeIds }) ?? {}
  const parsed = configurationSchema.safeParse(written, { error: issueMessage, reportInput: true })
  const issues = [...(parsed.error?.issues ?? []), ...findRepeatedNames(written)]
  if (parsed.success && issues.length === 0) return { configuration: applyDefaults(parsed.data), faults: [] }
  const faults = issues.flatMap((issue) => describeIssue(issue, document, lines))
  const messages = faults.sort((a, b) => a.line - b.line).map(({ line, what }) => `line ${line}: ${what}`)
  // One address can break two rules with the same words.
  return { faults: [...new Set(messages)] }
}

/** What is wrong with the text as YAML. A `*` at the start of a word is an alias there, and the likeliest slip in a filter. */
function findYamlErrors(document: Document, lines: LineCounter): string[] {
  const faults: { at: number; message: string }[] = document.errors.map(({ pos, code, message }) => ({
    at: pos[0],
    message: yamlMessages[code] ?? `not readable as YAML: ${message}`,
  }))
  visit(document, {
    Alias(_key, alias) {
      if (alias.source === '' || alias.resolve(document) !== undefined) return
      faults.push({ at: alias.range?.[0] ?? 0, message: unquotedMessage(alias.source) })
    },
  })
  return faults.map(({ at, message }) => `line ${lines.linePos(at).line}: ${message}`)
}

const unquotedMessage = (word: string) => `text that begins with * must stand in quotes: '*${word}'`

/** The likeliest slips in YAML's own grammar, by the codes of `yaml`. */
const yamlMessages: Record<string, string> = {
  BAD_ALIAS: unquotedMessage(''),
  DUPLICATE_KEY: 'this key stands here twice',
  TAB_AS_INDENT: 'indented by a tab: YAML takes blanks only',
}

/** Ids beyond 2^53 keep their digits as text; every other integer is an ordinary number. */
function keepLargeIds(_key: unknown, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString()
}

function applyDefaults(read: z.output<typeof configurationSchema>): Configuration {
  const { timezone, subscriptions, digests, ...rest } = read
  return {
    ...rest,
    timezone,
    subscriptions: (subscriptions ?? []).map(({ quiet, ...subscription }) => ({
      ...subscription,
      ...(quiet === undefined
        ? {}
        : { quiet: { ...quiet, timezone: quiet.timezone ?? subscription.timezone ?? timezone } }),
      timezone: zoneOf(subscription.schedule, subscription.timezone ?? timezone),
    })),
    digests: (digests ?? []).map((digest) => ({ ...digest, timezone: digest.timezone ?? timezone })),
  }
}

function describeIssue(issue: Issue, document: Document, lines: LineCounter): LocatedError[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(issue.path)
    return issue.keys.map((key) =>
      locateError([...issue.path, key], unknownKeyMessage(key, known), document, lines),
    )
  }
  const isMissing = issue.path.length > 0 && issue.input === undefined
  return [locateError(issue.path, isMissing ? `missing: ${issue.message}` : issue.message, document, lines)]
}

/** A fault with where it stands: its line (of the nearest thing written, where it is missing itself) and its path. */
function locateError(
  path: PropertyKey[],
  message: string,
  document: Document,
  lines: LineCounter,
): LocatedError {
  const written = path.map((_, index) => findNode(path.slice(0, path.length - index), document))
  const range = written.map(nodeStart).find((found) => found !== undefined)
  const line = range === undefined ? 1 : lines.linePos(range).line
  const named = path.map(formatPathStep).join('').replace(/^\./, '') || 'the file'
  return { line, what: `${named}: ${message}` }
}

/** What stands at a path: the key where there is one (its value may begin lines below), else the value. */
function findNode(path: PropertyKey[], document: Document): unknown {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  const isHere = (key: unknown) => isScalar(key) && String(key.value) === String(path.at(-1))
  const pair = isMap(parent) ? parent.items.find(({ key }) => isHere(key)) : undefined
  return pair?.key ?? document.getIn(path, true)
}

function nodeStart(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}

const formatPathStep = (part: PropertyKey) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)

/** A fault of the configuration: where it stands and what it is. */
type Issue = z.core.$ZodIssue

const namedEntries = z.array(z.looseObject({ name: z.unknown() }).catch({ name: undefined })).catch([])
const namedLists = z
  .object({ subscriptions: namedEntries, digests: namedEntries })
  .catch({ subscriptions: [], digests: [] })

/** A fault for each subscription or digest whose name an earlier one has, whatever else is wrong with the file. */
function findRepeatedNames(written: unknown): Issue[] {
  return Object.entries(namedLists.parse(written)).flatMap(([list, entries]) => {
    const names = entries.map((entry) => entry.name)
    return names.flatMap((name, index): Issue[] => {
      if (typeof name !== 'string' || names.indexOf(name) === index) return []
      const message = `the name '${name}' is already taken`
      return [{ code: 'custom', message, path: [list, index, 'name'], input: name }]
    })
  })
}

/** What is allowed, by zod's names of types. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in brackets, [...]',
  object: 'keys with values',
}

/** Room for what was written, in characters. */
const maxQuoteLength = 60

/**
 * Says in plain words what is allowed and what was found instead, where the schema has no words of its own. What a value is missing
 * for is told by its caller: here only what it would have to be.
 */
const issueMessage: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}${foundValue(input)}${quotedNumberHint(issue.expected, input)}`
    case 'invalid_value':
      return oneOfMessage(issue.values.map(String), input)
    case 'too_small':
      return tooSmallMessage(issue.origin, Number(issue.minimum), input)
    case 'too_big':
      return tooBigMessage(issue.origin, Number(issue.maximum), input)
    default:
      return undefined
  }
}

/** What to say of a key that is not known: the one that was probably meant, or all there are. `known`: empty where none can be named. */
function unknownKeyMessage(key: string, known: string[]): string {
  const meant = closestWord(key, known)
  if (meant !== undefined) return `unknown key; did you mean \`${meant}\`?`
  return known.length === 0 ? 'unknown key' : `unknown key; there are: ${known.join(', ')}`
}

function oneOfMessage(values: string[], input: unknown): string {
  const meant = typeof input === 'string' ? closestWord(input, values) : undefined
  const question = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  return `expected one of ${values.join(', ')}${foundValue(input)}${question}`
}

function tooSmallMessage(origin: string, least: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${least} or more${foundValue(input)}`
  return origin === 'array' ? 'an empty list' : 'expected text, found none'
}

function tooBigMessage(origin: string, most: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${most} or less${foundValue(input)}`
  const unit = origin === 'array' ? 'entries' : 'characters'
  const length = Array.isArray(input) || typeof input === 'string' ? `, found ${input.length}` : ''
  return `expected ${most} ${unit} at most${length}`
}

/** A number in quotes is text. */
function quotedNumberHint(expected: string, input: unknown): string {
  const isNumber = typeof input === 'string' && /^\d{1,15}$/.test(input)
  return expected === 'number' && isNumber ? ' in quotes' : ''
}

/** ", found 'many'"; nothing where nothing is written: that is told as missing. */
function foundValue(input: unknown): string {
  if (input === undefined) return ''
  if (input === null) return ', found nothing'
  if (Array.isArray(input)) return ', found a list'
  if (typeof input === 'object') return ', found keys with values'
  const written = String(input)
  const shown = written.length > maxQuoteLength ? `${written.slice(0, maxQuoteLength)}…` : written
  return `, found '${shown}'`
}

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The keys that may stand at a path of the configuration file, `['subscriptions', 0, 'only']` say; none where no keys may. */
export function knownKeys(path: PropertyKey[]): string[] {
  let places: JsonSchema[] = [z.toJSONSchema(configurationSchema, { io: 'input' })]
  for (const step of path)
    places = places.flatMap(alternatives).flatMap((schema) => childSchemas(schema, step))
  return places.flatMap(alternatives).flatMap(({ properties }) => Object.keys(properties ?? {}))
}

/** A schema and those that it may be instead (a list or nothing, say). */
const alternatives = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? []).filter(isSchema)]

function childSchemas({ properties, items }: JsonSchema, step: PropertyKey): JsonSchema[] {
  const next = typeof step === 'number' ? [items].flat() : [properties?.[String(step)]]
  return next.filter(isSchema)
}

const isSchema = (schema: z.core.JSONSchema._JSONSchema | undefined): schema is JsonSchema =>
  typeof schema === 'object'
