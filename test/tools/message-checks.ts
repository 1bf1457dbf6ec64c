import { checkBlocks } from '../../packages/slack-on-your-desk/src/index.ts'
import type { Block, Content } from '../../src/model/message.ts'

/** Rules that every message must obey, whatever it was made from. */

type Element = Record<string, unknown>

/** An element that pings, or that Slack expands. We create none. */
const activeTypes = new Set<unknown>(['user', 'usergroup', 'broadcast', 'channel', 'emoji'])

/** A date, which Slack shows in the reader's time zone. */
const date = /<!date\^\d+\^[^|<>]+\|[^|<>]+, \d\d:\d\d UTC>/g

/** Control and reordering characters. Line breaks are allowed, and our own isolates (U+2068, U+2069) if they are closed. */
const control = /(?!\n)[\p{Cc}\u202a-\u202e\u2066\u2067]/u

/** The violations of a message in words: Slack's limits (text: 4,000, the limit of an update), our own budget, and active elements. */
export function faultsOf(content: Content, longestText = 4000): string[] {
  return faultsAmong(everyObject(content.blocks), content, longestText)
}

function faultsAmong(elements: Element[], { text, blocks }: Content, longestText: number): string[] {
  const faults = checkBlocks(blocks, 'message').map(({ pointer, message }) => `${pointer}: ${message}`)
  if (text === '') faults.push('text: empty')
  if (text.length > longestText) faults.push(`text: ${text.length} characters`)
  if (/[<>]/.test(text.replaceAll('<#C1>', ''))) faults.push(`markup in text: ${text}`)
  const shown = textOf(elements)
  const length = shown.length + addressesOf(elements).join('').length
  if (length > 10_000) faults.push(`blocks: ${length} characters`)
  for (const told of [text, shown]) {
    if (!told.isWellFormed()) faults.push(`lone surrogate: ${JSON.stringify(told)}`)
    if (control.test(told)) faults.push(`control characters: ${JSON.stringify(told)}`)
    if (told.split('\u2068').length !== told.split('\u2069').length) faults.push(`isolation is open: ${told}`)
  }
  return [...faults, ...elements.flatMap(activeIn)]
}

/** The parts of an element that could ping or link by themselves: all markup except dates. */
function activeIn({ type, text, emoji, verbatim, channel_id: channel }: Element): string[] {
  // Text of strangers makes no such element.
  if (type === 'channel' && channel === 'C1') return []
  const linked = type === 'channel' ? channel : /<#(\w+)>/.exec(String(text))?.[1]
  if (linked !== undefined)
    return [
      `a link to the channel ${linked}: outside of rich text, only forms and the home tab may have one, and the channel of all examples is C1`,
    ]
  if (activeTypes.has(type)) return [`active element: ${type}`]
  if (type === 'plain_text' && emoji !== false) return [`emoji are parsed: ${text}`]
  const isHarmless =
    type !== 'mrkdwn' || (verbatim === true && !/[<>]/.test(String(text).replaceAll(date, '')))
  return isHarmless ? [] : [`active markup: ${text}`]
}

/** Like `faultsOf`, for messages with strangers' text: the only allowed markup is a date, possibly after our own words. */
export function faultsOfForeign(content: Content, longestText = 4000): string[] {
  const elements = everyObject(content.blocks)
  const markup = elements.filter(({ type }) => type === 'mrkdwn')
  const texts = markup.map(({ text }) => String(text).replaceAll(date, ''))
  const foreign = texts.filter((text) => text !== '')
  return [...faultsAmong(elements, content, longestText), ...foreign.map((text) => `foreign markup: ${text}`)]
}

/** The violations of the blocks of a modal or the home tab: Slack's limits and active elements. */
export function faultsOfModal(blocks: Block[], surface: 'modal' | 'home' = 'modal'): string[] {
  const faults = checkBlocks(blocks, surface).map(({ pointer, message }) => `${pointer}: ${message}`)
  // Lists link the channels of their entries, by ids that Slack gave us.
  const elements = everyObject(blocks).filter((one) => one.type !== 'channel' || one.channel_id !== 'C1')
  const active = elements.flatMap((one) => activeIn({ ...one, text: withoutChannel(one.text) }))
  return [...faults, ...active]
}

const withoutChannel = (text: unknown) => (typeof text === 'string' ? text.replaceAll('<#C1>', '') : text)

/** The addresses of all links in blocks, in order. */
export function linksIn(blocks: unknown): string[] {
  return addressesOf(everyObject(blocks))
}

/** All visible text of the blocks, in order. */
export function shownText(blocks: unknown): string {
  return textOf(everyObject(blocks))
}

function addressesOf(elements: Element[]): string[] {
  return elements.filter(({ type }) => type === 'link').map(({ url }) => String(url))
}

function textOf(elements: Element[]): string {
  return elements.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

function everyObject(value: unknown, found: Element[] = []): Element[] {
  if (!isObject(value)) return found
  if (!Array.isArray(value)) found.push(value)
  for (const inner of Object.values(value)) everyObject(inner, found)
  return found
}

function isObject(value: unknown): value is Element {
  return typeof value === 'object' && value !== null
}
