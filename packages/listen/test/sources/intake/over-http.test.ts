import { withoutProxy } from '@overheard/base/http'
import { createRuntime } from '@overheard/base/runtime'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { startListening } from '../../../src/listening.ts'
import { listenSettings } from '../../../src/settings.ts'
import { createIntake } from '../../../src/sources/intake.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

it('what is sent to the intake over HTTP, signed, is a mention in the next answer of the service', async () => {
  const ignore = () => undefined
  const service = await startListening({
    settings: listenSettings.parse({
      alerts: [{ name: 'Acme', query: 'acme' }],
      sources: { intake: { senders: { shop: { secret } } } },
    }),
    ...{
      sources: [createIntake()],
      file: ':memory:',
      port: 0,
      token: 't',
      version: '1',
      proxy: withoutProxy,
    },
    ...{ log: { info: ignore, warn: ignore, error: ignore }, ...createRuntime(), random: Math.random },
  })
  onTestFinished(service.close)
  async function post(body: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url}/v1.0/intake`, { method: 'POST', body, headers })
    return { status: response.status, body: await response.json() }
  }
  const body = JSON.stringify({
    url: 'https://shop.example/1',
    title: 'Fünf Sterne',
    text: 'Wir nutzen Acme täglich',
  })
  const at = new Date()
  const headers = {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': new Webhook(secret).sign('msg_1', at, body),
  }
  expect(await post(body)).toMatchObject({ status: 401 })
  expect(await post(body, headers)).toEqual({
    status: 202,
    body: { accepted: 1, duplicates: 0, rejected: [] },
  })
  expect(await post(body, headers)).toEqual({
    status: 202,
    body: { accepted: 0, duplicates: 1, rejected: [] },
  })
  const list = await fetch(`${service.url}/v1.0/alerts/1001/mentions?access_token=t`)
  expect(await list.json()).toMatchObject({
    alert_data: { mentions: [{ url: 'https://shop.example/1', title: 'Fünf Sterne' }] },
  })
})
