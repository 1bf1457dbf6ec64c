import { type Child, h, type VNode } from '../dom/h.ts'
import { moveFocus } from '../dom/roving.ts'
import type { Page } from '../state/store.ts'

/** Something a menu offers. `isChosen` makes it one of a set of which one holds. */
type MenuItem = { label: string; face?: Child; isChosen?: boolean; run: () => void }

/** A button and the menu it opens. `key` names it among all of the page. */
type Menu = { key: string; label: string; buttonClass: string; face: Child; items: MenuItem[] }

/** Shows a menu: arrows move in it, Escape closes it and gives the focus back to its button. */
export function showMenu(page: Page, { key, label, buttonClass, face, items }: Menu): VNode {
  const isOpen = page.state.openMenu === key
  const button = h(
    'button',
    {
      type: 'button',
      class: buttonClass,
      'aria-label': label,
      'aria-haspopup': 'menu',
      'aria-expanded': String(isOpen),
      'data-menu': key,
    },
    face,
    { on: { click: () => page.set({ openMenu: isOpen ? undefined : key }) } },
  )
  const list = isOpen && menuList(page, label, items)
  return h('div', { class: 'menu', key: `menu ${key}` }, [button, list], {
    on: { keydown: (event) => isOpen && onKey(page, event) },
  })
}

function menuList(page: Page, label: string, items: MenuItem[]): VNode {
  const choose = (item: MenuItem) => {
    closeMenu(page)
    item.run()
  }
  return h(
    'div',
    { class: 'menu-list', role: 'menu', 'aria-label': label },
    items.map((item, index) => menuItem(item, index, () => choose(item))),
    { mounted: showAndFocus },
  )
}

function menuItem(item: MenuItem, index: number, choose: () => void): VNode {
  const isOneOfSet = item.isChosen !== undefined
  const attributes = {
    type: 'button',
    class: 'menu-item',
    key: index,
    role: isOneOfSet ? 'menuitemradio' : 'menuitem',
    'aria-checked': isOneOfSet ? String(item.isChosen) : undefined,
    tabindex: -1,
  }
  return h('button', attributes, item.face ?? item.label, { on: { click: choose } })
}

function showAndFocus(list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>('[aria-checked="true"]')
  const first = chosen ?? list.querySelector<HTMLElement>('button')
  if (!fitsBelow(list)) list.classList.add('above')
  list.scrollIntoView({ block: 'nearest' })
  first?.focus()
}

/** A channel grows upwards: below its newest message nothing can be scrolled into view. */
function fitsBelow(list: HTMLElement): boolean {
  const frame = list.closest('.scroll')
  return frame === null || list.getBoundingClientRect().bottom <= frame.getBoundingClientRect().bottom
}

function onKey(page: Page, event: Event): void {
  if (!(event instanceof KeyboardEvent)) return
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    closeMenu(page)
  } else if (event.key === 'Tab') page.set({ openMenu: undefined })
  else moveFocus(event, '[role^="menuitem"]')
}

function closeMenu(page: Page): void {
  const key = page.state.openMenu
  page.set({ openMenu: undefined })
  if (key !== undefined) document.querySelector<HTMLElement>(`[data-menu="${CSS.escape(key)}"]`)?.focus()
}
