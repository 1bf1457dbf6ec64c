/** Longer names are cut before they are searched. A cut later could leave a part of an address. */
const maxSearched = 500

const spelledAt = /\s*[([{<]\s*(?:at|@)\s*[)\]}>]\s*/gi
const spelledDot = /\s*[([{<]\s*(?:dot|\.)\s*[)\]}>]\s*/gi
const local = String.raw`(?:"[^"@]{1,64}"|[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]+)`
const label = String.raw`[\p{L}\p{N}-]+`
const spelled = String.raw`\p{L}[\p{L}\p{N}._+-]* at ${label}(?: dot ${label})+`
/**
 * Letters beyond ASCII stand in ordinary strings, because the bundle has only ASCII, and a raw text cannot be escaped. The lookbehind spares handles such as `@jo@social.example`, and
 * keeps the search from beginning again at each letter.
 */
const mail = String.raw`(?<![\p{L}\p{N}.!#$%&'*+/=?^_{|}~@${'＠'}-])(?:e?-?mail(?:to)?\s*:\s*)?(?:${local}(?:[@${'＠﹫'}]|%40)(?:${label}(?:[.${'．。'}]${label})*|\[[\da-f.:]+\])|${spelled})(?:\?[^\s<>()]*)?`
const mailWithName = new RegExp(String.raw`[<(\[{]?${mail}[>)\]}]?\s*\(([^()]*)\)`, 'giu')
const mailAlone = new RegExp(mail, 'giu')
/** Of several addresses, too. */
const emptyBrackets = /\s*(?:\([\s,;&]*\)|<[\s,;&]*>|\[[\s,;&]*\]|\{[\s,;&]*\}|"")|\s+(?=,)/g
/** What only leads to the address. */
const leading = /(?:^|[\s,;|–—-]+)(?:via|at|from|contact|e-?mail|write to):?\s*$/i
const edges = /^[\s,;:|/<>{}·–—-]+|[\s,;:|/<>{}·–—-]+$/g
/** Letters that nobody sees, in which an address can be hidden. */
const unseen = /[\u00ad\u200b\u2060\ufeff]/g

/**
 * A name without the mail addresses in it, because nobody asked their owners: `jo@x.example (Jo)`, `Jo <jo@x.example>` and
 * `Jo (jo at x dot example)` are `Jo`. '' if nothing else is left.
 */
export function withoutMail(name: string): string {
  const searched = name.slice(0, maxSearched).replaceAll(unseen, '')
  const given = searched.replaceAll(spelledAt, '@').replaceAll(spelledDot, '.')
  const rest = given.replaceAll(mailWithName, ' $1').replaceAll(mailAlone, '')
  if (rest === given) return name
  const isAtEnd = given.startsWith(rest.trimEnd())
  const bare = (isAtEnd ? rest.replace(leading, '') : rest)
    .replaceAll(emptyBrackets, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(edges, '')
  return bare.replace(/^(["'“])(.*)["'”]$/, '$2').trim()
}
