import { defineFeature } from '../../kernel/feature.ts'
import { openCollection } from '../../model/collection.ts'
import { hideSteps, say } from './messages.ts'
import { createFirstSteps, greetedKind } from './steps.ts'

/** Greets the person who installed the bot: three steps on the home tab, with how far they are. */
export const firstSteps = defineFeature({
  name: 'first steps',
  keys: { file: {}, subscription: {} },
  collections: [
    {
      kind: greetedKind,
      damage: { name: say.damagedName(), record: say.damaged },
    },
  ],
  uses: ({ settings: { hasFile }, store, slack, alerts, subscriptions, people: { access } }) => ({
    hasFile,
    greeted: openCollection(store, greetedKind),
    access,
    registry: subscriptions.registry,
    finder: subscriptions.finder,
    channels: slack.channels,
    alertName: alerts.nameOf,
  }),
  create(parts) {
    const steps = createFirstSteps(parts)
    return {
      home: [{ place: 'welcome', mostBlocks: 3, blocks: steps.blocks }],
      listen: (on, home) =>
        on.onHome(hideSteps, async (action) => {
          await steps.hide(action.user)
          await home.answer(action)
        }),
    }
  },
})
