import type { Snapshot } from '../../events.ts'

/** What the middle shows: a channel (or direct messages), or the app's home tab. */
export type Place = { kind: 'channel'; channel: string } | { kind: 'home' }

/** Names a message. */
export type MessageRef = { channel: string; ts: string }

/** Asks before something is done: the `confirm` of an element. */
type Confirmation = {
  title: string
  text: string
  yes: string
  no: string
  isDanger: boolean
  run: () => void
}

/** What Slack itself tells one person, until that person closes it. */
type Notice = { id: number; user: string; text: string }

/** An option that the app suggested for an external menu. */
type Suggestion = { text: string; value: string }

/** A tab of the tools at the right. */
export type Tool = 'demo' | 'calls' | 'envelopes' | 'message'

/** What the demo server says of itself. */
export type DemoState = {
  /** `during`: replaces the label as long as the effect of the lever lasts; empty if nothing lasts. */
  levers: { id: string; label: string; hint: string; during: string }[]
  counter: { made: number; posted: number; waiting: number; lost: number; twice: number }
  bot: { state: string; pid: number | undefined; restarts: number }
  /** What the mention service tells, in its own words. */
  service: [name: string, value: string][]
}

/** Everything the page shows. It changes only through the store. */
export type State = {
  /** The workspace as it is now. */
  workspace: Snapshot
  /** The workspace's time minus this machine's, in ms. */
  clockOffset: number
  /** Whether the stream of changes is connected. */
  isLive: boolean
  /** Id of the person we act as. */
  me: string
  place: Place
  /** The ts of the parent whose thread is open beside the channel. */
  thread: string | undefined
  tool: Tool | undefined
  /** The message whose JSON the inspector shows. */
  inspected: MessageRef | undefined
  /** Keys of the inspector's entries that are expanded. */
  expanded: ReadonlySet<string>
  /** Whether the channel list is out, on a narrow screen. */
  isDrawerOpen: boolean
  /** By `markKey`: the ts up to which a person has read a channel. */
  readMarks: Readonly<Record<string, string>>
  /** By composer: text that has not been sent. */
  drafts: Readonly<Record<string, string>>
  /** Keys of the elements that wait for the app's acknowledgement. */
  busy: ReadonlySet<string>
  /** Key of the one menu that is open. */
  openMenu: string | undefined
  confirmation: Confirmation | undefined
  notices: readonly Notice[]
  /** By view id, then block id: what is wrong with an input. */
  viewErrors: Readonly<Record<string, Record<string, string>>>
  /** By `view id/action id`: what the app suggests. */
  suggestions: Readonly<Record<string, Suggestion[]>>
  /** Which of the offered commands is chosen, in which composer. Below zero: the list was closed. */
  completion: { composer: string; index: number } | undefined
  /** How many of the newest messages of a channel are shown. */
  messageLimit: number
  /** What screen readers are told. */
  announcement: string
  scheme: 'light' | 'dark' | undefined
  demo: DemoState | undefined
}

/** How many messages of a channel are shown before anybody asks for more. */
export const firstMessages = 100

/** Names a person's read mark of a channel. */
export function markKey(user: string, channel: string): string {
  return `${user}/${channel}`
}

/** The state right after the first snapshot. All messages count as read. */
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
    demo: undefined,
  }
}

function marksOf(workspace: Snapshot, person: string): [string, string][] {
  return Object.entries(workspace.messages).map(([channel, messages]) => [
    markKey(person, channel),
    messages.at(-1)?.ts ?? '',
  ])
}

const mostNotices = 3

/** The notices with one more. The same words for the same person stand there once. */
export function withNotice({ notices }: State, user: string, text: string): Notice[] {
  const others = notices.filter((one) => one.user !== user || one.text !== text)
  const id = Math.max(0, ...notices.map((one) => one.id)) + 1
  return [...others, { id, user, text }].slice(-mostNotices)
}
