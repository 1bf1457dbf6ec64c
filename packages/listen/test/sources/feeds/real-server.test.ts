import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { withoutProxy } from '@overheard/base/http'
import { expect, it, onTestFinished } from 'vitest'
import { urlOf } from '../../../../../test/tools/http-server.ts'
import { createSend } from '../../../src/fetch/send.ts'
import { feeds } from '../../../src/sources/feeds.ts'
import { startWorld } from '../../engine-world.ts'
import { createVirtualTime } from '../../virtual-time.ts'
import { rssOf } from './feed-world.ts'

/** The feed of a real server on the loopback address. */
async function startFeedOf(answer: (response: ServerResponse) => void, { allowPrivate = true } = {}) {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const time = createVirtualTime()
  const network = createSend({ ...time, proxy: withoutProxy, allowPrivate })
  const url = `${urlOf(server)}/feed`
  const world = await startWorld({
    sources: [feeds],
    settings: { feeds: [url], sources: {} },
    time,
    send: network.send,
  })
  onTestFinished(network.close)
  await time.advance(0)
  const error = () => world.runner.status()[0]?.error
  return { ...world, error }
}

it('a packed feed with a wrong charset in its header, but a byte order mark, is read', async () => {
  const text = `\u{FEFF}${rssOf([{ id: 1, title: 'Acme größer', at: Date.UTC(2026, 0, 1) }])}`
  const world = await startFeedOf((response) =>
    response
      .writeHead(200, { 'content-type': 'text/xml; charset=iso-8859-1', 'content-encoding': 'gzip' })
      .end(gzipSync(text)),
  )
  await expect.poll(() => world.mentions().map(({ title }) => title)).toEqual(['Acme größer'])
})

it('a feed that unpacks to more than the limit fails as too large', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
  const world = await startFeedOf((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  await expect.poll(world.error).toMatch(/sends too much/)
})

it('a feed that never ends is given up', async () => {
  let hasBegun = false
  const world = await startFeedOf((response) => {
    response.writeHead(200)
    response.write('<rss><channel><item>', () => {
      hasBegun = true
    })
  })
  await expect.poll(() => hasBegun).toBe(true)
  await world.time.advance(60_000)
  await expect.poll(world.error).toMatch(/did not answer in time/)
})

it('a feed with a private address is refused unless the operator allows it', async () => {
  const world = await startFeedOf((response) => response.end(rssOf([])), { allowPrivate: false })
  await expect.poll(world.error).toMatch(/private address/)
})
