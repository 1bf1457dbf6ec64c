import type { PollDeps } from '../../src/engine/ports.ts'
import { emptyMenu } from '../../src/messages/mention/card-menu.ts'

/** The parts of a poll for a subscription that meets no other one, with no features, corrections or people to ask. */
export const alone = {
  startOver: { wanted: () => undefined, done: async () => undefined },
  mutesAreDamaged: () => false,
  recipient: async () => 'stays',
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
  subscriptionsIn: async () => [],
  olderInstallation: { lastPostOfOlder: () => undefined, olderIsGone: async () => undefined },
  isOwn: () => false,
  layout: {},
  menu: () => emptyMenu,
  told: async () => undefined,
  seen: () => undefined,
  corrections: async () => [],
} satisfies Partial<PollDeps>
