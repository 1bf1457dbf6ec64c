import { defined } from '@overheard/base/defined'
import { closestWord } from '@overheard/base/name'
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import { features } from '../features.ts'
import { type Fault, type WrittenFile, writtenKeysOf } from '../kernel/feature.ts'
import { describeEncodingError } from '../model/file-errors.ts'
import type { MadeSettings } from '../model/made-settings.ts'
import {
  type CardLayout,
  type Digest,
  entryOf,
  filterSchema,
  nameInList,
  type Subscription,
} from '../model/subscription.ts'
import { zoneOf } from '../scheduler/cron.ts'
import type { CalendarFile } from './calendar-lines.ts'
import { configurationSchema, coreSchema, formerNames } from './configuration-schema.ts'
import { readPlainYaml } from './plain-yaml.ts'
import { type RenamedKey, withNamesOfToday } from './renamed-keys.ts'
import {
  contentOf,
  findUnclearNumbers,
  findYamlErrors,
  hasThousands,
  type LocatedError,
  readDocument,
} from './yaml-errors.ts'

/** The keys of the core, with defaults. Features read their keys from `written`. */
export type Configuration = Omit<z.output<typeof coreSchema>, 'digests'> & {
  subscriptions: Subscription[]
  digests: Digest[]
  /** The calendar files that `calendar` names. */
  calendarFiles?: CalendarFile[]
  /** The keys that the file has by former names. */
  renamed?: RenamedKey[]
  /** By the names of today. */
  written: WrittenFile
}

type ConfigurationResult =
  | { configuration: Configuration; errors: [] }
  /**
   * `listens`: the file has the key `listen`, perhaps with errors. `mayPass`: every error is that of a file which the system could not read
   * for a moment.
   */
  | { errors: string[]; listens?: boolean; mayPass?: boolean }

const withLine = ({ line, what }: LocatedError) => `line ${line}: ${what}`

type Variables = Record<string, string | undefined>

export function readConfigurationBytes(bytes: Buffer, variables?: Variables): ConfigurationResult {
  const error = describeEncodingError(bytes)
  return error === undefined ? readConfiguration(bytes.toString(), variables) : { errors: [error] }
}

/** If `variables` are given, also checks that they have what the file needs, such as secrets. */
export function readConfiguration(text: string, variables?: Variables): ConfigurationResult {
  const plain = readPlainYaml(text)
  const valid = plain === undefined ? undefined : checkValues(plain.value, variables).configuration
  if (valid !== undefined) return { configuration: valid, errors: [] }
  const lines = new LineCounter()
  const document = readDocument(text, lines)
  if ('what' in document) return { errors: [withLine(document)] }
  const unreadable = findYamlErrors(document, text, lines)
  if (unreadable.length > 0)
    return { errors: withRest(unreadable.slice(0, mostErrors).map(withLine), unreadable.length) }
  const { written, renamed, configuration, faults, ...found } = checkValues(contentOf(document), variables)
  const issues = withMisreadNumbers(found.issues, document)
  if (configuration !== undefined && issues.length === 0) return { configuration, errors: [] }
  const single = issues.flatMap(issuesOfKeys)
  const errors = single.slice(0, mostErrors).map((issue) => describeIssue(issue, document, lines, renamed))
  const messages = errors.sort((a, b) => a.line - b.line).map(withLine)
  // One value can break two rules that have the same message.
  return {
    errors: withRest([...new Set(messages)], single.length),
    listens: hasListen.safeParse(written).success,
    mayPass: faults.filter(({ mayPass }) => mayPass === true).length === issues.length,
  }
}

