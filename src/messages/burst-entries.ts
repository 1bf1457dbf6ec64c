import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content, ModalContent } from '../model/message.ts'
import { richLine, select, words } from './block-kit.ts'
import { type CardState, entryParts, entryText, stateWords } from './mention-parts.ts'
import { muteInputs, termInput } from './mutes.ts'
import { cut, ellipsize, escapeMrkdwn, longestText } from './text.ts'

/** The entries of a burst, one of which changes: the others stay as they stand. */

/** What is known of an entry: its state, and the mention where the service still has it. */
export type EntryState = { state: CardState; mention: Mention | undefined }

/** The message with the states of its entries. `ids`: the mentions in the order in which the message lists them. */
export function withEntryStates(
  shown: Content,
  ids: string[],
  states: ReadonlyMap<string, EntryState>,
): Content {
  const blocks = shown.blocks.map((block) => withListStates(block, ids, states))
  const lines = shown.text.split('\n')
  // A burst's parent has a headline before its entries; a thread's lines are numbered.
  const first = /^\d+\. /.test(lines[0] ?? '') ? 0 : 1
  const text = lines.map((line, index) => {
    const entry = states.get(ids[index - first] ?? '')
    if (entry === undefined || index < first) return line
    const number = /^\d+\. /.exec(line)?.[0] ?? ''
    return entry.mention === undefined
      ? `${line.replace(statePattern, '')} · ${escapeMrkdwn(stateWords(entry.state))}`
      : `${number}${entryText(entry.mention, entry.state)}`
  })
  return { text: ellipsize(text.join('\n'), longestText), blocks }
}

function withListStates(block: Block, ids: string[], states: ReadonlyMap<string, EntryState>): Block {
  const list = listOf(block)
  if (list === undefined) return block
  const elements = list.elements.map((element, index) => {
    const id = ids[index] ?? ''
    const entry = states.get(id)
    if (entry === undefined) return element
    if (entry.mention !== undefined) return richLine(entryParts(entry.mention, entry.state))
    const state = words(` · ${stateWords(entry.state)}`)
    return { ...element, elements: [...element.elements.map(withoutState), state] }
  })
  return { ...block, elements: [{ ...list, elements }] }
}

/** What an earlier change has said of an entry. */
const statePattern = / · (?:Claimed|✓ Done|Not relevant, marked) by [^·]*$/u

function withoutState(part: unknown): unknown {
  const isText = typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
  return isText ? { ...part, text: String(part.text).replace(statePattern, '') } : part
}

type EntryLine = { elements: unknown[] }

/** The list of a rich text block that holds one. */
function listOf(block: Block): { elements: EntryLine[] } | undefined {
  if (block.type !== 'rich_text' || !Array.isArray(block.elements)) return undefined
  const [list]: unknown[] = block.elements
  if (typeof list !== 'object' || list === null || !('type' in list) || list.type !== 'rich_text_list')
    return undefined
  if (!('elements' in list) || !Array.isArray(list.elements) || !list.elements.every(isEntryLine))
    return undefined
  return { ...list, elements: list.elements }
}

const isEntryLine = (line: unknown): line is EntryLine =>
  typeof line === 'object' && line !== null && 'elements' in line && Array.isArray(line.elements)

/** What each entry of a burst is called, in the order of the message; an entry without a title is empty. */
export function entryTitles(blocks: Block[]): string[] {
  const list = blocks.map(listOf).find((found) => found !== undefined)
  return (list?.elements ?? []).map(({ elements }) => {
    const title = elements.find(isTitle)
    return title?.text ?? ''
  })
}

function isTitle(element: unknown): element is { text: string } {
  if (typeof element !== 'object' || element === null) return false
  if (!('text' in element) || typeof element.text !== 'string') return false
  const bold = 'style' in element && JSON.stringify(element.style).includes('"bold":true')
  return ('type' in element && element.type === 'link') || bold
}

/** What can be done with an entry of a burst. */
const entryActions = {
  claim: 'Claim',
  done: 'Done',
  'not-relevant': 'Not relevant',
  'mute-author': 'Mute author',
  'mute-site': 'Mute site',
  'mute-source': 'Mute source',
  why: 'Why this?',
} as const

/** Asks which entry of a burst is meant, and what to do with it. `entries`: at most a hundred, as Slack has it. */
export function entriesModal(entries: { id: Id; title: string }[]): ModalContent {
  const named = entries.map(({ id, title }, index) => ({
    label: cut(`${index + 1}. ${title || `Mention ${id}`}`, 75),
    value: id,
  }))
  const actions = Object.entries(entryActions).map(([value, label]) => ({ label, value }))
  return {
    title: 'Act on a mention',
    submit: 'Do it',
    blocks: [
      select('Which one?', muteInputs.entry, named, named[0]?.value),
      select('What?', muteInputs.deed, actions, actions[0]?.value),
      termInput('For how long? (mutes only)'),
    ],
  }
}
