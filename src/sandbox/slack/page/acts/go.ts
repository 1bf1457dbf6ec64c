import { markKey, myChannels, myDirect } from '../state/choose.ts'
import type { MessageRef, Place, State, Tool } from '../state/state.ts'
import type { Page } from '../state/store.ts'

/** Opens a channel in the middle, with the newest messages, and reads it. */
export function openChannel(page: Page, channel: string): void {
  page.set({ ...whenMoved(page.state, { kind: 'channel', channel }), isDrawerOpen: false })
}

/** Opens the app's home tab and tells the app, which may publish it anew. */
export function openHome(page: Page): void {
  page.set({ ...whenMoved(page.state, { kind: 'home' }), isDrawerOpen: false })
  void page.order('openHome', { user: page.state.me })
}

/** Opens the direct messages with the bot; where there are none yet, opening its home makes them. */
export async function openDirect(page: Page): Promise<void> {
  if (!myDirect(page.state)) await page.order('openHome', { user: page.state.me })
  const direct = myDirect(page.state)
  if (direct) openChannel(page, direct.id)
}

/** Acts as another person from now on. What only the former sees is left behind. */
export function become(page: Page, me: string): void {
  const state = { ...page.state, me }
  const here = state.place
  const isMine = here.kind === 'channel' && myChannels(state).some((one) => one.id === here.channel)
  const first = myChannels(state)[0]
  const place: Place = isMine || !first ? here : { kind: 'channel', channel: first.id }
  page.set({ me, ...whenMoved(state, here.kind === 'home' ? here : place), openMenu: undefined })
  if (here.kind === 'home') void page.order('openHome', { user: me })
}

/** Opens the thread of a message beside the channel. */
export function openThread(page: Page, thread: string): void {
  page.set({ thread })
}

/** Opens a tab of the tools, or closes them where it is open. */
export function toggleTool(page: Page, tool: Tool): void {
  page.set({ tool: page.state.tool === tool ? undefined : tool })
}

/** Shows a message's JSON in the inspector. */
export function inspect(page: Page, inspected: MessageRef): void {
  page.set({ tool: 'message', inspected })
}

function whenMoved(state: State, place: Place): Partial<State> {
  const fresh: Partial<State> = { place, thread: undefined, openMenu: undefined, mostShown: 100 }
  if (place.kind === 'home') return fresh
  const newest = state.world.messages[place.channel]?.at(-1)?.ts ?? ''
  return { ...fresh, readMarks: { ...state.readMarks, [markKey(state.me, place.channel)]: newest } }
}