/** Adds what people set without the file. If the file has a key, too, the value of the file counts. */
export function withMadeSettings(
  configuration: Configuration,
  made: MadeSettings,
  variables?: Variables,
): ConfigurationResult {
  const { written, calendarFiles, renamed } = configuration
  const inFile = writtenKeysOf(written)
  const madeToday = writtenKeysOf(withNamesOfToday(made, formerNames).values)
  const added = Object.entries(madeToday).filter(([key]) => !Object.hasOwn(inFile, key))
  if (added.length === 0) return { configuration, errors: [] }
  const merged = { ...inFile, ...Object.fromEntries(added) }
  const read = checkValues(merged, variables)
  if (read.configuration !== undefined)
    return { configuration: { ...read.configuration, ...defined({ calendarFiles, renamed }) }, errors: [] }
  return { errors: faultsOfValues(merged, variables).map(({ what }) => what) }
}

/** What is wrong with the values of a file that nobody has written. `what` begins with the path. */
export function faultsOfValues(
  values: WrittenFile,
  variables?: Variables,
): { path: PropertyKey[]; what: string }[] {
  const [lines, document] = [new LineCounter(), parseDocument('')]
  const issues = checkValues(values, variables).issues.flatMap(issuesOfKeys).slice(0, mostErrors)
  return issues.map((issue) => ({ path: issue.path, what: describeIssue(issue, document, lines).what }))
}

function checkValues(value: unknown, variables: Variables | undefined) {
  // Dates and other values that JSON does not have become text.
  const { values: written, renamed } = withNamesOfToday(JSON.parse(JSON.stringify(value ?? {})), formerNames)
  const { data, error } = configurationSchema.safeParse(written, { error: issueMessage, reportInput: true })
  const faults = features.flatMap((feature) => feature.check(written, variables))
  const issues = [
    ...(error?.issues ?? []),
    ...findRepeatedNames(written),
    ...findUnusableNames(written),
    ...faults.map(asIssue),
  ]
  const isValid = data !== undefined && issues.length === 0
  return {
    ...{ written, renamed, issues, faults },
    configuration: isValid
      ? { ...applyDefaults(data, written), ...(renamed.length > 0 && { renamed }) }
      : undefined,
  }
}

const asIssue = ({ path, message }: Fault): Issue => ({ code: 'custom', path, message, input: '' })

const hasListen = z.looseObject({ listen: z.unknown().refine((value) => value !== undefined) })

/** Returns the line of each subscription in a text that `readConfiguration` accepts. */
export const subscriptionLines = (text: string): number[] => entryLines(text, 'subscriptions')

/** Returns the line of each entry of a key, or of its only value, in a text that `readConfiguration` accepts. */
export function entryLines(text: string, key: 'subscriptions' | 'calendar'): number[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, intAsBigInt: true })
  const value = document.getIn([key], true)
  const nodes: unknown[] = isSeq(value) ? value.items : [value]
  return nodes.map((node) => lines.linePos(nodeStart(node) ?? 0).line)
}

/** A feed that is added gives its old entries, too: with `listen`, mentions that are older than this (ms) are not posted. */
const usualMaxAge = 7 * 86_400_000

/** With `listen`, the first sync posts so many mentions: whoever has just written a query sees at once what it finds. */
const usualBackfill = 3

/** What a subscription of the file or from Slack does not say itself. */
export const subscriptionDefaults = ({
  listen,
  quiet,
  timezone,
}: Pick<z.output<typeof coreSchema>, 'listen' | 'quiet' | 'timezone'>): Pick<
  Subscription,
  'maxAge' | 'quiet'
> => ({
  ...(listen !== undefined && { maxAge: usualMaxAge }),
  ...(quiet !== undefined && { quiet: { ...quiet, timezone: quiet.timezone ?? timezone } }),
})

/** The layout of cards whose subscription has none of its own. */
export const commonLayout = ({ show, line }: Pick<Configuration, 'show' | 'line'>): CardLayout => ({
  ...defined({ show, line }),
})

