/**
 * The meaning of patterns as regular expressions, which an earlier version used. They are correct, but their time on a stranger's text has
 * no bound, so only short texts are tested.
 */

/** Scripts that are written without spaces, so that words have no detectable edge. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** True if the pattern matches the whole value. Case is ignored, `*` stands for any text. */
export function wholeOracle(pattern: string): (value: string) => boolean {
  const expression = new RegExp(`^${expressionOf(pattern.trim())}$`, 'isu')
  return (value) => expression.test(value.trim().normalize('NFC'))
}

/** True if the text contains the pattern's words as whole words in this order. Case is ignored, `*` stands for any text. */
export function wordOracle(pattern: string): (text: string) => boolean {
  const words = pattern.trim()
  const before = edge(words.at(0)) ? '(?<![\\p{L}\\p{N}_])' : ''
  const after = edge(words.at(-1)) ? '(?![\\p{L}\\p{N}_])' : ''
  const expression = new RegExp(`${before}${expressionOf(words)}${after}`, 'isu')
  return (text) => expression.test(text.normalize('NFC'))
}

/** True if the URL's host is the domain or a subdomain. Case is ignored, `*` stands for any text. */
export function domainOracle(pattern: string): (host: string) => boolean {
  const expression = new RegExp(`(?:^|\\.)${expressionOf(pattern.trim().replace(/^\.+/, ''))}$`, 'isu')
  return (host) => expression.test(host)
}

/**
 * Converts a pattern into the source of a regular expression. Text between two stars is matched only at its first place (a lookahead is not
 * entered again), because trying every place would take unbounded time.
 */
function expressionOf(pattern: string): string {
  const [first = '', ...others] = pattern.normalize('NFC').split(/\*+/).map(literal)
  const last = others.pop()
  const between = others.map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return first + between.join('') + (last === undefined ? '' : `.*?${last}`)
}

/** All white space is equal. */
function literal(part: string): string {
  return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')
}

const edge = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character) && !unspaced.test(character)
