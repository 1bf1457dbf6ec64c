import type { PollDeps } from '../../src/engine/ports.ts'
import { emptyMenu } from '../../src/messages/mention/card-menu.ts'
import { speakToAll } from '../../src/people/speak-to.ts'

/** The parts of a poll for a subscription that shares its channel with no other one, with no features, corrections or people to ask. */
export const alone = {
  channelPosts: {
    inTurn: (_channel, run) => run(),
    load: async () => undefined,
    find: () => ({ kind: 'new' }),
    notePosted: () => undefined,
    noteCheckpoint: () => undefined,
    noteNotPosted: () => undefined,
    openThreads: () => [],
    forget: () => undefined,
  },
  places: {
    mayPost: async () => true,
    recipient: async () => 'stays',
    subscriptionsIn: async () => [],
    speakTo: speakToAll,
    olderInstallation: { lastPostOfOlder: () => undefined, olderIsGone: async () => undefined },
  },
  cards: { layout: {}, menu: () => emptyMenu },
  people: {
    isOwn: () => false,
    mutesAreDamaged: () => false,
    corrections: async () => [],
    startOver: { wanted: () => undefined, done: async () => undefined },
  },
  told: async () => undefined,
  seen: () => undefined,
} satisfies { places: Partial<PollDeps['places']> } & Partial<Omit<PollDeps, 'places'>>