function applyDefaults(
  { subscriptions }: z.output<typeof configurationSchema>,
  written: WrittenFile,
): Configuration {
  const core = coreSchema.parse(written)
  const { timezone, digests, ...rest } = core
  return {
    ...rest,
    timezone,
    subscriptions: (subscriptions ?? []).flatMap(({ quiet, name, channel: channels, ...subscription }) =>
      subscriptionsTo(name, channels).map((place) => ({
        ...subscriptionDefaults(core),
        backfill: rest.listen === undefined ? 0 : usualBackfill,
        ...subscription,
        ...place,
        ...(quiet === undefined
          ? {}
          : { quiet: { ...quiet, timezone: quiet.timezone ?? subscription.timezone ?? timezone } }),
        timezone: zoneOf(subscription.schedule, subscription.timezone ?? timezone),
      })),
    ),
    digests: (digests ?? []).map((digest) => ({ ...digest, timezone: digest.timezone ?? timezone })),
    written,
  }
}

/** An entry with several channels is a subscription to each of them. */
function subscriptionsTo(name: string, channels: string | string[]): { name: string; channel: string }[] {
  const [channel = '', ...others] = [channels].flat()
  if (others.length === 0) return [{ name, channel }]
  return [channel, ...others].map((one) => ({ name: nameInList(name, one), channel: one }))
}

/** A person mends the first errors first, and the bot must go on with its work. */
const mostErrors = 50

function withRest(described: string[], all: number): string[] {
  const more = all - mostErrors
  return more > 0 ? [...described, `… and ${more} more ${more === 1 ? 'error' : 'errors'}`] : described
}

/** One issue for each unknown key. */
const issuesOfKeys = (issue: Issue): Issue[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue]

/** `renamed` are keys that the document has by former names, which the error then names. */
function describeIssue(
  issue: Issue,
  document: Document,
  lines: LineCounter,
  renamed: RenamedKey[] = [],
): LocatedError {
  const [first, ...rest] = issue.path
  const formerly = renamed.find(({ name }) => name === first)?.formerly
  const path = formerly === undefined ? issue.path : [formerly, ...rest]
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const message = unknownKeyMessage(key, knownKeys(issue.path), issue.path.length === 0)
    return locateError([...path, key], message, document, lines)
  }
  const isMissing = issue.path.length > 0 && issue.input === undefined
  const hasExample = issue.code !== 'invalid_type' || issue.message.includes('(')
  const message = `${issue.message}${hasExample ? '' : exampleHint(issue.path)}`
  return locateError(path, isMissing ? `missing: ${message}` : message, document, lines)
}

/** Longer examples are hard to read in an error. */
const longestExample = 120

/** The example of the key at a path, as it is written in the file; empty if there is none. */
function exampleHint(path: PropertyKey[]): string {
  const key = path.at(-1)
  const found = exampleOf(schemasAt(path))
  const example = Array.isArray(found) ? found.slice(0, 1) : found
  if (typeof key !== 'string' || example === undefined) return path.length === 0 ? rootExample : ''
  const options = {
    collectionStyle: 'flow',
    defaultStringType: 'PLAIN',
    lineWidth: 0,
    singleQuote: true,
  } as const
  // YAML reads such a time as text, but people learn to write it in quotes.
  const written = `${key}: ${stringify(example, options)
    .trim()
    .replaceAll(/\b\d\d:\d\d\b/g, "'$&'")}`
  return written.length > longestExample ? '' : `; an example: \`${written}\``
}

/** An object without an example of its own has those of its required keys. */
function exampleOf(schemas: JsonSchema[]): unknown {
  const own = schemas.flatMap(({ examples }) => examples ?? [])
  if (own.length > 0) return own[0]
  const { properties, required = [] } = schemas.find(({ required }) => (required ?? []).length > 0) ?? {}
  const entries = required.map((key) => [key, exampleOf([properties?.[key]].filter(isSchema))])
  return entries.length === 0 || entries.some(([, example]) => example === undefined)
    ? undefined
    : Object.fromEntries(entries)
}

const rootExample =
  '; the file begins with a key and a colon, such as `subscriptions:` or `timezone: Europe/Berlin`'

