import { defineFeature } from '../../kernel/feature.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { notUnderstood, quoted, refusalText } from '../../messages/replies.ts'
import { channelLabel } from '../../people/channel-label.ts'
import { placesOf } from '../../slack/users.ts'
import { changesTable, createChanges, dayMs, keptChangeSchema } from './changes.ts'
import { changesAnswer, mostShown, say } from './messages.ts'
import { parseChanges } from './parse-changes.ts'

/** Keeps who changed what from Slack, and when. */
export const changes = defineFeature({
  name: 'changes',
  keys: { file: {}, subscription: {} },
  messages: [
    {
      name: 'changes',
      schema: keptChangeSchema,
      title: say.title(),
      damage: {
        name: say.damagedName(),
        record: say.damaged,
      },
      isQueue: true,
    },
  ],
  uses: ({
    clock: { now },
    settings: { keptMs },
    store,
    slack,
    subscriptions: { finder },
    people: { access },
  }) => ({
    kept: { now, keptMs, access, finder, records: store.messages('changes', keptChangeSchema) },
    users: slack.users,
    channels: slack.channels,
  }),
  create({ kept, users, channels: names }) {
    const { keep, find, prune } = createChanges(kept)
    const mostDays = Math.floor(kept.keptMs / dayMs)
    return {
      hooks: { changed: keep },
      subcommands: [
        {
          word: 'changes',
          rest: 'read',
          get help() {
            return say.help()
          },
          isSlow: true,
          async answer(asker, line) {
            const asked = parseChanges(line, mostDays)
            if ('words' in asked)
              return notUnderstood(say.notUnderstood({ words: quoted(asked.words), mostDays }), [
                'changes',
                'changes all',
              ])
            const channels = asked.isOfAll ? await placesOf(users, asker.user) : [asker.channel]
            if (channels === undefined) return textMessage(refusalText('unknown-person'))
            const { days } = asked
            const found = await find(asker, { days, channels, most: mostShown })
            if (!asked.isOfAll) return changesAnswer({ ...found, days })
            const ids = found.changes.map(({ channel }) => channel).filter(Boolean)
            const labelled = ids.map(async (id) => [id, await channelLabel(names, id)] as const)
            const labels = new Map(await Promise.all(labelled))
            return changesAnswer({
              ...found,
              days,
              channelName: (id) => (id === '' ? say.everywhere() : (labels.get(id) ?? id)),
            })
          },
        },
      ],
      tables: [changesTable({ find }, mostDays)],
      prune,
    }
  },
})
