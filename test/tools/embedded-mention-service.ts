import type { MentionQuery } from '@overheard/mention-client'
import { compareIds } from '@overheard/mention-client/id'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import type { Deployment } from '../../sandbox/mention-service/deployment.ts'
import { createMentionServer } from '../../sandbox/mention-service/server.ts'
import { createMentionStore } from '../../sandbox/mention-service/store.ts'
import { clientOf } from './mention-client.ts'
import { token } from './secret-token.ts'

/** The client with the embedded mention service over HTTP, and mentions whose content the test knows. */

export const now = Date.UTC(2026, 0, 31)
export const day = 86_400_000
export const free = { requests: 1_000_000, windowMs: 1 }

/** The content of a mention that a test added. */
export type Known = {
  id: string
  date: number
  reach: number
  source: string
  language: string
  country: string
  tags: string[]
}

/** A service and its client. Each run of a property uses its own alert. */
export async function setUp(deployment: Partial<Deployment> = {}) {
  const mentionStore = createMentionStore({ now: () => now })
  const limits = { perToken: free, perAddress: free }
  const server = createMentionServer({ mentionStore, token, now: () => now, limits, deployment })
  const { url } = await server.listen(0)
  onTestFinished(() => server.close())
  const budget = { ...clientOf(url).budget, take: async () => {} }
  const { service } = clientOf(url, { budget })

  function addAlert(type: 'mentions' | 'leads' = 'mentions') {
    const alert = String(mentionStore.alerts().length + 1)
    mentionStore.addAlert({ alert_id: alert, alert_name: `Alert ${alert}`, alert_type: type })
    const add = ({ language, country, ...rest }: Known) =>
      mentionStore.add(alert, {
        ...rest,
        url: `https://example.com/${rest.id}`,
        author: { name: 'Ann' },
        ...(language === 'unknown' ? {} : { language }),
        ...(country === 'unknown' ? {} : { location: { country } }),
      })
    return { alert, add }
  }
  return { url, service, server, addAlert }
}

const known = fc.record<Known>({
  id: fc.oneof(
    fc.integer({ min: 1, max: 500 }).map(String),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 66n }).map(String),
  ),
  date: fc.integer({ min: now - 5, max: now + 5 }),
  reach: fc.nat(6),
  source: fc.constantFrom('web', 'youtube', 'news-blogs', 'bluesky'),
  language: fc.constantFrom('en', 'de', 'unknown'),
  country: fc.constantFrom('US', 'DE', 'unknown'),
  tags: fc.subarray(['vip', 'two words', 'ünï&']),
})
export const mentions = fc.uniqueArray(known, { selector: ({ id }) => id, maxLength: 40 })
const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })

export const query = fc.record(
  {
    sortBy: fc.constantFrom('id' as const, 'date' as const, 'reach' as const),
    sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
    dateFrom: fc.integer({ min: now - 6, max: now + 6 }),
    dateTo: fc.integer({ min: now - 6, max: now + 6 }),
    sinceId: fc.oneof(fc.nat(500).map(String), fc.bigInt({ min: 2n ** 53n, max: 2n ** 66n }).map(String)),
    sources: some('web', 'youtube', 'bluesky'),
    languages: some('en', 'de', 'unknown'),
    countries: some('US', 'DE', 'unknown'),
    reachFrom: fc.nat(6),
    reachTo: fc.nat(6),
    tags: some('vip', 'two words', 'ünï&'),
    tagMatch: fc.constantFrom('any' as const, 'all' as const),
    limit: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: ['limit'] },
)

export function passes(mention: Known, asked: MentionQuery): boolean {
  const { sources, languages, countries, tags, tagMatch = 'any' } = asked
  const has = (tag: string) => mention.tags.includes(tag)
  return [
    mention.date >= (asked.dateFrom ?? mention.date) && mention.date <= (asked.dateTo ?? mention.date),
    mention.reach >= (asked.reachFrom ?? 0) && mention.reach <= (asked.reachTo ?? 99),
    asked.sinceId === undefined || compareIds(mention.id, asked.sinceId) > 0,
    sources?.includes(mention.source) ?? true,
    languages?.includes(mention.language) ?? true,
    countries?.includes(mention.country) ?? true,
    tags === undefined || (tagMatch === 'all' ? tags.every(has) : tags.some(has)),
  ].every(Boolean)
}

export function inOrder(all: Known[], { sortBy = 'date', sortOrder = 'desc' }: MentionQuery): Known[] {
  const ascending = [...all].sort((a, b) => {
    const byField = sortBy === 'id' ? 0 : a[sortBy] - b[sortBy]
    return byField === 0 ? compareIds(a.id, b.id) : byField
  })
  return sortOrder === 'asc' ? ascending : ascending.reverse()
}

export const plain: Known = {
  id: '1',
  date: now,
  reach: 0,
  source: 'web',
  language: 'en',
  country: 'US',
  tags: [],
}

export const ids = (all: Known[]) => all.map(({ id }) => id)
