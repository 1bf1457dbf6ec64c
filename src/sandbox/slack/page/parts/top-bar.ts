import { toggleTool } from '../acts/go.ts'
import { switchScheme } from '../acts/scheme.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import type { Page } from '../state/store.ts'
import { iconButton } from './icon-button.ts'

/** The bar above the middle: what is open, and the page's own switches. */
export function showTopBar(page: Page, heading: Child): VNode {
  const { isDrawerOpen, tool, demo, isLive } = page.state
  const isInspecting = tool === 'calls' || tool === 'envelopes' || tool === 'message'
  return h('header', { class: 'top-bar' }, [
    iconButton('menu', 'Channels', () => page.set({ isDrawerOpen: !isDrawerOpen }), {
      class: 'icon-button drawer-button',
      'aria-expanded': String(isDrawerOpen),
    }),
    h('div', { class: 'heading' }, heading),
    !isLive && h('span', { class: 'offline', role: 'status' }, 'Reconnecting…'),
    h('div', { class: 'switches' }, [
      demo &&
        iconButton('demo', 'Demo levers', () => toggleTool(page, 'demo'), {
          'aria-pressed': String(tool === 'demo'),
        }),
      iconButton('inspect', 'Inspector', () => toggleTool(page, isInspecting && tool ? tool : 'calls'), {
        'aria-pressed': String(isInspecting),
      }),
      iconButton('sun', 'Dark or light', () => switchScheme(page)),
    ]),
  ])
}
