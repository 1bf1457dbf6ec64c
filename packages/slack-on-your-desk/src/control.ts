import { changeChannel, findChannel } from './channels.ts'
import type { Deliver, SwitchableTransport } from './delivery.ts'
import type { Fault, Person, Snapshot } from './events.ts'
import { storedIn } from './messages.ts'
import type { TokenKind } from './options.ts'
import type { DisconnectReason, Sockets } from './socket-mode.ts'
import { type Context, createState, newId } from './state.ts'
import { personOf } from './users/lookup.ts'
import { postDue } from './web-api/scheduled.ts'
import { personJson } from './web-api/users.ts'

export type Control = ReturnType<typeof createControl>

/** Creates the control functions, which do what no user can do in Slack but tests and the demo need. */
export function createControl(
  context: Context,
  sockets: Sockets,
  carrier: SwitchableTransport,
  deliver: Deliver,
  snapshot: () => Snapshot,
) {
  const { state, clock, emit } = context
  const idOf = (channel: string) => findChannel(context, channel)?.id ?? channel
  let lastFault = 0
  function setFaults(faults: Fault[]): void {
    state.faults = faults
    emit({ type: 'faults', faults })
  }
  return {
    /** Plans a fault and returns its id. */
    fault(plan: Omit<Fault, 'id'>): number {
      lastFault += 1
      setFaults([...state.faults, { ...plan, id: lastFault }])
      return lastFault
    },
    /** Clears one fault, or all. */
    clearFaults: (id?: number) =>
      setFaults(id === undefined ? [] : state.faults.filter((fault) => fault.id !== id)),
    /** Breaks every Socket Mode connection without notice. */
    dropSockets: sockets.drop,
    /** Asks every client to reconnect (`refresh_requested` by default), or only warns. */
    disconnectSockets: (reason: DisconnectReason = 'refresh_requested') => sockets.disconnect(reason),
    /** The number of open Socket Mode connections. */
    sockets: sockets.open,
    /** Sends envelopes as signed HTTP requests to this address from now on. Undefined: by Socket Mode. */
    setRequestUrl: carrier.setRequestUrl,
    /** Sets the workspace's time to the injected clock plus `ms`. */
    setClockOffset(ms: number): void {
      clock.setOffset(ms)
      postDue(context)
      emit({ type: 'clock', now: clock.now() })
    },
    /** The current token is refused from now on with `token_revoked`. */
    revokeToken: (kind: TokenKind) => void state.revoked.add(state.token[kind]),
    /** Replaces the valid token. The old one is refused with `invalid_auth`. */
    replaceToken(kind: TokenKind, token: string): void {
      state.token[kind] = token
    },
    setScopes(kind: TokenKind, scopes: string[]): void {
      state.scopes[kind] = scopes
    },
    /** If true, Slack treats the app as commercially distributed: history once a minute, 15 messages a page. */
    setDistributed(distributed: boolean): void {
      state.distributed = distributed
    },
    /** Switches all rate limits off, or on again. */
    setLimited(limited: boolean): void {
      state.limited = limited
    },
    /** Replaces the Events API events the app has subscribed to, the metadata event types it wants events for, or both. */
    setSubscriptions(change: { events?: string[] | undefined; metadata?: string[] | undefined }): void {
      const { events = state.subscriptions.events, metadata = state.subscriptions.metadata } = change
      state.subscriptions = { events, metadata }
    },
    /** Installs the app again: its bot gets a new bot id, and with `newUser` a new user id, too. The app id stays. */
    reinstall({ newUser = false }: { newUser?: boolean | undefined } = {}): {
      botId: string
      userId: string
    } {
      const botId = newId(state, 'BR')
      const userId = newUser ? newId(state, 'UR') : state.bot.userId
      state.bot = { ...state.bot, botId, userId }
      state.installations.push({ botId, userId })
      state.people.set(userId, { id: userId, name: state.bot.name, timezone: 'Etc/UTC', isBot: true })
      return { botId, userId }
    },
    /**
     * Deactivates the account of a person (id or name), as an admin can. Slack keeps the user, takes the person out of all channels, and still
     * accepts direct messages of the app to them (python-slack-sdk#1156). With `guest`, the person only becomes a guest, and with `status` nothing
     * changes that the workspace shows: Slack sends `user_change` for each new status, too.
     */
    async changePerson(user: string, change: 'deactivate' | 'guest' | 'status'): Promise<void> {
      const person = personOf(context, user)
      const changed: Person = {
        ...person,
        ...(change === 'guest' && { kind: 'guest' }),
        ...(change === 'deactivate' && { isDeactivated: true }),
      }
      state.people.set(person.id, changed)
      if (change === 'deactivate')
        for (const channel of state.channels.values())
          if (channel.kind !== 'im' && channel.members.includes(person.id))
            changeChannel(context, {
              ...channel,
              members: channel.members.filter((id) => id !== person.id),
            })
      await context.sendEvent({ type: 'user_change', user: personJson(context, changed) })
    },
    /**
     * Gives a person (id or name) a schedule of Do Not Disturb: these hours (ms), and the same every day. Without `hours`, the schedule is taken
     * away. Nobody has one at the beginning.
     */
    setDoNotDisturb(user: string, hours?: { start: number; end: number } | undefined): void {
      const { id } = personOf(context, user)
      if (hours === undefined) return void state.doNotDisturb.delete(id)
      const { start, end } = hours
      if (!(start < end && end - start < 86_400_000))
        throw new Error('start must be less than a day before end')
      state.doNotDisturb.set(id, { start, end })
    },
    /** Locks a thread, as an admin can: nobody can reply. */
    lockThread: (channel: string, ts: string) => void state.lockedThreads.add(`${idOf(channel)} ${ts}`),
    /** Sets if a channel has threads. */
    setThreadable: (channel: string, threadable: boolean) =>
      void (threadable ? state.unthreadable.delete(idOf(channel)) : state.unthreadable.add(idOf(channel))),
    /** Every call so far, or those of one method, oldest first. */
    calls: (method?: string) => state.calls.filter((call) => method === undefined || call.method === method),
    envelopes: () => [...state.envelopes],
    /**
     * Sends an envelope again, as Slack does up to three times if it misses the acknowledgement
     * (https://docs.slack.dev/apis/events-api#retries). Throws if there is no such envelope.
     */
    async redeliver(id: string) {
      const sent = state.envelopes.find((one) => one.id === id)
      if (sent === undefined) throw new Error(`There is no envelope ${id}.`)
      return deliver(sent.type, sent.payload)
    },
    /** All messages of a channel (id or name), with replies and metadata, oldest first. */
    messages: (channel: string) => storedIn(context, idOf(channel)).map((stored) => stored.message),
    /** Resets the state to the seed. Connections, the clock's offset and the request URL stay. */
    reset(): void {
      Object.assign(state, createState(context.seed, clock.now()))
      emit({ type: 'reset', snapshot: snapshot() })
    },
  }
}
