import { cardFields } from '../../model/subscription.ts'
import { type RichPart, words } from '../kit/block-kit.ts'
import { namesIn, splitTemplate, unknownPlaceholders } from '../kit/placeholders.ts'
import { clean } from '../kit/text.ts'
import type { CardField } from './fields.ts'

/** The line of a compact card, such as `{sentiment} {title} · {author}`. */

const linePlaceholders = ['title', ...cardFields] as const
export type LinePlaceholder = 'title' | CardField

export const linePlaceholderWords = linePlaceholders.map((one) => `\`{${one}}\``).join(' ')

/** In UTF-16 units. */
export const longestLine = 200

/** `opener` and `closer` are the brackets and quotes around a value. `gap` is the text between the value before and this one. */
type Slot = { placeholder: LinePlaceholder; gap: string; opener: string; closer: string }

/** `head` and `tail` are the texts before the first and after the last value. */
export type LineTemplate = { head: string; slots: Slot[]; tail: string }

export function readLineTemplate(written: string): { template: LineTemplate } | { errors: string[] } {
  const errors = unknownPlaceholders(written, linePlaceholders)
  const names = namesIn(written)
  const texts = splitTemplate(written).filter((_, index) => index % 2 === 0)
  if (texts.some((text) => /[{}]/.test(text))) errors.push('{ and } enclose a placeholder')
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(written))
    errors.push('a line has no line breaks and no control characters')
  if (written.length > longestLine) errors.push(`too long: at most ${longestLine} characters`)
  if (!names.includes('title')) errors.push('{title} is missing: it is the link to the mention')
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) < index)))
    errors.push(`{${name}} is here twice`)
  return errors.length > 0 ? { errors } : { template: templateOf(names, texts.map(clean)) }
}

const isPlaceholder = (name: string): name is LinePlaceholder => linePlaceholders.some((one) => one === name)

function templateOf(names: string[], texts: string[]): LineTemplate {
  const between = texts.map((text, index) => apart(text, index > 0, index < names.length))
  const slots = names.flatMap((placeholder, index): Slot[] => {
    const [before, after] = [between[index], between[index + 1]]
    if (!isPlaceholder(placeholder) || before === undefined || after === undefined) return []
    return [{ placeholder, gap: before.rest, opener: before.opener, closer: after.closer }]
  })
  return { head: between[0]?.rest ?? '', slots, tail: between.at(-1)?.rest ?? '' }
}

/** Divides the text between two values into what closes the first, what opens the second, and the rest. */
function apart(text: string, isBehindValue: boolean, isBeforeValue: boolean) {
  const closer = isBehindValue ? (/^[)\]»”’"']*/.exec(text)?.[0] ?? '') : ''
  const others = text.slice(closer.length)
  const opener = isBeforeValue ? (/[([«“‘"']*$/.exec(others)?.[0] ?? '') : ''
  return { closer, opener, rest: others.slice(0, others.length - opener.length) }
}

/** The facts that a line shows, in its order. */
export const fieldsOf = ({ slots }: LineTemplate): CardField[] =>
  slots.flatMap(({ placeholder }) => (placeholder === 'title' ? [] : [placeholder]))

/**
 * `valueFor` returns no parts for a value that the mention lacks. Its brackets and the text before it are then left out, so that no separator
 * stands alone.
 */
export function fillLine(
  { head, slots, tail }: LineTemplate,
  valueFor: (placeholder: LinePlaceholder, isBeforeTitle: boolean) => RichPart[],
): RichPart[] {
  const title = slots.findIndex(({ placeholder }) => placeholder === 'title')
  const filled = slots.map((slot, index) => ({ ...slot, value: valueFor(slot.placeholder, index < title) }))
  const kept = filled.filter(({ value }) => value.length > 0)
  const parts = kept.flatMap(({ gap, opener, closer, value }, index) => [
    words(`${index === 0 ? '' : gap}${opener}`),
    ...value,
    words(closer),
  ])
  const hasHead = kept[0] === filled[0] || !/[\p{L}\p{N}]\s*$/u.test(head)
  const hasTail = kept.at(-1) === filled.at(-1) || !/^\s*[\p{L}\p{N}]/u.test(tail)
  return [words(hasHead ? head : ''), ...parts, words(hasTail ? tail : '')]
}
