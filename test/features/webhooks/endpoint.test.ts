import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import { withoutProxy } from '@overheard/base/http'
import { expect, it } from 'vitest'
import { startReceiver } from '../../../sandbox/webhook-receiver.ts'
import { createEndpoint, failureReason } from '../../../src/features/webhooks/endpoint.ts'
import { urlOf } from '../../tools/http-server.ts'

it('a name is checked at each connection, so a name that turns private later reaches nothing', async () => {
  const secret = 'plain-text-of-thirty-two-letters'
  const receiver = await startReceiver({ secret })
  const { port } = new URL(receiver.url)
  const answers = [['8.8.8.8', '10.0.0.1'], ['127.0.0.1'], ['::1'], []]
  const resolve = ((_name: string, _options: object, done: (...answer: unknown[]) => void) => {
    const addresses = (answers.shift() ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    done(addresses.length === 0 ? Object.assign(new Error('none'), { code: 'ENOTFOUND' }) : null, addresses)
  }) as typeof lookup
  const endpoint = createEndpoint(
    { url: `http://hooks.example:${port}/`, secret, allowPrivate: false },
    { proxy: withoutProxy, now: Date.now, setTimer: () => () => undefined, resolve },
  )
  const reasons: string[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    const sent = await endpoint.send({
      id: 'evt_1',
      event: { type: 'digest.posted', timestamp: '', data: {} },
    })
    reasons.push(sent.kind === 'failed' ? failureReason(sent) : sent.kind)
  }
  await endpoint.close()
  await receiver.close()
  const refused = (address: string) =>
    `hooks.example has the private address ${address}, which is refused unless allowPrivate is true`
  expect(reasons).toEqual([refused('10.0.0.1'), refused('127.0.0.1'), refused('::1'), 'ENOTFOUND'])
  expect(receiver.received).toEqual([])
})

it('events go through the proxy of HTTP_PROXY, which may have a private address and resolves the name', async () => {
  const secret = 'plain-text-of-thirty-two-letters'
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const endpoint = createEndpoint(
    { url: 'http://hooks.example/in', secret, allowPrivate: false },
    {
      proxy: { httpProxy: urlOf(proxy), httpsProxy: '', noProxy: '' },
      now: Date.now,
      setTimer: () => () => undefined,
    },
  )
  const event = { type: 'digest.posted' as const, timestamp: '', data: {} }
  expect(await endpoint.send({ id: 'evt_1', event })).toEqual({ kind: 'delivered' })
  await endpoint.close()
  proxy.close()
  expect(asked).toEqual(['POST http://hooks.example/in'])
})
