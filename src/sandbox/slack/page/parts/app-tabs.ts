import { openDirect, openHome } from '../acts/go.ts'
import { h, onClick, type VNode } from '../dom/h.ts'
import type { Page } from '../state/store.ts'

/** The two sides of the app: its home tab and the messages with it. */
export function appTabs(page: Page, open: 'home' | 'messages'): VNode {
  const tab = (label: string, isOpen: boolean, run: () => void) =>
    h(
      'button',
      { type: 'button', class: 'app-tab', 'aria-current': isOpen ? 'page' : undefined },
      label,
      onClick(run),
    )
  return h('nav', { class: 'app-tabs', 'aria-label': 'The app' }, [
    tab('Home', open === 'home', () => openHome(page)),
    tab('Messages', open === 'messages', () => void openDirect(page)),
  ])
}
