import { showBlocks } from '../blocks/block.ts'
import { h, type VNode } from '../dom/h.ts'
import type { Page } from '../state/store.ts'
import { appTabs } from './app-tabs.ts'
import { showTopBar } from './top-bar.ts'

/** The middle: the app's home tab as it was published for me. */
export function showHome(page: Page): VNode {
  const { world, me } = page.state
  const view = world.homes[me]
  const surface = view && { at: 'view' as const, viewId: view.id, type: 'home' as const }
  return h('main', { class: 'middle', key: 'home', 'aria-label': `Home of ${world.bot.name}` }, [
    showTopBar(page, h('h1', {}, world.bot.name)),
    appTabs(page, 'home'),
    h('div', { class: 'home', key: 'home', tabindex: 0, 'data-view': view?.id }, [
      view && surface
        ? showBlocks(page, surface, view.blocks)
        : h('p', { class: 'empty' }, `${world.bot.name} has not published anything here for you yet.`),
    ]),
  ])
}
