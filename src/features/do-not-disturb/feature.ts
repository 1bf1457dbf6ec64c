import { defineFeature } from '../../kernel/feature.ts'
import { messages } from '../../messages/kit/say.ts'
import { hasDoNotDisturbOn } from './decide.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** People with do-not-disturb in Slack are called only if nobody else can be. */
export const doNotDisturb = defineFeature({
  name: 'do-not-disturb',
  keys: { file: {}, subscription: {} },
  slack: {
    scopes: { 'dnd:read': 'people who have do-not-disturb on in Slack are told about urgent mentions, too' },
  },
  needsSlack: (_settings, arePeopleCalled) => arePeopleCalled,
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
        callsAnybody() && (await told()) === 'not-permitted' ? [say.notPermitted()] : undefined,
    }
  },
})
