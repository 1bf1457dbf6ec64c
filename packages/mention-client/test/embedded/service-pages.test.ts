import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Deployment } from '../../../../sandbox/mention-service/deployment.ts'
import {
  ids,
  inOrder,
  mentions,
  now,
  passes,
  plain,
  query,
  setUp,
} from '../../../../test/tools/embedded-mention-service.ts'
import { clientOf, idsOf } from '../../../../test/tools/mention-client.ts'
import { runs } from '../../../../test/tools/runs.ts'
import { compareIds } from '../../src/id.ts'

/** The client against the embedded mention service, over HTTP. */

describe('the pages of the embedded mention service, as the client reads them,', () => {
  it('together contain every matching mention once, in order', async () => {
    const { service, addAlert } = await setUp()
    await fc.assert(
      fc.asyncProperty(mentions, query, async (all, asked) => {
        const { alert, add } = addAlert()
        for (const mention of all) add(mention)
        const expected = inOrder(all, asked).filter((mention) => passes(mention, asked))
        expect(await idsOf(service.mentions(alert, asked))).toEqual(ids(expected))
      }),
      { numRuns: runs(200) },
    )
  })

  it('neither lose nor repeat a mention if new ones arrive between two pages', async () => {
    const { service, addAlert } = await setUp()
    await fc.assert(
      fc.asyncProperty(mentions, query, fc.nat(40), async (all, asked, atFirst) => {
        const { alert, add } = addAlert()
        const early = all.slice(0, atFirst)
        const late = all.slice(atFirst)
        for (const mention of early) add(mention)
        const read: string[] = []
        for await (const page of service.mentions(alert, asked)) {
          read.push(...page.mentions.map(({ id }) => id))
          for (const mention of late.splice(0, 3)) add(mention)
        }
        const matching = ids(inOrder(all, asked).filter((mention) => passes(mention, asked)))
        expect(matching.filter((id) => read.includes(id))).toEqual(read)
        expect(read).toEqual(expect.arrayContaining(ids(early.filter((mention) => passes(mention, asked)))))
      }),
      { numRuns: runs(200) },
    )
  })

  it.each<Partial<Deployment>>([
    { sorting: 'honoured' },
    { sorting: 'id refused' },
    { sorting: 'ignored' },
    { sorting: 'ignored', sinceId: 'ignored' },
    { sinceId: 'ignored' },
  ])(
    'contain all mentions above an id in ascending order with the service setting %j',
    async (deployment) => {
      const { url, addAlert } = await setUp(deployment)
      await fc.assert(
        fc.asyncProperty(mentions, fc.nat(500).map(String), async (all, above) => {
          const { alert, add } = addAlert()
          for (const mention of all) add(mention)
          const sorted = ids(inOrder(all, { sortBy: 'id', sortOrder: 'asc' }))
          // A client without memory, so that each run finds out again which sortings the service supports.
          const forward = clientOf(url).service.mentionsSince(alert, above)
          expect(await idsOf(forward)).toEqual(sorted.filter((id) => compareIds(id, above) > 0))
        }),
        { numRuns: runs(40) },
      )
    },
  )

  it.each<Partial<Deployment>>([{}, { sorting: 'id refused' }, { sorting: 'ignored' }])(
    'contain the newest mentions, which have the largest ids, with the service setting %j',
    async (deployment) => {
      const { url, addAlert } = await setUp(deployment)
      await fc.assert(
        fc.asyncProperty(mentions, fc.integer({ min: 1, max: 9 }), async (all, count) => {
          const { alert, add } = addAlert()
          for (const mention of all) add(mention)
          const newest = await clientOf(url).service.newest(alert, count)
          expect(newest.mentions.map(({ id }) => id)).toEqual(
            ids(inOrder(all, { sortBy: 'id' })).slice(0, count),
          )
        }),
        { numRuns: runs(40) },
      )
    },
  )

  it('also contain mentions that arrive while the pages are read, at the end', async () => {
    const { service, addAlert } = await setUp()
    const { alert, add } = addAlert()
    const addRange = (from: number, to: number) => {
      for (let id = from; id <= to; id++) add({ ...plain, id: String(id), date: now - id })
    }
    addRange(1, 301)
    const read: string[] = []
    for await (const page of service.mentionsSince(alert, '0')) {
      read.push(...page.mentions.map(({ id }) => id))
      if (read.length === 300) addRange(302, 310)
    }
    expect(read).toEqual(Array.from({ length: 310 }, (_, place) => String(place + 1)))
  })
})
