import { z } from 'zod'
import {
  defineSource,
  type Item,
  type Json,
  type PushHead,
  type PushReply,
  type PushRequest,
  type Removal,
  type Source,
  type Stored,
  type StreamTools,
} from '../source.ts'
import { readItem } from './intake/fields.ts'
import { createKnownMessages, type KnownMessages } from './intake/known-messages.ts'
import { type Entry, readBody } from './intake/read-body.ts'
import {
  type Identified,
  identify,
  identifyByHeaders,
  type Sender,
  type Senders,
  sendersSettings,
} from './intake/senders.ts'

const path = '/v1.0/intake'

/** Each item costs some work, so a request cannot keep the service from everything else. */
const maxItems = 1000

const settings = z.strictObject({ senders: sendersSettings })
type Known = Identified & { kind: 'known' }
type Received = { known: KnownMessages; tools: StreamTools }

/** What became of a request. `index` is the place of an item in it, from 0. */
type Result = {
  accepted: number
  duplicates: number
  rejected: { index: number; error: string }[]
  warnings?: { index: number; warning: string }[]
}

/**
 * Takes what other programs send: `POST /v1.0/intake`, signed as Standard Webhooks, or with a token; or `POST /v1.0/intake/SENDER/SECRET`, for
 * those that can only be given an address.
 */
export function createIntake(): Source {
  let messages: KnownMessages | undefined
  /** Messages that are being stored. */
  const underWay = new Map<string, Promise<Result>>()

  /** A repeat of a message changes nothing, even if its items have changed since. */
  async function once(
    { sender, messageId }: Known & { messageId: string },
    { known, tools }: Received,
    store: () => Promise<Result>,
  ): Promise<Result> {
    const taken = known.taken(sender.name, messageId, tools.now())
    if (taken !== undefined) return { accepted: 0, duplicates: taken, rejected: [] }
    const name = JSON.stringify([sender.name, messageId])
    const before = underWay.get(name)
    if (before !== undefined) {
      const { accepted, duplicates, rejected } = await before
      return { accepted: 0, duplicates: accepted + duplicates, rejected }
    }
    const storing = store()
    underWay.set(name, storing)
    try {
      const result = await storing
      // What was refused may be right when it is sent again, for example with other settings here.
      const stored = result.accepted + result.duplicates
      if (stored > 0) await remember(stored)
      return result
    } finally {
      underWay.delete(name)
    }

    /** After its items, never with them: a message that is known must be stored. */
    async function remember(stored: number): Promise<void> {
      known.add(sender.name, messageId, tools.now(), stored)
      try {
        await tools.store({ items: [], cursor: known.toJson() })
      } catch (error) {
        tools.log.warn(
          { sender: sender.name, reason: reasonOf(error) },
          'a message was stored, but its repeat may not be recognized after a restart',
        )
      }
    }
  }

  function admit(request: PushHead, senders: Senders, now: number): PushReply | { isProven: boolean } {
    if (request.method !== 'POST') return problem(405, `Send a POST request to ${path}.`)
    const found = identifyByHeaders(request, senders, now)
    return found.kind === 'refused' ? problem(401, found.error) : { isProven: found.kind === 'known' }
  }

  async function receive(request: PushRequest, senders: Senders, received: Received): Promise<PushReply> {
    if (request.method !== 'POST') return problem(405, `Send a POST request to ${path}.`)
    const identified = identify(request, senders, received.tools.now())
    if (identified.kind === 'refused') return problem(401, identified.error)
    const read = readBody(request.headers['content-type'] ?? '', request.body)
    if (read.kind === 'unreadable') return problem(400, read.error)
    if (read.entries.length > maxItems) return problem(413, tooMany(read.entries.length))
    return take(read.entries, identified, received)
  }

  async function take(entries: Entry[], identified: Known, received: Received): Promise<PushReply> {
    const { sender, messageId } = identified
    const { tools } = received
    const store = () => storeEntries(entries, sender, tools)
    try {
      if (messageId === undefined) return replyTo(await store())
      return replyTo(await once({ ...identified, messageId }, received, store))
    } catch (error) {
      tools.log.error(
        { sender: sender.name, reason: reasonOf(error) },
        'what was sent to the intake cannot be stored',
      )
      return problem(503, 'It could not be stored. Send it again later.')
    }
  }

  return defineSource({
    name: 'intake',
    publishes: 'web',
    settings,
    channels: ({ senders }) =>
      Object.keys(senders).length === 0
        ? []
        : [
            {
              kind: 'push',
              key: 'intake',
              path,
              hasBelow: true,
              admit: (request, now) => admit(request, senders, now),
              receive(request, tools, cursor) {
                messages ??= createKnownMessages(cursor)
                return receive(request, senders, { known: messages, tools })
              },
            },
          ],
  })
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'an unknown failure')

const tooMany = (items: number) =>
  `There are ${items} items, but at most ${maxItems} are allowed. Send them in parts.`

const problem = (status: number, error: string): PushReply => ({ status, body: { error } })

/** Also an empty list is taken. A sender that does not read answers must see by the status that nothing arrived. */
function replyTo({ accepted, duplicates, rejected, warnings }: Result): PushReply {
  const body: Json = { accepted, duplicates, rejected, ...(warnings && { warnings }) }
  const isInVain = accepted + duplicates === 0 && rejected.length > 0
  return isInVain
    ? { status: 422, body: { ...body, error: `Nothing was taken: ${rejected[0]?.error}` } }
    : { status: 202, body }
}

async function storeEntries(entries: Entry[], sender: Sender, tools: StreamTools): Promise<Result> {
  const items: { index: number; item: Item }[] = []
  const removals: Removal[] = []
  const rejected: Result['rejected'] = []
  const warnings: NonNullable<Result['warnings']> = []
  entries.forEach((entry, index) => {
    const read =
      entry.kind === 'fields'
        ? readItem(entry.fields, sender.fields, sender.name)
        : { ...entry, kind: 'rejected' as const }
    if (read.kind === 'rejected') rejected.push({ index, error: read.error })
    else if (read.kind === 'removal') removals.push({ item: read.id })
    else items.push({ index, item: read.item })
    if (read.kind === 'item' && read.warning !== undefined) warnings.push({ index, warning: read.warning })
  })
  const isEmpty = items.length + removals.length === 0
  const stored: Stored = isEmpty
    ? { items: [] }
    : await tools.store({ items: items.map(({ item }) => item), removals })
  const outcomes = stored.items.map((outcome, place) => ({ outcome, index: items[place]?.index ?? 0 }))
  for (const { outcome, index } of outcomes)
    if (outcome === 'ignored') rejected.push({ index, error: ignoredError })
  const accepted = outcomes.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length
  return {
    accepted: accepted + removals.length,
    duplicates: outcomes.filter(({ outcome }) => outcome === 'known').length,
    rejected: rejected.toSorted((a, b) => a.index - b.index),
    ...(warnings.length > 0 && { warnings }),
  }
}

const ignoredError =
  'It was deleted before, or its address is longer than 2,000 characters. An item that was deleted stays deleted.'
