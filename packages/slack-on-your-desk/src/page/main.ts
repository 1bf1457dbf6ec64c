import { render } from 'preact'
import { renderChannel, renderThread } from './channel.ts'
import { focusComposer } from './composer.ts'
import { rememberedScheme } from './navigation.ts'
import { followPermalinks, openMessage, readPermalink, scrollToMessage } from './permalinks.ts'
import { renderSidebar } from './sidebar.ts'
import { receive } from './state/changes.ts'
import { myChannels, myViews, unreadIn } from './state/selectors.ts'
import { listenToPanel, listenToWorkspace, postControl } from './state/server.ts'
import { type State, startState } from './state/state.ts'
import { createStore, type Store } from './state/store.ts'
import { renderTools } from './tools.ts'
import { renderConfirmation, renderNotices } from './ui/dialogs.ts'
import { html, type Rendered } from './ui/html.ts'
import { renderHome, renderModals } from './views.ts'

/** The panel opens by itself from this width on, in CSS pixels. */
const wide = 1200

const root = document.getElementById('page')
if (root) start(root)

/** The page starts with the first snapshot. A later snapshot follows a break of the stream. */
function start(root: HTMLElement): void {
  let store: Store | undefined
  let scrolledTo: State['revealed']
  const show = (store: Store) => {
    renderPage(root, store)
    const { revealed } = store.state
    if (revealed !== undefined && revealed !== scrolledTo) scrollToMessage(revealed)
    scrolledTo = revealed
  }
  listenToWorkspace({
    snapshot: (snapshot) => {
      if (store) return store.set({ ...receive(store.state, { type: 'reset', snapshot }), isLive: true })
      root.replaceChildren()
      const state = { ...startState(snapshot), scheme: rememberedScheme() }
      store = createStore(state, show, postControl)
      listenToInput(store)
      followPermalinks(store)
      openPanel(store)
      const linked = readPermalink(new URL(location.href))
      if (linked) openMessage(store, linked)
    },
    change: (event) => store?.set(receive(store.state, event)),
    live: (isLive) => store?.set({ isLive }),
  })
}

function openPanel(store: Store): void {
  void listenToPanel((panel) => {
    const isFirst = store.state.panel === undefined
    store.set({ panel, ...(isFirst && window.innerWidth >= wide && { tool: 'panel' as const }) })
  })
}

function renderPage(root: HTMLElement, store: Store): void {
  const { state } = store
  render(layout(store), root)
  document.documentElement.dataset.scheme = state.scheme ?? ''
  const unread = myChannels(state).reduce((sum, one) => sum + unreadIn(state, one.id), 0)
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${state.workspace.team.name}`
}

/** An open modal shows the notices itself, because it covers everything else. */
function layout(store: Store): Rendered {
  const { state } = store
  const { place, workspace } = state
  const channel =
    place.kind === 'channel' ? workspace.channels.find((one) => one.id === place.channel) : undefined
  const closeDrawer = () => store.set({ isDrawerOpen: false })
  return html`
    ${renderSidebar(store)}
    ${state.isDrawerOpen && html`<div class="veil" onClick=${closeDrawer} />`}
    ${channel ? renderChannel(store, channel) : renderHome(store)}
    ${channel && renderThread(store, channel)}
    ${renderTools(store)}
    ${myViews(state).length === 0 && renderNotices(store)}
    <div class="visually-hidden" role="log" aria-label="New messages">${state.announcement}</div>
    ${renderModals(store)}
    ${renderConfirmation(store)}
  `
}

/** Listens for global keys, and for clicks outside an open menu. */
function listenToInput(store: Store): void {
  // A key or click may come before the next frame. The result of the previous one must be on the page by then.
  for (const name of ['keydown', 'click']) document.addEventListener(name, store.renderNow, { capture: true })
  document.addEventListener('keydown', (event) => onKey(store, event))
  document.addEventListener('click', ({ target }) => {
    if (store.state.openMenu !== undefined && !isWithin(target, '.menu')) store.set({ openMenu: undefined })
  })
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Escape closes the topmost pane. Control+K and a slash focus the composer; the slash is also typed there. */
function onKey(store: Store, event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey } = event
  if (key === 'Escape' && !event.defaultPrevented && !isWithin(target, 'dialog')) closeTopmost(store)
  const isTyping = isWithin(target, 'input, textarea, select, dialog')
  const isControlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey)
  const isSlash = key === '/' && !isTyping && !ctrlKey && !metaKey
  const { place } = store.state
  if (place.kind === 'home' || (!isControlK && !isSlash)) return
  if (focusComposer(place.channel) && isControlK) event.preventDefault()
}

function closeTopmost(store: Store): void {
  const { isDrawerOpen, thread, tool } = store.state
  if (isDrawerOpen) store.set({ isDrawerOpen: false })
  else if (thread !== undefined) closeThread(store, thread)
  else if (tool !== undefined) store.set({ tool: undefined })
}

/** The focus returns to the message whose thread was open. */
function closeThread(store: Store, ts: string): void {
  store.set({ thread: undefined })
  document.querySelector<HTMLElement>(`main article[data-ts="${CSS.escape(ts)}"]`)?.focus()
}
