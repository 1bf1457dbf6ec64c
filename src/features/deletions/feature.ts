import { defineFeature } from '../../kernel/feature.ts'
import { createDeletions } from './deletions.ts'

/** Marks the cards of posts that were deleted at their source, as far as the mention service of our own tells it. */
export const deletions = defineFeature({
  name: 'deletions',
  keys: { file: {}, subscription: {} },
  uses: ({ clock: { now }, alerts: { service, listening }, cards, people: { speakTo } }) => ({
    now,
    speakTo,
    lastRemoval: service.lastRemoval,
    removed: listening.removed,
    postedSince: cards.postedSince,
    changeShown: cards.originalCards.changeShown,
  }),
  create: (parts) => ({
    jobs: [{ name: 'deletions', cron: '*/10 * * * * *', run: createDeletions(parts).run }],
  }),
})
