// Text of strangers is made harmless here. Pass it through `cleanLine` or `cut`, and put it into `plain_text` or `rich_text` elements. A
// message's `text` is mrkdwn, so there also use `escapeMrkdwn`.

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

const suspicious =
  /[^\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u3001-\u3029\u3041-\u3096\u30a0-\u3163\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]| {2}/

/** Bidirectional embeddings, overrides and isolates can show text in another order than it is read. */
const reordering = '\\u202a-\\u202e\\u2066-\\u2069'

/** Zero-width and blank characters hide text, or make an empty title look full. */
const hiding =
  '\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb'

const unwanted = new RegExp(
  `[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f${reordering}${hiding}\\u{1bca0}-\\u{1bca3}]`,
  'gu',
)

/** Joiners shape Persian, Indic scripts and emoji. They stay between two letters, digits or emoji and are removed elsewhere. */
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{Nd}\p{Extended_Pictographic}\u2640\u2642])|(?<=[\u200c\u200d])[\u200c\u200d]+/gu

/**
 * After a black flag, tag letters spell the flags of England, Scotland and Wales. Elsewhere they can carry hidden text,
 * so they are removed.
 */
const looseTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0000}-\u{e007f}]+/gu

/** A pile of marks on one letter would cover the lines above. No script needs more than eight marks. */
const pile = /(\p{M}{8})\p{M}+/gu

export function cleanLine(text: string): string {
  return clean(text).trim()
}

/**
 * Makes text of strangers show what it says. White space becomes single blanks, lone surrogates become U+FFFD, and
 * characters that reorder, hide or control are removed. Right-to-left scripts, joined emoji and accents stay.
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

/**
 * `cut` reads this many units of raw text for each unit that it returns. Text after that matters only after many hidden
 * characters.
 */
const lookedAt = 4

/** Cleans the text and returns at most `max` UTF-16 units, including the “…”. Never splits a visible character. */
export function cut(text: string, max: number): string {
  const enough = max * lookedAt
  if (text.length <= enough) return ellipsize(cleanLine(text), max)
  const beginning = cleanLine(text.slice(0, enough))
  return `${upTo(beginning, Math.min(max, beginning.length) - 1)}…`
}

export function ellipsize(text: string, max: number): string {
  return text.length <= max ? text : `${upTo(text, max - 1)}…`
}

function upTo(text: string, max: number): string {
  return max >= text.length ? text : text.slice(0, edgeBefore(text, max)).trimEnd()
}

/** Returns the nearest edge between two visible characters (grapheme clusters) at or before `index`, in UTF-16 units. */
export function edgeBefore(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (text.charCodeAt(index) < 0x7f && text.charCodeAt(index - 1) < 0x7f) return index
  // A small window keeps this fast on long text. A longer cluster is no ordinary text and may be cut.
  const from = Math.max(0, index - 128)
  const found = graphemes.segment(text.slice(from, index + 128)).containing(index - from)
  return from + (found?.index ?? 0)
}

const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates right-to-left text, so that it cannot move the words around it. Returns other text unchanged. */
export function isolate(text: string): string {
  return isRightToLeft(text) ? `\u2068${text}\u2069` : text
}

export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * Escapes text for mrkdwn, so that it contains no mention, channel or link. Escapes `&` first, because otherwise the other escapes would be
 * escaped twice.
 */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Slack advises at most this length of a message's `text`, in characters, and accepts no more in an update. */
export const longestText = 4000

/**
 * Joins as many lines as fit into `max` UTF-16 units, and adds “…” if there are more. Never cuts a line, so isolated
 * text stays isolated.
 */
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

// Addresses written by strangers become links only if they can neither break nor deceive Slack.

/** Slack's limit for a link's address, in characters (Block Kit reference, `url`). */
const longestAddress = 3000

/** These characters would end a link in mrkdwn, hide in it or reorder it: white space, controls, `<`, `>`, `|`, format characters. */
const unsafe = /[\s<>|\p{C}]/gu

const web = /^https?:\/\/[^/?#]/i

/** Percent-encodes the address if needed. Returns undefined if it cannot be a link. */
export function webAddress(raw: string): string | undefined {
  if (raw.length > longestAddress) return undefined
  const address = raw.trim().toWellFormed().replace(unsafe, encodeURIComponent)
  return web.test(address) && address.length <= longestAddress && URL.canParse(address) ? address : undefined
}

/** Escapes a `&` only if mrkdwn would read it as an escape, because Slack accepts every other `&`. */
export function addressInText(address: string): string {
  return address.replace(/&(?=(?:amp|lt|gt);)/g, '&amp;')
}
