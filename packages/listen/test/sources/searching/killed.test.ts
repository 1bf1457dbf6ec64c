import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../../../test/tools/folder.ts'
import { hackerNews } from '../../../src/sources/hacker-news.ts'
import { github } from '../../../src/sources/networks/github.ts'
import { startWorld } from '../../engine-world.ts'
import { createFakeHosts, type FakeAnswer } from '../../fakes/hosts.ts'
import { withKills } from '../../fakes/kills.ts'
import { createVirtualTime } from '../../virtual-time.ts'

const minute = 60_000
const alerts = Array.from({ length: 12 }, (_, place) => ({ name: `A${place}`, query: `acme${place} tool` }))
const settings = { alerts, sources: { github: true } }

/** 240 issues, written over 40 minutes, of which each names one of the alerts. */
function fakeGitHub(start: number, now: () => number): FakeAnswer {
  const issues = Array.from({ length: 240 }, (_, place) => ({
    ...{
      number: place,
      title: `acme${place % 12} tool`,
      body: '',
      user: { login: 'kim' },
      created_at: start + place * 10_000,
    },
    ...{
      url: `https://api.github.com/repos/a/b/issues/${place}`,
      html_url: `https://github.com/a/b/issues/${place}`,
    },
  }))
  return ({ url }) => {
    const query = url.searchParams.get('q') ?? ''
    const since = Date.parse(/created:>=(\S+)/.exec(query)?.[1] ?? '')
    const page = Number(url.searchParams.get('page'))
    const words = [...query.matchAll(/acme\d+/g)].map(([word]) => word)
    const found = issues
      .filter(
        ({ title, created_at }) =>
          created_at >= since && created_at <= now() && words.includes(title.split(' ')[0] ?? ''),
      )
      .toReversed()
      .slice((page - 1) * 100, page * 100)
      .map((issue) => ({ ...issue, created_at: new Date(issue.created_at).toISOString() }))
    return { json: { incomplete_results: false, items: query.includes('is:issue') ? found : [] } }
  }
}

describe('a network that is searched for alerts', () => {
  it('gives everything once and is asked within its limit, although the process is killed 20 times', async () => {
    const time = createVirtualTime()
    const file = `${emptyFolder()}/mentions.sqlite`
    const hosts = createFakeHosts({ 'api.github.com': fakeGitHub(time.now(), time.now) }, time.now)
    for (let kill = 0; kill < 20; kill++) {
      const killed = withKills(3 + (kill % 7))
      const world = await startWorld({
        sources: [killed.source(github)],
        settings,
        time,
        file,
        send: killed.send(hosts.send),
      })
      await time.advance(6 * minute)
      expect(killed.isDead()).toBe(true)
      await world.close()
    }
    const { store, runner } = await startWorld({ sources: [github], settings, time, file, send: hosts.send })
    await time.advance(20 * minute)
    const urls = store.database
      .all<{ id: string }>('SELECT id FROM items WHERE content IS NOT NULL')
      .map(({ id }) => id)
    expect(new Set(urls).size).toBe(240)
    expect(urls).toHaveLength(240)
    const mentions = store.alerts.all().reduce((sum, { mentions: count }) => sum + count, 0)
    expect(mentions).toBe(240)
    for (const { at } of hosts.requests)
      expect(hosts.requests.filter((one) => one.at >= at && one.at < at + minute).length).toBeLessThanOrEqual(
        10,
      )
    const [channel] = runner.status()
    expect(channel?.plan).toHaveLength(12)
    expect(channel?.plan?.[0]).toMatchObject({ alert: '1001', cannot: [], everyMs: 10 * minute })
  })

  it('does not make another one late when it never answers', async () => {
    const time = createVirtualTime()
    const asked: string[] = []
    const { runner } = await startWorld({
      ...{ sources: [github, hackerNews], time },
      async send({ url }) {
        asked.push(url.hostname)
        if (url.hostname === 'api.github.com') await new Promise(() => undefined)
        return { status: 200, headers: {}, body: Buffer.from('{"hits":[]}') }
      },
    })
    await time.advance(11 * minute)
    expect(asked.filter((host) => host === 'hn.algolia.com').length).toBe(3)
    expect(runner.status().find(({ source }) => source === 'hacker-news')?.failures).toBe(0)
  })
})
