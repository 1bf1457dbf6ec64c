import { defineFeature } from '../../kernel/feature.ts'
import { hasDoNotDisturbOn } from './decide.ts'
import { doNotDisturbTexts } from './messages.ts'

/** People with do-not-disturb in Slack are called only if nobody else can be. */
export const doNotDisturb = defineFeature({
  name: 'do-not-disturb',
  keys: { file: {}, subscription: {} },
  slack: {
    scopes: { 'dnd:read': 'the watch also calls people who have do-not-disturb on in Slack' },
  },
  uses: ({ clock: { now }, slack, subscriptions: { registry }, features: { calls } }) => ({
    now,
    told: slack.doNotDisturbOf,
    registry,
    calls,
  }),
  create({ now, told, registry, calls }) {
    const callsAnybody = () =>
      registry.all().some(({ subscription }) => calls()?.afterMs(subscription) !== undefined)
    return {
      absenceOf: async (user, occasion) =>
        occasion === 'call' && hasDoNotDisturbOn(await told(user), now()) ? 'do-not-disturb' : undefined,
      status: async () =>
        callsAnybody() && (await told()) === 'not-permitted' ? [doNotDisturbTexts.notPermitted] : undefined,
    }
  },
})
