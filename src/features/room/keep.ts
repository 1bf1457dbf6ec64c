import { createKeyedMutex } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import { withReceiptMark } from '@overheard/post-once/mark'
import type { Collection, MessageKey } from '../../model/collection.ts'
import { FencedError } from '../../model/fenced-error.ts'
import { errorMessage, type Log } from '../../model/log.ts'
import type { Content } from '../../model/message.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import type { Updated } from '../../slack/posted-messages.ts'
import { reminderMark } from '../../slack/receipt-mark.ts'
import type { OwnChannels } from '../../slack/rooms.ts'
import { type Board, hashOf } from './board.ts'
import { canvasOf } from './canvas.ts'
import type { createInviting } from './invite.ts'
import { noAnswer, roomMessage } from './messages.ts'
import { type Room, type RoomMessage, roomKey, roomMessageId } from './model.ts'
import type { createOpening } from './open-channel.ts'
import { afterFailure, retryMs, type Step, save } from './step.ts'

type KeepDeps = {
  now: () => Time
  stopping: AbortSignal
  log: Pick<Log, 'info' | 'warn'>
  /** The leader keeps the rooms with these. */
  led: Pick<Collection<Room>, 'entries' | 'change'>
  messages: Pick<Collection<RoomMessage>, 'change'>
  opening: ReturnType<typeof createOpening>
  inviting: ReturnType<typeof createInviting>
  slack: Pick<OwnChannels, 'createCanvas' | 'canvasOf' | 'editCanvas' | 'pin' | 'archive'>
  speakTo: Pick<SpeakTo, 'channel'>
  update: (place: MessageKey, content: Content) => Promise<Updated>
  findCard: (place: MessageKey) => Promise<SpikeCardRecord | undefined>
  redrawCard: (place: MessageKey) => Promise<unknown>
  readBoard: (room: Room, card: SpikeCardRecord | undefined) => Promise<Board>
  /** Tells the person who opened the room why there is none. */
  tellNotOpened: (room: Room, reason: string) => Promise<unknown>
  tellNotArchived: (room: Room, channel: string, user: string, reason: string) => Promise<unknown>
}

type Place = NonNullable<Room['board']>

/** This long (ms) after the last look, an open room is looked at again, because cards, messages and people change. */
const lookEveryMs = 5000

/** Numbers are drawn at most this often, in ms. */
const drawEveryMs = 60_000

/** The card of a spike that was not drawn for this time (ms) is not followed any more: its subscription has probably ended. */
const followedMs = 86_400_000

/** A room whose channel could not be opened for this time (ms) surprises people. */
const openingMs = 30 * 60_000

/** After this time (ms) without a canvas, the numbers come into a message. */
const canvasMs = 10 * 60_000

export const isSpikeOver = (card: SpikeCardRecord | undefined, now: Time): boolean =>
  card?.shown.kind !== 'live' || now - card.at > followedMs

/**
 * Brings each room one step forward after the other: each step has at most one effect in Slack, and its result is stored before the next
 * one. A step that was made but not stored is made again: Slack then says that it is made already, or it changes nothing.
 */
