import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../../../../test/tools/http-server.ts'
import { allOf, clientOf, errorOf, idsOf } from '../../../../test/tools/mention-client.ts'
import { wireMention, wirePage } from '../../../../test/tools/mention-responses.ts'

/** A server of numbered pages; `next` returns the token for a page number (0 is the first). */
function pagesOf(mentions: (page: number) => unknown[], next: (page: number) => string | undefined) {
  let page = 0
  return startServer((_, response) => {
    sendJson(response, wirePage(mentions(page), { next: next(page) }))
    page++
  })
}

describe('reading pages of mentions', () => {
  it('continues until a page has no paging token, and sends no other parameter together with a token', async () => {
    const server = await pagesOf(
      (page) => [wireMention(page * 2), wireMention(page * 2 + 1)],
      (page) => (page < 2 ? `t/${page}=` : undefined),
    )
    const { service } = clientOf(server.url)
    const pages = await allOf(service.mentions('7', { sources: ['web'], limit: 2 }))
    expect(pages.map(({ mentions, last }) => [mentions.map(({ id }) => id), last])).toEqual([
      [['0', '1'], false],
      [['2', '3'], false],
      [['4', '5'], true],
    ])
    expect(server.asked.map(({ searchParams }) => [...searchParams].slice(1))).toEqual([
      [
        ['source', 'web'],
        ['limit', '2'],
      ],
      [['next', 't/0=']],
      [['next', 't/1=']],
    ])
  })

  it('returns with every page the number of mentions and the plan limits, except limits that cannot be read', async () => {
    const reached = { limit_name: 'monthly_mentions', limit_reached: true, limit_renewal_date: 1_760_000_000 }
    const server = await startServer((_, response) =>
      sendJson(response, { ...wirePage([wireMention(1)]), limits: [reached, 'odd'] }),
    )
    const [page] = await allOf(clientOf(server.url).service.mentions('7', {}))
    expect(page).toMatchObject({
      limits: [{ name: 'monthly_mentions', reached: true, renewsAt: 1_760_000_000_000 }],
      mentionsCount: 1,
      unusable: 0,
      last: true,
    })
  })

  it.each([
    [true, [true, 1, '1', 'true', 'TRUE']],
    [false, [false, 0, '0', 'false', null, undefined]],
  ])('knows that a plan limit is reached (%s), however the service writes that', async (reached, written) => {
    const limits = written.map((limit_reached, place) => ({ limit_name: `limit ${place}`, limit_reached }))
    const odd = { limit_name: 'odd', limit_reached: 'maybe' }
    const server = await startServer((_, response) =>
      sendJson(response, { ...wirePage([]), limits: [...limits, odd] }),
    )
    const [page] = await allOf(clientOf(server.url).service.mentions('7', {}))
    expect(page?.limits).toEqual(limits.map(({ limit_name: name }) => ({ name, reached })))
  })

  it('continues from the token of an earlier page', async () => {
    const server = await pagesOf(
      () => [],
      () => undefined,
    )
    await idsOf(clientOf(server.url).service.mentions('7', { next: 'abc', sortBy: 'reach' }))
    expect([...(server.asked[0]?.searchParams ?? [])].slice(1)).toEqual([['next', 'abc']])
  })

  it('fetches a page only when the reader asks for it', async () => {
    const server = await pagesOf(
      () => [wireMention(1)],
      (page) => `t${page}`,
    )
    for await (const _ of clientOf(server.url).service.mentions('7', {})) break
    expect(server.asked).toHaveLength(1)
  })

  it('sends a token that is already encoded unchanged, and sends it encoded again if the service refuses it', async () => {
    const server = await startServer((url, response) => {
      const next = url.searchParams.get('next')
      if (next === 'a+b') return sendJson(response, { error: { code: 40, message: '"next"' } }, 400)
      return sendJson(
        response,
        wirePage([], { next: server.asked.length < 5 ? `a%2Bb${next === null ? '' : next.length}` : null }),
      )
    })
    await idsOf(clientOf(server.url).service.mentions('7', {}))
    expect(server.asked.map(({ searchParams }) => searchParams.get('next'))).toEqual([
      null,
      'a+b',
      'a%2Bb',
      'a%2Bb5',
      'a%2Bb6',
    ])
  })

  it('skips a mention without a usable id and logs it without its content', async () => {
    const odd = [
      wireMention(-1),
      wireMention(1.5),
      wireMention(null),
      'text',
      null,
      wireMention(2 ** 60),
      wireMention('x'),
    ]
    const server = await startServer((_, response) =>
      sendJson(response, wirePage([...odd, wireMention(8, { reach: 'x' })])),
    )
    const { service, logged } = clientOf(server.url)
    const [page] = await allOf(service.mentions('7', {}))
    // JSON.stringify rounds 2^60. The rounded number must stay unchanged.
    expect(page?.mentions.map(({ id }) => id)).toEqual(['1152921504606847000', '8'])
    expect(page?.unusable).toBe(6)
    expect(logged.map(({ fields }) => fields)).toEqual([
      { alert: '7', positions: [0, 1, 2, 3, 4, 6] },
      { alert: '7', mentions: 1, id: '8', flaws: ['reach: expected number'] },
    ])
  })

  it.each([
    ['the same page again and again', () => 'same', 2],
    ['three pages in a circle', (page: number) => `t${page % 3}`, 8],
    [
      'pages in a circle after some other pages',
      (page: number) => (page < 9 ? `a${page}` : `b${page % 5}`),
      40,
    ],
  ])('ends with an error if the paging tokens lead to %s', async (_, next, most) => {
    const server = await pagesOf((page) => [wireMention(page)], next)
    const error = await errorOf(idsOf(clientOf(server.url).service.mentions('7', {})))
    expect(error).toMatchObject({ kind: 'malformed', field: 'alert_data.next: repeats itself' })
    expect(server.asked.length).toBeLessThanOrEqual(most)
  })

  it('ends with an error after five empty pages in a row', async () => {
    const server = await pagesOf(
      (page) => (page === 3 ? [wireMention(1)] : []),
      (page) => `t${page}`,
    )
    const error = await errorOf(idsOf(clientOf(server.url).service.mentions('7', {})))
    expect(error.field).toBe('alert_data.next: leads to empty pages only')
    expect(server.asked).toHaveLength(9)
  })

  it('ends with the reason if its signal is aborted', async () => {
    const server = await pagesOf(
      (page) => [wireMention(page)],
      (page) => `t${page}`,
    )
    const controller = new AbortController()
    const pages = clientOf(server.url).service.mentions(
      '7',
      {},
      { priority: 'poll', signal: controller.signal },
    )
    const reading = (async () => {
      for await (const { mentions } of pages)
        if (mentions[0]?.id === '2') controller.abort(new Error('enough'))
    })()
    await expect(reading).rejects.toThrow('enough')
    expect(server.asked).toHaveLength(3)
  })
})
