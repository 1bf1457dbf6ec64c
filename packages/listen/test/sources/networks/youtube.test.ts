import { describe, expect, it } from 'vitest'
import { youtube } from '../../../src/sources/networks/youtube.ts'
import { localNetwork, type Request } from './local-network.ts'

/** As https://developers.google.com/youtube/v3/docs shows the resources. */
const answers = ({ path, parameters }: Request) => {
  if (path === '/search')
    return {
      json: {
        kind: 'youtube#searchListResponse',
        items: [
          {
            kind: 'youtube#searchResult',
            id: { kind: 'youtube#video', videoId: '-INveHwbRz4' },
            snippet: {
              publishedAt: '2026-11-18T10:00:00Z',
              channelId: 'UC1',
              title: 'Acme &amp; you',
              description: 'cut',
            },
          },
        ],
      },
    }
  if (path === '/channels')
    return {
      json: {
        items: [
          {
            id: 'UC1',
            snippet: { thumbnails: { default: { url: 'https://a.example/c' } } },
            statistics: { subscriberCount: '1200', hiddenSubscriberCount: false },
          },
        ],
      },
    }
  const ids = (parameters.get('id') ?? '').split(',').filter((id) => id !== 'gone')
  return {
    json: {
      items: ids.map((id) => ({
        id,
        snippet: {
          publishedAt: '2026-11-18T10:00:00Z',
          channelId: 'UC1',
          channelTitle: 'Claude',
          title: 'Acme & you',
          description: 'whole',
        },
        statistics: { viewCount: '45537', likeCount: '899' },
      })),
    },
  }
}

describe('YouTube', () => {
  it('gives videos with views and subscribers', async () => {
    const { url, listen, requests } = await localNetwork(answers)
    const [channel] = listen(youtube, { url, key: 'K' }, ['acme', '"globex tool"'])
    const { items } = (await channel?.poll()) ?? {}
    expect(items).toEqual([
      {
        ...{
          id: '-INveHwbRz4',
          url: 'https://www.youtube.com/watch?v=-INveHwbRz4',
          title: 'Acme & you',
          text: { plain: 'whole' },
          type: 'post',
        },
        publishedAt: Date.UTC(2026, 10, 18, 10),
        author: {
          name: 'Claude',
          id: 'UC1',
          url: 'https://www.youtube.com/channel/UC1',
          avatar: 'https://a.example/c',
          audience: 1200,
        },
        metrics: { views: 45_537, likes: 899 },
      },
    ])
    expect(requests[0]?.parameters.get('q')).toBe('acme|"globex tool"')
    expect(youtube.reach?.({ views: 45_537 })).toBe(45_537)
  })

  it('is asked once for a word with accents, because its searches are few', async () => {
    const { url, listen, requests } = await localNetwork(() => ({ json: { items: [] } }))
    const [channel] = listen(youtube, { url, key: 'K' }, ['Nestlé Müller', 'Nestle Muller'])
    await channel?.poll(3)
    expect(new Set(requests.map(({ parameters }) => parameters.get('q')))).toEqual(new Set(['nestlé müller']))
  })

  it('makes at most 100 searches a day, and takes turns', async () => {
    const { url, listen, requests } = await localNetwork(() => ({ json: { items: [] } }))
    const [channel] = listen(
      youtube,
      { url, key: 'K' },
      Array.from({ length: 50 }, (_, place) => `acme${place} tool${place}`),
    )
    await channel?.poll(120)
    const start = requests[0]?.at ?? 0
    const day = requests.filter(({ at }) => at < start + 86_400_000)
    expect(day.length).toBeLessThanOrEqual(100)
    expect(new Set(day.map(({ parameters }) => parameters.get('q'))).size).toBe(50)
  })

  it('waits until midnight in California if the searches are used up', async () => {
    const { url, listen } = await localNetwork(() => ({
      status: 403,
      json: { error: { code: 403, message: 'used up', errors: [{ reason: 'quotaExceeded' }] } },
    }))
    const [channel] = listen(youtube, { url, key: 'K' }, ['acme'])
    await expect(channel?.poll()).rejects.toMatchObject({ kind: 'busy', retryAt: Date.UTC(2026, 10, 19, 8) })
  })

  it('looks at everything again within 30 days, and removes videos that are gone', async () => {
    const { url, look } = await localNetwork(answers)
    const looked = await look(youtube, { url, key: 'K' }, ['a', 'gone'])
    expect(looked).toMatchObject({ items: [{ id: 'a' }], removals: [{ item: 'gone' }] })
    const ages = typeof youtube.recheck === 'function' ? youtube.recheck({ key: 'K' }).atAges : []
    expect(Math.max(...ages.map((age, place) => age - (ages[place - 1] ?? 0)))).toBeLessThan(30 * 86_400_000)
  })

  it('never shows its key in an error', async () => {
    const { url, listen } = await localNetwork(() => ({ status: 500 }))
    const [channel] = listen(youtube, { url, key: 'a-secret-key' }, ['acme'])
    const error = await channel?.poll().catch((thrown: Error) => thrown)
    expect(String(error)).not.toContain('a-secret-key')
  })
})
