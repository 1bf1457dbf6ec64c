/**
 * What a test file of Universal Feed Parser expects of a feed. Each file begins with a comment such as
 * `Expect: not bozo and entries[0]['title'] == 'Example'`, in Python.
 */

type Field = 'title' | 'link' | 'date'
/** `value` is undefined if the entry must not have the field. Dates are UTC ms. */
export type Claim = { entry: number; field: Field; value: string | number | undefined }
export type Expectation = {
  claims: Claim[]
  /** Parts about a title, link or date that cannot be compared, with the reason. */
  excluded: { part: string; reason: string }[]
}

const fieldNames: Record<string, Field> = {
  title: 'title',
  link: 'link',
  ...{ published: 'date', updated: 'date', created: 'date', issued: 'date', modified: 'date', date: 'date' },
  ...{ published_parsed: 'date', updated_parsed: 'date', created_parsed: 'date', date_parsed: 'date' },
}

/** Undefined if the file has no such comment. */
export function expectationIn(document: string): Expectation | undefined {
  const expression = /^\s*Expect:\s*(.*)$/m.exec(document)?.[1]?.trim()
  if (expression === undefined) return undefined
  const expectation: Expectation = { claims: [], excluded: [] }
  for (const part of expression.split(/\s+and\s+/)) readPart(part.trim(), expectation)
  return expectation
}

function readPart(part: string, expectation: Expectation): void {
  const absent = /^not entries\[(\d+)\]\.has_key\('(\w+)'\)$/.exec(part)
  const missing = absent && fieldNames[absent[2] ?? '']
  if (absent && missing) {
    expectation.claims.push({ entry: Number(absent[1]), field: missing, value: undefined })
    return
  }
  // Several sides can be compared with one value.
  const sides = part.split(/\s*==\s*/)
  const literal = sides.pop() ?? ''
  for (const side of sides) {
    const [, entry, name = '', rest = ''] = /^entries\[(\d+)\]\['(\w+)'\](.*)$/.exec(side) ?? []
    if (entry !== undefined) readSide({ entry: Number(entry), name, rest, literal, part }, expectation)
  }
}

type Side = { entry: number; name: string; rest: string; literal: string; part: string }

function readSide({ entry, name, rest, literal, part }: Side, { claims, excluded }: Expectation): void {
  const reason = exclusionOf(name, rest, part)
  const field = fieldOf(name, rest)
  const value = field === undefined ? undefined : readLiteral(literal, field)
  if (reason !== undefined) excluded.push({ part, reason })
  else if (field !== undefined && value === undefined)
    excluded.push({ part, reason: 'about a value that cannot be read' })
  else if (field !== undefined) claims.push({ entry, field, value })
}

function fieldOf(name: string, rest: string): Field | undefined {
  if (name + rest === "links[0]['href']") return 'link'
  return rest === '' || rest === "['value']" ? fieldNames[name.replace(/_detail$/, '')] : undefined
}

function exclusionOf(name: string, rest: string, part: string): string | undefined {
  if (name === 'title_detail' && rest !== "['value']") return 'about an attribute of a title'
  if (name !== 'links') return undefined
  return rest === "[0]['href']" && !part.includes('license')
    ? undefined
    : 'about a link that is not the page of the entry, or about an attribute'
}

function readLiteral(literal: string, field: Field): string | number | undefined {
  const text = /^u?(['"])(.*)\1$/s.exec(literal)?.[2]
  if (text !== undefined) {
    const plain = withoutEscapes(text)
    if (field !== 'date') return plain
    const time = Date.parse(plain)
    return Number.isNaN(time) ? undefined : time
  }
  const numbers = /^\(([\d, ]+)\)$/.exec(literal)?.[1]?.split(',').map(Number)
  if (field !== 'date' || numbers === undefined || numbers.length !== 9) return undefined
  const [year = 0, month = 0, day, hour, minute, second] = numbers
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The escapes of Python that the files use. */
const withoutEscapes = (text: string) =>
  text
    .replaceAll(/\\[ux]([\da-f]{4}|[\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('\\n', '\n')
    .replaceAll(/\\(['"\\])/g, '$1')

/** What a value may mean: it is plain text or HTML, and the files do not say which. */
export function readings(value: string): string[] {
  const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const stripped = value.replaceAll(/<[^>]*>/g, '')
  const decoded = stripped.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (reference, hex, number, name) => {
    if (name !== undefined) return references[name] ?? reference
    return String.fromCodePoint(hex === undefined ? Number(number) : Number.parseInt(hex, 16))
  })
  return [value, stripped, decoded].map(collapse)
}
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
