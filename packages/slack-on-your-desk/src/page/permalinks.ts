import { openChannel, openThread } from './navigation.ts'
import { messageAt, messagesIn, myChannels, myDirectMessages } from './state/selectors.ts'
import type { MessageRef } from './state/state.ts'
import { notify, type Store } from './state/store.ts'

/** A message that an address names. `thread`: the ts of its parent, if it is a reply. */
type Linked = MessageRef & { thread?: string }

/** Reads an address that `chat.getPermalink` gives. Undefined for any other address. */
export function readPermalink({ pathname, searchParams }: URL): Linked | undefined {
  const [, channel, seconds, micros] = /^\/archives\/([A-Z0-9]+)\/p(\d{10,})(\d{6})$/.exec(pathname) ?? []
  if (channel === undefined) return undefined
  const ref = { channel, ts: `${seconds}.${micros}` }
  const thread = searchParams.get('thread_ts')
  return thread === null || thread === ref.ts ? ref : { ...ref, thread }
}

/** Opens the channel of a message, and its thread if it is a reply, and scrolls to it. If I cannot see it, a notice says so. */
export function openMessage(store: Store, { channel, ts, thread }: Linked): void {
  const { state } = store
  const mine = [...myChannels(state), myDirectMessages(state)]
  const isMine = mine.some((one) => one?.id === channel)
  if (!isMine || messageAt(state.workspace, channel, ts) === undefined) {
    notify(store, 'This message was deleted, or it is in a channel that you cannot see.')
    return
  }
  const inChannel = thread ?? ts
  const position = messagesIn(state, channel).findIndex(({ message }) => message.ts === inChannel)
  const needed = messagesIn(state, channel).length - position
  openChannel(store, channel)
  store.set({ messageLimit: Math.max(store.state.messageLimit, needed) })
  if (thread !== undefined) openThread(store, thread)
  store.set({ revealed: { channel, ts, takesFocus: true } })
}

/** Opens links to messages of this workspace here, and not in another tab. */
export function followPermalinks(store: Store): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    const address = new URL(link.href, location.href)
    const message = address.origin === location.origin ? readPermalink(address) : undefined
    if (message === undefined) return
    event.preventDefault()
    openMessage(store, message)
  })
}

/** Scrolls to a message. The start of one that is taller than its pane is shown, unless somebody works in it. */
export function scrollToMessage({ ts, takesFocus }: { ts: string; takesFocus: boolean }): void {
  const articles = [...document.querySelectorAll<HTMLElement>(`article[data-ts="${CSS.escape(ts)}"]`)]
  // The thread pane stands after the channel, and a message that is in both was opened there.
  const article = articles.at(-1)
  const pane = article?.closest('.scroll')
  if (!article || !pane) return
  if (takesFocus) article.focus({ preventScroll: true })
  else if (article.contains(document.activeElement)) return
  const isTall = article.offsetHeight > pane.clientHeight
  article.scrollIntoView({ block: isTall ? 'start' : takesFocus ? 'center' : 'nearest' })
}
