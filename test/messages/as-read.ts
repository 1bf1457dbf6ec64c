/** A message as a person reads it in Slack, for snapshots that need no knowledge of Block Kit. */
import type { Block, Content } from '../../src/model/message.ts'
import { withPlainSpaces } from './plain-blanks.ts'

type Json = Record<string, unknown>

export function readableMessage({ text, blocks }: Content): string {
  const lines = ['── notification and screen reader', text, '── message', ...blocks.map(readableBlock), '']
  return withPlainSpaces(lines.join('\n'))
}

function readableBlock(block: Block): string {
  switch (block.type) {
    case 'header':
      return `# ${textOf(block.text)}`
    case 'section':
      return textOf(block.text)
    case 'context':
      return list(block.elements)
        .map((element) => `(small) ${textOf(element)}`)
        .join('\n')
    case 'actions':
      return list(block.elements).map(control).join(' ')
    case 'rich_text':
      return list(block.elements).map(richElement).join('\n')
    case 'data_visualization':
      return chart(block)
    default:
      return `?? ${block.type}`
  }
}

function control(element: Json): string {
  if (element.type === 'static_select')
    return `[${textOf(element.placeholder)} ▾ ${list(element.options)
      .map((option) => textOf(option.text))
      .join(' | ')}]`
  return element.style === 'primary' ? `[*${textOf(element.text)}*]` : `[${textOf(element.text)}]`
}

function richElement(element: Json): string {
  if (element.type === 'rich_text_list')
    return list(element.elements)
      .map((item) => `  • ${richElement(item)}`)
      .join('\n')
  return list(element.elements).map(richPart).join('')
}

function richPart(part: Json): string {
  if (part.type === 'link') return `[${String(part.text)}](${String(part.url)})`
  if (part.type === 'date') return `<${String(part.format)}|${String(part.fallback)}>`
  return record(part.style).bold ? `**${String(part.text)}**` : String(part.text)
}

function chart(block: Block): string {
  const plot = record(block.chart)
  const rows = list(plot.series).map(
    (series) =>
      `  ${String(series.name)}: ${list(series.data)
        .map(({ value }) => value)
        .join(' ')}`,
  )
  const axis = record(plot.axis_config).categories
  const labels = Array.isArray(axis) ? axis.join(' | ') : ''
  return [`(${String(plot.type)} chart: ${String(block.title)})`, ...rows, `  ${labels}`].join('\n')
}

function textOf(value: unknown): string {
  return String(record(value).text)
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record) : []
}
