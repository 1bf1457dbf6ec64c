import type { Context } from './context.ts'
import type { Snapshot } from './events.ts'

/** Calls and envelopes a snapshot shows at most: what an inspector can list. */
const latest = 200

/** Everything there is now, as one JSON value that shares nothing with the state. */
export function snapshotOf(context: Context, seq: number, sockets: number): Snapshot {
  const { state, seed, clock } = context
  const messages = [...state.messages].map(([id, stored]) => [id, stored.map((entry) => entry.message)])
  return structuredClone({
    seq,
    now: clock.now(),
    team: seed.team,
    bot: state.bot,
    commands: seed.commands,
    people: [...state.people.values()],
    channels: [...state.channels.values()],
    messages: Object.fromEntries(messages),
    ephemerals: state.ephemerals,
    views: state.views,
    homes: Object.fromEntries(state.homes),
    sockets,
    faults: state.faults,
    calls: state.calls.slice(-latest),
    envelopes: state.envelopes.slice(-latest),
  })
}