function locateError(
  path: PropertyKey[],
  message: string,
  document: Document,
  lines: LineCounter,
): LocatedError {
  const written = path.map((_, index) => keyNodeAt(path.slice(0, path.length - index), document))
  const range = written.map(nodeStart).find((found) => found !== undefined)
  const line = range === undefined ? 1 : lines.linePos(range).line
  const named = path.map(formatPathStep).join('').replace(/^\./, '') || 'the file'
  return { line, what: `${named}: ${message}` }
}

/** Returns the node of the key, not of the value, because an error names the key's line; of a list, the node of the item. */
function keyNodeAt(path: PropertyKey[], document: Document): unknown {
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

type Issue = z.core.$ZodIssue

/** Names are compared as they are read, without the blanks around them. */
const writtenName = z.string().trim()

const namedEntries = z
  .array(z.looseObject({ name: writtenName.optional() }).catch({ name: undefined }))
  .catch([])
const namedLists = z
  .object({ subscriptions: namedEntries, digests: namedEntries })
  .catch({ subscriptions: [], digests: [] })

function findRepeatedNames(written: unknown): Issue[] {
  return Object.entries(namedLists.parse(written)).flatMap(([list, entries]) => {
    const seen = new Set<string>()
    return entries.flatMap(({ name }, index): Issue[] => {
      if (name === undefined) return []
      if (!seen.has(name)) {
        seen.add(name)
        return []
      }
      const message = `the name '${name}' is already taken`
      return [{ code: 'custom', message, path: [list, index, 'name'], input: name }]
    })
  })
}

/** If a number is misread, what is wrong with the number that it is read as does not help. */
function withMisreadNumbers(issues: Issue[], { contents }: Document): Issue[] {
  const misread = findUnclearNumbers(contents).flatMap(({ path, source, value }): Issue[] => {
    const message = takesText(path) ? otherText(source, value) : otherNumber(source, value)
    return message === undefined ? [] : [{ code: 'custom', message, path, input: source }]
  })
  const places = new Set(misread.map(({ path }) => path.join('.')))
  return [...issues.filter(({ path }) => !places.has(path.join('.'))), ...misread]
}

const otherText = (source: string, value: number | bigint) =>
  String(value) === source
    ? undefined
    : `${source} is read as the number ${value}: write '${source}' in quotes`

const otherNumber = (source: string, value: number | bigint) =>
  hasThousands(source) ? `${source} is read as ${value}: write ${source.replaceAll('.', '')}` : undefined

/** Keys that take text take numbers, too. */
function takesText([first = '', ...rest]: PropertyKey[]): boolean {
  const types = schemasAt([formerNames.get(String(first)) ?? first, ...rest]).map(({ type }) => type)
  return types.includes('string') && types.includes('number')
}

const longestName = 80

const listedEntries = z
  .object({
    subscriptions: z.array(
      z
        .looseObject({ name: writtenName, channel: z.union([z.string(), z.array(z.string())]) })
        .catch({ name: '', channel: [] }),
    ),
  })
  .catch({ subscriptions: [] })

/** The names of the subscriptions to several channels must be unique, and no longer than others. */
function findUnusableNames(written: unknown): Issue[] {
  return listedEntries.parse(written).subscriptions.flatMap(({ name, channel }, index): Issue[] => {
    const issue = (message: string): Issue[] => [
      { code: 'custom', message, path: ['subscriptions', index, 'name'], input: name },
    ]
    if (entryOf(name) !== name)
      return issue('a name with an arrow and a channel is that of a subscription to one of several channels')
    const names =
      Array.isArray(channel) && channel.length > 1 ? channel.map((one) => nameInList(name, one)) : []
    const longest = Math.max(0, ...names.map(({ length }) => length))
    if (longest <= longestName) return []
    return issue(
      `with the longest channel behind it, the name has ${longest} characters; ${longestName} are possible`,
    )
  })
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in brackets, [...]',
  object: 'keys with values',
}

const maxQuoteLength = 60

/** Names the expected and the found value, if the schema has no message of its own. If the value is missing, the caller adds "missing". */
const issueMessage: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${expectedType(issue.expected, input)}${foundValue(input)}${quotedNumberHint(issue.expected, input)}`
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

/** A list that was written as keys lacks its dashes, and not its brackets. */
function expectedType(expected: string, input: unknown): string {
  const isEntry = expected === 'array' && typeof input === 'object' && input !== null
  return isEntry ? 'a list whose entries begin with a dash (- name: …)' : (typeNames[expected] ?? expected)
}

function unknownKeyMessage(key: string, known: string[], isTopLevel: boolean): string {
  const name = isTopLevel ? formerNames.get(key) : undefined
  if (name !== undefined) return `this is now called \`${name}\`, which is here, too: take one of them out`
  if (key === '<<') return 'merge keys of YAML are not read: write the keys out'
  if (/^\d{1,3}$/.test(key))
    return 'unknown key; if it is a part of a number, write the number without commas, such as 50000'
  if (known.includes('only') && Object.hasOwn(filterSchema.shape, key))
    return `this is a filter: write it below \`only\`, such as \`only: { ${key}: … }\`, or below \`except\``
  const meant = closestWord(key, known)
  if (meant !== undefined) return `unknown key; did you mean \`${meant}\`?`
  return known.length === 0 ? 'unknown key' : `unknown key; known keys: ${known.join(', ')}`
}

