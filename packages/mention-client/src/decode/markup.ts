/** The names of U+00A0 to U+00FF, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  )

const named = new Map<string, string>([
  ...latin1.map((name, place): [string, string] => [name, String.fromCodePoint(0xa0 + place)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    AMP: '&',
    LT: '<',
    GT: '>',
    QUOT: '"',
  }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”' }),
  ...Object.entries({ bdquo: '„', lsaquo: '‹', rsaquo: '›', hellip: '…', bull: '•', trade: '™', euro: '€' }),
  ...Object.entries({ prime: '′', Prime: '″', larr: '←', uarr: '↑', rarr: '→', darr: '↓', hearts: '♥' }),
  ...Object.entries({ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d' }),
  ...Object.entries({ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', fnof: 'ƒ', minus: '−' }),
  ...Object.entries({
    dagger: '†',
    permil: '‰',
    infin: '∞',
    ne: '≠',
    le: '≤',
    ge: '≥',
    asymp: '≈',
    star: '☆',
  }),
])

/** HTML reads the numbers 128 to 159 as characters of Windows-1252. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Matches a character reference, or a tag of a kind that stands within a line. A tag may have attributes with values, so a text such as `a <b and c>
 * d` has none, nor has `List<String>`.
 */
const markup =
  /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,30}));|<\/?(?:abbr|acronym|a|big|bdi|bdo|br|b|cite|code|del|dfn|em|font|highlight|hl|hlt|ins|i|kbd|mark|q|samp|small|span|strike|strong|sub|sup|s|tt|u|var|wbr)(?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))*\s*\/?>/gi

/** `at` returns the place in the new text of a place in the old one. */
type Unmarked = { text: string; at: (place: number) => number }

/**
 * Replaces character references by their characters, and removes tags of inline elements. Each place is read once, so `&amp;lt;` becomes the text
 * `&lt;`, and `&lt;em&gt;` the text `<em>`.
 */
export function withoutMarkup(raw: string): Unmarked {
  if (!/[&<]/.test(raw)) return { text: raw, at: (place) => place }
  const shifts: { from: number; to: number; by: number }[] = []
  let removed = 0
  const text = raw.replace(markup, (found, decimal, hexadecimal, name, place: number) => {
    const becomes =
      characterOf(decimal, hexadecimal, name) ?? (found.startsWith('&') ? found : breakOf(found))
    if (becomes === found) return found
    removed += found.length - becomes.length
    shifts.push({ from: place, to: place + found.length, by: removed })
    return becomes
  })
  return { text, at: (place) => placeAfter(shifts, place) }
}

const breakOf = (tag: string) => (/^<\/?br\b/i.test(tag) ? ' ' : '')

function characterOf(decimal?: string, hexadecimal?: string, name?: string): string | undefined {
  if (name !== undefined) return named.get(name)
  if (decimal === undefined && hexadecimal === undefined) return undefined
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (code >= 0x80 && code <= 0x9f) return windows1252.charAt(code - 0x80)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** A place within markup becomes the place after it. */
function placeAfter(shifts: { from: number; to: number; by: number }[], place: number): number {
  let by = 0
  for (const shift of shifts) {
    if (shift.from >= place) break
    if (place < shift.to) return shift.to - shift.by
    by = shift.by
  }
  return place - by
}
