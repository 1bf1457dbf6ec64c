import { z } from 'zod'
import { defineFeature } from '../../kernel/feature.ts'
import { key } from '../../kernel/keys.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { openCollection } from '../../model/collection.ts'
import { errorMessage } from '../../model/log.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { readBoard } from './board.ts'
import { createInviting } from './invite.ts'
import { createRoomKeeper, isSpikeOver } from './keep.ts'
import { notOpenedText, openButton, roomIds, roomOnCard, say } from './messages.ts'
import { type Room, roomKey, roomKind, roomMessageSchema } from './model.ts'
import { createOpening } from './open-channel.ts'
import { createRoomPresses } from './presses.ts'
import { reportOf } from './report.ts'
import { roomMessages } from './room-messages.ts'

/** The clocks of the bot and of Slack may differ by this, in ms. */
const skewMs = 10 * 60_000

/** People open a room for a spike: a channel with the people who are called, live numbers, and a report at the end. */
export const room = defineFeature({
  name: 'room',
  keys: {
    file: {
      rooms: key(
        z.enum(['public', 'private', 'off']).default('public'),
        `The card of a spike has the button **${say.openRoom()}**: Overheard opens a channel for the crisis. \`private\` makes each of these channels private; those for private alerts and private channels always are. \`off\` switches this off.`,
        'private',
      ),
    },
    subscription: {},
  },
  slack: {
    scopes: {
      'channels:manage': 'no room can be opened for a spike, unless rooms are private',
      'groups:write': 'no private room can be opened for a spike',
      'canvases:write': 'the numbers of a room are in its first message, but in no canvas',
      'pins:write': 'the message with the numbers of a room is not pinned',
      'usergroups:read': 'the members of the groups in notify are not invited into a room',
    },
  },
  needsSlack: ({ rooms }) => rooms !== 'off',
  collections: [
    {
      kind: roomKind,
      damage: { name: say.damagedName(), record: say.damaged },
    },
  ],
  reminders: { room: roomMessageSchema },
  uses: ({
    clock: { now, stopping },
    settings: { timezone, keptMs },
    health: { log },
    store,
    slack,
    subscriptions: { privateAlerts, mutes },
    cards,
    people: { access, reply, speakTo },
    reminders: { led: reminders },
    features: { calls },
  }) => ({
    ...{ now, stopping, log, timezone, slack, cards, access, reply, speakTo, leads: store.leads, keptMs },
    rooms: openCollection(store, roomKind),
    led: openCollection(store.leading, roomKind),
    messages: remindersOf(reminders, roomMessageSchema),
    calls,
    isPrivateAlert: privateAlerts.isPrivate,
    mutesOf: mutes.of,
    decisions: store.decisions,
  }),
  create({ cards, slack, rooms, led, ...deps }, { rooms: opens }) {
    const { now, log, isPrivateAlert } = deps
    const { spikeCards } = cards
    const { permalink, update } = slack.messages
    const { nameOf } = slack.users
    const read = {
      findCard: spikeCards.find,
      readBoard: (of: Room, card: SpikeCardRecord | undefined) =>
        readBoard({ ...cards, permalink }, of, card),
      async readReport(of: Room, card: SpikeCardRecord | undefined) {
        const { channel, ts } = of.card
        const shown = card?.shown
        const startedAt =
          shown === undefined || shown.kind === 'interrupted' ? undefined : shown.spike.summary.startedAt
        const since = startedAt ?? Number(ts) * 1000
        return reportOf({
          ...{ room: of, card, nameOf, now: now() },
          handled: await cards.since(channel, since - skewMs),
          decisions: deps.decisions.entries(since),
          mutes: deps.mutesOf(channel),
        })
      },
    }
    const tell = (channel: string, user: string, sentence: () => string) =>
      deps.speakTo.person(user, () => slack.postEphemeral({ channel, user }, textMessage(sentence())))
    const keeper = createRoomKeeper({
      ...deps,
      ...read,
      led,
      update,
      slack: slack.rooms,
      opening: createOpening({
        ...deps,
        permalink,
        slack: slack.rooms,
        others: async ({ card }) =>
          (await led.entries()).flatMap((one) => (one.key === roomKey(card) ? [] : one.value)),
        isSpikeOver: async ({ card }) => isSpikeOver(await spikeCards.find(card), now()),
      }),
      inviting: createInviting({ ...deps, slack: slack.rooms, users: slack.users }),
      redrawCard: (place) => spikeCards.setNote(place, (note) => ({ ...note })),
      tellNotOpened: ({ card, by }, reason) =>
        tell(card.channel, by.user, () => (reason === 'over' ? say.tooLate() : notOpenedText(reason))),
      tellNotArchived: (_room, channel, user, reason) =>
        tell(channel, user, () => say.notArchived({ reason })),
    })
    const presses = createRoomPresses({
      ...deps,
      rooms,
      opens,
      spikeCards,
      nameOf,
      slack: slack.rooms,
      isPrivateAlert,
      async wake() {
        if (deps.leads())
          await keeper.run().catch((error: unknown) => {
            log.warn({ error: errorMessage(error) }, 'could not keep the rooms of spikes; retrying')
          })
      },
    })
    return {
      get cardHelp() {
        return opens === 'off' ? [] : [say.onCards({ openRoom: say.openRoom() })]
      },
      async spikeCard(place) {
        const found = await rooms.find(roomKey(place))
        if (found !== undefined) return roomOnCard(found)
        return opens === 'off' ? undefined : { buttons: [openButton()], facts: [] }
      },
      listen(on) {
        on.inMessage(roomIds.open, presses.open)
        on.inMessage(roomIds.end, presses.end)
        on.inMessage(roomIds.archive, presses.archive)
        on.inMessage(roomIds.notInvited, presses.notInvited)
      },
      reminders: { room: roomMessages({ ...read, now, led }) },
      jobs: [{ name: 'rooms', after: [`records ${roomKind.name}`], run: keeper.run }],
      async prune(time) {
        for (const { key: one, value } of await rooms.entries())
          if (time - value.at > deps.keptMs) await rooms.change(one, () => undefined)
      },
      stop: keeper.stop,
    }
  },
})
