import type { Ms } from '@overheard/base/time'
import { compareIds } from '@overheard/mention-client/id'
import type { Shown } from './accept.ts'
import type { Line, Sent, Stored } from './record.ts'

type Slot = Omit<Sent, 'at'> & { wasDone?: true; wasFound?: true }

/** What the lines say about one subscription, in the words of a model. `messages` counts its messages. */
export type Trace = { subscription: string; messages: number; shown: Shown[] }

type Begun = Extract<Line, { begins: number }>
type Ended = Extract<Line, { ends: number }>

/** `Killed` is thrown by tests at the moment when a process dies. */
const killed = 'Killed'

/**
 * Reads the lines of processes that follow each other, in the words of models/post.pml. Messages are numbered in the order in which their
 * pending posts were stored. `channelOf` returns the channel of a subscription. An unconfirmed post waits for `doubtMs`.
 */
export function tracesOf(
  lines: readonly Line[],
  channelOf: (subscription: string) => string,
  doubtMs: Ms,
): Trace[] {
  const effects = withResults(lines)
  return keysIn(lines).map((key) => traceOf(effects, key, channelOf(key.split(' ')[0] ?? ''), doubtMs))
}

function keysIn(lines: readonly Line[]): string[] {
  return [...new Set(lines.flatMap((line) => ('key' in line ? [keyOf(line)] : [])))]
}

type Effect = { begun: Begun; ended: Ended | undefined }

/** Leaves out what a process tries after its death. A search stands where it ends, after the pages that it reads. */
function withResults(lines: readonly Line[]): Effect[] {
  const dead = new Set<string>()
  const live = lines.filter((line) => {
    const isLive = !dead.has(line.process)
    if ('dies' in line || ('ends' in line && line.result === killed)) dead.add(line.process)
    return isLive
  })
  const ends = endsOf(live.filter((line) => !('ends' in line) || line.result !== killed))
  const searches = new Map(
    [...ends].flatMap(([begun, ended]) => (begun.what === 'searches' ? [[ended, begun]] : [])),
  )
  return live.flatMap((line): Effect[] => {
    if ('begins' in line) return line.what === 'searches' ? [] : [{ begun: line, ended: ends.get(line) }]
    const begun = 'ends' in line ? searches.get(line) : undefined
    return begun === undefined ? [] : [{ begun, ended: ends.get(begun) }]
  })
}

/** Returns how each effect ended. A later process may have the number of an earlier one, so an end belongs to the last beginning before it. */
function endsOf(lines: readonly Line[]): Map<Begun, Ended> {
  const open = new Map<string, Begun>()
  const ends = new Map<Begun, Ended>()
  for (const line of lines) {
    if ('begins' in line) open.set(`${line.process} ${line.begins}`, line)
    if (!('ends' in line)) continue
    const begun = open.get(`${line.process} ${line.ends}`)
    if (begun !== undefined) ends.set(begun, line)
  }
  return ends
}

function traceOf(effects: readonly Effect[], key: string, channel: string, doubtMs: Ms): Trace {
  const slots: Slot[] = []
  const shown: Shown[] = []
  const store = createKnownStore(key)
  let process: string | undefined
  let wait = createWait(key, doubtMs)
  for (const effect of effects) {
    const { begun, ended } = effect
    if (begun.process !== process && process !== undefined) {
      shown.push(shows('dies'))
      wait = createWait(key, doubtMs)
    }
    process = begun.process
    wait.sees(effect)
    const isNothingNew = store.has(slots, effect)
    const one = messageOf(slots, begun, key, channel)
    store.sees(slots, effect)
    if (one === undefined) continue
    // Without an end, the process died during the effect, which may or may not have happened.
    const parts = ended === undefined ? cut(one) : whole(slots, one, ended, wait.shownBy(effect))
    shown.push(...(isNothingNew ? parts.map((part) => ({ ...part, isOptional: true as const })) : parts))
  }
  return { subscription: key, messages: slots.length, shown }
}

/** The steady clocks of the bot and of its traces are asked one after the other, in ms. */
const clockSlackMs = 50

/**
 * What the store surely has, in the words of the model. A write of the same changes nothing there: the process found out something that the
 * model does not have, such as a baseline, or what the channel tells about other mentions, while the same try of the same post is pending.
 */
