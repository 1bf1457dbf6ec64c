import type { Change, Snapshot } from '../../events.ts'
import type { Message } from '../../wire.ts'
import { plainParagraphs } from '../text/mrkdwn.ts'
import { authorName } from './selectors.ts'
import { markKey, type State, withNotice } from './state.ts'

/** The page keeps this many calls and envelopes. */
const latest = 200

/** Screen readers announce at most this many characters of a message. */
const longestAnnouncement = 300

/** Applies a change to the workspace, and updates the page's own state: read marks, announcements, notices. */
export function receive(state: State, change: Change): State {
  const workspace = apply(state.workspace, change)
  switch (change.type) {
    case 'message_posted':
      return afterPost({ ...state, workspace }, change.channel, change.message)
    case 'ephemeral_posted':
      return afterEphemeral({ ...state, workspace }, change.ephemeral)
    case 'ephemeral_updated':
      return afterAnswer({ ...state, workspace }, change.ephemeral)
    case 'view_updated':
    case 'view_closed':
      return { ...state, workspace, viewErrors: {} }
    case 'notice':
      return { ...state, notices: withNotice(state, change.notice.user, change.notice.text) }
    case 'clock':
      return { ...state, workspace, clockOffset: change.now - Date.now() }
    case 'reset':
      return afterReset(state, workspace)
    default:
      return { ...state, workspace }
  }
}

function afterPost(state: State, channel: string, message: Message): State {
  const isHere = state.place.kind === 'channel' && state.place.channel === channel
  if (!isHere) return state
  return {
    ...state,
    messageLimit: limitAfterArrival(state),
    readMarks: { ...state.readMarks, [markKey(state.me, channel)]: message.ts },
    announcement: `${authorName(state.workspace, message)}: ${spokenText(message.text)}`,
  }
}

/** An answer to me is scrolled to, also if I have scrolled up. */
function afterEphemeral(state: State, { user, channel, message }: Snapshot['ephemerals'][number]): State {
  if (user !== state.me) return state
  const announcement = `${authorName(state.workspace, message)}, only visible to you: ${spokenText(message.text)}`
  const revealed = { channel, ts: message.ts, takesFocus: false }
  return { ...state, messageLimit: limitAfterArrival(state), announcement, revealed }
}

/** The answer replaces a shorter message, such as "Looking…". */
function afterAnswer(state: State, { message }: Snapshot['ephemerals'][number]): State {
  const { revealed } = state
  return revealed?.ts === message.ts ? { ...state, revealed: { ...revealed } } : state
}

/** While a menu is open, no message disappears at the top, because the menu could belong to it. */
function limitAfterArrival({ openMenu, messageLimit }: State): number {
  return openMenu === undefined ? messageLimit : messageLimit + 1
}

function spokenText(text: string): string {
  return plainParagraphs(text).join(' ').slice(0, longestAnnouncement)
}

/** After a reset the workspace has other messages, and perhaps other channels. */
function afterReset(state: State, workspace: Snapshot): State {
  const { place } = state
  const isThere = place.kind === 'home' || workspace.channels.some((one) => one.id === place.channel)
  const first = workspace.channels[0]
  return {
    ...state,
    workspace,
    place: isThere || !first ? place : { kind: 'channel', channel: first.id },
    thread: undefined,
    inspected: undefined,
    viewErrors: {},
    readMarks: {},
  }
}

/** Applies a change to the workspace. Unchanged parts stay the same objects. */
export function apply(workspace: Snapshot, change: Change): Snapshot {
  switch (change.type) {
    case 'message_posted':
    case 'message_updated':
      return { ...workspace, messages: withMessage(workspace, change.channel, change.message) }
    case 'message_deleted':
      return { ...workspace, messages: withoutMessage(workspace, change.channel, change.ts) }
    case 'ephemeral_posted':
    case 'ephemeral_updated':
    case 'ephemeral_deleted':
      return applyEphemeral(workspace, change)
    case 'view_opened':
    case 'view_updated':
    case 'view_closed':
      return applyView(workspace, change)
    case 'home_published':
      return { ...workspace, homes: { ...workspace.homes, [change.user]: change.view } }
    case 'channel_changed':
      return { ...workspace, channels: put(workspace.channels, change.channel, (one) => one.id) }
    case 'call':
      return { ...workspace, calls: put(workspace.calls, change.call, (one) => one.id).slice(-latest) }
    case 'envelope':
      return {
        ...workspace,
        envelopes: put(workspace.envelopes, change.envelope, (one) => one.id).slice(-latest),
      }
    case 'sockets':
      return { ...workspace, sockets: change.open }
    case 'faults':
      return { ...workspace, faults: change.faults }
    case 'clock':
      return { ...workspace, now: change.now }
    case 'reset':
      return change.snapshot
    case 'notice':
    case 'details_presented':
      return workspace
  }
}

/** Replaces the item with the same key, or appends it. */
function put<Item>(items: Item[], item: Item, keyOf: (item: Item) => unknown): Item[] {
  const at = items.findIndex((one) => keyOf(one) === keyOf(item))
  return at < 0 ? [...items, item] : items.with(at, item)
}

function withMessage(workspace: Snapshot, channel: string, message: Message): Snapshot['messages'] {
  const messages = put(workspace.messages[channel] ?? [], message, (one) => one.ts)
  return { ...workspace.messages, [channel]: messages }
}

function withoutMessage(workspace: Snapshot, channel: string, ts: string): Snapshot['messages'] {
  const messages = (workspace.messages[channel] ?? []).filter((one) => one.ts !== ts)
  return { ...workspace.messages, [channel]: messages }
}

type Ephemeral = Snapshot['ephemerals'][number]

function applyEphemeral(
  workspace: Snapshot,
  change: Extract<Change, { type: `ephemeral_${string}` }>,
): Snapshot {
  const { ephemerals } = workspace
  if (change.type !== 'ephemeral_deleted') {
    const keyOf = ({ user, message }: Ephemeral) => `${user} ${message.ts}`
    return { ...workspace, ephemerals: put(ephemerals, change.ephemeral, keyOf) }
  }
  const isGone = (one: Ephemeral) =>
    one.user === change.user && one.channel === change.channel && one.message.ts === change.ts
  return { ...workspace, ephemerals: ephemerals.filter((one) => !isGone(one)) }
}

function applyView(workspace: Snapshot, change: Extract<Change, { type: `view_${string}` }>): Snapshot {
  if (change.type === 'view_closed')
    return { ...workspace, views: workspace.views.filter(({ view }) => view.id !== change.viewId) }
  const { user, view } = change
  return { ...workspace, views: put(workspace.views, { user, view }, (one) => one.view.id) }
}
