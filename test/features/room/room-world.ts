import type { Board } from '../../../src/features/room/board.ts'
import { createInviting } from '../../../src/features/room/invite.ts'
import { createRoomKeeper, isSpikeOver } from '../../../src/features/room/keep.ts'
import { type Room, roomKey, roomKind, roomMessageSchema } from '../../../src/features/room/model.ts'
import { createOpening, freeName } from '../../../src/features/room/open-channel.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { SpikeCardRecord } from '../../../src/model/spike-card.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { remindersOf } from '../../../src/reminders/reminder-kind.ts'
import type { Called, NamedChannel, OwnChannels } from '../../../src/slack/rooms.ts'
import { anyReminderSchema } from '../../../src/stored-kinds.ts'
import { memoryStore } from '../../tools/memory-store.ts'

const start = Date.UTC(2026, 10, 23, 14)

const card = { channel: 'C1', ts: `${start / 1000}.000100` }

type FakeChannel = NamedChannel & { name: string; isArchived?: boolean; members: string[] }

const done = <T>(value: T): Called<T> => ({ kind: 'done', value })

const refused = (reason: string): Called<never> => ({ kind: 'refused', reason })

/** Rooms with a Slack in memory. `answers` replaces the next answers of a method; with `after`, Slack does it all the same. */
export function createRoomWorld(given: Partial<Room> = {}) {
  const clock = { at: start + 60_000 }
  const now = () => clock.at
  const store = memoryStore()
  const rooms = openCollection(store, roomKind)
  const reminders = store.collection('reminders', anyReminderSchema)
  const channels: FakeChannel[] = []
  const calls: string[] = []
  const answers = new Map<keyof OwnChannels, { answer: Called<never>; after?: true }[]>()
  const canvases = new Map<string, string>()
  const said: string[] = []
  const presence = new Map<string, 'gone'>()
  const people = { onWatch: undefined as string | undefined, mayNotSee: new Set<string>() }
  const state = {
    /** What the board shows. */
    pace: '5 mentions in the last hour',
    spike: 'live' as 'live' | 'over',
    notified: { users: [] as string[], groups: [] as string[], here: false },
  }

  async function call<T>(method: keyof OwnChannels, about: string, act: () => Called<T>): Promise<Called<T>> {
    calls.push(about === '' ? method : `${method} ${about}`)
    const next = answers.get(method)?.shift()
    if (next === undefined) return act()
    if (next.after) act()
    return next.answer
  }
  const find = (id: string) => channels.find((channel) => channel.id === id)
  const slack: OwnChannels = {
    create: (name, isPrivate) =>
      call('create', name, () => {
        if (channels.some((channel) => channel.name === name)) return refused('name_taken')
        const id = `C9${channels.length}`
        channels.push({ id, name, isOurs: true, isPrivate, purpose: '', members: [] })
        return done(id)
      }),
    named: (name) =>
      call('named', '', () => done(channels.find((one) => one.name === name && one.id !== 'hidden'))),
    isPrivate: () => call('isPrivate', '', () => done(false)),
    setPurpose: (channel, purpose) =>
      call('setPurpose', '', () => {
        const found = find(channel)
        if (found !== undefined) found.purpose = purpose
        return done(undefined)
      }),
    invite: (channel, user) =>
      call('invite', user, () => {
        const members = find(channel)?.members ?? []
        if (members.includes(user)) return refused('already_in_channel')
        members.push(user)
        return done(undefined)
      }),
    archive: () => call('archive', '', () => done(undefined)),
    membersOfGroup: () => call('membersOfGroup', '', () => done(['UGROUP'])),
    createCanvas: (channel, markdown) =>
      call('createCanvas', '', () => {
        if (canvases.has(channel)) return refused('channel_canvas_already_exists')
        canvases.set(channel, markdown)
        return done(channel)
      }),
    canvasOf: (channel) => call('canvasOf', '', () => done(canvases.has(channel) ? channel : undefined)),
    editCanvas: (canvas, markdown) =>
      call('editCanvas', '', () => {
        canvases.set(canvas, markdown)
        return done(undefined)
      }),
    pin: () => call('pin', '', () => done(undefined)),
  }

  const findCard = async (): Promise<SpikeCardRecord> => {
    const summary = {
      ...{ startedAt: start, total: 5, rated: 5, negative: 5, reach: 1, peak: 5 },
      ...{ sources: [], countries: [], top: [] },
    }
    const about = { alertName: 'Acme', summary, permalinks: {} }
    return {
      ...{
        ...card,
        subscription: 'acme',
        alert: '7',
        mark: 'm',
        note: {},
        at: now(),
        notified: state.notified,
      },
      shown:
        state.spike === 'live'
          ? { kind: 'live', spike: { ...about, signs: [], inLastHour: 5, hours: [], claims: [] } }
          : { kind: 'over', spike: { ...about, endedAt: now(), closed: 0, claimed: 0 } },
    }
  }
  const readBoard = async (room: Room): Promise<Board> => ({
    ...{ alert: 'Acme', pace: state.pace, facts: [], claimed: '', urgent: [], open: 0 },
    ...{ isOver: room.ended !== undefined, card: undefined },
  })
  const others = async (room: Room) =>
    (await rooms.all()).filter((one) => roomKey(one.card) !== roomKey(room.card))
  const isPrivateAlert = async () => people.mayNotSee.size > 0
  const timezone = 'UTC'
  /** A process with nothing in its memory. */
  const newProcess = () =>
    createRoomKeeper({
      speakTo: speakToAll,
      ...{ now, stopping: new AbortController().signal, led: rooms, slack, findCard, readBoard },
      log: { info: () => undefined, warn: () => undefined },
      messages: remindersOf(reminders, roomMessageSchema),
      opening: createOpening({
        ...{ now, timezone, slack, others },
        permalink: async ({ channel, ts }) => `https://a.example/archives/${channel}/p${ts.replace('.', '')}`,
        isSpikeOver: async () => isSpikeOver(await findCard(), now()),
      }),
      inviting: createInviting({
        ...{ now, slack, isPrivateAlert },
        users: {
          nameOf: async (user) => user,
          presenceOf: async (user) => presence.get(user) ?? 'active',
          kindOf: async (user) => (user === 'UEXTERN' ? 'external' : 'member'),
        },
        calls: () => ({
          async person() {
            const user = people.onWatch
            return user === undefined ? undefined : { user, passedOver: [], isDisturbed: false }
          },
        }),
        access: { refusal: async ({ user }) => (people.mayNotSee.has(user) ? 'No.' : undefined) },
      }),
      async update() {
        calls.push('update')
        return { kind: 'updated' }
      },
      redrawCard: async () => undefined,
      tellNotOpened: async (_room, reason) => said.push(`not opened: ${reason}`),
      tellNotArchived: async (_room, _channel, _user, reason) => said.push(`not archived: ${reason}`),
    })
  let keeper = newProcess()

  return {
    ...{ clock, state, people, presence, channels, calls, canvases, said, rooms },
    restart() {
      keeper = newProcess()
    },
    answer(method: keyof OwnChannels, ...next: { answer: Called<never>; after?: true }[]) {
      answers.set(method, next)
    },
    async press(more: Partial<Room> = {}) {
      const about = { card, subscription: 'acme', alert: '7', alertName: 'Acme', taken: 0, at: now() }
      const by = { user: 'UOPEN', name: 'Ana Lima' }
      const room = freeName(
        { ...about, by, isPrivate: false, ...given, ...more },
        await rooms.all(),
        timezone,
      )
      await rooms.change(roomKey(room.card), (current) => current ?? room)
    },
    /** Lets the leader look at the rooms for some seconds. */
    async pass(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 5) {
        await keeper.run()
        clock.at += 5000
      }
    },
    room: async () => rooms.find(roomKey(card)),
    asked: async () => (await reminders.all()).map(({ id }) => id),
    /** Slack has the first message, or the report. */
    async posted(what: 'welcome' | 'report') {
      await rooms.change(roomKey(card), (room) => room && { ...room, [what]: '1.000000' })
    },
    change: (next: (room: Room) => Room) => rooms.change(roomKey(card), (room) => room && next(room)),
  }
}

export const lost = { answer: { kind: 'unclear', reason: 'TimedOutError' } as const, after: true as const }

export const refusedWith = (reason: string) => ({ answer: { kind: 'refused', reason } as const })
