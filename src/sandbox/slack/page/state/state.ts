import type { Snapshot } from '../../events.ts'
import type { DemoState } from './demo-state.ts'

/** What the middle shows: a channel (direct messages too) or the app's home tab. */
export type Place = { kind: 'channel'; channel: string } | { kind: 'home' }

/** A message by its place. */
export type MessageRef = { channel: string; ts: string }

/** A question before something is done, from an element's `confirm`. */
type Question = {
  title: string
  text: string
  yes: string
  no: string
  isDanger: boolean
  run: () => void
}

/** Something Slack tells one person, until it is closed. */
export type ShownNotice = { id: number; user: string; text: string }

/** An option that an external menu was given by the app. */
type Suggestion = { text: string; value: string }

/** Which tab of the tools at the right is open. */
export type Tool = 'demo' | 'calls' | 'envelopes' | 'message'

/** Everything the page shows. Changed only through the store. */
export type State = {
  /** The workspace as it is now. */
  world: Snapshot
  /** The workspace's time minus this machine's, in ms. */
  clockOffset: number
  /** Whether the stream of changes is up. */
  isLive: boolean
  /** Id of the person we act as. */
  me: string
  place: Place
  /** The ts of the parent whose thread is open beside the channel. */
  thread: string | undefined
  tool: Tool | undefined
  /** The message whose JSON the inspector shows. */
  inspected: MessageRef | undefined
  /** Keys of the inspector's entries that are unfolded. */
  unfolded: ReadonlySet<string>
  /** Whether the channel list is out, on a narrow screen. */
  isDrawerOpen: boolean
  /** By `person/channel`: the ts up to which that person has read. */
  readMarks: Readonly<Record<string, string>>
  /** By composer: text that has not been sent. */
  drafts: Readonly<Record<string, string>>
  /** Keys of the elements whose press is on its way. */
  working: ReadonlySet<string>
  /** Key of the one menu that is open. */
  openMenu: string | undefined
  question: Question | undefined
  notices: readonly ShownNotice[]
  /** By view id, then block id: what is wrong with an input. */
  viewErrors: Readonly<Record<string, Record<string, string>>>
  /** By `view/action`: what the app suggests. */
  suggestions: Readonly<Record<string, Suggestion[]>>
  /** The place of the chosen command among those that fit what is typed, by composer. */
  completion: { composer: string; index: number } | undefined
  /** How many of the newest messages of a channel are shown. */
  mostShown: number
  /** What screen readers are told. */
  announced: string
  scheme: 'light' | 'dark' | undefined
  demo: DemoState | undefined
}
