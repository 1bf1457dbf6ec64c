import {
  Composer,
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type LineCounter,
  type Node,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml'

// The parser's own messages need somebody who knows YAML. These name the line that a person has to change, and show how it should look.

export type LocatedError = { line: number; what: string }

/** Every setting needs fewer levels. The composer of documents calls itself for each level, so how many it survives depends on who calls it. */
const deepestNesting = 100

/** Returns the first document of a file, with the errors of the parser, or the place where the file is nested too deeply. */
export function readDocument(text: string, lines: LineCounter): Document | LocatedError {
  const parser = new Parser(lines.addNewLine)
  let tooDeep: LocatedError | undefined
  // The composer gets a document as a whole, after its last token.
  function* tokens() {
    lines.addNewLine(0)
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme)
      if (parser.stack.length <= 1 + deepestNesting) continue
      tooDeep = { line: lines.linePos(parser.offset).line, what: 'nested too deeply here' }
      return
    }
    yield* parser.end()
  }
  const composer = new Composer({ prettyErrors: false, logLevel: 'error', intAsBigInt: true })
  const [document = new Document(), another] = composer.compose(tokens(), true, text.length)
  if (another !== undefined)
    document.errors.push(new YAMLParseError([another.range[0], another.range[1]], 'MULTIPLE_DOCS', ''))
  return tooDeep ?? document
}

/** Returns the value of a document without errors. */
export const contentOf = (document: Document): unknown => document.toJS({ reviver: keepLargeIds })

/** Keeps ids above 2^53 as text, because a number would lose digits. */
function keepLargeIds(_key: unknown, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString()
}

/**
 * Returns the errors of YAML in a file. After the first error the parser guesses, so only the first one is returned; repeated keys and
 * words that need quotes are all returned.
 */
export function findYamlErrors(document: Document, text: string, lines: LineCounter): LocatedError[] {
  const source: Source = {
    document,
    text,
    lines: text.split(/\r?\n/),
    lineAt: (at) => lines.linePos(at).line,
  }
  const [first] = document.errors.filter(({ code }) => code !== 'DUPLICATE_KEY')
  if (first !== undefined) return [copiedByMistake(source) ?? describe(first, source)]
  const repeated = document.errors.map(({ pos }) => repeatedKey(source, source.lineAt(pos[0])))
  const errors = [...repeated, ...findWordsWithoutQuotes(source), ...findMisreadValues(source)]
  return errors.length > 0 ? errors : [copiedAsText(source), tooManyAliases(source)].filter(isFound)
}

function repeatedKey({ lines }: Source, line: number): LocatedError {
  const entry = /^\s*(name:.*)$/.exec(lines[line - 1] ?? '')?.[1]
  const hint = entry === undefined ? '' : `; if a new entry begins here, write \`- ${entry.trim()}\``
  return { line, what: `this key is here twice${hint}` }
}

const isFound = (error: LocatedError | undefined) => error !== undefined

type Source = { document: Document; text: string; lines: string[]; lineAt: (at: number) => number }

/** Returns the error for what was copied into the file but is no YAML; undefined if there is none. */
function copiedByMistake({ lines }: Source): LocatedError | undefined {
  const conflict = lines.findIndex((line) => /^(<{7}|>{7}|={7}|\|{7})(\s|$)/.test(line))
  if (conflict >= 0)
    return {
      line: conflict + 1,
      what: 'a conflict of git is not resolved: keep one of the two versions, and delete the lines with <<<<<<<, ======= and >>>>>>>',
    }
  const indented = lines.findIndex((line) => indentedByOtherBlanks.test(line))
  if (indented >= 0)
    return {
      line: indented + 1,
      what: 'indented with other blanks than spaces, perhaps copied from a web page: use spaces',
    }
  const fence = lines.findIndex((line) => line.startsWith('```'))
  if (fence >= 0)
    return { line: fence + 1, what: 'not part of the file: delete the lines that begin with ```' }
  return undefined
}

function copiedAsText(source: Source): LocatedError | undefined {
  const { document, text } = source
  const keys = isMap(document.contents) ? document.contents.items.map(({ key }) => key) : []
  const isOdd = (key: unknown) => isScalar(key) && new RegExp(`^[${otherBlanks}]`).test(String(key.value))
  if (keys.some(isOdd)) return copiedByMistake(source)
  if (!/^\s*<(!doctype|html|\?xml)/i.test(text)) return undefined
  return { line: 1, what: 'this is a web page, and not the file that it shows: download the file itself' }
}

