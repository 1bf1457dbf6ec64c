import { parseJson } from '@overheard/base/json'
import type { SocketModeReceiver } from '@slack/bolt'
import { z } from 'zod'

type Client = SocketModeReceiver['client']

/** Slack's largest payload, a submitted view, has 250 kB. */
const mostCharacters = 2_000_000

/** The SDK emits the type of an event as it is, and these are its own events. */
const ownEvents = new Set([
  ...['connected', 'connecting', 'disconnected', 'disconnecting', 'reconnecting', 'authenticated'],
  ...['close', 'error', 'ws_message', 'slack_event'],
])

const payload = z.looseObject({})
const event = z.looseObject({ type: z.string().refine((type) => !ownEvents.has(type)) })
const envelope = { envelope_id: z.string() }

const knownFrame = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('hello') }),
  z.looseObject({ type: z.literal('disconnect') }),
  z.looseObject({ ...envelope, type: z.literal('events_api'), payload: z.looseObject({ event }) }),
  z.looseObject({ ...envelope, type: z.enum(['interactive', 'slash_commands']), payload }),
])

/** `broken`: Slack never sends such a frame. `unknown`: a later version of Slack may. */
function kindOf(data: unknown, isBinary: unknown): 'known' | 'unknown' | 'broken' {
  if (isBinary === true || typeof data !== 'string' || data.length > mostCharacters) return 'broken'
  const frame = parseJson(data)
  if (!payload.safeParse(frame).success) return 'broken'
  return knownFrame.safeParse(frame).success ? 'known' : 'unknown'
}

type Handlers = {
  /** Called for each frame that is left out, and for each that the SDK or a listener could not handle. */
  dropped: (why: string) => void
}

/**
 * Stands before the SDK, which ends the process after some frames (the text `null`, an envelope without its event), and after an answer that
 * cannot be sent. Leaves out what is no message of Slack. After a broken frame the connection is closed, and a new one begins.
 */
export function guardFrames(client: Client, { dropped }: Handlers): void {
  const failed = (error: unknown) => dropped(error instanceof Error ? error.message : 'unknown failure')
  const pass = replaceListeners(client, 'ws_message', failed)
  client.on('ws_message', (data: unknown, isBinary: unknown) => {
    const kind = kindOf(data, isBinary)
    if (kind === 'known') return pass(data, isBinary)
    dropped(`a frame that is ${kind}`)
    if (kind === 'broken') void client.disconnect().catch(failed)
  })
  client.on('slack_event', replaceListeners(client, 'slack_event', failed))
}

/** Removes the listeners of an event. Returns what calls them, and reports what they throw, also later. */
function replaceListeners(client: Client, name: string, failed: (error: unknown) => void) {
  const listeners = client.listeners(name)
  client.removeAllListeners(name)
  return (...given: unknown[]) => {
    for (const listener of listeners)
      void (async () => Reflect.apply(listener, client, given))().catch(failed)
  }
}
