import { composerId } from './acts/draft.ts'
import { composerKey } from './acts/send.ts'
import type { Page } from './state/store.ts'

/** Listens for the keys that work everywhere, and for clicks beside an open menu. */
export function listenToKeys(page: Page): void {
  showBeforeInput(page)
  document.addEventListener('keydown', (event) => onKey(page, event))
  document.addEventListener('click', ({ target }) => {
    const isInMenu = target instanceof Element && target.closest('.menu') !== null
    if (page.state.openMenu !== undefined && !isInMenu) page.set({ openMenu: undefined })
  })
}

/** A key or click may come sooner than the next frame: what the one before it changed is shown first. */
function showBeforeInput(page: Page): void {
  for (const name of ['keydown', 'click']) document.addEventListener(name, page.showNow, { capture: true })
}

function onKey(page: Page, event: KeyboardEvent): void {
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
  if (event.key === 'Escape' && !event.defaultPrevented && !isInDialog(event)) closeTopmost(page)
  const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey
  if (!isControlK && !isSlash) return
  if (focusComposer(page) && isControlK) event.preventDefault()
}

function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}

/** A slash that moves the focus to the composer is typed there at once, since its key goes on to the new focus. */
function focusComposer({ state }: Page): boolean {
  if (state.place.kind === 'home') return false
  const key = composerKey({ channel: state.place.channel, thread: undefined })
  const area = document.getElementById(composerId(key))
  area?.focus()
  return area !== null
}

/** Escape closes one thing after the other: what lies on top first. */
function closeTopmost(page: Page): void {
  const { state } = page
  if (state.isDrawerOpen) page.set({ isDrawerOpen: false })
  else if (state.thread !== undefined) closeThread(page, state.thread)
  else if (state.tool !== undefined) page.set({ tool: undefined })
}

/** The focus goes back to the message whose thread it was. */
function closeThread(page: Page, ts: string): void {
  page.set({ thread: undefined })
  document.querySelector<HTMLElement>(`main article[data-ts="${CSS.escape(ts)}"]`)?.focus()
}