function describe(error: YAMLParseError, source: Source): LocatedError {
  const [at] = error.pos
  const line = source.lineAt(at)
  if (anyOtherBlank.test(source.lines[line - 1] ?? ''))
    return {
      line,
      what: 'this line has a blank that is no space, perhaps copied from a web page: type it again',
    }
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { line, what: 'indented with a tab: YAML needs spaces' }
    case 'MULTIPLE_DOCS':
      return endOfDocument(source, line)
    case 'BAD_ALIAS':
      return { line, what: quotesNeeded('*') }
    case 'BAD_DQ_ESCAPE':
      return {
        line,
        what: "in double quotes, \\ begins an escape: write it twice (\\\\), or use single quotes ('a\\b')",
      }
    case 'BAD_SCALAR_START':
      return { line, what: quotesNeeded(wordAt(at, source)) }
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_AS_IMPLICIT_KEY':
      return colonOrIndentation(source, line)
    default:
      return unclosed(error, source) ?? byMessage(error, source, line)
  }
}

function byMessage({ code, message }: YAMLParseError, source: Source, line: number): LocatedError {
  if (message.includes('without - indicator') || code === 'BAD_INDENT')
    return { line, what: indentationMessage }
  if (message.startsWith('Missing space after :'))
    return { line, what: 'a blank is missing behind a colon: `{ burst: 3 }`' }
  if (message.startsWith('Unexpected , in')) return { line, what: 'a comma too many' }
  if (message.startsWith('Missing ,')) return { line, what: `a comma is missing; ${flowExample}` }
  if (message.includes('need to be followed by map values')) return colonOrIndentation(source, line)
  const value = valueIn(source, line)
  if (message.startsWith('Block scalar header') || (value !== undefined && /^[*&!|>%@`]/.test(value)))
    return { line, what: quotesNeeded(value ?? '|') }
  if (message.startsWith('Comments must be separated')) return { line, what: commentMessage }
  return { line, what: `this line cannot be read as YAML; an example: \`alert: Acme brand\` (${message})` }
}

const quotesNeeded = (text: string) => {
  const [first = ''] = text
  return `text that begins with ${first} must be in quotes: '${text.trim()}'`
}

const indentationMessage =
  'this line begins in another column than the lines it belongs to: the keys of an entry are below each other, and so are the dashes of a list'

export const commentMessage =
  "# begins a comment here, so the rest of the line is missing: use quotes ('#brand')"

/** Returns the text that begins here: the whole value of a line, or one word within brackets. */
function wordAt(at: number, { text }: Source): string {
  const [whole = ''] = text.slice(at).split(/\r?\n/)
  const isWithinBrackets = /[[{,]\s*$/.test(text.slice(0, at)) || /[[{][^\n]*$/.test(text.slice(0, at))
  return isWithinBrackets ? (/^[^,\]}]+/.exec(whole)?.[0] ?? whole) : whole
}

/** Returns what is written behind the colon of a line. */
function valueIn({ lines }: Source, line: number): string | undefined {
  return /^[\s-]*[\w.-]+\s*:\s+(\S.*)$/.exec(lines[line - 1] ?? '')?.[1]?.trim()
}

function endOfDocument({ lines }: Source, below: number): LocatedError {
  const marks = lines
    .slice(0, below)
    .flatMap((line, index) => (/^(---|\.\.\.)(\s|$)/.test(line) ? [index + 1] : []))
  return {
    line: marks.at(-1) ?? below,
    what: 'here a second document begins, and the file may have only one: delete this line',
  }
}

/** YAML takes these blanks for letters. */
const otherBlanks = '\u00a0\u2000-\u200b\u202f\u3000'
const anyOtherBlank = new RegExp(`[${otherBlanks}]`)
const indentedByOtherBlanks = new RegExp(`^[ ${otherBlanks}]*[${otherBlanks}]`)

/** The parser took the line for a key, and found no colon or no place for it. */
function colonOrIndentation(source: Source, line: number): LocatedError {
  const written = (source.lines[line - 1] ?? '').replace(/\s+#.*$/, '')
  const [, indent = '', dash = '', rest = ''] = /^(\s*)((?:-\s+)*)(.*)$/.exec(written) ?? []
  const [, glued] = /^-(\w.*)$/.exec(rest) ?? []
  if (glued !== undefined) return { line, what: `a blank is missing behind the dash: \`- ${glued}\`` }
  const [, key, value = ''] = /^([\w-]+)(?::?)\s*(.*)$/.exec(rest) ?? []
  if (/^[\w-]+:\S/.test(rest))
    return { line, what: `a blank is missing behind the colon: \`${key}: ${value}\`` }
  if (key !== undefined && !rest.includes(':'))
    return { line, what: `a colon is missing behind the key: \`${`${key}: ${value}`.trim()}\`` }
  if (/:\s/.test(value)) return { line, what: `text with a colon and a blank must be in quotes: '${value}'` }
  // A line that is indented more than a key with a value continues the value.
  const next = nextWritten(source, line)
  const columnOfNext = /^\s*/.exec(source.lines[next - 1] ?? '')?.[0].length ?? 0
  const isContinued = value !== '' && columnOfNext > indent.length + dash.length
  return { line: isContinued ? next : line, what: indentationMessage }
}

/** Returns the next line with more than a comment; the same line if there is none. */
function nextWritten({ lines }: Source, line: number): number {
  const index = lines.findIndex((text, at) => at >= line && /^\s*[^\s#]/.test(text))
  return index < 0 ? line : index + 1
}

/** Returns the error at the place where a bracket or a quote begins that is never closed; undefined if the error is another one. */
function unclosed({ pos, message }: YAMLParseError, source: Source): LocatedError | undefined {
  const { text, lineAt } = source
  const [at] = pos
  const before = nodesIn(source.document).filter(({ start }) => start < at)
  const quoted = before.filter((one) => one.kind === 'quoted').at(-1)
  const spansLines = quoted !== undefined && lineAt(quoted.start) < lineAt(quoted.end)
  if (quoted !== undefined && (message.startsWith('Missing closing') || spansLines)) {
    const quote = text.charAt(quoted.start)
    const example = quote === '"' ? '"Acme brand"' : "'Acme brand', and an apostrophe twice: 'Tom''s brand'"
    return {
      line: lineAt(quoted.start),
      what: `a quote that begins here is not closed; an example: ${example}`,
    }
  }
  if (message.startsWith('Unexpected scalar') && quoted !== undefined && quoted.end === at)
    return {
      line: lineAt(at),
      what: "text behind a closing quote: write an apostrophe twice ('Tom''s brand'), or use double quotes",
    }
  const open = before.filter((one) => one.kind === 'flow' && !isClosed(one, text) && one.end >= at).at(-1)
  const around = before.filter((one) => one.kind === 'flow' && (one.end > at || one === open)).at(-1)
  if (around === undefined) return undefined
  if (message.startsWith('Unexpected scalar'))
    return { line: lineAt(at), what: `a comma is missing before ${shorten(text.slice(at))}` }
  const start = lineAt(around.start)
  if (/[\s[{,]#[^\s#]/.test(text.slice(around.start, at + 2))) return { line: start, what: commentMessage }
  const closing = text.charAt(at)
  const opening = text.charAt(around.start)
  if ((closing === ']' && opening === '{') || (closing === '}' && opening === '['))
    return { line: lineAt(at), what: `${opening} is closed by ${closing}; ${flowExample}` }
  return { line: start, what: `${opening} is not closed; ${flowExample}` }
}

const flowExample = 'an example: `only: { source: [web, reddit] }`'

const shorten = (text: string) => `'${/^[^\s:,\]}]{1,30}/.exec(text)?.[0] ?? ''}'`

type Place = { kind: 'flow' | 'quoted' | 'other'; start: number; end: number }

function nodesIn(document: Document): Place[] {
  const places: Place[] = []
  visit(document, {
    Node(_key, node) {
      const [start, end] = rangeOf(node)
      if (start !== undefined && end !== undefined) places.push({ kind: kindOf(node), start, end })
    },
  })
  return places.toSorted((a, b) => a.start - b.start)
}

const rangeOf = (node: Node) => node.range ?? []

function kindOf(node: Node): Place['kind'] {
  if (isCollection(node)) return node.flow ? 'flow' : 'other'
  return isScalar(node) && node.type?.startsWith('QUOTE') ? 'quoted' : 'other'
}

function isClosed({ start, end }: Place, text: string): boolean {
  return text.charAt(end - 1) === (text.charAt(start) === '[' ? ']' : '}')
}

/** Finds words that YAML takes for an alias, an anchor or a tag, although they are text, and aliases and keys that cannot be read. */
function findWordsWithoutQuotes({ document, text, lineAt }: Source): LocatedError[] {
  const errors: LocatedError[] = []
  const report = (node: Node, what: string) => errors.push({ line: lineAt(node.range?.[0] ?? 0), what })
  // The parser would look through the whole document for each alias.
  const anchors = new Set<string>()
  visit(document, {
    Pair(_key, { key }) {
      if (isScalar(key) && key.value === '__proto__') report(key, '__proto__: unknown key')
    },
    Node(_key, node, path) {
      if (isAlias(node)) {
        if (isWithin(path, node.source)) report(node, circle(node.source))
        else if (node.source !== '' && !anchors.has(node.source))
          report(node, quotesNeeded(`*${node.source}`))
        return
      }
      if (node.anchor !== undefined) anchors.add(node.anchor)
      const word = markBefore(node, text)
      if (word !== undefined) report(node, quotesNeeded(word))
    },
  })
  return errors
}

const isWithin = (path: readonly unknown[], anchor: string) =>
  path.some((node) => isCollection(node) && node.anchor === anchor)

const circle = (anchor: string) =>
  `the alias *${anchor} stands within the value that it repeats: write the values out`

/** An anchor or a tag before an empty value is at most this long. */
const longestMark = 200

/** The anchor or tag before an empty value, which was meant as text. */
function markBefore(node: Node, text: string): string | undefined {
  if (!isScalar(node) || node.source !== '' || node.type !== 'PLAIN') return undefined
  if (node.anchor === undefined && node.tag === undefined) return undefined
  const at = node.range?.[0] ?? 0
  return /[&!]\S+\s*$/.exec(text.slice(Math.max(0, at - longestMark), at))?.[0].trim()
}

/** Values that YAML reads in another way than people mean them. */
function findMisreadValues({ document, lineAt }: Source): LocatedError[] {
  const errors: LocatedError[] = []
  visit(document, {
    Scalar(_key, { source = '', type, range }) {
      if (type !== 'PLAIN') return
      const line = lineAt(range?.[0] ?? 0)
      const [, quoted] = /^[“”„‘’‚«](.*)[”“’‘»]$/.exec(source) ?? []
      if (quoted !== undefined)
        errors.push({
          line,
          what: `the quotes of ${source} are those of a text processor: write straight ones, '${quoted}'`,
        })
    },
  })
  return errors
}

/** `path` is that of the value in the file. */
type MisreadNumber = { path: PropertyKey[]; source: string; value: number | bigint }

export const hasThousands = (source: string) => /^[1-9]\d{0,2}(\.\d{3})+$/.test(source)

/**
 * Finds the numbers that may be meant otherwise than YAML reads them: the text 2.0 or 007, or the number 50.000. Only the key of such a number tells
 * what is meant.
 */
export function findUnclearNumbers(node: unknown, path: PropertyKey[] = []): MisreadNumber[] {
  if (isSeq(node)) return node.items.flatMap((item, index) => findUnclearNumbers(item, [...path, index]))
  if (isMap(node))
    return node.items.flatMap(({ key, value }) =>
      findUnclearNumbers(value, [...path, String(isScalar(key) ? key.value : key)]),
    )
  if (!isScalar(node) || node.type !== 'PLAIN') return []
  const { value, source = '' } = node
  if (typeof value !== 'number' && typeof value !== 'bigint') return []
  return String(value) !== source || hasThousands(source) ? [{ path, source, value }] : []
}

/** Aliases that repeat each other can make a huge value of a small file, so the parser refuses them. */
function tooManyAliases({ document, lineAt }: Source): LocatedError | undefined {
  try {
    document.toJS()
    return undefined
  } catch {
    let last = 0
    visit(document, {
      Node(_key, node) {
        if (isNode(node) && isAlias(node)) last = node.range?.[0] ?? last
      },
    })
    return { line: lineAt(last), what: 'aliases (*name) repeat too much here: write the values out' }
  }
}
