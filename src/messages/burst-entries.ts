import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Block, Content, ModalContent } from '../model/message.ts'
import { input, optionOf, richLine, textMessage, words } from './block-kit.ts'
import { type CardState, entryParts, entryText, stateWords } from './mention-parts.ts'
import { grouped, plural } from './numbers.ts'
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
  const before = Array.isArray(block.elements) ? block.elements.slice(0, -1) : []
  return { ...block, elements: [...before, { ...list, elements }] }
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
  const list: unknown = block.elements.at(-1)
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

/** What can be done with the chosen entries. */
const entryActions = {
  claim: 'Claim',
  done: 'Done',
  'not-relevant': 'Not relevant',
  'mute-author': 'Mute their authors for 7 days',
  why: 'Show why they were posted',
} as const

/** Asks which entries of a message are meant, and what to do with them. Slack takes at most ten checkboxes, with 75 characters each. */
export function entriesModal(entries: { id: Id; title: string }[]): ModalContent {
  const options = entries
    .slice(0, 10)
    .map(({ id, title }, index) =>
      optionOf({ label: cut(`${index + 1}. ${title || `Mention ${id}`}`, 75), value: id }),
    )
  const actions = Object.entries(entryActions).map(([value, label]) => optionOf({ label, value }))
  const [only] = options
  const chosen = only !== undefined && options.length === 1 ? { initial_options: [only] } : {}
  return {
    title: 'Update mentions',
    submit: 'Save',
    blocks: [
      input('Mentions', entryInputs.entries, {
        type: 'checkboxes',
        action_id: entryInputs.entries,
        options,
        ...chosen,
      }),
      input('Action', entryInputs.action, {
        type: 'radio_buttons',
        action_id: entryInputs.action,
        options: actions,
        ...(actions[0] && { initial_option: actions[0] }),
      }),
    ],
  }
}

/** The answer to "Claim all 7 negative". `left`: those that are not posted yet, or could not be found. */
export function claimedNegatives(claimed: number, left: number): Content {
  const done = `You claimed ${plural(claimed, 'negative mention')}.`
  if (left === 0) return textMessage(done)
  return textMessage(
    `${done} ${grouped(left)} could not be claimed yet: they are still being posted. Press again in a minute.`,
  )
}

/** The names of the inputs of this modal. */
export const entryInputs = { entries: 'entries', action: 'action' } as const
