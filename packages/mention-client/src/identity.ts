import { z } from 'zod'

/**
 * What identifies a mention whatever its id is. Only our own mention service gives it (packages/listen/src/store/mention-identity.ts writes it). The
 * number before the colon is the rule by which it was made, and by which two of them are compared. Receipts have it for years, so a rule is
 * never changed or taken out.
 */
export type Identity = string

function isSameByTwo(a: string, b: string): boolean {
  const isEqual = (from: number, to: number) => a.slice(from, to) === b.slice(from, to)
  if (isEqual(0, 8)) return true
  if (isEqual(20, 24)) return isEqual(24, 36)
  if (!isEqual(8, 16)) return false
  if (a[36] === 's' || b[36] === 's') return isEqual(24, 36)
  return !isEqual(16, 20) || isEqual(24, 30) || isEqual(30, 36)
}

/** The page, channel, title and text are the same, and the page belongs to one mention. */
function isRevision(a: string, b: string): boolean {
  const [page, named, text] = [a.slice(8, 16), a.slice(20, 30), a.slice(36)]
  return (
    page === b.slice(8, 16) && named === b.slice(20, 30) && text === b.slice(36) && /^o(?!-{6})/.test(text)
  )
}

const rules: Record<string, { pattern: RegExp; isSame: (a: string, b: string) => boolean }> = {
  /**
   * Hashes of the item (8 characters), its address (8), its channel (4), and its title with its time (6). Another channel that gives the address
   * gives the same mention. Within a channel, several mentions may have one address; there the title and the time must be the same, too.
   */
  1: {
    pattern: /^[\w-]{26}$/,
    isSame: (a, b) =>
      a.slice(0, 8) === b.slice(0, 8) ||
      (a.slice(8, 16) === b.slice(8, 16) &&
        (a.slice(16, 20) !== b.slice(16, 20) || a.slice(20) === b.slice(20))),
  },
  /**
   * Hashes of the item (8 characters), its page (8), source (4), channel (4), title (6) and time (6), and `s` if it shares its page with others.
   * Within a channel, the title and the time make the same mention, because some feeds change all ids and addresses. Another source that gives
   * the page gives the same mention, and another channel of the source does if the title or the time is the same. If the page is shared, both must be.
   */
  2: {
    pattern: /^[\w-]{36}[os]$/,
    isSame: isSameByTwo,
  },
  /**
   * As rule 2, and a hash of the text (6), or `------`. Within a channel, an item whose id and time are others at the source is the same mention,
   * too, if its page, title and text are the same, and the page is its own.
   */
  3: {
    pattern: /^[\w-]{36}[os][\w-]{6}$/,
    isSame: (a, b) => isSameByTwo(a, b) || isRevision(a, b),
  },
}

function ruleOf(identity: Identity) {
  const [name = '', parts = ''] = identity.split(':')
  const rule = rules[name]
  return rule?.pattern.test(parts) ? { ...rule, name, parts } : undefined
}

export const identitySchema: z.ZodType<Identity, string> = z.string()

/** The hashes of the item and its page, with which an identity begins by every rule. All alerts that find the item give the same. */
const itemLength = 16

/** Returns what is the same for all mentions of one item; undefined if the mention service is not our own. */
export function itemOf(identities: readonly Identity[] = []): string | undefined {
  const newest = identities.at(-1)
  return newest === undefined ? undefined : ruleOf(newest)?.parts.slice(0, itemLength)
}

/** Reads what identifies a mention, from the service or from a receipt. Leaves out what this version cannot compare: identities of a newer rule. */
export const readMentionIdentities = (raw: unknown): Identity[] =>
  Array.isArray(raw) ? raw.filter((one) => typeof one === 'string' && ruleOf(one) !== undefined) : []

/** True if one of the identities of a mention is the same as one of `known`. */
export function isKnownIdentity(known: readonly Identity[]): (identities: readonly Identity[]) => boolean {
  const read = known.flatMap((one) => ruleOf(one) ?? [])
  return (identities) =>
    identities.some((identity) => {
      const rule = ruleOf(identity)
      return (
        rule !== undefined &&
        read.some(({ name, parts }) => name === rule.name && rule.isSame(rule.parts, parts))
      )
    })
}
