import type { Person } from '../events.ts'
import { membershipOf, myChannels, myDirectMessages, nameOfUser, personName } from './state/selectors.ts'
import { firstMessages, type MessageRef, markKey, type Place, type State, type Tool } from './state/state.ts'
import type { Store } from './state/store.ts'
import { type Child, html, type Rendered } from './ui/html.ts'
import { renderAvatar, renderIcon, renderIconButton } from './ui/icons.ts'
import { renderMenu } from './ui/menu.ts'

/** Opens a channel at its newest messages and marks them as read. */
export function openChannel(store: Store, channel: string): void {
  store.set({ ...moveTo(store.state, { kind: 'channel', channel }), isDrawerOpen: false })
}

/** Opens the app's home tab and tells the app, which may publish it again. */
export function openHome(store: Store): void {
  store.set({ ...moveTo(store.state, { kind: 'home' }), isDrawerOpen: false })
  void store.control('openHome', { user: store.state.me })
}

/** Opens the direct messages with the bot, and tells the app. If there are none, this creates them. */
export async function openDirectMessages(store: Store): Promise<void> {
  const known = myDirectMessages(store.state)
  if (known) openChannel(store, known.id)
  await store.control('openHome', { user: store.state.me, tab: 'messages' })
  if (known) return
  const direct = myDirectMessages(store.state)
  if (direct) openChannel(store, direct.id)
}

/** Acts as another user from now on. If that user cannot see the open channel, another one opens. */
function actAs(store: Store, me: string): void {
  const state = { ...store.state, me }
  const here = state.place
  const mine = myChannels(state)
  const isVisible = here.kind === 'home' || mine.some((one) => one.id === here.channel)
  const place: Place = isVisible || !mine[0] ? here : { kind: 'channel', channel: mine[0].id }
  store.set({ me, ...moveTo(state, place) })
  if (here.kind === 'home') void store.control('openHome', { user: me })
}

export function openThread(store: Store, thread: string): void {
  store.set({ thread })
}

/** Opens a tab of the tools, or closes the tools if that tab is open. */
function toggleTool(store: Store, tool: Tool): void {
  store.set({ tool: store.state.tool === tool ? undefined : tool })
}

/** Shows a message's JSON in the inspector. */
export function inspect(store: Store, inspected: MessageRef): void {
  store.set({ tool: 'message', inspected })
}

function moveTo(state: State, place: Place): Partial<State> {
  const fresh: Partial<State> = {
    place,
    thread: undefined,
    revealed: undefined,
    openMenu: undefined,
    messageLimit: firstMessages,
  }
  if (place.kind === 'home') return fresh
  const newest = state.workspace.messages[place.channel]?.at(-1)?.ts ?? ''
  return { ...fresh, readMarks: { ...state.readMarks, [markKey(state.me, place.channel)]: newest } }
}

const schemeKey = 'scheme'

/** The colour scheme of an earlier visit. Undefined: the system's own. */
export function rememberedScheme(): 'light' | 'dark' | undefined {
  const value = localStorage.getItem(schemeKey)
  return value === 'light' || value === 'dark' ? value : undefined
}

/** Switches between dark and light and remembers it for the next visit. */
function switchScheme(store: Store): void {
  const now = store.state.scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  const scheme = now === 'dark' ? 'light' : 'dark'
  localStorage.setItem(schemeKey, scheme)
  store.set({ scheme })
}

/** The bar above the middle pane: its heading and the page's own buttons. */
export function renderTopBar(store: Store, heading: Child): Rendered {
  const { isDrawerOpen, tool, panel, isLive } = store.state
  const isInspecting = tool === 'calls' || tool === 'envelopes' || tool === 'message'
  return html`
    <header class="top-bar">
      ${renderIconButton('menu', 'Channels', () => store.set({ isDrawerOpen: !isDrawerOpen }), {
        class: 'icon-button drawer-button',
        'aria-expanded': String(isDrawerOpen),
      })}
      <div class="heading">${heading}</div>
      ${!isLive && html`<span class="offline" role="status">Reconnecting…</span>`}
      <div class="switches">
        ${
          panel &&
          renderIconButton('panel', panel.button, () => toggleTool(store, 'panel'), {
            'aria-pressed': String(tool === 'panel'),
          })
        }
        ${renderIconButton('inspect', 'Inspector', () => toggleTool(store, isInspecting ? tool : 'calls'), {
          'aria-pressed': String(isInspecting),
        })}
        ${renderIconButton('sun', 'Dark or light', () => switchScheme(store))}
        ${renderPersonMenu(store, 'top-bar')}
      </div>
    </header>
  `
}

/** The app's two tabs: Home and Messages. */
export function renderAppTabs(store: Store, open: 'home' | 'messages'): Rendered {
  const tab = (label: string, isOpen: boolean, onClick: () => void) => html`
    <button type="button" class="app-tab" aria-current=${isOpen ? 'page' : undefined} onClick=${onClick}>
      ${label}
    </button>
  `
  return html`
    <nav class="app-tabs" aria-label="The app">
      ${tab('Home', open === 'home', () => openHome(store))}
      ${tab('Messages', open === 'messages', () => void openDirectMessages(store))}
    </nav>
  `
}

/** Changes the acting user. A narrow screen shows it in the top bar, because the sidebar is hidden there. */
export function renderPersonMenu(store: Store, where: 'sidebar' | 'top-bar'): Rendered {
  const { workspace, me } = store.state
  const name = nameOfUser(workspace, me)
  const person = workspace.people.find((one) => one.id === me)
  return renderMenu(store, {
    key: `person ${where}`,
    label: `Acting as ${name}. Act as somebody else`,
    buttonClass: where === 'sidebar' ? 'person-button' : 'person-switch',
    face: html`
      ${renderAvatar(me, name, where === 'sidebar' ? 'large' : 'small')}
      <span class="person-words">
        <span class="person-label">${'Acting as '}</span>
        <strong>${name}${person && renderMembership(person)}</strong>
      </span>
      ${renderIcon('chevron')}
    `,
    items: workspace.people
      .filter((one) => !one.isBot)
      .map((one) => ({
        label: personName(one),
        face: html`
          ${renderAvatar(one.id, personName(one), 'small')}<span>${personName(one)}${renderMembership(one)}</span>
        `,
        isChosen: one.id === me,
        run: () => actAs(store, one.id),
      })),
  })
}

/** A badge beside the name of a guest or an external user. */
function renderMembership(person: Person): Child {
  const membership = membershipOf(person)
  return membership !== undefined && html` <span class="membership">${membership}</span>`
}
