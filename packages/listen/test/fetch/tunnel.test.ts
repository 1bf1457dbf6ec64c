import { expect, it } from 'vitest'
import { proxyOf } from '../../src/fetch/tunnel.ts'

const proxies = { httpProxy: 'http://plain.example:1', httpsProxy: 'http://secure.example:2' }

it.each([
  ['ws://a.example/', {}, 'plain.example:1'],
  ['wss://a.example/', {}, 'secure.example:2'],
  ['wss://a.example/', { httpsProxy: '' }, 'plain.example:1'],
  ['ws://a.example/', { httpProxy: '' }, undefined],
  ['wss://a.example/', { noProxy: 'b.example, a.example' }, undefined],
  ['wss://a.example/', { noProxy: '.example' }, undefined],
  ['wss://a.example/', { noProxy: '*.a.example' }, 'secure.example:2'],
  ['wss://b.a.example/', { noProxy: '*.a.example' }, undefined],
  ['wss://ba.example/', { noProxy: 'a.example' }, 'secure.example:2'],
  ['wss://a.example/', { noProxy: 'none.example *' }, undefined],
  ['wss://a.example/', { noProxy: 'a.example:8443' }, 'secure.example:2'],
  ['wss://a.example/', { noProxy: 'A.example:443' }, undefined],
  ['ws://[::1]:80/', { noProxy: '::1' }, undefined],
  ['ws://[::1]:81/', { noProxy: '[::1]:81' }, undefined],
  ['ws://[::1]:81/', { noProxy: '[::1]:82' }, 'plain.example:1'],
])('the proxy of %s with the settings %j is %s', (url, settings, host) => {
  expect(proxyOf(new URL(url), { ...proxies, noProxy: '', ...settings })?.host).toBe(host)
})
