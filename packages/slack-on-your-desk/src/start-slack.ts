import { findChannel } from './channels.ts'
import { machineTimer } from './clock.ts'
import type { Act, CallRecord, EntityDetails } from './events.ts'
import { everything } from './everything.ts'
import { createHandClock, type HandClock } from './hand-clock.ts'
import { optionsOfManifest, readManifest } from './manifest.ts'
import type { ChannelSeed, PersonSeed } from './options.ts'
import { pageHandler } from './page-server.ts'
import type { Message, View } from './wire.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export type SlackOptions = {
  /** The app's manifest, or the path of its file (JSON or YAML). Without it, every command, scope and event is allowed. */
  manifest?: unknown
  /** The channels, with the bot in all of them. #general, #random, #support and #marketing by default. */
  channels?: readonly (string | ChannelSeed)[]
  /** The people. Ana, Ben, Kim and Mei by default. */
  people?: readonly (string | PersonSeed)[]
  /** The app's request URL, for HTTP mode. Without it, the app connects by Socket Mode. */
  requestUrl?: string
  /** `hand`: the workspace's time moves only by `clock.advance`. The machine's time by default. */
  clock?: 'hand' | 'machine'
  /** Slack's rate limits. Off by default, so that tests are fast. */
  limits?: boolean
  /** Any free port by default. */
  port?: number
  /** Receives a line for the developer, for example about a call of an unknown method. */
  log?: (line: string) => void
}

/** A message with the id of its channel. */
export type ShownMessage = Message & { channel: string }

/** A fault for the next calls of a method. `times`: once by default; `always` until `clearFaults`. */
export type PlannedFault = { times?: number | 'always'; channel?: string; text?: string }

export type Slack = Awaited<ReturnType<typeof startSlack>>

/** The answers of a form, by block_id, then by action_id. */
type Answers = Parameters<Workspace['people']['submitView']>[0]['answers']
type Choice = { blockId?: string; choice?: string | string[] }

/** Starts a workspace on the loopback address, for the tests of an app. The app can run in the same process or in another one. */
export async function startSlack(options: SlackOptions = {}) {
  const { channels, people, requestUrl, clock: kind = 'machine', limits = false, port = 0, log } = options
  const hand: HandClock | undefined = kind === 'hand' ? createHandClock(Date.now()) : undefined
  const workspace = createWorkspace({
    now: hand?.now ?? Date.now,
    setTimer: hand?.setTimer ?? machineTimer,
    control: true,
    page: pageHandler(),
    ...(options.manifest === undefined ? everything : optionsOfManifest(manifestOf(options.manifest))),
    ...(channels && { channels }),
    ...(people && { users: people }),
    ...(requestUrl !== undefined && { requestUrl }),
    ...(log && { log }),
  })
  workspace.control.setLimited(limits)
  await workspace.listen(port)
  return withActions(workspace, hand, limits)
}

function manifestOf(given: unknown): unknown {
  return typeof given === 'string' ? readManifest(given) : given
}

function withActions(workspace: Workspace, hand: HandClock | undefined, limits: boolean) {
  const { control, state } = workspace
  const idOf = (channel: string) => {
    const found = findChannel({ state }, channel)
    if (found === undefined) throw new Error(`There is no channel "${channel}" in this workspace.`)
    return found.id
  }
  const shownIn = (channel: string): ShownMessage[] =>
    control.messages(channel).map((message) => ({ ...message, channel }))
  const personId = (name: string) => {
    const found = [...state.people.values()].find((one) => one.id === name || one.name === name)
    if (found === undefined) throw new Error(`There is no person "${name}" in this workspace.`)
    return found.id
  }

  return {
    /** The address of the page. */
    url: workspace.url,
    /** What the app needs to know, as environment variables. */
    env: workspace.environment,

    /** The id of a channel. */
    channelId: idOf,
    /** The messages of a channel (name or id), with replies, oldest first. */
    messages: (channel: string): ShownMessage[] => shownIn(idOf(channel)),
    /** The direct messages between the bot and a person, oldest first. */
    directMessages(person: string): ShownMessage[] {
      const user = personId(person)
      const direct = [...state.channels.values()].find((one) => one.kind === 'im' && one.user === user)
      return direct === undefined ? [] : shownIn(direct.id)
    },
    /** What only this person sees, oldest first. */
    ephemerals(person: string): ShownMessage[] {
      const user = personId(person)
      return state.ephemerals
        .filter((one) => one.user === user)
        .map(({ message, channel }) => ({ ...message, channel }))
    },
    /** The topmost open modal of a person. */
    modal: (person: string): View | undefined =>
      state.views.findLast(({ user }) => user === personId(person))?.view,
    /** The published home tab of a person. */
    home: (person: string): View | undefined => state.homes.get(personId(person)),
    /** The details of a Work Object that a person sees. */
    details: (person: string): EntityDetails | undefined => state.details.get(personId(person)),
    /** The app's calls, oldest first. */
    calls: (method?: string): CallRecord[] => control.calls(method),

    /** Resolves with the first result that is not undefined, null or false. `find` is asked now and after each change. */
    until: <Found>(find: () => Found | undefined | null | false): Promise<Found> => until(workspace, find),
    /** Resolves when the app has opened its Socket Mode connection. */
    connected: (): Promise<true> => until(workspace, () => control.sockets() > 0),

    /** A person who uses the app. Each action resolves with the app's reaction. */
    person: (name: string) => personOf(workspace, personId(name)),

    /** Plans a fault of the next call of a method; `*` is every method. Returns its id. */
    fail(method: string, act: Act, { times = 1, ...where }: PlannedFault = {}): number {
      return control.fault({ method, act, ...where, ...(times !== 'always' && { times }) })
    },
    clearFaults: (): void => control.clearFaults(),
    /** Breaks every Socket Mode connection without notice. */
    breakConnections: (): void => control.dropSockets(),

    clock: {
      /** The workspace's time, in ms since 1970. */
      now: (): number => workspace.snapshot().now,
      /** Moves the time by `ms`. Timers run only with `clock: 'hand'`. */
      advance(ms: number): void {
        if (hand !== undefined) hand.advance(ms)
        else control.setClockOffset(workspace.snapshot().now + ms - Date.now())
      },
    },
    /** Empties the workspace: everything is as at the start. Connections and the clock stay. */
    reset(): void {
      control.reset()
      control.setLimited(limits)
    },
    /** Everything else: the control functions and the whole state. */
    workspace,
    close: (): Promise<void> => workspace.close(),
    [Symbol.asyncDispose]: (): Promise<void> => workspace.close(),
  }
}

