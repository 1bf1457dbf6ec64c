import { h, onClick, type VNode } from '../dom/h.ts'
import { myViews } from '../state/choose.ts'
import type { Page } from '../state/store.ts'
import { showChannel } from './channel.ts'
import { showHome } from './home.ts'
import { showModals } from './modal.ts'
import { showNotices } from './notices.ts'
import { showQuestion } from './question.ts'
import { showSidebar } from './sidebar.ts'
import { showThread } from './thread.ts'
import { showTools } from './tools.ts'

/** The whole page as it should be now. */
export function layout(page: Page): VNode[] {
  const { state } = page
  const { place, world } = state
  const channel =
    place.kind === 'channel' ? world.channels.find((one) => one.id === place.channel) : undefined
  const inside = [
    showSidebar(page),
    state.isDrawerOpen &&
      h(
        'div',
        { class: 'veil', key: 'veil' },
        [],
        onClick(() => page.set({ isDrawerOpen: false })),
      ),
    channel ? showChannel(page, channel) : showHome(page),
    channel && showThread(page, channel),
    showTools(page),
    myViews(state).length === 0 && showNotices(page),
    h(
      'div',
      { class: 'unseen', role: 'log', 'aria-label': 'New messages', key: 'announcer' },
      state.announced,
    ),
    showModals(page),
    showQuestion(page),
  ]
  return h('div', {}, inside).children.filter((child) => typeof child !== 'string')
}
