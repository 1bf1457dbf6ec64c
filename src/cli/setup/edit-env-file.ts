import { parseEnv } from 'node:util'

/** What came of editing: `unsafe` where the text, read again, would not say exactly what was wanted. */
type EditResult = { kind: 'edited'; text: string } | { kind: 'unsafe' }

/** `NAME=` with what may stand before it, and its value: quoted (over several lines, perhaps) or up to a comment. */
const assignment = /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*)('[^']*'|"[^"]*"|`[^`]*`|[^\r\n#]*)/gm

/**
 * Sets variables in the text of a `.env` file: in place where they stand (each time, if a name stands there more than once), else
 * at the end. Every other line, every comment and the order stay. Safe for any text: the result is read with node's own
 * parser, which is what reads the file later.
 */
export function editEnvFile(text: string, values: Record<string, string>): EditResult {
  const inPlace = text.replaceAll(
    assignment,
    (whole, start: string, name: string, old: string, at: number) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return value === undefined
        ? whole
        : start + quoteValue(value) + blanksBeforeComment(old, text[at + whole.length])
    },
  )
  const edited = appendMissing(inPlace, values)
  return holdsExactly(edited, { ...parseEnv(text), ...values })
    ? { kind: 'edited', text: edited }
    : { kind: 'unsafe' }
}

/** Whether a `.env` file can hold the value: its parser knows no way to write some mixtures of quotes and `#`. */
export function fitsEnvFile(value: string): boolean {
  return editEnvFile('', { VALUE: value }).kind === 'edited'
}

function appendMissing(text: string, values: Record<string, string>): string {
  const present = parseEnv(text)
  const lines = Object.entries(values)
    .filter(([name]) => !Object.hasOwn(present, name))
    .map(([name, value]) => `${name}=${quoteValue(value)}\n`)
  const end = text === '' || text.endsWith('\n') || lines.length === 0 ? '' : '\n'
  return text + end + lines.join('')
}

/** The value as it is written: bare where nothing in it has a meaning, else in quotes that it does not hold itself. An empty one needs some after `export`. */
function quoteValue(value: string): string {
  if (/^[^\s#'"`\\]+$/.test(value)) return value
  // Within double quotes alone, \n would become a line break: they come last.
  const quote = ["'", '`', '"'].find((candidate) => !value.includes(candidate))
  return quote === undefined ? value : quote + value + quote
}

/** The blanks between a bare value and the comment behind it. */
function blanksBeforeComment(old: string, next: string | undefined): string {
  const blanks = /^['"`]/.test(old) ? '' : (/[ \t]*$/.exec(old)?.[0] ?? '')
  return next === '#' && blanks === '' ? ' ' : blanks
}

function holdsExactly(text: string, wanted: NodeJS.Dict<string>): boolean {
  const read = parseEnv(text)
  const names = new Set([...Object.keys(read), ...Object.keys(wanted)])
  return [...names].every((name) => read[name] === wanted[name])
}
