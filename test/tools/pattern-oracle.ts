/**
 * What patterns mean, told by regular expressions: the bot matched so once. Right, and slow without bound on a stranger's text, so only
 * short texts are tried on it.
 */

/** Scripts that are written without spaces: a word there has no edge that could be looked for. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether the whole of a value is what the pattern says. Case is ignored, `*` stands for anything. */
export function wholeOracle(pattern: string): (value: string) => boolean {
  const expression = new RegExp(`^${expressionOf(pattern.trim())}$`, 'isu')
  return (value) => expression.test(value.trim().normalize('NFC'))
}

/** Whether the pattern's words stand somewhere in a text, as whole words in this order. Case is ignored, `*` stands for anything. */
export function wordOracle(pattern: string): (text: string) => boolean {
  const words = pattern.trim()
  const before = edge(words.at(0)) ? '(?<![\\p{L}\\p{N}_])' : ''
  const after = edge(words.at(-1)) ? '(?![\\p{L}\\p{N}_])' : ''
  const expression = new RegExp(`${before}${expressionOf(words)}${after}`, 'isu')
  return (text) => expression.test(text.normalize('NFC'))
}

/** Whether a URL's host is the domain or lies below it. Case is ignored, `*` stands for anything. */
export function domainOracle(pattern: string): (host: string) => boolean {
  const expression = new RegExp(`(?:^|\\.)${expressionOf(pattern.trim().replace(/^\.+/, ''))}$`, 'isu')
  return (host) => expression.test(host)
}

/**
 * A pattern as the text of a regular expression. What stands between two stars is taken where it first comes and never
 * elsewhere (a lookahead is not entered again): trying every place would take time without bound over a stranger's text.
 */
function expressionOf(pattern: string): string {
  const [first = '', ...others] = pattern.normalize('NFC').split(/\*+/).map(literal)
  const last = others.pop()
  const between = others.map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return first + between.join('') + (last === undefined ? '' : `.*?${last}`)
}

/** Any white space stands for any other. */
function literal(part: string): string {
  return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')
}

const edge = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character) && !unspaced.test(character)