function oneOfMessage(values: string[], input: unknown): string {
  const meant = typeof input === 'string' ? closestWord(input, values) : undefined
  const question = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  return `expected one of ${values.join(', ')}${foundValue(input)}${question}`
}

function tooSmallMessage(origin: string, least: number, input: unknown): string {
  if (origin === 'array' && least > 1) return `expected at least ${least} entries${foundCount(input)}`
  if (origin === 'number' || origin === 'int') return `expected ${least} or more${foundValue(input)}`
  return origin === 'array' ? 'an empty list' : 'expected text, found none'
}

function tooBigMessage(origin: string, most: number, input: unknown): string {
  if (origin === 'number' || origin === 'int') return `expected ${most} or less${foundValue(input)}`
  const unit = origin === 'array' ? 'entries' : 'characters'
  const length = Array.isArray(input) || typeof input === 'string' ? `, found ${input.length}` : ''
  return `expected at most ${most} ${unit}${length}`
}

const foundCount = (input: unknown) => (Array.isArray(input) ? `, found ${input.length}` : '')

function quotedNumberHint(expected: string, input: unknown): string {
  if (expected !== 'number' || typeof input !== 'string') return ''
  if (/^\d{1,15}$/.test(input)) return ' in quotes'
  const [, digits, thousands] = /^(\d{1,3}(?:[., _'’]\d{3})+|\d{1,12})(k)?$/i.exec(input.trim()) ?? []
  if (digits === undefined) return ''
  return `: write ${digits.replaceAll(/\D/g, '')}${thousands === undefined ? '' : '000'}`
}

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

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Returns the allowed keys at a path of the configuration file, such as `['subscriptions', 0, 'only']`, or an empty list if no keys are
 * allowed there.
 */
export function knownKeys(path: PropertyKey[]): string[] {
  return schemasAt(path).flatMap(({ properties }) => Object.keys(properties ?? {}))
}

function schemasAt(path: PropertyKey[]): JsonSchema[] {
  let schemas: JsonSchema[] = [inputSchema()]
  for (const step of path)
    schemas = schemas.flatMap(alternatives).flatMap((schema) => childSchemas(schema, step))
  return schemas.flatMap(alternatives)
}

const inputSchema = lazily((): JsonSchema => z.toJSONSchema(configurationSchema, { io: 'input' }))

const alternatives = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? []).filter(isSchema)]

function childSchemas({ properties, items }: JsonSchema, step: PropertyKey): JsonSchema[] {
  const next = typeof step === 'number' ? [items].flat() : [properties?.[String(step)]]
  return next.filter(isSchema)
}

const isSchema = (schema: z.core.JSONSchema._JSONSchema | undefined): schema is JsonSchema =>
  typeof schema === 'object'
