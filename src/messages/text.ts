/**
 * Text written by strangers, made harmless. Foreign text belongs into `plain_text` or `rich_text` elements, after `line`
 * or `cut`; only where Slack leaves no choice (a message's `text`) does it stand in mrkdwn, after `escapeMrkdwn` on top.
 */

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Anything that needs work: white space other than single blanks, controls, marks, format characters, surrogates. */
const suspicious =
  /[^\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u3001-\u3029\u3041-\u3096\u30a0-\u3163\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]| {2}/

/** Bidirectional embeddings, overrides and isolates: they can show text in another order than it is read. */
const reordering = '\\u202a-\\u202e\\u2066-\\u2069'

/** Zero-width and blank characters: they hide text, or make an empty title look like a full one. */
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

/** Marks piled on one letter paint over the lines above; no script needs more than eight. */
const pile = /(\p{M}{8})\p{M}+/gu

/** One line of foreign text: as `clean`, without blanks at its ends. */
export function line(text: string): string {
  return clean(text).trim()
}

/**
 * Foreign text that shows what it says: white space collapsed to single blanks, lone surrogates replaced by U+FFFD, and
 * without characters that reorder, hide or control. Right-to-left scripts, joined emoji and accents stay as they are.
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

/** How much raw text is looked at per unit that is wanted: what comes after could only matter behind hidden characters. */
const lookedAt = 4

/** `line`, and no longer than `max` UTF-16 units with its "…". Never ends inside a character that people see as one. */
export function cut(text: string, max: number): string {
  const enough = max * lookedAt
  if (text.length <= enough) return ellipsize(line(text), max)
  const beginning = line(text.slice(0, enough))
  return `${upTo(beginning, Math.min(max, beginning.length) - 1)}…`
}

/** At most `max` UTF-16 units of a text that is already clean, with "…" where something is missing. */
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
  // A window keeps this cheap on long text; a cluster longer than it is no honest text and may be cut.
  const from = Math.max(0, index - 128)
  const found = graphemes.segment(text.slice(from, index + 128)).containing(index - from)
  return from + (found?.index ?? 0)
}

/** Characters that run from right to left, and marks that turn the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Right-to-left text within a line of ours: isolated, so that it cannot move the words around it. Other text is unchanged. */
export function isolate(text: string): string {
  return isRightToLeft(text) ? `\u2068${text}\u2069` : text
}

/** Whether any of a text runs from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/** Makes text inert in mrkdwn: no mention, channel or link can be written with it. `&` first, or the others are escaped twice. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What Slack advises for a message's `text` (chat.postMessage), and the most that an update takes. Characters. */
export const longestText = 4000

/** Lines one below the other, as many as fit `max` UTF-16 units; "…" where there are more. None is cut, so what is isolated stays so. */
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

/** Addresses written by strangers: a link only where Slack can neither be broken nor fooled by it. */

/** Slack's limit of a link's address, in characters (Block Kit reference, `url`). */
const longestAddress = 3000

/** What would end a link in mrkdwn, hide in it or show it in another order: white space, controls, `<`, `>`, `|`, format characters. */
const unsafe = /[\s<>|\p{C}]/gu

const web = /^https?:\/\/[^/?#]/i
const bareHost =
  /^(?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#].*)?$/u

/** The address as a link may carry it: http or https, percent-encoded where needed; undefined if it cannot be a link. */
export function webAddress(raw: string): string | undefined {
  if (raw.length > longestAddress) return undefined
  const address = raw.trim().toWellFormed().replace(unsafe, encodeURIComponent)
  return web.test(address) && address.length <= longestAddress && URL.canParse(address) ? address : undefined
}

/** As `webAddress`, for an author's address, which may lack its scheme: what looks like a host is taken as https. */
export function authorAddress(raw: string): string | undefined {
  const trimmed = raw.slice(0, longestAddress + 1).trim()
  if (!bareHost.test(trimmed)) return webAddress(raw)
  return webAddress(trimmed.startsWith('//') ? `https:${trimmed}` : `https://${trimmed}`)
}

/** An address within mrkdwn. Slack takes a bare `&` there as it is; only what reads as an escape must not be read as one. */
export function addressInText(address: string): string {
  return address.replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
}