function createKnownStore(key: string) {
  let known: string | undefined
  const wordsOf = (slots: readonly Slot[], stored: Stored) =>
    JSON.stringify([doneIn(slots, stored), stored.pending?.mark, stored.pending?.at])
  const storedBy = ({ begun, ended }: Effect): Stored | undefined => {
    if (!('key' in begun) || keyOf(begun) !== key) return undefined
    return begun.what === 'saves' ? begun.stored : ended?.stored
  }
  return {
    has(slots: readonly Slot[], effect: Effect): boolean {
      const stored = effect.begun.what === 'saves' ? storedBy(effect) : undefined
      return stored?.pending !== undefined && known === wordsOf(slots, stored)
    },
    sees(slots: readonly Slot[], effect: Effect): void {
      const stored = storedBy(effect)
      if (stored === undefined) return
      const isKept = effect.begun.what === 'loads' || effect.ended?.result === 'kept'
      known = isKept ? wordsOf(slots, stored) : undefined
    },
  }
}

/** What a process knows of the pending post of a subscription, and when it first saw it. */
function createWait(key: string, doubtMs: Ms) {
  let seen: { post: string; at: Ms; thread: string | undefined } | undefined
  return {
    sees({ begun, ended }: Effect): void {
      if ((begun.what !== 'saves' && begun.what !== 'loads') || keyOf(begun) !== key) return
      const { pending } = (begun.what === 'saves' ? begun.stored : ended?.stored) ?? {}
      const post = pending && `${pending.at} ${pending.mark}`
      if (post === undefined) seen = undefined
      else if (seen?.post !== post) seen = { post, at: begun.at ?? 0, thread: pending?.thread }
    },
    /** What the first page of a search may show: the pending post, after its wait or not, or other posts in the channel. */
    shownBy({ begun, ended }: Effect): Shown[] {
      if (begun.what !== 'reads' || ended?.result !== 'page') return []
      if (seen === undefined || begun.thread !== seen.thread)
        return begun.thread === undefined ? [shows('looks')] : []
      return [shows('reads', (begun.at ?? 0) >= seen.at + doubtMs - clockSlackMs ? 1 : 0)]
    },
  }
}

const shows = (name: string, ...values: number[]): Shown => ({ process: 0, name, values })

function cut(one: Message): Shown[] {
  if (one.what === 'saves') return [{ ...shows('saves', ...one.values), isOptional: true }]
  return one.what === 'posts' ? [{ ...shows('posts', one.message), isOptional: true }] : []
}

function whole(slots: Slot[], one: Message, ended: Ended, page: Shown[]): Shown[] {
  switch (one.what) {
    case 'takes':
      return []
    case 'loads':
      return [shows('loads', ...loaded(slots, ended))]
    case 'saves':
      if (ended.result !== 'kept') return [shows('fails', ...one.values)]
      one.commit()
      return [shows('saves', ...one.values)]
    case 'posts':
      return [shows('posts', one.message), shows('hears', answers[ended.result] ?? refused)]
    case 'searches':
      noteFound(slots, ended)
      return [shows('searches', ended.result === 'seen' ? 1 : 0)]
    case 'reads':
      return page
  }
}

const loaded = (slots: Slot[], { stored }: Ended): [number, number] => [
  doneIn(slots, stored),
  stored?.pending === undefined ? 0 : 1,
]

/**
 * Reads the lines of several processes on a database, in the words of models/lease.pml. The name of a process begins with the number of its
 * place; a killed process gets a successor in its place.
 */
export function leaseTracesOf(lines: readonly Line[], channelOf: (subscription: string) => string): Trace[] {
  const ends = endsOf(lines)
  return keysIn(lines).map((key) => leaseTraceOf(lines, ends, key, channelOf(key.split(' ')[0] ?? '')))
}

