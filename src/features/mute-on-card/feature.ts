import { defineFeature } from '../../kernel/feature.ts'
import { say } from './messages.ts'
import { createMuteOnCard, muteCallback } from './mute-on-card.ts'

/** The menu of a card mutes the author, the site or the source of its mention. */
export const muteOnCard = defineFeature({
  name: 'mute on card',
  keys: { file: {}, subscription: {} },
  uses: ({ slack, subscriptions: { muting }, cards, people: { access, reply } }) => ({
    findCard: cards.find,
    access,
    muting,
    reply,
    views: slack.views,
  }),
  create(parts) {
    const { open, submit, muteAuthors } = createMuteOnCard(parts)
    return {
      cardMenu: [
        {
          choice: 'mute',
          get label() {
            return say.menu()
          },
          offer: 'mute',
          whenDone: true,
          press: open,
        },
      ],
      severalMenu: [
        {
          choice: 'mute-author',
          get label() {
            return say.muteAuthors()
          },
          offers: ['mute'],
          act: muteAuthors,
        },
      ],
      listen: (on) => on.submit(muteCallback, submit),
    }
  },
})
