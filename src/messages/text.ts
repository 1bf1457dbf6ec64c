/**
 * Makes text of strangers harmless. It belongs into `plain_text` or `rich_text` elements, after `line` or `cut`. Only a message's `text`
 * must be mrkdwn; there `escapeMrkdwn` is added.
 */

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Characters that need work: white space other than single blanks, controls, marks, format characters, surrogates. */
const suspicious =
  /[^\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u3001-\u3029\u3041-\u3096\u30a0-\u3163\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]| {2}/

/** Bidirectional embeddings, overrides and isolates: they can show text in another order than it is read. */
const reordering = '\\u202a-\\u202e\\u2066-\\u2069'

/** Zero-width and blank characters, which hide text or make an empty title look full. */
const hiding =
  '\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb'

const unwanted = new RegExp(
  `[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f${reordering}${hiding}\\u{1bca0}-\\u{1bca3}]`,
  'gu',
)

/** Joiners shape Persian, Indic scripts and emoji: they stay between two visible characters and go elsewhere. */
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{Extended_Pictographic}\u2640\u2642])|(?<=[\u200c\u200d])[\u200c\u200d]+/gu

/** Tag letters spell the flags of England, Scotland and Wales after a black flag; elsewhere they carry hidden text. */
const looseTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]+/gu

/** A pile of marks on one letter, which would cover the lines above. No script needs more than eight. */
const pile = /(\p{M}{8})\p{M}+/gu

/** One line of text of strangers: like `clean`, without blanks at its ends. */
export function line(text: string): string {
  return clean(text).trim()
}

/**
 * Text of strangers that shows what it says: white space becomes single blanks, lone surrogates become U+FFFD, and characters that reorder,
 * hide or control are removed. Right-to-left scripts, joined emoji and accents stay.
 */
export function clean(text: string): string {
  if (!suspicious.test(text)) return text
  return text
    .toWellFormed()
    .replace(unwanted, '')
    .replace(looseTag, '')
    .replace(looseJoiner, '')
    .replace(pile, '$1')
    .replace(/[\s\x85]+/gu, ' ')
}

/** The units of raw text to read for each wanted unit. Text after that matters only behind many hidden characters. */
const lookedAt = 4

/** Like `line`, and at most `max` UTF-16 units with its "…". Never ends inside a character that people see as one. */
export function cut(text: string, max: number): string {
  const enough = max * lookedAt
  if (text.length <= enough) return ellipsize(line(text), max)
  const beginning = line(text.slice(0, enough))
  return `${upTo(beginning, Math.min(max, beginning.length) - 1)}…`
}

/** At most `max` UTF-16 units of a clean text, with "…" if it was shortened. */
export function ellipsize(text: string, max: number): string {
  return text.length <= max ? text : `${upTo(text, max - 1)}…`
}

/** The longest beginning of `text` of at most `max` UTF-16 units that ends between two visible characters. */
function upTo(text: string, max: number): string {
  return max >= text.length ? text : text.slice(0, edgeBefore(text, max)).trimEnd()
}

/** The nearest edge between two visible characters (grapheme clusters) at or before `index`, in UTF-16 units. */
export function edgeBefore(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (text.charCodeAt(index) < 0x7f && text.charCodeAt(index - 1) < 0x7f) return index
  // A window keeps this cheap on long text. A longer cluster is not ordinary text and may be cut.
  const from = Math.max(0, index - 128)
  const found = graphemes.segment(text.slice(from, index + 128)).containing(index - from)
  return from + (found?.index ?? 0)
}

/** Right-to-left characters, and marks that change the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates right-to-left text, so that it cannot move the words around it. Other text is unchanged. */
export function isolate(text: string): string {
  return isRightToLeft(text) ? `\u2068${text}\u2069` : text
}

/** True if any part of a text runs from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/** Escapes text for mrkdwn, so that it contains no mention, channel or link. `&` comes first, because the others would be escaped twice. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The longest `text` of a message that Slack advises (chat.postMessage) and accepts in an update. Characters. */
export const longestText = 4000

/** Joins as many lines as fit `max` UTF-16 units, with "…" if there are more. No line is cut, so isolated text stays isolated. */
export function wholeLines(lines: string[], max: number): string {
  const all = lines.join('\n')
  if (all.length <= max) return all
  let fitting = ''
  for (const line of lines) {
    if (fitting.length + line.length + 3 > max) break
    fitting += `${line}\n`
  }
  return `${fitting}…`
}

/** Addresses written by strangers. They become links only if they can neither break nor deceive Slack. */

/** Slack's limit of a link's address, in characters (Block Kit reference, `url`). */
const longestAddress = 3000

/** Characters that would end a link in mrkdwn, hide in it or reorder it: white space, controls, `<`, `>`, `|`, format characters. */
const unsafe = /[\s<>|\p{C}]/gu

const web = /^https?:\/\/[^/?#]/i

/** The address for a link: http or https, percent-encoded if needed; undefined if it cannot be a link. */
export function webAddress(raw: string): string | undefined {
  if (raw.length > longestAddress) return undefined
  const address = raw.trim().toWellFormed().replace(unsafe, encodeURIComponent)
  return web.test(address) && address.length <= longestAddress && URL.canParse(address) ? address : undefined
}

/** An address within mrkdwn. Slack accepts a bare `&` there, unless it would be read as an escape. */
export function addressInText(address: string): string {
  return address.replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
}
