import { z } from 'zod'
import { createFindPressed } from '../../cards/recent-card.ts'
import { defineFeature } from '../../kernel/feature.ts'
import { key } from '../../kernel/keys.ts'
import { messages } from '../../messages/kit/say.ts'
import { createReactions } from './reactions.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** Nobody waits for an answer to a reaction, in ms. */
const patienceMs = 30_000

/** A 👀 on a card claims its mention, and a ✅ marks it as done. */
export const reactions = defineFeature({
  name: 'reactions',
  keys: {
    file: {
      reactions: key(
        z.boolean().default(true),
        '👀 on a card claims its mention and ✅ marks it as done; taking the reaction away takes that back. `false` switches this off.',
        false,
      ),
    },
    subscription: {},
  },
  slack: {
    scopes: { 'reactions:read': 'reactions on cards are not seen' },
    events: ['reaction_added', 'reaction_removed'],
  },
  needsSlack: ({ reactions }) => reactions,
  uses: ({ clock, slack, cards, people: { access, speakTo } }) => ({
    findCard: createFindPressed({ find: cards.find, now: clock.now, sleep: clock.nap }, patienceMs),
    applyCardAction: cards.applyAction,
    access,
    speakTo,
    users: slack.users,
    postEphemeral: slack.postEphemeral,
  }),
  create(parts, settings) {
    if (!settings.reactions) return undefined
    const react = createReactions(parts)
    return {
      get cardHelp() {
        return [say.onCards()]
      },
      listen(on) {
        on.event('reaction_added', (event) => react(event, false))
        on.event('reaction_removed', (event) => react(event, true))
      },
    }
  },
})
