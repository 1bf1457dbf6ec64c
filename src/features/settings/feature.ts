import { defineFeature } from '../../kernel/feature.ts'
import { siteCallback } from './own-site.ts'
import { createSettings, settingsCallback, settingsChangeSchema, settingsChanges } from './settings.ts'
import { say } from './values.ts'

/** Never rename it, because Slack keeps home tabs. */
const openSettings = 'settings_open'

/** Admins set on the home tab what would stand in a configuration file: who hears of problems, quiet hours, a digest, feeds and sources. */
export const settings = defineFeature({
  name: 'settings',
  keys: { file: {}, subscription: {} },
  changes: { settings: settingsChangeSchema },
  uses: ({
    clock: { now },
    settings: { timezone, fromSlack, simpleSources },
    slack,
    alerts: { directory: alerts, listening },
    subscriptions: { changes, privateAlerts },
    people: { access },
  }) => ({
    ...{ now, fromSlack, simpleSources, alerts, listening, changes, privateAlerts, access },
    zoneOf: async (user: string) => (await slack.users.zoneOf(user)) ?? timezone,
    users: slack.users,
    channels: slack.channels,
    views: slack.views,
  }),
  create(parts) {
    const form = createSettings(parts)
    return {
      changes: { settings: settingsChanges(parts) },
      homeButtons: [
        {
          get label() {
            return say.open()
          },
          action: openSettings,
        },
      ],
      listen(on, home) {
        on.onHome(openSettings, (action) => form.open(action, home))
        on.slowSubmit(settingsCallback, (submission, acknowledge) =>
          form.submit(submission, acknowledge, home),
        )
        on.slowSubmit(siteCallback, (submission, acknowledge) => form.takeSite(submission, acknowledge, home))
      },
    }
  },
})
