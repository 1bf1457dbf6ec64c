import type { Channel } from '../../events.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { messageAt, repliesTo } from '../state/choose.ts'
import { channelName } from '../state/names.ts'
import type { Page } from '../state/store.ts'
import { showComposer } from './composer.ts'
import { iconButton } from './icon-button.ts'
import { showMessage } from './message.ts'

/** The side pane with a message and the replies to it. */
export function showThread(page: Page, channel: Channel): VNode | undefined {
  const { state } = page
  if (state.thread === undefined) return undefined
  return h('aside', { class: 'thread', key: `thread ${state.thread}`, 'aria-label': 'Thread' }, [
    h('header', { class: 'pane-head' }, [
      h('h2', {}, ['Thread ', h('small', {}, channelName(state.world, channel.id))]),
      iconButton('close', 'Close the thread', () => page.set({ thread: undefined })),
    ]),
    h(
      'div',
      { class: 'scroll top', key: 'scroll', tabindex: 0 },
      h('div', { class: 'scrolled' }, conversation(page, channel.id, state.thread)),
    ),
    channel.isArchived ? undefined : showComposer(page, { channel: channel.id, thread: state.thread }),
  ])
}

function conversation(page: Page, channel: string, ts: string): Child {
  const parent = messageAt(page.state.world, channel, ts)
  const replies = repliesTo(page.state, channel, ts)
  const place = { channel, isInThread: true, isFollowing: false }
  return [
    parent && showMessage(page, { message: parent, isEphemeral: false }, place),
    replies.length > 0 &&
      h(
        'p',
        { class: 'reply-divider' },
        h('span', {}, replies.length === 1 ? '1 reply' : `${replies.length} replies`),
      ),
    replies.map((reply) => showMessage(page, reply, place)),
  ]
}
