import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { Messages } from '../../src/slack/posted-messages.ts'
import { memoryStore } from './memory-store.ts'
import type { StoryWorld } from './story-world.ts'

/** The real original cards over records in memory and a fake channel. The process can die at each step. */

/** The state of a new process; `refresh` must be called first. */
export function createFakeOriginalCards(world: StoryWorld, moment: () => void) {
  const { originalCards, redrawOutdated } = createCards({
    keptMs: 90 * 86_400_000,
    store: memoryStore(world.records, () => {
      moment()
      const fault = world.faults.facts?.()
      if (fault) throw fault
    }),
    messages: messagesOf(world, moment),
    now: world.now,
    nameOf: async (user) => user,
    openForMs: 14 * 86_400_000,
    weights: defaultWeights,
  })
  return { ...originalCards, redrawOutdated }
}

function messagesOf({ channel }: StoryWorld, moment: () => void): Messages {
  return {
    async update({ ts }, content) {
      moment()
      const updated = channel.update(ts, content)
      moment()
      return updated
    },
    permalink: async ({ ts }) => `https://slack.example/${ts}`,
  }
}
