import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { naiveIds } from './naive-answer.ts'
import {
  facets,
  mentionOf,
  type RandomMention,
  type RandomQuery,
  randomMentions,
  randomQuery,
} from './random-mentions.ts'
import { archiveOf, idsOf, nextOf, startService } from './start-service.ts'

type Reading = { given: RandomMention[]; query: RandomQuery; limit: number; arrivals: RandomMention[] }

/** Reads all pages over HTTP and adds one new mention after each of the first pages. */
async function readAll({ given, query, limit, arrivals }: Reading): Promise<string[]> {
  const mentionStore = archiveOf(given.map(({ id, ...rest }) => mentionOf(id, rest)))
  const { get, server } = await startService({ mentionStore }, () => undefined)
  const ids: string[] = []
  const waiting = [...arrivals]
  for (let parameters: Record<string, string> = { ...query, limit: String(limit) }; ; ) {
    const answer = await get('/v1.0/alerts/1/mentions', parameters)
    ids.push(...idsOf(answer))
    const arrival = waiting.shift()
    if (arrival) mentionStore.add('1', mentionOf(arrival.id, arrival))
    if (answer.body.alert_data?.next === undefined) break
    parameters = { next: decodeURIComponent(nextOf(answer)) }
  }
  await server.close()
  return ids
}

const limits = fc.integer({ min: 1, max: 9 })

it('all pages of the mention service together contain each filtered mention once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(randomMentions, randomQuery, limits, async (given, query, limit) => {
      expect(await readAll({ given, query, limit, arrivals: [] })).toEqual(naiveIds(given, query))
    }),
    { numRuns: runs(60) },
  )
})

it('mentions that arrive between two pages of the mention service do not shift the pages: each earlier mention is read once, in order', async () => {
  const arriving = fc.array(facets, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(randomMentions, arriving, randomQuery, limits, async (given, more, query, limit) => {
      const arrivals = more.map((each, index) => ({ ...each, id: 2n ** 53n + 100n + BigInt(index) }))
      const read = await readAll({ given, query, limit, arrivals })
      const old = new Set(given.map(({ id }) => String(id)))
      expect(read.filter((id) => old.has(id))).toEqual(naiveIds(given, query))
      const everything = naiveIds([...given, ...arrivals], query)
      expect(read).toEqual(everything.filter((id) => read.includes(id)))
    }),
    { numRuns: runs(60) },
  )
})

it('if pages of the mention service are read by ascending id, mentions that arrive before the last page come at the end, and none of them is missed', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomMentions,
      fc.array(facets, { maxLength: 5 }),
      limits,
      async (given, more, limit) => {
        const query: RandomQuery = { sort_by: 'id', sort_order: 'asc' }
        const arrivals = more.map((each, index) => ({ ...each, id: 2n ** 53n + 100n + BigInt(index) }))
        const read = await readAll({ given, query, limit, arrivals })
        const pages = Math.max(1, Math.ceil(given.length / limit))
        expect(read.slice(0, given.length)).toEqual(naiveIds(given, query))
        expect(read).toEqual(naiveIds([...given, ...arrivals], query).slice(0, read.length))
        // Every mention added before the last page was cut must be read.
        expect(read.length).toBeGreaterThanOrEqual(given.length + Math.min(arrivals.length, pages - 1))
      },
    ),
    { numRuns: runs(40) },
  )
})
