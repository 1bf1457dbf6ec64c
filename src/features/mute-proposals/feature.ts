import { setImmediate } from 'node:timers/promises'
import { defineFeature } from '../../kernel/feature.ts'
import { type CollectionKind, openCollection } from '../../model/collection.ts'
import { createProposalActions } from './actions.ts'
import { mostHomeBlocks, proposalBlocks, proposalSection, proposalText, say } from './messages.ts'
import { type ChannelProposals, channelProposalsSchema } from './model.ts'
import { createMuteProposals } from './proposals.ts'
import { keys } from './settings.ts'

const proposalKind: CollectionKind<ChannelProposals> = {
  name: 'mute-proposals',
  schema: channelProposalsSchema,
}

/** Once a week, proposes mutes of what nobody claims. */
export const muteProposals = defineFeature({
  name: 'mute proposals',
  keys: { file: keys, subscription: {} },
  collections: [
    {
      kind: proposalKind,
      damage: {
        name: say.damagedName(),
        record: say.damaged,
      },
    },
  ],
  uses: ({
    clock: { now },
    store,
    slack,
    subscriptions: { registry, finder, privateAlerts, mutes, muting, decideFor },
    cards,
    people: { access, reply },
  }) => ({
    counting: {
      now,
      pause: setImmediate,
      decisions: store.decisions,
      cardsIn: cards.postedIn,
      registry,
      channelOf: finder.channelOf,
      privateAlerts,
      mutes: mutes.of,
      decideFor,
      stored: openCollection(store, proposalKind),
      led: openCollection(store.leading, proposalKind),
    },
    acting: {
      muting,
      access,
      finder,
      findCard: cards.find,
      views: slack.views,
      reply,
    },
  }),
  create({ counting, acting }, settings) {
    if (!settings.muteProposals) return undefined
    const proposals = createMuteProposals(counting)
    const actions = createProposalActions({ ...acting, proposals })
    return {
      listen: actions.listen,
      home: [
        {
          place: 'afterSpikes',
          mostBlocks: mostHomeBlocks,
          blocks: async (user, channels) => proposalSection(await actions.readable(user, channels)),
        },
      ],
      async digest(channel) {
        const found = await proposals.of(channel)
        return { text: found.map(proposalText), blocks: found.flatMap((one) => proposalBlocks(one)) }
      },
      // Each run counts only for channels whose last count is a week old.
      jobs: [{ name: 'mute proposals', cron: '17 * * * *', run: proposals.update }],
    }
  },
})
