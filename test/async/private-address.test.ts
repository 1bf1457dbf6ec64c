import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { startReceiver } from '../../sandbox/webhook-receiver.ts'
import { withoutProxy } from '../../src/async/http.ts'
import { isPrivateHost } from '../../src/async/private-address.ts'
import { createEndpoint } from '../../src/features/webhooks/endpoint.ts'
import { urlOf } from '../tools/http-server.ts'

it.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1'],
  ...['224.0.0.1', '255.255.255.255', '[::1]', '[::]', '[fe80::1]', '[fd00:ec2::254]', '[fec0::1]'],
  ...['[::ffff:10.0.0.1]', '[::127.0.0.1]', '[64:ff9b::a00:1]', '[2002:a00:1::]', '[2001:db8::1]'],
  ...['localhost', 'LOCALHOST.', 'api.localhost', '2130706433', '0x7f.1'],
])('the host %s is private', (host) => {
  expect(isPrivateHost(new URL(`https://${host}/`).hostname)).toBe(true)
})

it.each(['8.8.8.8', '172.32.0.1', '[2606:4700::1111]', 'example.com', 'localhost.example.com'])(
  'the host %s is not private',
  (host) => {
    expect(isPrivateHost(new URL(`https://${host}/`).hostname)).toBe(false)
  },
)

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
    reasons.push(sent.kind === 'failed' ? sent.reason : sent.kind)
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
