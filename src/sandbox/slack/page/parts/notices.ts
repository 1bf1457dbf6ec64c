import { h, type VNode } from '../dom/h.ts'
import type { Page } from '../state/store.ts'
import { iconButton } from './icon-button.ts'

/** What Slack itself tells me, until I close it. */
export function showNotices(page: Page): VNode {
  const { notices, me } = page.state
  const close = (id: number) => page.set({ notices: page.state.notices.filter((one) => one.id !== id) })
  return h(
    'div',
    { class: 'notices', role: 'alert', key: 'notices' },
    notices
      .filter((one) => one.user === me)
      .map(({ id, text }) =>
        h('p', { class: 'notice', key: id }, [
          h('span', { 'aria-hidden': 'true' }, '⚠ '),
          h('span', {}, text),
          iconButton('close', 'Close this notice', () => close(id)),
        ]),
      ),
  )
}
