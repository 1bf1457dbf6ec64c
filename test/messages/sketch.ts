/** A message as a plain sketch that anybody can read: what Slack would show, with [links] and [buttons] in brackets. */
import type { Content } from '../../src/model/message.ts'
import { withPlainSpaces } from './plain-blanks.ts'

/** The blocks line by line, then the text that notifications and screen readers get. */
export function sketch({ text, blocks }: Content): string {
  return withPlainSpaces(`${blocks.map((block) => drawBlock(block)).join('\n')}\n\ntext: ${text}`)
}

/** Several messages, one after the other. */
export function sketches(contents: Content[]): string {
  return contents.map(sketch).join('\n────────\n')
}

function drawBlock(block: Content['blocks'][number]): string {
  const lines = draw(block).split('\n')
  const name = block.type.padEnd(10)
  return lines.map((line, index) => `${index === 0 ? name : ' '.repeat(10)}${line}`.trimEnd()).join('\n')
}

function draw(value: unknown): string {
  if (Array.isArray(value)) return value.map(draw).join('')
  if (!isObject(value)) return ''
  switch (value.type) {
    case 'link':
      return `${styled(value, `[${value.text}]`)}(${value.url})`
    case 'date':
      return `<${value.format}|${value.fallback}>`
    case 'channel':
      return `[#${value.channel_id}]`
    case 'text':
      return styled(value, String(value.text))
    case 'context':
    case 'actions':
      return listOf(value.elements)
        .map(draw)
        .join(value.type === 'context' ? ' | ' : ' ')
    case 'section':
      return [value.text, value.fields, value.accessory].map(draw).filter(Boolean).join('  ')
    case 'button':
      return `[${draw(value.text)}]`
    case 'overflow':
      return `[⋯ ${listOf(value.options)
        .map((option) => draw(isObject(option) ? option.text : ''))
        .join(' / ')}]`
    case 'rich_text_list':
      return listOf(value.elements)
        .map(
          (item, index) =>
            `${value.style === 'ordered' ? `${Number(value.offset) + index + 1}.` : '•'} ${draw(item)}`,
        )
        .join('\n')
    case 'plain_text':
    case 'mrkdwn':
      return String(value.text)
    default:
      return draw(value.elements)
  }
}

function styled(value: Record<string, unknown>, text: string): string {
  return isObject(value.style) && value.style.bold === true ? `*${text}*` : text
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
