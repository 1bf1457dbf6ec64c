import type { Message } from '../../wire.ts'
import { inspect, openThread } from '../acts/go.ts'
import { showBlocks } from '../blocks/block.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { nowOf, type Shown } from '../state/choose.ts'
import { authorName } from '../state/names.ts'
import type { Page } from '../state/store.ts'
import { readMrkdwn } from '../text/mrkdwn.ts'
import { showStretches } from '../text/show.ts'
import { writeDate } from '../text/slack-date.ts'
import { clockOf, isoOf, momentOf, secondsOf } from '../text/times.ts'
import { authorAvatar, userAvatar } from './avatar.ts'
import { iconButton } from './icon-button.ts'
import { icon } from './icons.ts'

/** Where a message is shown. `isFollowing`: the same author wrote just before, so the name is not repeated. */
type MessagePlace = { channel: string; isInThread: boolean; isFollowing: boolean }

/** A message: who, when, what, and what can be done with it. */
export function showMessage(page: Page, { message, isEphemeral }: Shown, place: MessagePlace): VNode {
  const name = authorName(page.state.world, message)
  const classes = [
    'message',
    isEphemeral && 'ephemeral',
    place.isFollowing && 'following',
    page.state.thread === message.ts && !place.isInThread && 'open',
  ]
  const attributes = {
    class: classes.filter(Boolean).join(' '),
    key: message.ts,
    'data-ts': message.ts,
    tabindex: -1,
    'aria-label': `${name}, ${clockOf(message.ts)}`,
  }
  return h('article', attributes, [
    isEphemeral && h('p', { class: 'only-you' }, [icon('eye'), 'Only visible to you']),
    place.isFollowing
      ? h('span', { class: 'side-time' }, time(message))
      : authorAvatar(message, name, page.state.world.bot.botId),
    h('div', { class: 'message-body' }, [
      !place.isFollowing && headline(message, name),
      content(page, message, place),
      !place.isInThread && threadLine(page, message),
    ]),
    toolbar(page, message, { ...place, mayReply: !place.isInThread && !isEphemeral }),
  ])
}

function headline(message: Message, name: string): VNode {
  return h('p', { class: 'message-head' }, [
    h('span', { class: 'author' }, name),
    (message.bot_id !== undefined || message.user === 'USLACKBOT') &&
      h('span', { class: 'app-badge' }, 'APP'),
    time(message),
  ])
}

function time(message: Message): VNode {
  return h('time', { datetime: isoOf(message.ts), title: momentOf(message.ts) }, clockOf(message.ts))
}

function content(page: Page, message: Message, { channel, isInThread }: MessagePlace): VNode {
  const blocks = message.blocks ?? []
  const isGone = message.subtype === 'tombstone'
  const surface = { at: 'message' as const, channel, ts: message.ts, isInThread }
  return h('div', { class: isGone ? 'content gone' : 'content' }, [
    blocks.length > 0
      ? showBlocks(page, surface, blocks)
      : h('div', { class: 'block' }, showStretches(page.state, readMrkdwn(message.text))),
    message.edited && h('span', { class: 'edited', title: momentOf(message.edited.ts) }, '(edited)'),
  ])
}

function threadLine(page: Page, message: Message): Child {
  const count = message.reply_count ?? 0
  if (count === 0) return undefined
  const { world } = page.state
  const people = (message.reply_users ?? []).slice(0, 4).map((id) => userAvatar(world, id))
  const last = writeDate(
    secondsOf(message.latest_reply ?? message.ts),
    '{date_short_pretty} at {time}',
    nowOf(page.state),
  )
  return h(
    'button',
    { type: 'button', class: 'thread-line' },
    [
      people,
      h('span', { class: 'reply-count' }, count === 1 ? '1 reply' : `${count} replies`),
      h('span', { class: 'last-reply' }, `Last reply ${last}`),
    ],
    onClick(() => openThread(page, message.ts)),
  )
}

/** What only one person sees has no thread. */
function toolbar(
  page: Page,
  message: Message,
  { channel, mayReply }: MessagePlace & { mayReply: boolean },
): VNode {
  const { ts } = message
  return h('div', { class: 'message-tools' }, [
    mayReply && iconButton('thread', 'Reply in thread', () => openThread(page, ts)),
    iconButton('inspect', 'Show this message’s JSON', () => inspect(page, { channel, ts })),
  ])
}
