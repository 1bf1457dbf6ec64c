import { findMessage } from '../messages.ts'
import type { Context } from '../state.ts'
import { refuse } from '../wire.ts'
import { findItem, itemErrors } from './items.ts'
import { type Method, seenChannel } from './method.ts'

/** Slack keeps at most this many pins in a channel (reference page of `pins.add`). */
const maxPins = 100

export const addPin: Method = {
  scopes: ['pins:write'],
  tier: 2,
  required: ['channel'],
  errors: ['already_pinned', 'not_in_channel', 'too_many_pins', ...itemErrors],
  run: (context, args, { caller }) => {
    const item = findItem(context, args)
    if (item.kind === 'refused') return item.answer
    const pins = pinsOf(context, item.channel)
    if (!context.state.channels.get(item.channel)?.botIsMember) return refuse('not_in_channel')
    if (pins.some(({ ts }) => ts === item.message.ts)) return refuse('already_pinned')
    if (pins.length >= maxPins) return refuse('too_many_pins')
    const created = Math.floor(context.clock.now() / 1000)
    context.state.pins.set(item.channel, [...pins, { ts: item.message.ts, by: caller.user, created }])
    return { ok: true }
  },
}

export const removePin: Method = {
  scopes: ['pins:write'],
  tier: 2,
  required: ['channel'],
  errors: ['no_pin', ...itemErrors],
  run: (context, args) => {
    const item = findItem(context, args)
    if (item.kind === 'refused') return item.answer
    const pins = pinsOf(context, item.channel)
    const rest = pins.filter(({ ts }) => ts !== item.message.ts)
    if (rest.length === pins.length) return refuse('no_pin')
    context.state.pins.set(item.channel, rest)
    return { ok: true }
  },
}

/** The pinned messages, the latest pin first. A deleted message is no longer pinned. */
export const listPins: Method = {
  scopes: ['pins:read'],
  tier: 2,
  required: ['channel'],
  errors: ['channel_not_found'],
  run: (context, args) => {
    const target = seenChannel(context, args)
    if (target.kind === 'refused') return target.answer
    const { id } = target.channel
    const items = pinsOf(context, id).flatMap(({ ts, by, created }) => {
      const message = findMessage(context, id, ts)
      return message === undefined ? [] : [{ type: 'message', channel: id, created, created_by: by, message }]
    })
    return { ok: true, items: items.toReversed() }
  },
}

const pinsOf = ({ state }: Context, channel: string) => state.pins.get(channel) ?? []
