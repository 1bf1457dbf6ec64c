import { findChannel } from './channels.ts'
import type { Deliver, SwitchableTransport } from './delivery.ts'
import type { Ack, CallRecord, EnvelopeRecord, Fault, Snapshot } from './events.ts'
import { storedIn } from './messages.ts'
import type { DisconnectReason, Sockets } from './socket-mode.ts'
import { type Context, createState, newId } from './state.ts'
import type { Message } from './wire.ts'

/** Functions for tests and for the demo. */
export type Control = {
  /** Plans a fault and returns its id. */
  fault: (plan: Omit<Fault, 'id'>) => number
  /** Clears one fault, or all. */
  clearFaults: (id?: number) => void
  /** Breaks every Socket Mode connection without notice. */
  dropSockets: () => void
  /** Asks every client to reconnect (`refresh_requested` by default), or only warns. */
  disconnectSockets: (reason?: DisconnectReason) => void
  /** The number of open Socket Mode connections. */
  sockets: () => number
  /** Sends envelopes as signed HTTP requests to this address from now on. Undefined: by Socket Mode. */
  setRequestUrl: (url: string | undefined) => void
  /** Sets the workspace's time to the injected clock plus `ms`. */
  setClockOffset: (ms: number) => void
  /** The current token is refused from now on with `token_revoked`. */
  revokeToken: (kind: 'bot' | 'app') => void
  /** Replaces the valid token. The old one is refused with `invalid_auth`. */
  replaceToken: (kind: 'bot' | 'app', token: string) => void
  setScopes: (kind: 'bot' | 'app', scopes: string[]) => void
  /** If true, Slack treats the app as commercially distributed: history once a minute, 15 messages a page. */
  setDistributed: (distributed: boolean) => void
  /** Switches all rate limits off, or on again. */
  setLimited: (limited: boolean) => void
  /** Replaces the Events API events the app has subscribed to, the metadata event types it wants events for, or both. */
  setSubscriptions: (change: { events?: string[] | undefined; metadata?: string[] | undefined }) => void
  /** Installs the app again: its bot gets a new bot id, and with `newUser` a new user id, too. The app id stays. */
  reinstall: (options?: { newUser?: boolean | undefined }) => { botId: string; userId: string }
  /** Locks a thread, as an admin can: nobody can reply. */
  lockThread: (channel: string, ts: string) => void
  /** Sets if a channel has threads. */
  setThreadable: (channel: string, threadable: boolean) => void
  /** Every call so far, or those of one method, oldest first. */
  calls: (method?: string) => CallRecord[]
  envelopes: () => EnvelopeRecord[]
  /**
   * Sends an envelope again, as Slack does up to three times if it misses the acknowledgement
   * (https://docs.slack.dev/apis/events-api#retries). Throws if there is no such envelope.
   */
  redeliver: (id: string) => Promise<Ack>
  /** All messages of a channel (id or name), with replies and metadata, oldest first. */
  messages: (channel: string) => Message[]
  /** Resets the state to the seed. Connections, the clock's offset and the request URL stay. */
  reset: () => void
}

/** Creates the control functions, which do what no user can do in Slack but tests and the demo need. */
export function createControl(
  context: Context,
  sockets: Sockets,
  carrier: SwitchableTransport,
  deliver: Deliver,
  snapshot: () => Snapshot,
): Control {
  const { state, clock, emit } = context
  return {
    ...faultLevers(context),
    ...appLevers(context),
    ...threadLevers(context),
    reinstall: ({ newUser = false } = {}) => reinstall(context, newUser),
    dropSockets: sockets.drop,
    disconnectSockets: (reason = 'refresh_requested') => sockets.disconnect(reason),
    sockets: sockets.open,
    setRequestUrl: carrier.setRequestUrl,
    setClockOffset: (ms) => {
      clock.setOffset(ms)
      emit({ type: 'clock', now: clock.now() })
    },
    calls: (method) => state.calls.filter((call) => method === undefined || call.method === method),
    envelopes: () => [...state.envelopes],
    async redeliver(id) {
      const sent = state.envelopes.find((one) => one.id === id)
      if (sent === undefined) throw new Error(`There is no envelope ${id}.`)
      return deliver(sent.type, sent.payload)
    },
    messages: (channel) =>
      storedIn(context, findChannel(context, channel)?.id ?? channel).map((stored) => stored.message),
    reset: () => {
      Object.assign(state, createState(context.seed, clock.now()))
      emit({ type: 'reset', snapshot: snapshot() })
    },
  }
}

function faultLevers({ state, emit }: Context): Pick<Control, 'fault' | 'clearFaults'> {
  let lastFault = 0
  const report = () => emit({ type: 'faults', faults: state.faults })
  return {
    fault: (plan) => {
      lastFault += 1
      state.faults = [...state.faults, { ...plan, id: lastFault }]
      report()
      return lastFault
    },
    clearFaults: (id) => {
      state.faults = id === undefined ? [] : state.faults.filter((fault) => fault.id !== id)
      report()
    },
  }
}

function threadLevers(context: Context): Pick<Control, 'lockThread' | 'setThreadable'> {
  const { state } = context
  const idOf = (channel: string) => findChannel(context, channel)?.id ?? channel
  return {
    lockThread: (channel, ts) => void state.lockedThreads.add(`${idOf(channel)} ${ts}`),
    setThreadable: (channel, threadable) =>
      void (threadable ? state.unthreadable.delete(idOf(channel)) : state.unthreadable.add(idOf(channel))),
  }
}

function reinstall({ state }: Context, newUser: boolean): { botId: string; userId: string } {
  const botId = newId(state, 'BR')
  const userId = newUser ? newId(state, 'UR') : state.bot.userId
  state.bot = { ...state.bot, botId, userId }
  state.installations.push({ botId, userId })
  state.people.set(userId, { id: userId, name: state.bot.name, timezone: 'Etc/UTC', isBot: true })
  return { botId, userId }
}

function appLevers({
  state,
}: Context): Pick<
  Control,
  'revokeToken' | 'replaceToken' | 'setScopes' | 'setDistributed' | 'setLimited' | 'setSubscriptions'
> {
  return {
    revokeToken: (kind) => void state.revoked.add(state.token[kind]),
    replaceToken: (kind, token) => {
      state.token[kind] = token
    },
    setScopes: (kind, scopes) => {
      state.scopes[kind] = scopes
    },
    setDistributed: (distributed) => {
      state.distributed = distributed
    },
    setLimited: (limited) => {
      state.limited = limited
    },
    setSubscriptions: ({ events = state.subscriptions.events, metadata = state.subscriptions.metadata }) => {
      state.subscriptions = { events, metadata }
    },
  }
}
