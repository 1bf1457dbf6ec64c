import { defineFeature } from '../../kernel/feature.ts'
import { createIsName } from '../../listeners/find-subscription.ts'
import { whichSubscription } from '../../listeners/which-subscription.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import { channelLabel } from '../../people/channel-label.ts'
import { createExport } from './command.ts'
import { say } from './messages.ts'
import { parseExport } from './parse-export.ts'

const dayMs = 86_400_000

/** The table of mentions has at most this many days, also if cards are kept for longer. */
const longest = 90

/** `/mentions export` sends what was posted as a table in a direct message. */
export const exporting = defineFeature({
  name: 'export',
  keys: { file: {}, subscription: {} },
  slack: { scopes: { 'files:write': 'tables cannot be sent as files' } },
  uses: ({
    clock: { now },
    settings: { timezone, keptMs },
    slack,
    alerts: { nameOf: alertName },
    subscriptions: { finder, registry },
    cards,
    people: { access },
    features: { tables },
  }) => ({
    exporting: {
      now,
      zoneOf: async (user: string) => (await slack.users.zoneOf(user)) ?? timezone,
      postedSince: cards.postedSince,
      users: slack.users,
      channelName: (id: string) => channelLabel(slack.channels, id),
      alertName,
      sendFile: slack.sendFile,
    },
    access,
    finder,
    registry,
    tables,
    keptMs,
  }),
  create({ exporting, access, finder, registry, tables, keptMs }) {
    const exports = createExport(exporting)
    const mostDays = Math.min(longest, Math.floor(keptMs / dayMs))
    return {
      subcommands: [
        {
          word: 'export',
          rest: 'read',
          // The tables are known when all features run.
          get help() {
            return [say.help(), ...tables().map(({ word, title }) => say.tableHelp({ word, title }))].join(
              '\n',
            )
          },
          isSlow: true,
          async answer(asker, line) {
            const readable = await access.readableSubscriptions(asker, registry.all())
            const asked = parseExport(line, { tables: tables(), mostDays, isName: createIsName(readable) })
            if ('words' in asked)
              return notUnderstood(
                say.notUnderstood({ words: quoted(asked.words), mostDays: asked.mostDays }),
                asked.guesses,
              )
            const { days, format } = asked
            const table = tables().find(({ word }) => word === asked.table)
            if (table !== undefined) return exports.table(asker, table, { days, format })
            const picked = await finder.find(asked, asker.channel, readable)
            if (picked.kind === 'none')
              return whichSubscription(picked, { kind: 'export', ...asked, term: `${days}d` }, readable)
            const subscriptions = picked.kind === 'one' ? [picked.listed.subscription.name] : picked.names
            return exports.mentions(asker.user, { subscriptions, days, format })
          },
        },
      ],
    }
  },
})
