import { defineFeature } from '../../kernel/feature.ts'
import { createDoneInService } from './done-in-service.ts'

/** Closes open mentions that somebody has marked as done in the mention service. */
export const doneInService = defineFeature({
  name: 'done in the mention service',
  keys: { file: {}, subscription: {} },
  uses: ({ clock: { now }, alerts: { service, requestsLeft }, cards }) => ({
    now,
    open: cards.open,
    applyAction: cards.applyAction,
    service,
    requests: requestsLeft,
  }),
  create: ({ service, ...parts }) => {
    const { check } = createDoneInService({
      ...parts,
      readPage: (alert, since) =>
        firstPage(service.mentionsSince(alert, since, { priority: 'poll' })).catch(() => undefined),
    })
    return { jobs: [{ name: 'done-in-service', cron: '30 */10 * * * *', run: check }] }
  },
})

async function firstPage<Page>(pages: AsyncIterable<Page>): Promise<Page | undefined> {
  for await (const page of pages) return page
  return undefined
}
