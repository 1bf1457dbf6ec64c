import { expect, it } from 'vitest'
import { FetchError, type Item, type Recheck } from '../../src/source.ts'
import { discourse } from '../../src/sources/networks/discourse.ts'
import { forem } from '../../src/sources/networks/forem.ts'
import { mastodon } from '../../src/sources/networks/mastodon.ts'
import { quietTools } from '../fakes/poll-once.ts'

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
