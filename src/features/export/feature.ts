import { defineFeature } from '../../kernel/feature.ts'
import { whichSubscription } from '../../listeners/which-subscription.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import { channelLabel } from '../../slack/channels.ts'
import { createExport } from './command.ts'
import { exportTexts } from './messages.ts'
import { parseExport } from './parse-export.ts'

/** `/mentions export` sends what was posted as a table in a direct message. */
export const exporting = defineFeature({
  name: 'export',
  keys: { file: {}, subscription: {} },
  slack: { scopes: { 'files:write': 'tables cannot be sent as files' } },
  uses: ({ now, timezone, slack, cards, alertName, access, finder, registry }) => ({
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
  }),
  create({ exporting, access, finder, registry }) {
    const exportMentions = createExport(exporting)
    return {
      subcommands: [
        {
          word: 'export',
          help: '• `export [name] [30d]`: get what was posted as a table (CSV) in a direct message',
          isSlow: true,
          async answer(asker, line) {
            const asked = parseExport(line)
            if ('words' in asked)
              return notUnderstood(exportTexts.notUnderstood(quoted(asked.words)), asked.guesses)
            const { days } = asked
            const readable = await access.readableSubscriptions(asker, registry.all())
            const picked = await finder.find(asked, asker.channel, readable)
            if (picked.kind === 'none')
              return whichSubscription(picked, { kind: 'export', ...asked, term: `${days}d` }, readable)
            const subscriptions = picked.kind === 'one' ? [picked.listed.subscription.name] : picked.names
            return exportMentions(asker.user, { subscriptions, days })
          },
        },
      ],
    }
  },
})
