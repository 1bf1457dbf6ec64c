import type { Block, Content } from '../../src/model/message.ts'

/** A message as plain text: what Slack would show, with [links] and [buttons] in brackets. */

/** The blocks line by line, then the text for notifications and screen readers. */
export function sketch({ text, blocks }: Content): string {
  return withPlainSpaces(`${blocks.map((block) => drawBlock(block)).join('\n')}\n\ntext: ${text}`)
}

/**
 * What notifications show: on the desktop the first block (since 2026-07-13 Slack prefers blocks), on a phone the text. Dates are those that
 * Slack writes for a reader in UTC.
 */
export function notifications({ text, blocks }: Content): { desktop: string; mobile: string } {
  const [first] = blocks
  return { desktop: asNotified(first === undefined ? text : draw(first)), mobile: asNotified(text) }
}

function asNotified(text: string): string {
  return withPlainSpaces(
    text
      .replaceAll(/<(?:!date\^\d+\^)?[^|<>]*\|([^<>]*)>/g, '$1')
      .replaceAll(/\(https?:[^)]*\)|[*[\]~`]/g, ''),
  )
}

/** Systems truncate a notification after about this many characters. */
export const notificationLength = 120

/** A message in one line, for a table: its kind, its blocks, and its text for notifications unless the blocks say the same. */
export function rowOf(kind: string, { text, blocks }: Content): string {
  const inOneLine = (lines: string) => withPlainSpaces(lines).replaceAll('\n', ' / ')
  const shown = blocks.map((block) => `${block.type}: ${inOneLine(draw(block))}`).join(' // ')
  const said = inOneLine(text)
  const isSame = blocks.length === 1 && inOneLine(draw(blocks[0])) === said
  return `${kind} | ${shown}${isSame ? '' : ` | ${said}`}`
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
    case 'input':
      return inputLine(value)
    case 'section':
      return [value.text, value.fields, value.accessory].map(draw).filter(Boolean).join('  ')
    case 'button':
      return `[${draw(value.text)}]`
    case 'table':
      return tableRows(value)
        .map((row) => row.join(' | '))
        .join('\n')
    case 'static_select':
      return `[${draw(isObject(value.initial_option) ? value.initial_option.text : value.placeholder)} ▾]`
    case 'overflow':
      return `[⋯ ${listOf(value.options)
        .map((option) => draw(isObject(option) ? option.text : ''))
        .join(' / ')}]`
    case 'rich_text':
      return listOf(value.elements).map(draw).join('\n')
    case 'rich_text_list':
      return listOf(value.elements)
        .map(
          (item, index) =>
            `${value.style === 'ordered' ? `${Number(value.offset ?? 0) + index + 1}.` : '•'} ${draw(item)}`,
        )
        .join('\n')
    case 'header':
      return draw(value.text)
    case 'plain_text':
    case 'mrkdwn':
      return String(value.text)
    default:
      return draw(value.elements)
  }
}

/** For example Sentiment (optional): [Negative / Neutral / Positive / Not rated]. Long lists are cut. */
function inputLine({ label, element, optional, hint }: Record<string, unknown>): string {
  const { options, option_groups: groups, ...rest } = isObject(element) ? element : {}
  const grouped = listOf(groups).flatMap((group) => (isObject(group) ? listOf(group.options) : []))
  const all = [...listOf(options), ...grouped].map((option) => draw(isObject(option) ? option.text : ''))
  const filled = rest.initial_value ?? rest.initial_date ?? rest.initial_time ?? draw(rest.placeholder)
  const shown = all.length === 0 ? String(filled) : all.slice(0, 8).join(' / ')
  const field = `[${shown}${all.length > 8 ? ' / …' : ''}]`
  return `${draw(label)}${optional === true ? ' (optional)' : ''}: ${field}${isObject(hint) ? `  ${draw(hint)}` : ''}`
}

function tableRows({ rows }: Record<string, unknown>): string[][] {
  return listOf(rows).map((row) => listOf(row).map((cell) => (isObject(cell) ? String(cell.text) : '')))
}

function styled({ style }: Record<string, unknown>, text: string): string {
  if (!isObject(style)) return text
  const struck = style.strike === true ? `~${text}~` : text
  return style.bold === true ? `*${struck}*` : struck
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A message as a person reads it in Slack, for snapshots that need no knowledge of Block Kit. */

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
      return [block.text, ...list(block.fields)]
        .flatMap((one) => (one === undefined ? [] : [textOf(one)]))
        .join('\n')
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
    case 'table':
      return tableRows(block)
        .map((row) => `  | ${row.join(' | ')} |`)
        .join('\n')
    default:
      return `?? ${block.type}`
  }
}

function control(element: Json): string {
  if (element.type === 'static_select')
    return `[${textOf(element.initial_option === undefined ? element.placeholder : record(element.initial_option).text)} ▾ ${list(
      element.options,
    )
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

/** Replaces non-breaking blanks, which look like ordinary ones. */
export const withPlainSpaces = (shown: string) => shown.replaceAll('\u00a0', ' ')
