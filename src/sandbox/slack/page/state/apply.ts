import type { CallRecord, Change, EnvelopeRecord, Snapshot } from '../../events.ts'
import type { Message } from '../../wire.ts'

/** How many calls and envelopes the page remembers. */
const latest = 200

/** The workspace after a change. What the change does not touch stays the same object. */
export function apply(world: Snapshot, change: Change): Snapshot {
  switch (change.type) {
    case 'message_posted':
    case 'message_updated':
      return { ...world, messages: withMessage(world, change.channel, change.message) }
    case 'message_deleted':
      return { ...world, messages: withoutMessage(world, change.channel, change.ts) }
    case 'ephemeral_posted':
    case 'ephemeral_updated':
    case 'ephemeral_deleted':
      return applyEphemeral(world, change)
    case 'view_opened':
    case 'view_updated':
    case 'view_closed':
      return applyView(world, change)
    case 'home_published':
      return { ...world, homes: { ...world.homes, [change.user]: change.view } }
    case 'channel_changed':
      return { ...world, channels: put(world.channels, change.channel, (one) => one.id) }
    case 'call':
      return { ...world, calls: put<CallRecord>(world.calls, change.call, (one) => one.id).slice(-latest) }
    case 'envelope':
      return { ...world, envelopes: putEnvelope(world.envelopes, change.envelope) }
    case 'sockets':
      return { ...world, sockets: change.open }
    case 'faults':
      return { ...world, faults: change.faults }
    case 'clock':
      return { ...world, now: change.now }
    case 'reset':
      return change.snapshot
    case 'notice':
      return world
  }
}

/** Replaces the item of the same key, or adds it at the end. */
function put<Item>(items: Item[], item: Item, keyOf: (item: Item) => unknown): Item[] {
  const at = items.findIndex((one) => keyOf(one) === keyOf(item))
  return at < 0 ? [...items, item] : items.with(at, item)
}

function putEnvelope(envelopes: EnvelopeRecord[], envelope: EnvelopeRecord): EnvelopeRecord[] {
  return put(envelopes, envelope, (one) => one.id).slice(-latest)
}

function withMessage(world: Snapshot, channel: string, message: Message): Snapshot['messages'] {
  const messages = put(world.messages[channel] ?? [], message, (one) => one.ts)
  return { ...world.messages, [channel]: messages }
}

function withoutMessage(world: Snapshot, channel: string, ts: string): Snapshot['messages'] {
  const messages = (world.messages[channel] ?? []).filter((one) => one.ts !== ts)
  return { ...world.messages, [channel]: messages }
}

type EphemeralChange = Extract<Change, { type: `ephemeral_${string}` }>

function applyEphemeral(world: Snapshot, change: EphemeralChange): Snapshot {
  if (change.type !== 'ephemeral_deleted') {
    const keyOf = ({ user, message }: (typeof world.ephemerals)[number]) => `${user} ${message.ts}`
    return { ...world, ephemerals: put(world.ephemerals, change.ephemeral, keyOf) }
  }
  const isGone = (one: (typeof world.ephemerals)[number]) =>
    one.user === change.user && one.channel === change.channel && one.message.ts === change.ts
  return { ...world, ephemerals: world.ephemerals.filter((one) => !isGone(one)) }
}

type ViewChange = Extract<Change, { type: `view_${string}` }>

function applyView(world: Snapshot, change: ViewChange): Snapshot {
  if (change.type === 'view_closed')
    return { ...world, views: world.views.filter(({ view }) => view.id !== change.viewId) }
  const { user, view } = change
  return { ...world, views: put(world.views, { user, view }, (one) => one.view.id) }
}
