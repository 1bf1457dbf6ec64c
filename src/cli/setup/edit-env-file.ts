import { parseEnv } from 'node:util'

/** `unsafe` means that Node's parser would not read the wanted values from the new text. */
type EditResult = { kind: 'edited'; text: string } | { kind: 'unsafe' }

/** Matches an optional `export`, `NAME=` and the value: quoted (also over several lines) or up to a comment. */
const assignment = /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*)('[^']*'|"[^"]*"|`[^`]*`|[^\r\n#]*)/gm

/**
 * Sets variables in the text of a `.env` file: in place if they exist (in every place if a name occurs more than once), otherwise at the
 * end. Other lines, comments and the order stay. The result is checked with Node's own parser, which reads the file later.
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

function quoteValue(value: string): string {
  if (/^[^\s#'"`\\]+$/.test(value)) return value
  // Double quotes are the last choice, because \n within them becomes a line break.
  const quote = ["'", '`', '"'].find((candidate) => !value.includes(candidate))
  return quote === undefined ? value : quote + value + quote
}

function blanksBeforeComment(old: string, next: string | undefined): string {
  const blanks = /^['"`]/.test(old) ? '' : (/[ \t]*$/.exec(old)?.[0] ?? '')
  return next === '#' && blanks === '' ? ' ' : blanks
}

function holdsExactly(text: string, wanted: NodeJS.Dict<string>): boolean {
  const read = parseEnv(text)
  const names = new Set([...Object.keys(read), ...Object.keys(wanted)])
  return [...names].every((name) => read[name] === wanted[name])
}
