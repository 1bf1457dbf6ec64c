import { z } from 'zod'
import { defineFeature } from '../../kernel/feature.ts'
import { key } from '../../kernel/keys.ts'
import { createReactions } from './reactions.ts'

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
  uses: ({ slack, cards, people: { access } }) => ({
    findCard: cards.find,
    applyCardAction: cards.applyAction,
    access,
    users: slack.users,
    postEphemeral: slack.postEphemeral,
  }),
  create(parts, settings) {
    if (!settings.reactions) return undefined
    const react = createReactions(parts)
    return {
      cardHelp: ['• The reactions 👀 and ✅ do the same as *Claim* and *Done*.'],
      listen(on) {
        on.event('reaction_added', (event) => react(event, false))
        on.event('reaction_removed', (event) => react(event, true))
      },
    }
  },
})
