import { tidy } from '../../../fields/plain-text.ts'
import type { Person } from '../feed.ts'
import { filled, titleOfUnknown } from '../markup.ts'
import { addressOf, webOnly } from './links.ts'
import { titleIn } from './texts.ts'
import { childOf, type Element, hasElements, textIn, textOf } from './tree.ts'

/** Cut before it is searched for an address of mail. */
const maxName = 500

/** `jo@x.example (Jo)`, `Jo <jo@x.example>` or `Jo`. Addresses of mail are left out, because nobody asked their owners. */
export function personOf(long: string | undefined): Person | undefined {
  if (long === undefined) return undefined
  const given = long.slice(0, maxName)
  const mail = /[^\s@<>()]+@[^\s@<>()]+/
  const inBrackets = /\(([^()]+)\)\s*$/.exec(given)?.[1]
  const text = mail.test(given)
    ? (inBrackets ?? given.replace(mail, '').replaceAll(/[<>()]|mailto:/g, ''))
    : given
  const name = titleOfUnknown(text)
  return name === undefined ? undefined : { name }
}

export function atomPerson(element: Element | undefined): Person | undefined {
  if (element === undefined) return undefined
  const given = textIn(element, 'name') ?? (hasElements(element) ? undefined : textOf(element))
  const name = personOf(given)?.name
  const address = webOnly(
    textIn(element, 'uri') ?? textIn(element, 'url') ?? textIn(element, 'homepage') ?? '',
    element.base,
  )
  return name === undefined ? undefined : { name, address }
}

/** `source` of RSS and of Atom, and that of Bing, whose prefix has the address of the request as its namespace. */
export function originOf(entry: Element): Person | undefined {
  const source = childOf(entry, 'source')
  const name = source && hasElements(source) ? titleIn(source) : filled(tidy(textOf(source)))
  const address = source && (webOnly(source.attributes.get('url') ?? '', source.base) ?? addressOf(source))
  const given = name ?? filled(tidy(textIn(entry, 'news:source') ?? ''))
  return given === undefined ? undefined : { name: given, address }
}
