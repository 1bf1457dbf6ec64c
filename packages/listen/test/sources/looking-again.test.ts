import { describe, expect, it } from 'vitest'
import { FetchError, type Item, type Recheck } from '../../src/source.ts'
import { lookAgainAtHosts } from '../../src/sources/look-at-each.ts'
import { discourse } from '../../src/sources/networks/discourse.ts'
import { forem } from '../../src/sources/networks/forem.ts'
import { mastodon } from '../../src/sources/networks/mastodon.ts'
import { item, sourceOf, startWorld } from '../engine-world.ts'
import { quietTools } from '../fakes/poll-once.ts'
import { createVirtualTime } from '../virtual-time.ts'

const now = Date.UTC(2026, 10, 18, 12)
const wall = () =>
  new FetchError('refused', 'walled.example answers 403', { status: 403, retryAt: now + 86_400_000 })

/** What is found for these ids, with the hosts that were asked. `walled.example` keeps programs away for a day, and others have deleted all. */
async function look(source: typeof discourse, settings: object, ids: string[]) {
  const recheck =
    typeof source.recheck === 'function' ? source.recheck(settings) : (source.recheck as Recheck)
  const asked: string[] = []
  const tools = {
    ...quietTools({ now }),
    async fetch(address: string) {
      const { hostname } = new URL(address)
      asked.push(hostname)
      throw hostname === 'walled.example' ? wall() : new FetchError('refused', 'gone', { status: 404 })
    },
  }
  const found = recheck.look(ids, tools)
  return { asked, found: (await found) as { items: Item[]; removals: object[] } }
}

it.each([
  ['Discourse', discourse, (site: string, id: number) => `${site}/posts/${id}`],
  ['Forem', forem, (site: string, id: number) => `${site}/api/articles/${id}`],
  ['Mastodon', mastodon, (site: string, id: number) => `${site}/api/v1/statuses/${id}`],
])(
  'a server of %s that asks to wait is left alone, and the others are looked at',
  async (_name, source, idOf) => {
    const [walled, open] = ['https://walled.example', 'https://open.example']
    const settings = { forums: [walled, open], instances: [walled, open], sites: [walled, open] }
    const own = { discourse: 'forums', mastodon: 'instances', forem: 'sites' }[source.name] as 'forums'
    const ids = [1, 2].flatMap((id) => [idOf(walled, id), idOf(open, id)])
    const { asked, found } = await look(source, { [own]: settings[own] }, ids)
    expect(found.removals).toEqual([{ item: ids[1] }, { item: ids[3] }])
    expect(asked.toSorted()).toEqual(['open.example', 'open.example', 'walled.example'])
    await expect(
      look(
        source,
        { [own]: settings[own] },
        ids.filter((id) => id.startsWith(walled)),
      ),
    ).rejects.toThrow('answers 403')
  },
)

describe('while one of several servers asks to wait', () => {
  const hour = 3_600_000

  /** Posts of two servers, the older ones of `walled.example`, which asks to wait until `freeAfter` hours. Tells which were looked at. */
  async function twoServers(freeAfter: number) {
    const time = createVirtualTime()
    const begun = time.now()
    const looked: string[] = []
    const idOf = (host: string, id: number) => `https://${host}.example/${id}`
    const items = Array.from({ length: 14 }, (_, at) =>
      item(idOf(at < 7 ? 'walled' : 'open', at), {
        url: `https://news.example/${at}`,
        publishedAt: begun - (60 - at) * 60_000,
      }),
    )
    const hostOf = (id: string) => new URL(id).hostname
    const source = sourceOf(
      'servers',
      [
        {
          ...{ kind: 'poll', key: 'all', everyMs: hour },
          poll: async (cursor) => (cursor === undefined ? { items, cursor: 1 } : { items: [] }),
        },
      ],
      {
        recheck: {
          ...{ atAges: [hour], size: 3, everyMs: 5 * 60_000, hostOf },
          look: (ids, tools) =>
            lookAgainAtHosts(
              ids,
              tools,
              async (id) => {
                const retryAt = begun + freeAfter * hour
                if (hostOf(id) === 'walled.example' && time.now() < retryAt)
                  throw new FetchError('busy', 'walled.example answers 429', { status: 429, retryAt })
                looked.push(id)
                return {}
              },
              hostOf,
            ),
        },
      },
    )
    return { world: await startWorld({ sources: [source], time }), time, looked }
  }

  const walled = [0, 1, 2, 3, 4, 5, 6].map((at) => `https://walled.example/${at}`)
  const open = [7, 8, 9, 10, 11, 12, 13].map((at) => `https://open.example/${at}`)

  it('the items of the others are looked at, and its own ones when it is free again', async () => {
    const { time, looked } = await twoServers(10)
    await time.advance(3 * hour)
    expect(looked).toEqual(open)
    await time.advance(10 * hour)
    expect(looked).toEqual([...open, ...walled])
  })

  it('its items are left after a day', async () => {
    const { world, time, looked } = await twoServers(1000)
    await time.advance(30 * hour)
    expect(looked).toEqual(open)
    await time.advance(5 * 24 * hour)
    expect(world.store.items.dueForRecheck('servers', 0, time.now(), 20)).toEqual([])
  })
})
