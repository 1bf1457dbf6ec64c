import { splitTemplate, unknownPlaceholders } from '../../messages/kit/placeholders.ts'

export const linkPlaceholders = [
  'title',
  'url',
  'snippet',
  'author',
  'sentiment',
  'reach',
  'source',
  'date',
] as const
export type LinkPlaceholder = (typeof linkPlaceholders)[number]

export type Link = { label: string; url: string }

/** Slack's limit for a button's address, in characters (Block Kit reference, `url`). */
export const longestLinkAddress = 3000

/** The values of these placeholders are never cut. Percent-encoded, each is at most this long. */
const uncut: readonly string[] = ['sentiment', 'reach', 'date'] satisfies LinkPlaceholder[]
const longestUncut = 40

type LinkPart = { fixed: string } | { placeholder: LinkPlaceholder; isInPath: boolean }

/** `origin` is fixed by the template, so no mention can lead to another host. */
export type LinkTemplate = { origin: string; parts: LinkPart[] }

const shape = /^(https?:)\/\/([^/?#\\]*)(.*)$/is

export function readLinkTemplate(written: string): { template: LinkTemplate } | { errors: string[] } {
  const errors = unknownPlaceholders(written, linkPlaceholders)
  const [, scheme = '', host, rest = ''] = shape.exec(written.trim()) ?? []
  if (host === undefined) return { errors: [...errors, 'expected an address that begins with https://'] }
  if (/[{}]/.test(host))
    return { errors: [...errors, 'the host must be fixed: a placeholder may stand only behind it'] }
  if (host.includes('@'))
    return { errors: [...errors, 'leave out the user name and the password: everybody can read them'] }
  const base = `${scheme}//${host}/`
  if (!URL.canParse(base)) return { errors: [...errors, `'${host}' is not a host`] }
  // Every second text is the name of a placeholder.
  const texts = splitTemplate(rest)
  const fixed = texts.filter((_, index) => index % 2 === 0)
  if (fixed.some((text) => /[{}]/.test(text)))
    errors.push('{ and } enclose a placeholder; elsewhere write %7B and %7D')
  if (fixed.some((text) => /%(?![0-9a-f]{2})/i.test(text)))
    errors.push('% begins an escape such as %20; for the character itself write %25')
  if (errors.length > 0) return { errors }
  const template = { origin: new URL(base).origin, parts: partsOf(texts) }
  if (shortestAddress(template) > longestLinkAddress)
    return { errors: [`too long: Slack takes at most ${longestLinkAddress} characters`] }
  return { template }
}

const isPlaceholder = (name: string): name is LinkPlaceholder => linkPlaceholders.some((one) => one === name)

/** Puts a slash between the origin and the rest, as browsers do. Percent-encodes what an address cannot contain. */
function partsOf([first = '', ...texts]: string[]): LinkPart[] {
  const start = first.startsWith('/') ? first : `/${first}`
  let isInPath = true
  return [start, ...texts].flatMap((text, index): LinkPart[] => {
    if (index % 2 === 1) return isPlaceholder(text) ? [{ placeholder: text, isInPath }] : []
    isInPath &&= !/[?#]/.test(text)
    const fixed = text.toWellFormed().replace(/[^\x21-\x7e]|["<>\\^`|]/gu, encodeURIComponent)
    return [{ fixed }]
  })
}

function shortestAddress({ origin, parts }: LinkTemplate): number {
  return parts.reduce(
    (sum, part) =>
      sum + ('fixed' in part ? part.fixed.length : uncut.includes(part.placeholder) ? longestUncut : 0),
    origin.length,
  )
}
