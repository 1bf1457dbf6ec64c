import { withoutMail } from '../../../fields/person-name.ts'
import { tidy } from '../../../fields/plain-text.ts'
import type { Person } from '../feed.ts'
import { filled, titleOfUnknown } from '../markup.ts'
import { addressOf, webOnly } from './links.ts'
import { titleIn } from './texts.ts'
import { childOf, type Element, hasElements, textIn, textOf } from './tree.ts'

/** Without addresses of mail. Undefined if there is nothing else. */
export function personOf(given: string | undefined): Person | undefined {
  const name = withoutMail(titleOfUnknown(given ?? '') ?? '')
  return name === '' ? undefined : { name }
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
