import { createCards } from '../../src/cards/cards.ts'
import { idBefore } from '../../src/model/id.ts'
import type { Messages } from '../../src/slack/posted-messages.ts'
import type { RecordStore } from '../../src/store/records.ts'
import type { StoryWorld } from './story-world.ts'

/** The real original cards over records in memory and a fake channel. The process can die at each step. */

/** The state of a new process; `refresh` must be called first. */
export function firstCardsOf(world: StoryWorld, moment: () => void) {
  return createCards({
    findMention: async (_alert, id) => world.mentions.visible(idBefore(id), 1)[0],
    records: recordsIn(world.records, () => {
      moment()
      const fault = world.faults.facts?.()
      if (fault) throw fault
    }),
    messages: messagesOf(world, moment),
    now: world.now,
    nameOf: async (user) => user,
    findSubscription: (name) => world.subscriptions.find((one) => one.name === name),
  }).originalCards
}

/** Records in memory. */
export function recordsIn(kept: Map<string, string>, moment = (): void => undefined): RecordStore {
  const pathOf = (kind: { name: string }, key: string) => `${kind.name} ${key}`
  const records: RecordStore = {
    async find(kind, key) {
      const text = kept.get(pathOf(kind, key))
      return text === undefined ? undefined : kind.shape.parse(JSON.parse(text))
    },
    async all(kind) {
      const own = [...kept].filter(([path]) => path.startsWith(`${kind.name} `))
      return own.map(([path, text]) => ({
        key: path.slice(kind.name.length + 1),
        value: kind.shape.parse(JSON.parse(text)),
      }))
    },
    within: async (kind, start, from) =>
      (await records.all(kind)).filter(({ key }) => key.startsWith(start) && key >= from),
    since: async (kind) => ({ changed: await records.all(kind), mark: '' }),
    async change(kind, key, next) {
      const path = pathOf(kind, key)
      const text = kept.get(path)
      const before = text === undefined ? undefined : kind.shape.parse(JSON.parse(text))
      const after = next(before)
      if (after === before) return before
      moment()
      if (after === undefined) kept.delete(path)
      else kept.set(path, JSON.stringify(after))
      moment()
      return after
    },
  }
  return records
}

function messagesOf({ channel }: StoryWorld, moment: () => void): Messages {
  return {
    read: async ({ ts }) => channel.messages().find((message) => message.ts === ts)?.content,
    async update({ ts }, content) {
      moment()
      const updated = channel.update(ts, content)
      moment()
      return updated
    },
    permalink: async ({ ts }) => `https://slack.example/${ts}`,
  }
}