export function createRoomKeeper(deps: KeepDeps) {
  const { now, led, log, slack } = deps
  const oneByOne = createKeyedMutex()
  /** Until this time (UTC, ms) nothing is tried for a room, by its card. */
  const waits = new Map<string, Time>()
  /** Until this time its numbers are not read again. */
  const nextDraw = new Map<string, Time>()
  /** Rooms whose canvas this process is about to ask for, and nobody has asked for before. */
  const untried = new Set<string>()

  async function stepOf(room: Room): Promise<Step> {
    const { channel, board, welcome } = room
    if (channel === undefined) return openStep(deps, room)
    if (board === undefined || welcome === undefined) return furnish(room, channel)
    const place = { channel, ts: welcome }
    if (board.kind === 'message' && board.isPinned === undefined) return pin(deps, place)
    return room.ended === undefined ? follow(room, board, place) : end(deps, room, board, place)
  }

  async function furnish(room: Room, channel: string): Promise<Step> {
    if (room.isDescribed === undefined) return deps.opening.describe(room, channel)
    if (room.invitees === undefined) return deps.inviting.choose(room, await deps.findCard(room.card))
    const next = room.invitees.find(({ outcome }) => outcome === undefined)
    if (next !== undefined) return deps.inviting.invite(next, room, channel)
    return room.board === undefined ? createBoard(room, channel) : ask(deps, room, 'welcome')
  }

  /** If Slack refuses canvases, or has not answered for ten minutes, the numbers come into a message. */
  async function createBoard(room: Room, channel: string): Promise<Step> {
    const key = roomKey(room.card)
    if (room.canvasSent === undefined) {
      untried.add(key)
      return save((current) => ({ ...current, canvasSent: true }))
    }
    const isFirstTry = untried.delete(key)
    const board = await deps.readBoard(room, await deps.findCard(room.card))
    const created = await slack.createCanvas(channel, canvasOf(board))
    if (created.kind === 'done') return inCanvas(deps, created.value, hashOf(board))
    const exists = created.kind === 'refused' && created.reason.endsWith('already_exists')
    // An answer was lost. On the first try somebody was faster, and then the canvas is theirs.
    if (exists && !isFirstTry) return findCanvas(channel)
    const step = afterFailure(created, () => inMessage)
    return step.kind === 'wait' && now() - room.at > canvasMs ? inMessage : step
  }

  async function findCanvas(channel: string): Promise<Step> {
    const found = await slack.canvasOf(channel)
    if (found.kind !== 'done') return afterFailure(found, () => inMessage)
    return found.value === undefined ? inMessage : inCanvas(deps, found.value, '')
  }

  const inMessage = save((current) => ({ ...current, board: { kind: 'message' } }))

  /** Draws the numbers if they have changed, and ends the room if its spike is over. */
  async function follow(room: Room, board: Place, place: MessageKey): Promise<Step> {
    const card = await deps.findCard(room.card)
    if (isSpikeOver(card, now()))
      return save((current) => ({ ...current, ended: current.ended ?? { at: now() } }))
    const key = roomKey(room.card)
    const due = Math.max(nextDraw.get(key) ?? 0, (room.drawn?.at ?? 0) + drawEveryMs)
    if (now() < due) return { kind: 'idle' }
    nextDraw.set(key, now() + drawEveryMs)
    const shown = await deps.readBoard(room, card)
    const hash = hashOf(shown)
    if (hash === room.drawn?.hash) return { kind: 'idle' }
    const drawn = save((current) => ({ ...current, drawn: { hash, at: now() } }))
    return draw(deps, room, board, place, shown, drawn)
  }

  /** Takes a step, and returns the room if there is another one. */
  async function advance(room: Room): Promise<Room | undefined> {
    const key = roomKey(room.card)
    const step = await stepOf(room)
    switch (step.kind) {
      case 'idle':
        return undefined
      case 'wait':
        waits.set(key, now() + step.forMs)
        return undefined
      case 'failed':
        log.warn({ alert: room.alert, reason: step.reason }, 'could not open the room of a spike')
        await led.change(key, () => undefined)
        await deps.redrawCard(room.card)
        await deps.tellNotOpened(room, step.reason)
        return undefined
      case 'lost':
        log.info({ alert: room.alert, reason: step.reason }, 'the room of a spike accepts nothing any more')
        await led.change(key, (current) => current && { ...current, over: 'lost' })
        await deps.redrawCard(room.card)
        return undefined
      case 'save': {
        const stored = await led.change(key, (current) => current && step.change(current))
        const isShown = stored?.channel !== room.channel || stored?.over !== room.over
        if (stored !== undefined && isShown) await deps.redrawCard(room.card)
        return stored?.over === undefined ? stored : undefined
      }
    }
  }

  async function keep(start: Room): Promise<void> {
    let room: Room | undefined = start
    while (room !== undefined && !deps.stopping.aborted) room = await advance(room)
  }

  async function run(): Promise<Time | undefined> {
    const open = (await led.entries()).filter(({ value }) => value.over === undefined)
    for (const { key, value } of open) {
      if ((waits.get(key) ?? 0) > now()) continue
      waits.delete(key)
      const inChannel = deps.speakTo.channel(value.card.channel, () => keep(value))
      await inChannel.catch((error: unknown) => {
        if (error instanceof FencedError) throw error
        log.warn(
          { alert: value.alert, error: errorMessage(error) },
          'could not keep the room of a spike; retrying',
        )
      })
    }
    return open.length === 0 ? undefined : now() + lookEveryMs
  }

  return {
    /** Returns when the open rooms need another look. Rejects if the store fails, and if another process leads. */
    run: () => oneByOne('all', run),
    /** Resolves when the present run has ended. */
    stop: () => oneByOne('all', async () => undefined),
  }
}