function leaseTraceOf(lines: readonly Line[], ends: Map<Begun, Ended>, key: string, channel: string): Trace {
  const slots: Slot[] = []
  const begun = new Map<string, Message>()
  const shownBy = (line: Line): Shown[] => {
    if ('dies' in line) return [shows('dies')]
    if ('begins' in line) {
      const name = `${line.process} ${line.begins}`
      const one = messageOf(slots, line, key, channel)
      if (one === undefined || ends.get(line)?.result === denied) return []
      begun.set(name, one)
      return asked(one)
    }
    const one = begun.get(`${line.process} ${line.ends}`)
    return one === undefined ? [] : answered(slots, one, line)
  }
  const shown = lines.flatMap((line) =>
    shownBy(line).map((one) => ({ ...one, process: Number.parseInt(line.process, 10) })),
  )
  return { subscription: key, messages: slots.length, shown }
}

function asked(one: Message): Shown[] {
  switch (one.what) {
    case 'takes':
      return [shows('takes')]
    case 'saves':
      return [shows('saves', ...one.values)]
    case 'posts':
      return [shows('posts', one.message)]
    default:
      return []
  }
}

function answered(slots: Slot[], one: Message, ended: Ended): Shown[] {
  const { result } = ended
  switch (one.what) {
    case 'takes':
      return [shows('taken', result === 'taken' ? 1 : 0)]
    case 'saves':
      if (result === 'kept') one.commit()
      return [shows('saved', writes[result] ?? unknown)]
    case 'posts':
      return [shows('hears', answers[result] ?? refused)]
    case 'loads':
      return result === 'kept' || result === 'none' ? [shows('loads', ...loaded(slots, ended))] : []
    case 'searches':
      noteFound(slots, ended)
      return result === 'seen' ? [{ ...shows('searches', 1), isOptional: true }] : []
    case 'reads':
      return []
  }
}

const denied = 'denied'

type Message =
  | { what: 'loads' | 'searches' | 'reads' | 'takes' }
  | { what: 'saves'; values: [number, number]; commit: () => void }
  | { what: 'posts'; message: number }

/** Returns what an effect means for a subscription, or undefined if it is about something else. */
function messageOf(slots: Slot[], begun: Begun, key: string, channel: string): Message | undefined {
  switch (begun.what) {
    case 'takes':
      return { what: 'takes' }
    case 'loads':
      return keyOf(begun) === key ? { what: 'loads' } : undefined
    case 'searches':
    case 'reads':
      return begun.channel === channel ? { what: begun.what } : undefined
    case 'posts': {
      const at = slots.findLastIndex(({ mark }) => mark === begun.mark)
      return begun.channel === channel && at >= 0 ? { what: 'posts', message: at + 1 } : undefined
    }
    case 'saves': {
      if (keyOf(begun) !== key) return undefined
      const { pending } = begun.stored
      const done = doneIn(slots, begun.stored)
      if (pending !== undefined) slots[done] = { ...pending }
      const commit = () => {
        for (const slot of slots.slice(0, done)) slot.wasDone = true
      }
      return { what: 'saves', values: [done, pending === undefined ? 0 : 1], commit }
    }
    default:
      return undefined
  }
}

function noteFound(slots: Slot[], { marks }: Ended): void {
  for (const slot of slots) if (marks?.includes(slot.mark)) slot.wasFound = true
}

const [unknown, fenced] = [2, 0]
const writes: Record<string, number> = { kept: 1, fenced, FencedError: fenced }
const answers: Record<string, number> = { unknown: 0, delivered: 1 }
const refused = 2

const keyOf = ({ key: { subscription, alert } }: { key: { subscription: string; alert: string } }) =>
  `${subscription} ${alert}`

/** Returns how many of the messages are done. Each message comes after those before it, so these are the first ones. */
function doneIn(slots: readonly Slot[], stored: Stored | undefined): number {
  if (stored === undefined) return 0
  const above = new Set(stored.done.flatMap((batch) => batch.ids))
  const first = slots.findIndex((slot) => !isDone(slot, stored, above))
  return first < 0 ? slots.length : first
}

/** A message without mentions stays done, because the next spike or announcement is another message. */
function isDone(
  { ids, spike, wasDone, wasFound }: Slot,
  stored: Stored,
  above: ReadonlySet<string>,
): boolean {
  if (ids.length > 0) {
    return ids.every((id) => compareIds(id, stored.watermark) <= 0 || above.has(id))
  }
  if (wasDone) return true
  if (spike === undefined) return stored.isAnnounced
  if (!stored.hasSpike) return wasFound === true
  return spike === 'card' ? stored.spikeThread !== undefined : stored.isNotified
}
