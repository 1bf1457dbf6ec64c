import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

const secret = `whsec_${Buffer.from('a secret of the test, that is long').toString('base64')}`

type Asked = { path: string | undefined; authorization: string | undefined; body: unknown }

/** A target on the loopback address that answers with a status, and what it was asked. */
async function startTarget(status = 202) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers
    asked.push({ path: request.url, authorization, body: JSON.parse(await text(request)) })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return {
    asked,
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
  }
}

async function startForwarder(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['deploy/forward-events.mjs'], {
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, FORWARD_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    const url = /http:\S+/.exec(said)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('the forwarder has ended')
}

/** Sends an event as Overheard does, and returns the status of the answer. */
async function send(url: string, type: string, data: object, key = secret): Promise<number> {
  const body = JSON.stringify({ type, timestamp: '2026-11-23T12:00:00.000Z', data })
  const at = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', at, body),
  }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

const problem = { key: 'channel C1', what: 'It is archived.', whatToDo: 'Unarchive it.' }
const spike = { subscription: 'acme', message: { channel: 'C1', ts: '1.2' } }
const posted = {
  subscription: 'acme',
  mention: { id: '7', title: 'Acme is down', snippet: 'Since noon.', url: 'https://news.example/7' },
}

describe('deploy/forward-events.mjs', () => {
  it('opens an incident of PagerDuty for a problem, and resolves it at its end', async () => {
    const { asked, url } = await startTarget()
    const forwarder = await startForwarder({ TARGET: 'pagerduty', TARGET_KEY: 'key', TARGET_URL: url })
    expect(await send(forwarder, 'problem.started', problem)).toBe(204)
    expect(await send(forwarder, 'problem.ended', problem)).toBe(204)
    const event = { routing_key: 'key', dedup_key: 'channel C1' }
    expect(asked).toMatchObject([
      {
        path: '/v2/enqueue',
        body: {
          ...event,
          event_action: 'trigger',
          payload: { summary: 'It is archived.', source: 'overheard', severity: 'error' },
        },
      },
      { path: '/v2/enqueue', body: { ...event, event_action: 'resolve' } },
    ])
  })

  it('opens an alert of Opsgenie for a spike, and closes it by its alias', async () => {
    const { asked, url } = await startTarget()
    const forwarder = await startForwarder({ TARGET: 'opsgenie', TARGET_KEY: 'key', TARGET_URL: url })
    expect(await send(forwarder, 'spike.started', spike)).toBe(204)
    expect(await send(forwarder, 'spike.ended', spike)).toBe(204)
    expect(asked).toMatchObject([
      {
        path: '/v2/alerts',
        authorization: 'GenieKey key',
        body: { message: 'Spike in mentions: acme', alias: 'spike C1 1.2' },
      },
      { path: '/v2/alerts/spike%20C1%201.2/close?identifierType=alias' },
    ])
  })

  it('publishes a posted mention to a topic of ntfy, with its address', async () => {
    const { asked, url } = await startTarget(200)
    const forwarder = await startForwarder({ TARGET: 'ntfy', TARGET_KEY: 'tk_1', TARGET_URL: `${url}/acme` })
    expect(await send(forwarder, 'mention.posted', posted)).toBe(204)
    expect(asked).toEqual([
      {
        path: '/',
        authorization: 'Bearer tk_1',
        body: {
          topic: 'acme',
          title: 'Acme is down',
          message: 'Since noon.',
          priority: 3,
          click: 'https://news.example/7',
        },
      },
    ])
  })

  it('forwards nothing that Overheard has not signed, and no event that wakes nobody', async () => {
    const { asked, url } = await startTarget()
    const forwarder = await startForwarder({ TARGET: 'pagerduty', TARGET_KEY: 'key', TARGET_URL: url })
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    expect(await send(forwarder, 'problem.started', problem, other)).toBe(401)
    expect(await send(forwarder, 'mention.claimed', posted)).toBe(204)
    expect(asked).toEqual([])
  })

  it('answers with a failure if the target does, so that Overheard repeats the event', async () => {
    const { url } = await startTarget(500)
    const forwarder = await startForwarder({ TARGET: 'pagerduty', TARGET_KEY: 'key', TARGET_URL: url })
    expect(await send(forwarder, 'problem.started', problem)).toBe(502)
  })

  it('is told of by the lines of docs/recipes.md, which are a valid configuration', () => {
    const [, yaml = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(readFileSync('docs/recipes.md', 'utf8')) ?? []
    expect(yaml).toContain('http://127.0.0.1:3100/')
    expect(readConfiguration(yaml, { WEBHOOK_SECRET: secret }).errors).toEqual([])
  })
})
