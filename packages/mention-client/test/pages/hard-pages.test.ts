import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendJson, startServer } from '../../../../test/tools/http-server.ts'
import { clientOf, errorOf, idsOf } from '../../../../test/tools/mention-client.ts'
import { wireMention, wirePage } from '../../../../test/tools/mention-responses.ts'

/** A service of mentions 1 to `count`, which fails if a page may have more than `most()`. */
async function limitedService(count: number, most: () => number, fail: Parameters<typeof startServer>[0]) {
  const limits: number[] = []
  const server = await startServer((url, response, request) => {
    const limit = Number(url.searchParams.get('limit') ?? 300)
    limits.push(limit)
    if (limit > most()) return fail(url, response, request)
    const since = Number(url.searchParams.get('next') ?? url.searchParams.get('since_id') ?? 0)
    const isDescending = url.searchParams.get('sort_order') === 'desc'
    const ids = Array.from({ length: Math.min(limit, count - since) }, (_, place) =>
      isDescending ? count - since - place : since + place + 1,
    )
    const next = since + ids.length < count ? String(since + ids.length) : null
    // This service forgets the limit of a page, so its token carries it.
    sendJson(
      response,
      wirePage(
        ids.map((id) => wireMention(id)),
        { next: next && limit === 300 ? next : null },
      ),
    )
  })
  return { ...clientOf(server.url), limits }
}

const failures: [string, Parameters<typeof startServer>[0]][] = [
  ['HTTP 504', (_, response) => void response.writeHead(504).end('<html>')],
  ['HTTP 413', (_, response) => void response.writeHead(413).end()],
  [
    'HTTP 503 with the code 53',
    (_, response) => sendJson(response, { error: { code: 53, message: 'slow' } }, 503),
  ],
  [
    'JSON that is cut off',
    (_, response) => void response.end('{"limits":[],"alert_data":{"mentions":[{"id":1'),
  ],
  [
    'a connection that breaks off',
    (_, response, request) => {
      response.writeHead(200, { 'content-length': 999 }).write('{"limits"')
      setImmediate(() => request.socket.destroy())
    },
  ],
]

describe('a page that the service cannot send', () => {
  it.each(failures)('is asked for in half the size after %s', async (_what, fail) => {
    const { service, limits } = await limitedService(60, () => 80, fail)
    expect(await idsOf(service.mentionsSince('7', '20'))).toEqual(
      Array.from({ length: 40 }, (_, place) => String(place + 21)),
    )
    expect(limits).toEqual([300, 150, 75])
    await idsOf(service.mentionsSince('7', '0'))
    expect(limits.slice(3)).toEqual([75])
    await idsOf(service.mentionsSince('8', '0'))
    expect(limits.slice(4)).toEqual([300, 150, 75])
  })

  it('grows again after ten minutes, and after an hour if it was too large again', async () => {
    let most = 80
    const fail = failures[0]?.[1] ?? (() => undefined)
    const { service, limits, clock } = await limitedService(5, () => most, fail)
    const ask = async (afterMs: number) => {
      clock.move(afterMs)
      limits.length = 0
      await idsOf(service.mentionsSince('7', '0'))
      return [...limits]
    }
    expect(await ask(0)).toEqual([300, 150, 75])
    expect(await ask(9 * 60_000)).toEqual([75])
    expect(await ask(60_000)).toEqual([150, 75])
    expect(await ask(59 * 60_000)).toEqual([75])
    most = 300
    expect(await ask(60_000)).toEqual([150])
    expect(await ask(10 * 60_000)).toEqual([300])
    expect(await ask(10 * 60_000)).toEqual([300])
  })

  it('is given up with the error of the service at ten mentions', async () => {
    const { service, limits } = await limitedService(5, () => 0, failures[0]?.[1] ?? (() => undefined))
    expect(await errorOf(idsOf(service.mentionsSince('7', '0')))).toMatchObject({
      kind: 'timeout',
      status: 504,
    })
    expect(limits).toEqual([300, 150, 75, 37, 18, 10, 10, 10])
  })

  it('does not make the newest mentions fewer', async () => {
    const pages: number[] = []
    const server = await startServer((url, response) => {
      const given = url.searchParams.get('next')?.split('-').map(Number)
      const [from = 0, limit = 0] = given ?? [0, Number(url.searchParams.get('limit') ?? 300)]
      pages.push(limit)
      if (limit > 50) return void response.writeHead(504).end()
      const ids = Array.from({ length: limit }, (_, place) => wireMention(1000 - from - place))
      sendJson(response, wirePage(ids, { next: `${from + limit}-${limit}` }))
    })
    const { mentions } = await clientOf(server.url).service.newest('7', 100)
    expect(mentions.map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, place) => String(1000 - place)),
    )
    expect(pages).toEqual([300, 150, 75, 37, 37, 37])
  })
})

describe('an answer with one damaged place', () => {
  const mentions = [1, 2, 3, 4].map((id) =>
    wireMention(id, { sentiment: 'neutral', location: { country: 'US' } }),
  )
  const answer = wirePage(mentions, { next: null })
  /** All places in the answer whose loss leaves mentions, as paths. */
  const places = pathsIn(answer).filter(
    (path) => !['', 'alert_data', 'alert_data.mentions', 'alert_data.next'].includes(path.join('.')),
  )

  it('still gives every mention whose id is not damaged', async () => {
    let body: unknown
    const server = await startServer((_, response) => sendJson(response, body))
    const { service } = clientOf(server.url)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue(), async (path, junk) => {
        body = withJunk(answer, path, junk)
        const [top, list, place, field] = path
        const isLost = top === 'alert_data' && list === 'mentions' && (field === undefined || field === 'id')
        const kept = ['1', '2', '3', '4'].filter((id) => !isLost || id !== String(Number(place) + 1))
        const ids = await idsOf(service.mentions('7', {}))
        expect(ids).toEqual(expect.arrayContaining(kept))
      }),
      { numRuns: 200 },
    )
  })

  it.each([{ mentions: null }, { mentions: undefined }])('has no mentions if it has %j', async (fields) => {
    const server = await startServer((_, response) => sendJson(response, wirePage([], fields)))
    expect(await idsOf(clientOf(server.url).service.mentionsSince('7', '5'))).toEqual([])
  })

  it('gives the mentions of a page whose paging token cannot be read, and then the error', async () => {
    const server = await startServer((_, response) =>
      sendJson(response, wirePage(mentions, { next: { a: 1 } })),
    )
    const found: string[] = []
    const reading = (async () => {
      for await (const page of clientOf(server.url).service.mentionsSince('7', '0'))
        found.push(...page.mentions.map(({ id }) => id))
    })()
    expect(await errorOf(reading)).toMatchObject({ field: 'alert_data.next: expected string' })
    expect(found).toEqual(['1', '2', '3', '4'])
  })
})

function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const below = Object.entries(value).flatMap(([key, one]) => pathsIn(one).map((path) => [key, ...path]))
  return [[], ...below]
}

function withJunk(value: unknown, [key, ...rest]: string[], junk: unknown): unknown {
  if (key === undefined) return junk
  if (Array.isArray(value))
    return value.map((one, place) => (String(place) === key ? withJunk(one, rest, junk) : one))
  const fields: Record<string, unknown> = { ...(value as object) }
  return { ...fields, [key]: withJunk(fields[key], rest, junk) }
}
