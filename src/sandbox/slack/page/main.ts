import { rememberedScheme } from './acts/scheme.ts'
import { patch } from './dom/patch.ts'
import { listenToKeys } from './keys.ts'
import { listenToDemo } from './link/demo.ts'
import { sendOrder } from './link/orders.ts'
import { listenTo } from './link/stream.ts'
import { layout } from './parts/layout.ts'
import { myChannels, unreadIn } from './state/choose.ts'
import { receive } from './state/receive.ts'
import { startState } from './state/start.ts'
import { createStore, type Page } from './state/store.ts'

/** From this width on the demo's levers stand open beside the channel, in CSS pixels. */
const wide = 1200

const root = document.getElementById('page')
if (root) start(root)

function start(root: HTMLElement): void {
  let page: Page | undefined
  listenTo({
    snapshot: (world) => {
      if (page) return page.set({ ...receive(page.state, { type: 'reset', snapshot: world }), isLive: true })
      root.replaceChildren()
      page = createStore(
        { ...startState(world), scheme: rememberedScheme() },
        (now) => show(root, now),
        sendOrder,
      )
      open(page)
    },
    change: (event) => page?.set(receive(page.state, event)),
    live: (isLive) => page?.set({ isLive }),
  })
}

function open(page: Page): void {
  listenToKeys(page)
  void listenToDemo((demo) => {
    const isFirst = page.state.demo === undefined
    page.set({ demo, ...(isFirst && window.innerWidth >= wide && { tool: 'demo' as const }) })
  })
}

function show(root: HTMLElement, page: Page): void {
  const { state } = page
  patch(root, layout(page))
  document.documentElement.dataset.scheme = state.scheme ?? ''
  const unread = myChannels(state).reduce((sum, one) => sum + unreadIn(state, one.id), 0)
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${state.world.team.name}`
}
