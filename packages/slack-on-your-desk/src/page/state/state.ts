import type { Snapshot } from '../../events.ts'
import type { PanelState } from '../../panel.ts'

/** The content of the middle pane: a channel (or direct messages), or the app's home tab. */
export type Place = { kind: 'channel'; channel: string } | { kind: 'home' }

/** Identifies a message. */
export type MessageRef = { channel: string; ts: string }

/** A message that the next frame scrolls to. `takesFocus`: somebody followed a link to it. */
type Revealed = MessageRef & { takesFocus: boolean }

/** Asks before an action: the `confirm` of an element. */
type Confirmation = {
  title: string
  text: string
  yes: string
  no: string
  isDanger: boolean
  run: () => void
}

/** A notice from Slack itself to one user, until that user closes it. */
type Notice = { id: number; user: string; text: string }

/** An option that the app suggested for an external menu. */
type Suggestion = { text: string; value: string }

/** A tab of the tools pane. */
export type Tool = 'panel' | 'calls' | 'envelopes' | 'message'

/** Everything the page shows. Only the store changes it. */
export type State = {
  workspace: Snapshot
  /** The workspace's time minus the browser's, in ms. */
  clockOffset: number
  /** True if the stream of changes is connected. */
  isLive: boolean
  /** The id of the acting user. */
  me: string
  place: Place
  /** The ts of the parent of the open thread. */
  thread: string | undefined
  revealed: Revealed | undefined
  tool: Tool | undefined
  /** The message whose JSON the inspector shows. */
  inspected: MessageRef | undefined
  /** Keys of the expanded entries of the inspector. */
  expanded: ReadonlySet<string>
  /** True if the channel list is open on a narrow screen. */
  isDrawerOpen: boolean
  /** By `markKey`: the ts up to which a user has read a channel. */
  readMarks: Readonly<Record<string, string>>
  /** By composer: text that has not been sent. */
  drafts: Readonly<Record<string, string>>
  /** Keys of the elements that wait for the app's acknowledgement. */
  busy: ReadonlySet<string>
  /** The key of the open menu. */
  openMenu: string | undefined
  confirmation: Confirmation | undefined
  notices: readonly Notice[]
  /** By view id, then block id: the error of an input. */
  viewErrors: Readonly<Record<string, Record<string, string>>>
  /** By `view id/action id`: the app's suggestions. */
  suggestions: Readonly<Record<string, Suggestion[]>>
  /** The chosen command of a composer. A negative index: the user closed the list. */
  completion: { composer: string; index: number } | undefined
  /** The number of newest messages that a channel shows. */
  messageLimit: number
  /** The text for screen readers. */
  announcement: string
  scheme: 'light' | 'dark' | undefined
  panel: PanelState | undefined
}

/** The number of messages that a channel shows at first. */
export const firstMessages = 100

/** The key of a user's read mark in a channel. */
export function markKey(user: string, channel: string): string {
  return `${user}/${channel}`
}

/** The state after the first snapshot. All messages count as read. */
export function startState(workspace: Snapshot): State {
  const people = workspace.people.filter((one) => !one.isBot)
  const first =
    workspace.channels.find((one) => one.kind !== 'im' && one.botIsMember) ?? workspace.channels[0]
  return {
    workspace,
    clockOffset: workspace.now - Date.now(),
    isLive: true,
    me: people[0]?.id ?? '',
    place: first ? { kind: 'channel', channel: first.id } : { kind: 'home' },
    thread: undefined,
    revealed: undefined,
    tool: undefined,
    inspected: undefined,
    expanded: new Set(),
    isDrawerOpen: false,
    readMarks: Object.fromEntries(people.flatMap(({ id }) => marksOf(workspace, id))),
    drafts: {},
    busy: new Set(),
    openMenu: undefined,
    confirmation: undefined,
    notices: [],
    viewErrors: {},
    suggestions: {},
    completion: undefined,
    messageLimit: firstMessages,
    announcement: '',
    scheme: undefined,
    panel: undefined,
  }
}

function marksOf(workspace: Snapshot, person: string): [string, string][] {
  return Object.entries(workspace.messages).map(([channel, messages]) => [
    markKey(person, channel),
    messages.at(-1)?.ts ?? '',
  ])
}

const mostNotices = 3

/** Adds a notice. The same text for the same user appears once. */
export function withNotice({ notices }: State, user: string, text: string): Notice[] {
  const others = notices.filter((one) => one.user !== user || one.text !== text)
  const id = Math.max(0, ...notices.map((one) => one.id)) + 1
  return [...others, { id, user, text }].slice(-mostNotices)
}
