import { z } from 'zod'
import { defineFeature } from '../../kernel/feature.ts'
import { key } from '../../kernel/keys.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { timestampsOf } from '../../model/date-range.ts'
import { channelLabel } from '../../people/channel-label.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { countFound } from './digest.ts'
import { foundSection, say, shortcutName } from './messages.ts'
import { queuedCardSchema } from './model.ts'
import { trackedCards } from './posting.ts'
import { createTracking, trackCallback } from './tracking.ts'

/** A message shortcut makes a card of a message with a link that the mention service did not find. */
export const tracking = defineFeature({
  name: 'tracking',
  keys: {
    file: {
      tracking: key(
        z.boolean().default(true),
        `The menu of each message in Slack offers **${shortcutName}**: Overheard posts a link that the mention service did not find. \`false\` switches this off.`,
        false,
      ),
    },
    subscription: {},
  },
  slack: {
    shortcuts: [
      {
        name: shortcutName,
        callback: trackCallback,
        description: 'Posts a link that the mention service did not find, so that the team can claim it.',
        cost: 'nobody can track a message with a link',
      },
    ],
  },
  reminders: { 'tracked-card': queuedCardSchema },
  uses: ({
    clock: { now },
    settings: { layout },
    slack,
    alerts: { directory: alerts },
    subscriptions: { registry, finder, privateAlerts },
    cards,
    people: { access, reply },
    reminders: { pressed: pressedReminders },
    features: { menu, tellPosted },
  }) => ({
    postedIn: cards.postedIn,
    posting: {
      now,
      registry,
      menu,
      privateAlerts,
      access,
      postedSince: cards.postedSince,
      keep: cards.originalCards.keep,
      tellPosted,
      permalink: slack.messages.permalink,
      channelName: (id: string) => channelLabel(slack.channels, id),
      reply,
    },
    pressing: {
      finder,
      alerts,
      channels: slack.channels,
      users: slack.users,
      views: slack.views,
      tracked: remindersOf(pressedReminders, queuedCardSchema),
      layout,
    },
  }),
  create({ postedIn, posting, pressing }, settings) {
    // Cards that are stored already are still posted.
    const reminders = { 'tracked-card': trackedCards(posting) }
    const digest = async (channel: string, range: { from: string; to: string }) => {
      const period = timestampsOf(range)
      return foundSection(await countFound(postedIn(channel, period.from), period))
    }
    if (!settings.tracking)
      return {
        reminders,
        digest,
        cardHelp: [],
        // The Slack app of an installation can still have the shortcut.
        listen: (on) =>
          on.messageShortcut(trackCallback, async (press, acknowledge) => {
            await acknowledge()
            await posting.reply(press, textMessage(say.switchedOff()), 'beside')
          }),
      }
    const { press, submit } = createTracking({ ...pressing, ...posting })
    return {
      reminders,
      digest,
      get cardHelp() {
        return [say.help({ shortcut: shortcutName })]
      },
      listen(on) {
        on.messageShortcut(trackCallback, press)
        on.slowSubmit(trackCallback, submit)
      },
    }
  },
})
