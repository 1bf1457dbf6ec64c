import { z } from 'zod'
import { ellipsize, webAddress } from '../../messages/kit/text.ts'
import type { Content } from '../../model/message.ts'

/** Texts of strangers in it are literal: `subject` is one line, `text` is plain text, and `html` has only the tags that are written here. */
export type DigestMail = { subject: string; text: string; html: string }

/** These limits (UTF-16 units) keep an event small. What is above them is left out, block by block. */
export const maxMailText = 50_000
export const maxMailHtml = 100_000
const maxSubject = 200

type Run = { text: string; url?: string; isBold?: boolean }
type Part =
  | { kind: 'line' | 'note'; runs: Run[] }
  | { kind: 'list'; items: Run[][] }
  | { kind: 'table'; rows: string[][] }

/**
 * Writes the messages of a digest for a reader without Slack. Leaves out what only works in Slack: buttons and charts. Nothing in it is loaded
 * from elsewhere.
 */
export function digestMail(messages: readonly Content[]): DigestMail {
  const parts = messages.flatMap(({ blocks }) => blocks.flatMap(partsOf))
  const text = fitting(parts.map(asText), maxMailText, '\n\n')
  const body = fitting(parts.map(asHtml), maxMailHtml - htmlHead.length - htmlEnd.length, '\n')
  const [heading = ''] = text.split('\n')
  return { subject: oneLine(heading), text, html: `${htmlHead}${body}${htmlEnd}` }
}

const htmlHead = '<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n'
const htmlEnd = '\n</body>\n</html>\n'

/** Joins as many pieces as fit, and adds “…” if there are more. */
function fitting(pieces: string[], max: number, between: string): string {
  let joined = ''
  for (const piece of pieces.filter((one) => one !== '')) {
    const longer = joined === '' ? piece : `${joined}${between}${piece}`
    if (longer.length > max - between.length - 1) return `${joined}${between}…`
    joined = longer
  }
  return joined
}

/** A line break would end the header of a mail. */
const oneLine = (text: string) => ellipsize(text.replaceAll(/\p{Cc}+/gu, ' '), maxSubject)

const elementSchema = z.looseObject({
  type: z.string(),
  text: z.union([z.string(), z.looseObject({ text: z.string() })]).optional(),
  url: z.string().optional(),
  fallback: z.string().optional(),
  style: z.union([z.string(), z.looseObject({ bold: z.boolean().optional() })]).optional(),
})
type Element = z.infer<typeof elementSchema>

const listed = (elements: unknown): unknown[] => (Array.isArray(elements) ? elements : [])

const elementsOf = (elements: unknown) =>
  listed(elements).flatMap((element) => elementSchema.safeParse(element).data ?? [])

function partsOf(block: Content['blocks'][number]): Part[] {
  switch (block.type) {
    case 'header':
    case 'section':
      return [block.text, ...listed(block.fields)].flatMap((text): Part[] => {
        const runs = elementsOf([text]).flatMap(runsOfText)
        return runs.length === 0 ? [] : [{ kind: 'line', runs }]
      })
    case 'context':
      return [{ kind: 'note', runs: withBlanks(elementsOf(block.elements).map(runsOfText)) }]
    case 'rich_text':
      return elementsOf(block.elements).map(({ type, elements }) =>
        type === 'rich_text_list'
          ? { kind: 'list', items: elementsOf(elements).map((item) => runsOfSection(item.elements)) }
          : { kind: 'line', runs: runsOfSection(elements) },
      )
    case 'table':
      return [{ kind: 'table', rows: listed(block.rows).map((row) => elementsOf(row).map(wordsOf)) }]
    default:
      return []
  }
}

const withBlanks = (groups: Run[][]) =>
  groups.flatMap((runs, at) => (at === 0 ? runs : [{ text: ' ' }, ...runs]))

const wordsOf = ({ text }: Element) => (typeof text === 'string' ? text : (text?.text ?? ''))

const runsOfSection = (elements: unknown) =>
  elementsOf(elements).map((element): Run => {
    const { url, fallback, style } = element
    const text = wordsOf(element) || fallback || url || ''
    return {
      text,
      ...(url !== undefined && { url }),
      ...(typeof style === 'object' && style.bold === true && { isBold: true }),
    }
  })

/** A text object. The `mrkdwn` in a digest has only our own markup: dates, which have a text for other readers, and links. */
function runsOfText(element: Element): Run[] {
  const text = wordsOf(element)
  if (element.type !== 'mrkdwn') return [{ text }]
  return text.split(/(<[^<>]*>)/).flatMap((piece): Run[] => {
    const [, inside] = /^<(.*)>$/s.exec(piece) ?? []
    if (inside === undefined) return piece === '' ? [] : [{ text: unescaped(piece) }]
    const [target = '', ...label] = inside.split('|')
    const shown = { text: unescaped(label.join('|') || target) }
    return [/^[!#@]/.test(target) ? shown : { ...shown, url: unescaped(target) }]
  })
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function asText(part: Part): string {
  if (part.kind === 'table') return part.rows.map((row) => row.join(' | ')).join('\n')
  if (part.kind === 'list') return part.items.map((item) => `- ${textOfRuns(item)}`).join('\n')
  return textOfRuns(part.runs)
}

const textOfRuns = (runs: Run[]) => runs.map(textOfRun).join('').trim()

function textOfRun({ text, url }: Run): string {
  const address = addressOf(url)
  return (address === undefined || address === text ? text : `${text} (${address})`).toWellFormed()
}

function asHtml(part: Part): string {
  if (part.kind === 'table') return `<table>\n${part.rows.map(rowAsHtml).join('\n')}\n</table>`
  if (part.kind === 'list') {
    const items = part.items.map((item) => `<li>${item.map(htmlOfRun).join('')}</li>`)
    return `<ul>\n${items.join('\n')}\n</ul>`
  }
  const runs = part.runs.map(htmlOfRun).join('')
  if (runs.trim() === '') return ''
  return part.kind === 'note' ? `<p><small>${runs}</small></p>` : `<p>${runs}</p>`
}

function rowAsHtml(row: string[], at: number): string {
  const tag = at === 0 ? 'th' : 'td'
  return `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
}

function htmlOfRun({ text, url, isBold }: Run): string {
  const words = isBold === true ? `<b>${escaped(text)}</b>` : escaped(text)
  const address = addressOf(url)
  return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`
}

/** Only addresses of the web become links. */
const addressOf = (url: string | undefined) => (url === undefined ? undefined : webAddress(url))

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A carriage return or a NUL would be read as another character. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\0\r]/g, ' ')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll('\n', '<br>')
