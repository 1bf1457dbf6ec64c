import { decoded as decodedPart } from '@overheard/base/decoded'

/** Shorter secrets are not removed from log lines, because that would also remove parts of ordinary words. */
const minSecretLength = 6
const minBase64Length = 10

const hidden = '[secret]'

/**
 * Returns what removes secrets from a text, however they are encoded there: as JSON, in an address, as HTML, and any of these within another,
 * and in base64. `hide` adds secrets; earlier ones stay hidden.
 */
export function createRedactor() {
  const inBase64 = new Set<string>()
  const needles = new Set<string>()
  return {
    hide(secrets: (string | undefined)[]): void {
      const known = secrets.filter((secret) => secret !== undefined).filter(isLong)
      for (const one of known.flatMap(base64Of)) inBase64.add(one)
      for (const one of known.flatMap(formsOf).filter(isLong)) needles.add(one)
    },
    redact(line: string): string {
      let safe = line
      for (const one of inBase64) safe = safe.replaceAll(one, hidden)
      const isPlain = !encoding.test(safe) && ![...needles].some((needle) => asForm(safe).includes(needle))
      return isPlain ? safe : redactEncoded(safe, needles)
    },
  }
}

const isLong = (text: string) => text.length >= minSecretLength

/** A secret that looks encoded itself is found as it is, and as what remains when everything is decoded. */
const formsOf = (secret: string) =>
  [spansOf(secret), ...decodings(spansOf(secret))].map((spans) => asForm(textOf(spans)))

/** In a form, a plus sign is a blank. */
const asForm = (text: string) => text.replaceAll('+', ' ')

/** A piece of decoded text, and where it stands in the source. */
type Span = { char: string; start: number; end: number }

const spansOf = (text: string): Span[] =>
  Array.from(text, (char) => char).reduce<Span[]>((spans, char) => {
    const start = spans.at(-1)?.end ?? 0
    spans.push({ char, start, end: start + char.length })
    return spans
  }, [])

const textOf = (spans: Span[]) => spans.map(({ char }) => char).join('')

/** A run of percent signs, an escape of JSON or JavaScript, or an entity of HTML. */
const encoding =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[\s\S]|&#x[0-9a-f]{1,6};|&#[0-9]{1,7};|&(?:amp|lt|gt|quot|apos);/i

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(written: string): string {
  if (written.startsWith('%')) return Buffer.from(written.replaceAll('%', ''), 'hex').toString()
  if (written.startsWith('\\'))
    return /^\\[ux]./i.test(written)
      ? String.fromCharCode(Number.parseInt(written.slice(2), 16))
      : (escapes[written.slice(1)] ?? written.slice(1))
  const name = written.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return entities[name] ?? written
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10_ffff ? String.fromCodePoint(code) : written
}

/** Text that is encoded more often stays as it is. */
const mostRounds = 8

/** Returns the text after each round of decoding, until nothing is encoded any more. */
function decodings(spans: Span[]): Span[][] {
  const rounds: Span[][] = []
  for (
    let last = decodeOnce(spans);
    last !== undefined && rounds.length < mostRounds;
    last = decodeOnce(last)
  )
    rounds.push(last)
  return rounds
}

function decodeOnce(spans: Span[]): Span[] | undefined {
  const result: Span[] = []
  const places = placesOf(spans)
  let next = 0
  for (const { index, 0: written } of textOf(spans).matchAll(new RegExp(encoding, 'gi'))) {
    const first = places[index] ?? 0
    const last = places[index + written.length - 1] ?? 0
    const range = { start: spans[first]?.start ?? 0, end: spans[last]?.end ?? 0 }
    for (const span of spans.slice(next, first)) result.push(span)
    for (const char of decoded(written)) result.push({ char, ...range })
    next = last + 1
  }
  return next === 0 ? undefined : [...result, ...spans.slice(next)]
}

/** The span of each UTF-16 unit of the text. */
const placesOf = (spans: Span[]) =>
  spans.flatMap(({ char }, index) => (char.length === 1 ? [index] : Array<number>(char.length).fill(index)))

function redactEncoded(line: string, needles: Set<string>): string {
  const whole = spansOf(line)
  const ranges = [whole, ...decodings(whole)].flatMap((spans) => rangesIn(spans, needles))
  let safe = ''
  let shown = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= shown) safe += line.slice(shown, start) + hidden
    shown = Math.max(shown, end)
  }
  return safe + line.slice(shown)
}

function rangesIn(spans: Span[], needles: Set<string>): { start: number; end: number }[] {
  const text = asForm(textOf(spans))
  const places = placesOf(spans)
  const spanAt = (at: number) => spans[places[at] ?? 0]
  const ranges: { start: number; end: number }[] = []
  for (const needle of needles)
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length))
      ranges.push({ start: spanAt(at)?.start ?? 0, end: spanAt(at + needle.length - 1)?.end ?? 0 })
  return ranges
}

/** The part of its base64 that is the same wherever a secret stands in a longer text, such as that of Basic authentication. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const certain = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    if (certain.length < minBase64Length) return []
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Returns the passwords in addresses, as they are written and decoded. */
export function passwordsIn(...urls: (string | undefined)[]): string[] {
  return urls.flatMap((url) => {
    const { password } = new URL(url !== undefined && URL.canParse(url) ? url : 'none:')
    return [password, decodedPart(password)]
  })
}
