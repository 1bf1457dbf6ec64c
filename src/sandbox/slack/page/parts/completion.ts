import type { Command } from '../../options.ts'
import { composerId, fillComposer } from '../acts/draft.ts'
import { type Composing, composerKey } from '../acts/send.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import type { Page } from '../state/store.ts'

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** The commands that fit what is typed so far: from the slash on, until a space. */
function fitting(page: Page, composing: Composing): Command[] {
  const { state } = page
  const { thread } = composing
  const draft = state.drafts[composerKey(composing)] ?? ''
  if (thread !== undefined || chosenIndex(page, composing) < 0 || !/^\/\S*$/.test(draft)) return []
  return state.world.commands.filter(({ command }) => command.startsWith(draft) && command !== draft)
}

/** Below zero: the list has been put away. */
function chosenIndex({ state }: Page, composing: Composing): number {
  return state.completion?.composer === composerKey(composing) ? state.completion.index : 0
}

/** The id of the chosen command's element; undefined where nothing is offered. */
export function completionId(page: Page, composing: Composing): string | undefined {
  if (fitting(page, composing).length === 0) return undefined
  return `${composerId(composerKey(composing))}-${chosenIndex(page, composing)}`
}

/** Shows the commands that fit, or, once one is typed, how it is used. */
export function showCompletion(page: Page, composing: Composing): Child {
  const commands = fitting(page, composing)
  if (commands.length === 0) return usageOf(page, composing)
  const id = composerId(composerKey(composing))
  const chosen = chosenIndex(page, composing)
  return h('div', { class: 'completion', key: 'completion' }, [
    h('p', { class: 'completion-head', 'aria-hidden': 'true' }, [
      'Commands',
      h('span', {}, [h('kbd', {}, '↑'), h('kbd', {}, '↓'), ' choose ', h('kbd', {}, 'Tab'), ' take']),
    ]),
    h(
      'ul',
      { role: 'listbox', id: `${id}-commands`, 'aria-label': 'Commands' },
      commands.map((command, index) =>
        offer(page, composing, command, { id: `${id}-${index}`, isChosen: index === chosen }),
      ),
    ),
  ])
}

function offer(
  page: Page,
  composing: Composing,
  command: Command,
  { id, isChosen }: { id: string; isChosen: boolean },
): VNode {
  const attributes = { role: 'option', id, class: 'offer', 'aria-selected': String(isChosen) }
  const take = () => fillComposer(page, composerKey(composing), `${command.command} `)
  return h(
    'li',
    attributes,
    [
      h('strong', {}, command.command),
      h('span', { class: 'usage' }, ` ${command.usage}`),
      h('span', { class: 'offer-description' }, command.description),
    ],
    onClick(take),
  )
}

function isCommand({ state }: Page, draft: string): boolean {
  return state.world.commands.some(({ command }) => command === draft)
}

function usageOf(page: Page, composing: Composing): Child {
  const draft = page.state.drafts[composerKey(composing)] ?? ''
  const command = page.state.world.commands.find(
    (one) => draft === one.command || draft.startsWith(`${one.command} `),
  )
  if (!command || composing.thread !== undefined) return undefined
  return h('p', { class: 'completion usage-line', key: 'usage' }, [
    h('strong', {}, command.command),
    h('span', { class: 'usage' }, ` ${command.usage}`),
    h('span', { class: 'offer-description' }, command.description),
  ])
}

/** Arrows choose, Tab and Enter take, Escape puts the list away; Enter sends what is a command already. True: used. */
export function onCompletionKey(page: Page, composing: Composing, event: KeyboardEvent): boolean {
  const commands = fitting(page, composing)
  if (commands.length === 0) return false
  const composer = composerKey(composing)
  const index = chosenIndex(page, composing)
  const step = steps.get(event.key)
  if (step !== undefined) {
    page.set({ completion: { composer, index: (index + step + commands.length) % commands.length } })
    return true
  }
  if (event.key === 'Escape') {
    event.stopPropagation()
    page.set({ completion: { composer, index: -1 } })
    return true
  }
  const isWhole = isCommand(page, page.state.drafts[composer] ?? '')
  if (event.key === 'Enter' && isWhole) return false
  const command = commands[index]
  if (command === undefined || (event.key !== 'Tab' && event.key !== 'Enter')) return false
  fillComposer(page, composer, `${command.command} `)
  return true
}