async function end(deps: KeepDeps, room: Room, board: Place, place: MessageKey): Promise<Step> {
  if (room.isClosed === undefined) return close(deps, room, board, place)
  if (room.report === undefined) return ask(deps, room, 'report')
  return room.archive === undefined ? { kind: 'idle' } : archive(deps, room, place.channel, room.archive)
}

async function openStep(deps: KeepDeps, room: Room): Promise<Step> {
  const step = await deps.opening.open(room)
  const isHopeless = step.kind === 'wait' && deps.now() - room.at > openingMs
  return isHopeless ? { kind: 'failed', reason: noAnswer } : step
}

const inCanvas = (deps: KeepDeps, id: string, hash: string): Step =>
  save((current) => ({ ...current, board: { kind: 'canvas', id }, drawn: { hash, at: deps.now() } }))

/** Stores the message, which is posted exactly once, and waits for it. */
async function ask(deps: KeepDeps, { card }: Room, what: RoomMessage['what']): Promise<Step> {
  const id = roomMessageId(card, what)
  const at = deps.now()
  await deps.messages.change(
    id,
    (current) => current ?? { id, kind: 'room', card, what, created: at, due: at },
  )
  return { kind: 'idle' }
}

async function pin(deps: KeepDeps, place: MessageKey): Promise<Step> {
  const pinned = (isPinned: boolean) =>
    save((current) => ({ ...current, board: { kind: 'message', isPinned } }))
  const answer = await deps.slack.pin(place)
  if (answer.kind === 'done') return pinned(true)
  return afterFailure(answer, (reason) => pinned(reason === 'already_pinned'))
}

/** The message has the numbers, too, because a canvas is easily overlooked. */
async function draw(
  deps: KeepDeps,
  room: Room,
  board: Place,
  place: MessageKey,
  shown: Board,
  drawn: Step,
): Promise<Step> {
  const isInCanvas = board.kind === 'canvas'
  const edited = isInCanvas ? await drawCanvas(deps, board.id, shown) : undefined
  if (edited !== undefined) return edited
  const content = roomMessage({ room, board: shown, isInCanvas })
  const mark = reminderMark(roomMessageId(room.card, 'welcome'))
  const updated = await deps.update(place, withReceiptMark(content, mark))
  const isUndecided = updated.kind === 'failed' && updated.refused === undefined
  return isUndecided ? { kind: 'wait', forMs: retryMs } : drawn
}

/** Returns nothing if the canvas is drawn, or can be drawn later. */
async function drawCanvas(deps: KeepDeps, canvas: string, shown: Board): Promise<Step | undefined> {
  const edited = await deps.slack.editCanvas(canvas, canvasOf(shown))
  if (edited.kind === 'done') return undefined
  if (edited.kind === 'refused' && edited.reason === 'canvas_editing_failed') return undefined
  // Somebody deleted the canvas, or took the permission away.
  return afterFailure(edited, () =>
    save(({ drawn: _, ...current }) => ({ ...current, board: { kind: 'message' } })),
  )
}

/** Draws the last numbers, and takes away the button that ends the room. */
async function close(deps: KeepDeps, room: Room, board: Place, place: MessageKey): Promise<Step> {
  const shown = await deps.readBoard(room, await deps.findCard(room.card))
  const closed = save((current) => ({ ...current, isClosed: true }))
  return draw(deps, room, board, place, shown, closed)
}

async function archive(deps: KeepDeps, room: Room, channel: string, user: string): Promise<Step> {
  const archived = save((current) => ({ ...current, over: 'archived' }))
  const answer = await deps.slack.archive(channel)
  if (answer.kind === 'done' || (answer.kind === 'refused' && answer.reason === 'already_archived'))
    return archived
  if (answer.kind !== 'refused') return afterFailure(answer, () => archived)
  if (answer.reason === 'is_archived') return archived
  await deps.tellNotArchived(room, channel, user, answer.reason)
  return save(({ archive: _, ...current }) => current)
}