function until<Found>(workspace: Workspace, find: () => Found | undefined | null | false): Promise<Found> {
  return new Promise((resolve, reject) => {
    let stop = () => {}
    const look = () => {
      try {
        const found = find()
        if (found === undefined || found === null || found === false) return
        stop()
        resolve(found)
      } catch (error) {
        stop()
        reject(error)
      }
    }
    stop = workspace.subscribe(look)
    look()
  })
}

function personOf({ people, state }: Workspace, user: string) {
  const isView = (target: ShownMessage | View): target is View => 'root_view_id' in target
  return {
    id: user,
    /** Writes a message, in a thread with `thread`, the ts of its parent. */
    post: (channel: string, text: string, thread?: string): ShownMessage => {
      const posted = people.post(user, { channel, text, ...(thread !== undefined && { threadTs: thread }) })
      return { ...posted, channel }
    },
    /** Writes to the app's direct messages. */
    postToApp(text: string): ShownMessage {
      const channel = people.directMessages(user)
      return { ...people.post(user, { channel, text }), channel }
    },
    /** Types a slash command in a channel: `/hello world`. */
    command: (line: string, channel: string) => people.runCommand({ user, channel, line }),
    /** Presses a button, or chooses from a menu, in a message, a modal or the home tab. */
    press(target: ShownMessage | View, actionId: string, { blockId, choice }: Choice = {}) {
      const press = {
        user,
        actionId,
        ...(blockId !== undefined && { blockId }),
        ...(choice !== undefined && { choice }),
      }
      return isView(target)
        ? people.pressInView({ ...press, viewId: target.id })
        : people.press({ ...press, channel: target.channel, ts: target.ts })
    },
    /** Runs a global shortcut, or with a message a message shortcut. */
    shortcut: (callbackId: string, message?: ShownMessage) =>
      people.runShortcut({
        user,
        callbackId,
        ...(message !== undefined && { channel: message.channel, ts: message.ts }),
      }),
    /** Fills in the topmost modal and submits it. Throws if none is open. */
    submit(answers: Answers = {}) {
      const open = state.views.findLast((one) => one.user === user)
      if (open === undefined) throw new Error('No modal is open.')
      return people.submitView({ user, viewId: open.view.id, answers })
    },
    /** Closes the topmost modal without submitting it. Throws if none is open. */
    closeModal() {
      const open = state.views.findLast((one) => one.user === user)
      if (open === undefined) throw new Error('No modal is open.')
      return people.closeView({ user, viewId: open.view.id })
    },
    openHome: () => people.openHome(user),
    /** Opens the app's direct messages. */
    openMessages: () => people.openHome(user, 'messages'),
    /** Opens the details of a message's Work Object: the first one, or that with the id `entity`. */
    openDetails: ({ channel, ts }: ShownMessage, entity?: string) =>
      people.openDetails({ user, channel, ts, ...(entity !== undefined && { entity }) }),
    /** Adds a reaction, or removes it. `reaction` is the emoji's name without colons. */
    react: ({ channel, ts }: ShownMessage, reaction: string, remove = false) =>
      people.react({ user, channel, ts, reaction, remove }),
  }
}
