import type { TargetedKeyboardEvent } from 'preact'
import type { Channel } from '../events.ts'
import { renderComposer } from './composer.ts'
import { renderMessage } from './message.ts'
import { renderAppTabs, renderTopBar } from './navigation.ts'
import {
  channelName,
  messageAt,
  messagesIn,
  nowOf,
  repliesTo,
  type VisibleMessage,
} from './state/selectors.ts'
import type { Store } from './state/store.ts'
import { dayOf, secondsOf } from './text/dates.ts'
import { type Child, html, moveFocus, type Rendered } from './ui/html.ts'
import { renderIcon, renderIconButton } from './ui/icons.ts'

/** The middle pane: a channel with its messages and its composer. */
export function renderChannel(store: Store, channel: Channel): Rendered {
  const { name: bot } = store.state.workspace.bot
  const isDirect = channel.kind === 'im'
  const messages = messagesIn(store.state, channel.id)
  return html`
    <main
      key=${`channel ${channel.id}`}
      class="middle"
      aria-label=${isDirect ? `Messages of ${bot}` : `Channel ${channel.name}`}
    >
      ${renderTopBar(store, renderHeading(store, channel))}
      ${isDirect && renderAppTabs(store, 'messages')}
      <div class="scroll">
        <div class="scrolled">
          ${messages.length === 0 ? renderEmpty(store, channel) : renderMessages(store, channel.id, messages)}
        </div>
      </div>
      ${renderInvitation(store, channel)}
      ${
        channel.isArchived
          ? html`<p class="archived">This channel is archived: nobody can write here.</p>`
          : renderComposer(store, { channel: channel.id, thread: undefined })
      }
    </main>
  `
}

function renderHeading({ state }: Store, channel: Channel): Child {
  if (channel.kind === 'im') return html`<h1>${state.workspace.bot.name}</h1>`
  const count = channel.members.length + (channel.botIsMember ? 1 : 0)
  return html`
    <h1>${renderIcon(channel.kind === 'private' ? 'lock' : 'hash')}${channel.name}</h1>
    <span class="member-count">${count} members</span>
  `
}

function renderEmpty({ state }: Store, channel: Channel): Rendered {
  const isDirect = channel.kind === 'im'
  return html`
    <p class="empty">
      ${
        isDirect
          ? `Nothing yet between you and ${state.workspace.bot.name}.`
          : `This is the start of #${channel.name}.`
      }
    </p>
  `
}

function renderInvitation(store: Store, channel: Channel): Child {
  if (channel.botIsMember || channel.isArchived) return undefined
  const { name } = store.state.workspace.bot
  const invite = () => void store.control('changeChannel', { do: 'inviteBot', channel: channel.id })
  return html`
    <p class="not-member">
      ${`${name} is not in this channel. `}
      <button type="button" class="button small" onClick=${invite}>Add ${name}</button>
    </p>
  `
}

/** The newest messages of a channel by day. Arrow keys move between messages. */
function renderMessages(store: Store, channel: string, all: VisibleMessage[]): Child {
  const { messageLimit } = store.state
  const shown = all.slice(-messageLimit)
  const hidden = all.length - shown.length
  const showMore = () => store.set({ messageLimit: store.state.messageLimit + 200 })
  return html`
    ${
      hidden > 0 &&
      html`
        <button type="button" class="earlier" onClick=${showMore}>Show earlier messages (${hidden})</button>
      `
    }
    <div
      class="messages"
      role="group"
      aria-label="Messages"
      tabindex="0"
      onKeyDown=${onListKey}
    >
      ${shown.flatMap((one, index) => renderUnderDay(store, channel, one, shown[index - 1]))}
    </div>
  `
}

/** A message. The first of a day has the day's heading before it. */
function renderUnderDay(
  store: Store,
  channel: string,
  one: VisibleMessage,
  before: VisibleMessage | undefined,
): Child[] {
  const { ts } = one.message
  const now = nowOf(store.state)
  const day = dayOf(ts, now)
  const isFollowing = follows(before, one)
  const message = renderMessage(store, one, { channel, isInThread: false, isFollowing })
  if (before && dayOf(before.message.ts, now) === day) return [message]
  return [html`<h2 key=${`day ${ts}`} class="day"><span>${day}</span></h2>`, message]
}

/** Messages of one author within this many seconds share one heading. */
const togetherWithin = 300

function follows(before: VisibleMessage | undefined, one: VisibleMessage): boolean {
  if (!before || before.isEphemeral || one.isEphemeral) return false
  if (before.message.user !== one.message.user || before.message.subtype !== one.message.subtype) return false
  if ((before.message.blocks ?? one.message.blocks) !== undefined) return false
  return secondsOf(one.message.ts) - secondsOf(before.message.ts) < togetherWithin
}

function onListKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { currentTarget: list, target, key } = event
  if (target !== list || (key !== 'ArrowDown' && key !== 'ArrowUp')) {
    moveFocus(event, 'article')
    return
  }
  event.preventDefault()
  list.querySelector<HTMLElement>('article:last-of-type')?.focus()
}

/** The thread pane: a message and its replies. */
export function renderThread(store: Store, channel: Channel): Child {
  const { workspace, thread } = store.state
  if (thread === undefined) return undefined
  const parent = messageAt(workspace, channel.id, thread)
  const replies = repliesTo(store.state, channel.id, thread)
  const place = { channel: channel.id, isInThread: true, isFollowing: false }
  return html`
    <aside key=${`thread ${thread}`} class="thread" aria-label="Thread">
      <header class="pane-head">
        <h2>Thread <small>${channelName(workspace, channel.id)}</small></h2>
        ${renderIconButton('close', 'Close the thread', () => store.set({ thread: undefined }))}
      </header>
      <div class="scroll top" tabindex="0">
        <div class="scrolled">
          ${parent && renderMessage(store, { message: parent, isEphemeral: false }, place)}
          ${replies.length > 0 && renderReplyCount(replies.length)}
          ${replies.map((reply) => renderMessage(store, reply, place))}
        </div>
      </div>
      ${!channel.isArchived && renderComposer(store, { channel: channel.id, thread })}
    </aside>
  `
}

function renderReplyCount(count: number): Rendered {
  return html`<p class="reply-divider"><span>${count === 1 ? '1 reply' : `${count} replies`}</span></p>`
}
