import type { Message } from '../wire.ts'
import { renderBlocks } from './blocks/blocks.ts'
import { renderMrkdwn } from './blocks/text.ts'
import { inspect, openThread } from './navigation.ts'
import { authorName, nameOfUser, nowOf, type VisibleMessage } from './state/selectors.ts'
import type { Store } from './state/store.ts'
import { clockOf, isoOf, momentOf, secondsOf, writeDate } from './text/dates.ts'
import { emojiOf } from './text/emoji.ts'
import { type Child, classes, html, type Rendered, renderLink } from './ui/html.ts'
import { renderAppAvatar, renderAvatar, renderIcon, renderIconButton, renderUserAvatar } from './ui/icons.ts'

/** The place of a message. `isFollowing`: the previous message has the same author, so the name is not repeated. */
type MessagePlace = { channel: string; isInThread: boolean; isFollowing: boolean }

/** Shows a message with its author, time, content and toolbar. */
export function renderMessage(store: Store, visible: VisibleMessage, place: MessagePlace): Rendered {
  const { message, isEphemeral } = visible
  const { isInThread, isFollowing } = place
  const { workspace, thread } = store.state
  const name = authorName(workspace, message)
  const isOpen = thread === message.ts && !isInThread
  const look = classes('message', isEphemeral && 'ephemeral', isFollowing && 'following', isOpen && 'open')
  return html`
    <article
      key=${message.ts}
      class=${look}
      data-ts=${message.ts}
      tabindex="-1"
      aria-label=${`${name}, ${clockOf(message.ts)}`}
    >
      ${isEphemeral && html`<p class="only-you">${renderIcon('eye')}Only visible to you</p>`}
      ${
        isFollowing
          ? html`<span class="side-time">${renderTime(message)}</span>`
          : renderAuthorAvatar(message, name, workspace.bot.botId)
      }
      <div class="message-body">
        ${!isFollowing && renderHeadline(message, name)}
        ${renderContent(store, message, place)}
        ${renderReactions(store, message, place)}
        ${!isInThread && renderThreadLine(store, message)}
      </div>
      ${renderToolbar(store, visible, place)}
    </article>
  `
}

function renderAuthorAvatar(message: Message, name: string, ownBot: string): Rendered {
  return message.bot_id === ownBot && ownBot !== '' ? renderAppAvatar() : renderAvatar(message.user, name)
}

function renderHeadline(message: Message, name: string): Rendered {
  const isFromApp = message.bot_id !== undefined || message.user === 'USLACKBOT'
  return html`
    <p class="message-head">
      <span class="author">${name}</span>
      ${isFromApp && html`<span class="app-badge">APP</span>`}
      ${renderTime(message)}
    </p>
  `
}

function renderTime({ ts }: Message): Rendered {
  return html`<time datetime=${isoOf(ts)} title=${momentOf(ts)}>${clockOf(ts)}</time>`
}

function renderContent(store: Store, message: Message, { channel, isInThread }: MessagePlace): Rendered {
  const { blocks = [], edited, files = [], subtype, text, ts } = message
  return html`
    <div class=${classes('content', subtype === 'tombstone' && 'gone')}>
      ${
        blocks.length > 0
          ? renderBlocks(store, { at: 'message', channel, ts, isInThread }, blocks)
          : html`<div class="block">${renderMrkdwn(store.state, text)}</div>`
      }
      ${files.map((file) => renderFile(file))}
      ${edited && html`<span class="edited" title=${momentOf(edited.ts)}>(edited)</span>`}
    </div>
  `
}

function renderFile({ name, size, url_private: url }: NonNullable<Message['files']>[number]): Rendered {
  return html`<div class="block">📄 ${renderLink(url, name)} (${Math.ceil(size / 1024)} kB)</div>`
}

/** The reactions below a message. A click adds one's own, or takes it away. */
function renderReactions(store: Store, { ts, reactions = [] }: Message, { channel }: MessagePlace): Child {
  if (reactions.length === 0) return undefined
  const { me, workspace } = store.state
  return html`
    <div class="reactions">
      ${reactions.map(({ name, users, count }) => {
        const isMine = users.includes(me)
        const who = `${name}: ${users.map((id) => nameOfUser(workspace, id)).join(', ')}`
        return html`
          <button
            key=${name}
            type="button"
            class=${classes('reaction', isMine && 'mine')}
            aria-pressed=${isMine ? 'true' : 'false'}
            aria-label=${who}
            title=${who}
            onClick=${() => react(store, { channel, ts, reaction: name, remove: isMine })}
          >${emojiOf(name) ?? `:${name}:`} ${count}</button>
        `
      })}
    </div>
  `
}

function react(
  { state, control }: Store,
  request: { channel: string; ts: string; reaction: string; remove?: boolean },
): void {
  void control('react', { ...request, user: state.me })
}

function renderThreadLine(store: Store, message: Message): Child {
  const { ts, reply_count: count = 0, reply_users: users = [], latest_reply: latest = ts } = message
  if (count === 0) return undefined
  const { state } = store
  const last = writeDate(secondsOf(latest), '{date_short_pretty} at {time}', nowOf(state))
  return html`
    <button type="button" class="thread-line" onClick=${() => openThread(store, ts)}>
      ${users.slice(0, 4).map((id) => renderUserAvatar(state.workspace, id))}
      <span class="reply-count">${count === 1 ? '1 reply' : `${count} replies`}</span>
      <span class="last-reply">Last reply ${last}</span>
    </button>
  `
}

/** The reactions that the toolbar of a message offers. */
const offered = ['eyes', 'white_check_mark']

function renderReactionButton(
  store: Store,
  { ts, reactions = [] }: Message,
  channel: string,
  name: string,
): Rendered {
  const remove = reactions.some((one) => one.name === name && one.users.includes(store.state.me))
  const label = `${remove ? 'Take away' : 'React with'} ${name.replaceAll('_', ' ')}`
  const onClick = () => react(store, { channel, ts, reaction: name, remove })
  return html`
    <button type="button" class="icon-button" aria-label=${label} title=${label} onClick=${onClick}>
      ${emojiOf(name) ?? name}
    </button>
  `
}

/** Slack has these entries in the menu of the message. */
function renderShortcuts({ state, control }: Store, channel: string, ts: string): Child {
  return state.workspace.messageShortcuts.map(({ name, callbackId }) =>
    renderIconButton('shortcut', name, () => {
      void control('runShortcut', { user: state.me, callbackId, channel, ts })
    }),
  )
}

/** An ephemeral message has no thread, no reactions and no shortcuts. */
function renderToolbar(
  store: Store,
  { message, isEphemeral }: VisibleMessage,
  place: MessagePlace,
): Rendered {
  const { ts } = message
  const { channel, isInThread } = place
  const mayReply = !isInThread && !isEphemeral
  return html`
    <div class="message-tools">
      ${!isEphemeral && offered.map((name) => renderReactionButton(store, message, channel, name))}
      ${!isEphemeral && renderShortcuts(store, channel, ts)}
      ${mayReply && renderIconButton('thread', 'Reply in thread', () => openThread(store, ts))}
      ${renderIconButton('inspect', 'Show this message’s JSON', () => inspect(store, { channel, ts }))}
    </div>
  `
}
