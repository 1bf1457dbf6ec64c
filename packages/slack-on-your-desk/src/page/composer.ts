import type { TargetedInputEvent } from 'preact'
import type { Command } from '../options.ts'
import { channelName } from './state/selectors.ts'
import { notify, type Store } from './state/store.ts'
import { encode } from './text/mrkdwn.ts'
import { type Child, html, type Rendered } from './ui/html.ts'
import { renderIcon } from './ui/icons.ts'

/** The target of a composer: a channel, or a thread in it. */
type Target = { channel: string; thread: string | undefined }

type Composer = {
  target: Target
  /** The composer's key in the state. */
  key: string
  /** The id of its text area. */
  id: string
  draft: string
  /** The commands that match the draft, and the index of the chosen one. */
  offered: Command[]
  chosen: number
}

function composerAt({ state }: Store, target: Target): Composer {
  const key = target.thread === undefined ? target.channel : `${target.channel}/${target.thread}`
  const draft = state.drafts[key] ?? ''
  const chosen = state.completion?.composer === key ? state.completion.index : 0
  // Commands are offered from the slash until the first space, and not after Escape. They do not work in threads.
  const isOpen = target.thread === undefined && chosen >= 0 && /^\/\S*$/.test(draft)
  const fits = ({ command }: Command) => command.startsWith(draft) && command !== draft
  const offered = isOpen ? state.workspace.commands.filter(fits) : []
  return { target, key, id: areaId(key), draft, offered, chosen }
}

function areaId(key: string): string {
  return `composer-${key.replace(/\W/g, '-')}`
}

/** Focuses the composer of a channel. Returns false if the page shows none. */
export function focusComposer(channel: string): boolean {
  const area = document.getElementById(areaId(channel))
  area?.focus()
  return area !== null
}

/** The composer for messages and slash commands. Enter sends, Shift+Enter starts a new line. */
export function renderComposer(store: Store, target: Target): Rendered {
  const composer = composerAt(store, target)
  const { id, draft, offered, chosen } = composer
  const isThread = target.thread !== undefined
  const label = isThread ? 'Reply…' : `Message ${channelName(store.state.workspace, target.channel)}`
  const onInput = ({ currentTarget: { value } }: TargetedInputEvent<HTMLTextAreaElement>) =>
    keepDraft(store, composer.key, value)
  return html`
    <div class="composer">
      ${offered.length > 0 ? renderOffered(store, composer) : renderUsage(store, composer)}
      <div class="composer-box">
        <textarea
          class="composer-text"
          id=${id}
          rows="1"
          placeholder=${isThread ? label : `${label}, or type /`}
          aria-label=${label}
          aria-autocomplete="list"
          aria-controls=${offered.length > 0 ? `${id}-commands` : undefined}
          aria-activedescendant=${offered.length > 0 ? `${id}-${chosen}` : undefined}
          value=${draft}
          onInput=${onInput}
          onKeyDown=${(event: KeyboardEvent) => onKey(store, target, event)}
        />
        <button
          type="button"
          class="send"
          aria-label="Send"
          aria-disabled=${draft.trim() === '' ? 'true' : undefined}
          onClick=${() => sendDraft(store, target)}
        >
          ${renderIcon('send')}
        </button>
      </div>
    </div>
  `
}

function renderOffered(store: Store, composer: Composer): Rendered {
  const { id, offered, chosen } = composer
  return html`
    <div class="completion">
      <p class="completion-head" aria-hidden="true">
        Commands<span><kbd>↑</kbd><kbd>↓</kbd> choose <kbd>Tab</kbd> take</span>
      </p>
      <ul role="listbox" id=${`${id}-commands`} aria-label="Commands">
        ${offered.map(
          (command, index) => html`
            <li
              class="offer"
              role="option"
              id=${`${id}-${index}`}
              aria-selected=${String(index === chosen)}
              onClick=${() => fill(store, composer, `${command.command} `)}
            >
              ${renderCommand(command)}
            </li>
          `,
        )}
      </ul>
    </div>
  `
}

/** The usage of the command in the draft. */
function renderUsage({ state }: Store, { target, draft }: Composer): Child {
  if (target.thread !== undefined) return undefined
  const command = state.workspace.commands.find(
    (one) => draft === one.command || draft.startsWith(`${one.command} `),
  )
  return command && html`<p class="completion usage-line">${renderCommand(command)}</p>`
}

function renderCommand({ command, usage, description }: Command): Child {
  return html`
    <strong>${command}</strong>
    <span class="usage">${` ${usage}`}</span>
    <span class="offer-description">${description}</span>
  `
}

/** The list of commands starts at the top again. */
function keepDraft(store: Store, key: string, text: string): void {
  store.set({ drafts: { ...store.state.drafts, [key]: text }, completion: { composer: key, index: 0 } })
}

/** Shows the text at once, because the next key may come before the next frame. */
function fill(store: Store, { key, id }: Composer, text: string): void {
  keepDraft(store, key, text)
  store.renderNow()
  document.getElementById(id)?.focus()
}

function onKey(store: Store, target: Target, event: KeyboardEvent): void {
  if (event.isComposing) return
  const isUsed = completeBy(store, composerAt(store, target), event)
  const isSent = !isUsed && event.key === 'Enter' && !event.shiftKey
  if (isUsed || isSent) event.preventDefault()
  if (isSent) sendDraft(store, target)
}

/**
 * Arrow keys choose, Tab and Enter take, Escape closes the list. Enter sends a complete command. Returns true if the
 * key was used.
 */
function completeBy(store: Store, composer: Composer, event: KeyboardEvent): boolean {
  const { key, draft, offered, chosen } = composer
  if (offered.length === 0) return false
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step !== 0) {
    const index = (chosen + step + offered.length) % offered.length
    store.set({ completion: { composer: key, index } })
    return true
  }
  if (event.key === 'Escape') {
    event.stopPropagation()
    store.set({ completion: { composer: key, index: -1 } })
    return true
  }
  const isWhole = store.state.workspace.commands.some(({ command }) => command === draft)
  const takes = event.key === 'Tab' || (event.key === 'Enter' && !isWhole)
  const command = offered[chosen]
  if (!takes || command === undefined) return false
  fill(store, composer, `${command.command} `)
  return true
}

function sendDraft(store: Store, target: Target): void {
  const composer = composerAt(store, target)
  if (send(store, target, composer.draft.trim())) fill(store, composer, '')
}

/**
 * A slash command goes to the app, anything else is posted. Returns false if nothing was sent, so that the draft
 * stays.
 */
function send(store: Store, { channel, thread }: Target, line: string): boolean {
  if (line === '') return false
  const user = store.state.me
  if (!line.startsWith('/')) {
    const reply = thread !== undefined && { threadTs: thread }
    void store.control('post', { user, channel, text: encode(line), ...reply })
    return true
  }
  if (thread !== undefined) {
    notify(store, `${line.split(' ')[0]} is not supported in threads. Sorry!`)
    return false
  }
  void store.control('runCommand', { user, channel, line })
  return true
}
