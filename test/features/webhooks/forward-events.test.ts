import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { emptyFolder } from '../../tools/folder.ts'

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

/** In a folder of its own, as people run it: the packages of the bot are not there. */
async function startForwarder(environment: Record<string, string>): Promise<string> {
  const cwd = emptyFolder()
  copyFileSync('deploy/forward-events.mjs', join(cwd, 'forward-events.mjs'))
  const child = spawn(process.execPath, ['forward-events.mjs'], {
    cwd,
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

  it('pages somebody about an urgent mention that nobody has answered', async () => {
    const { asked, url } = await startTarget()
    const forwarder = await startForwarder({ TARGET: 'opsgenie', TARGET_KEY: 'key', TARGET_URL: url })
    expect(await send(forwarder, 'watch.unanswered', posted)).toBe(204)
    expect(asked).toMatchObject([
      { body: { message: 'Nobody answers: Acme is down', alias: 'mention acme 7' } },
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

  it('takes what either of two secrets has signed, and nothing that was signed long ago or changed on its way', async () => {
    const { asked, url } = await startTarget()
    const old = 'plain-text-of-thirty-two-letters'
    const target = {
      TARGET: 'pagerduty',
      TARGET_KEY: 'key',
      TARGET_URL: url,
      WEBHOOK_SECRET: `${secret} ${old}`,
    }
    const forwarder = await startForwarder(target)
    expect(await send(forwarder, 'problem.started', problem)).toBe(204)
    const sign = (at: Date, body: string) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1a,eA== ${new Webhook(old, { format: 'raw' }).sign('msg_1', at, body)}`,
    })
    const body = JSON.stringify({ type: 'problem.started', data: problem })
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(forwarder, { method: 'POST', headers, body: sent })).status
    expect(await post(sign(new Date(), body))).toBe(204)
    expect(await post(sign(new Date(Date.now() - 6 * 60_000), body))).toBe(401)
    expect(await post(sign(new Date(), body), `${body} `)).toBe(401)
    expect(await post({})).toBe(401)
    expect(asked).toHaveLength(2)
  })

  it('answers with a failure if the target does, so that Overheard repeats the event', async () => {
    const { url } = await startTarget(500)
    const forwarder = await startForwarder({ TARGET: 'pagerduty', TARGET_KEY: 'key', TARGET_URL: url })
    expect(await send(forwarder, 'problem.started', problem)).toBe(502)
  })

  describe('with TARGET=sendmail', () => {
    /** A program in the place of sendmail, which keeps its arguments and the mail. */
    async function startMailer(status = 0) {
      const program = join(emptyFolder(), 'sendmail')
      writeFileSync(program, `#!/bin/sh\necho "$@" > "$0.arguments"\ncat > "$0.mail"\nexit ${status}\n`, {
        mode: 0o755,
      })
      const addresses = { MAIL_FROM: 'bot@acme.example', MAIL_TO: 'ana@acme.example, ben@acme.example' }
      const forwarder = await startForwarder({ TARGET: 'sendmail', SENDMAIL: program, ...addresses })
      return { forwarder, read: (name: 'arguments' | 'mail') => readFileSync(`${program}.${name}`, 'utf8') }
    }

    const digest = {
      ...{ digest: 'weekly', period: '2026-W46', message: { channel: 'C1', ts: '1.2' } },
      subject: `Weekly digest, Nov 9 – 15, 2026: ${'😀'.repeat(30)}`,
      text: `Acme is up: 1,284 mentions (▲ 18%)\n${'x'.repeat(2000)}`,
      html: '<!doctype html>\n<p><b>Acme</b> is up</p>\n',
    }

    it('sends a digest as a mail with its text and its HTML', async () => {
      const { forwarder, read } = await startMailer()
      expect(await send(forwarder, 'digest.posted', digest)).toBe(204)
      expect(read('arguments')).toBe('-t -i\n')
      const mail = read('mail')
      const [head = '', , ...body] = mail.split('\r\n\r\n')
      expect(head).toContain('From: bot@acme.example\r\nTo: ana@acme.example, ben@acme.example\r\n')
      expect(head).toContain('Message-ID: <msg_1@overheard.invalid>')
      const subject = [...head.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)].map(([, word = '']) =>
        Buffer.from(word, 'base64').toString(),
      )
      expect(subject.join('')).toBe(digest.subject)
      const parts = body.map((part) => Buffer.from(part.split('\r\n--')[0] ?? '', 'base64').toString())
      expect(parts).toEqual([digest.text, digest.html])
      for (const line of mail.split('\r\n')) expect(line).toMatch(/^[\x20-\x7e]{0,78}$/)
    })

    it('sends no other event, and answers with a failure if the program fails', async () => {
      const { forwarder } = await startMailer(75)
      expect(await send(forwarder, 'problem.started', problem)).toBe(204)
      expect(await send(forwarder, 'digest.posted', digest)).toBe(502)
    })

    it('answers with a failure if there is no such program', async () => {
      const addresses = { MAIL_FROM: 'bot@acme.example', MAIL_TO: 'ana@acme.example' }
      const forwarder = await startForwarder({
        TARGET: 'sendmail',
        SENDMAIL: '/nonexistent/sendmail',
        ...addresses,
      })
      expect(await send(forwarder, 'digest.posted', digest)).toBe(502)
    })
  })

  it('is told of by the lines of docs/run/recipes.md, which are a valid configuration', () => {
    const [, yaml = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(readFileSync('docs/run/recipes.md', 'utf8')) ?? []
    expect(yaml).toContain('http://127.0.0.1:3100/')
    expect(readConfiguration(yaml, { WEBHOOK_SECRET: secret }).errors).toEqual([])
  })
})
