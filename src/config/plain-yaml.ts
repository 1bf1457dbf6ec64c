import { isCollection, isScalar, LineCounter } from 'yaml'
import { contentOf, findUnclearNumbers, findYamlErrors, readDocument } from './yaml-errors.ts'

// The parser of YAML keeps a node with its place for each word, which takes most of the time of a start with thousands of subscriptions. Nearly all
// lines of such a file are plain, and only an error needs the places.

/** The text needs the parser of YAML. */
class NotPlainError extends Error {}

function notPlain(): never {
  throw new NotPlainError()
}

type Line = { indent: number; text: string }

/** Deeper text needs the parser, which has a limit of its own. Its levels are at least one column apart. */
const deepestIndent = 30
const mostBrackets = 20

/**
 * Returns the value of a file in which each line is a comment, or a key or a dash with a value that ends on the line. Returns undefined if there is
 * anything else, such as an alias or a text of several lines, and if there is an error.
 */
export function readPlainYaml(text: string): { value: unknown } | undefined {
  try {
    return { value: readLines(text.split(/\r?\n/).flatMap(readLine)) }
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}

function readLine(written: string): Line[] {
  const [, blanks = '', text = ''] = /^( *)(.*)$/.exec(written) ?? notPlain()
  if (isEmpty(text)) return []
  return blanks.length > deepestIndent ? notPlain() : [{ indent: blanks.length, text }]
}

const isEmpty = (text: string) => text === '' || text.startsWith('#')

const isItem = ({ text }: Line) => text === '-' || text.startsWith('- ')

/** In words such as `true`, YAML sees another value than text. */
const otherThanText = /^(null|true|false)$/i

const keyWithValue = /^([A-Za-z][\w-]*):(?: +(.*))?$/

function readLines(lines: Line[]): unknown {
  const readValue = valueReader()
  let at = 0

  function block(indent: number): unknown {
    const line = lines[at]
    return line !== undefined && isItem(line) ? list(indent) : map(indent)
  }
  const indentAt = () => lines[at]?.indent ?? -1

  function list(indent: number): unknown[] {
    const values: unknown[] = []
    for (let line = lines[at]; line?.indent === indent && isItem(line); line = lines[at]) {
      const text = line.text.slice(1).replace(/^ +/, '')
      const inner = { indent: indent + line.text.length - text.length, text }
      if (isEmpty(text)) {
        at += 1
        values.push(indentAt() > indent ? block(indentAt()) : null)
      } else if (isItem(inner) || keyWithValue.test(text)) {
        lines[at] = inner
        values.push(block(inner.indent))
      } else {
        at += 1
        values.push(readValue(text))
      }
    }
    return values
  }

  function map(indent: number): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (let line = lines[at]; line?.indent === indent && !isItem(line); line = lines[at]) {
      const [, key = '', text = ''] = keyWithValue.exec(line.text) ?? notPlain()
      if (Object.hasOwn(values, key) || otherThanText.test(key)) notPlain()
      at += 1
      values[key] = isEmpty(text) ? valueBelow(indent) : readValue(text)
    }
    return values
  }

  /** The dashes of a list may be below its key. */
  function valueBelow(indent: number): unknown {
    const line = lines[at]
    if (line?.indent === indent && isItem(line)) return list(indent)
    return indentAt() > indent ? block(indentAt()) : null
  }

  const value = lines.length === 0 ? null : block(indentAt())
  return at === lines.length ? value : notPlain()
}

const plainText = /^\p{L}[\p{L}\p{M}\p{N} ._/@+()!?&,'-]*$/u
const quotedText = /^(["'])([\p{L}\p{M}\p{N} ._/@+()!?&,#:*-]*)\1$/u

/** Returns a function that reads the value of a line. The parser reads equal values once. */
function valueReader(): (written: string) => unknown {
  const known = new Map<string, unknown>()
  return (written) => {
    const text = written.replace(/ +$/, '')
    if (plainText.test(text) && !otherThanText.test(text)) return text
    const [, , quoted] = quotedText.exec(text) ?? []
    if (quoted !== undefined) return quoted
    if (!known.has(text)) known.set(text, parseValue(text))
    return known.get(text)
  }
}

function parseValue(text: string): unknown {
  if (!/^[\p{L}\p{N}"'[{]/u.test(text) || text.split(/[[{]/).length > mostBrackets) notPlain()
  const lines = new LineCounter()
  const document = readDocument(text, lines)
  if ('what' in document || findYamlErrors(document, text, lines).length > 0) return notPlain()
  const { contents } = document
  // Only the whole file has the key that tells what such a number means.
  if (findUnclearNumbers(contents).length > 0) return notPlain()
  const isOnLine = isCollection(contents)
    ? contents.flow === true
    : isScalar(contents) && /^(PLAIN|QUOTE)/.test(contents.type ?? '')
  return isOnLine ? contentOf(document) : notPlain()
}
