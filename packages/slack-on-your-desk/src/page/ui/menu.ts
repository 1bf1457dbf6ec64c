import type { Store } from '../state/store.ts'
import { isSafeAddress } from '../text/mrkdwn.ts'
import { type Child, html, moveFocus, type Rendered, renderLink } from './html.ts'

/** An item of a menu. If `isChosen` is given, the items are alternatives. An item with a `url` opens it, too. */
type MenuItem = { label: string; face?: Child; isChosen?: boolean; url?: string; run: () => void }

/** A button and its menu. `key` identifies the menu on the page. */
type Menu = { key: string; label: string; buttonClass: string; face: Child; items: MenuItem[] }

/**
 * Shows a menu button, and the menu if it is open. Arrow keys move in it; Escape closes it and focuses the button.
 */
export function renderMenu(store: Store, { key, label, buttonClass, face, items }: Menu): Rendered {
  const isOpen = store.state.openMenu === key
  const toggle = () => store.set({ openMenu: isOpen ? undefined : key })
  const onKeyDown = (event: KeyboardEvent) => isOpen && onMenuKey(store, event)
  return html`
    <div key=${`menu ${key}`} class="menu" onKeyDown=${onKeyDown}>
      <button
        type="button"
        class=${buttonClass}
        aria-label=${label}
        aria-haspopup="menu"
        aria-expanded=${String(isOpen)}
        data-menu=${key}
        onClick=${toggle}
      >
        ${face}
      </button>
      ${
        isOpen &&
        html`
          <div class="menu-list" role="menu" aria-label=${label} ref=${placeAndFocus}>
            ${items.map((item) => renderItem(store, item))}
          </div>
        `
      }
    </div>
  `
}

function renderItem(store: Store, item: MenuItem): Rendered {
  const isOneOfSet = item.isChosen !== undefined
  const choose = () => {
    closeMenu(store)
    item.run()
  }
  if (item.url !== undefined && isSafeAddress(item.url))
    return html`${renderLink(item.url, item.label, { class: 'menu-item', role: 'menuitem', tabindex: '-1', onClick: choose })}`
  return html`
    <button
      type="button"
      class="menu-item"
      role=${isOneOfSet ? 'menuitemradio' : 'menuitem'}
      aria-checked=${isOneOfSet ? String(item.isChosen) : undefined}
      tabindex="-1"
      onClick=${choose}
    >
      ${item.face ?? item.label}
    </button>
  `
}

function placeAndFocus(list: HTMLElement | null): void {
  if (!list) return
  const chosen = list.querySelector<HTMLElement>('[aria-checked="true"]')
  const first = chosen ?? list.querySelector<HTMLElement>('[role^="menuitem"]')
  if (!fitsBelow(list)) list.classList.add('above')
  list.scrollIntoView({ block: 'nearest' })
  first?.focus()
}

/** A channel is scrolled to its end, so nothing below its newest message can be scrolled into view. */
function fitsBelow(list: HTMLElement): boolean {
  const frame = list.closest('.scroll')
  return frame === null || list.getBoundingClientRect().bottom <= frame.getBoundingClientRect().bottom
}

function onMenuKey(store: Store, event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    closeMenu(store)
  } else if (event.key === 'Tab') store.set({ openMenu: undefined })
  else moveFocus(event, '[role^="menuitem"]')
}

function closeMenu(store: Store): void {
  const key = store.state.openMenu
  store.set({ openMenu: undefined })
  if (key !== undefined) document.querySelector<HTMLElement>(`[data-menu="${CSS.escape(key)}"]`)?.focus()
}
