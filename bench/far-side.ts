/** The mention service and Slack in another process with prepared responses, so that their cost is not measured. Prints its address. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { backlog, farAlerts, growsEvery, growth } from './far-alerts.ts'
import { alertsOf } from './load-subscriptions.ts'

const pageSize = 300

const startedAt = Date.now()

function wireMention(id: number, date: number) {
  return {
    id,
    date,
    reach: (id * 7919) % 100_000,
    language: 'en',
    url: `https://news.example/2026/11/${id}-acme-answers-its-customers`,
    snippet: `…third time Acme signs me out since the update, and nobody there answers; größer, 東京, number ${id}. What do others do? I have tried it on two phones…`,
    title: `Acme app logs me out after the update (${id})`,
    done: false,
    starred: false,
    tags: [],
    author: {
      name: 'Kim Lee',
      avatar: 'https://example.com/kim.png',
      audience: 120,
      url: 'reddit.com/user/kim',
    },
    sentiment: 'negative',
    source: 'reddit',
    location: { latitude: 52.5, longitude: 13.4, country: 'DE' },
    entities: { snippet: { highlighted_text: [{ text: 'Acme', start_index: 12, end_index: 16 }] } },
  }
}

const limits = [{ limit_name: 'monthly_mentions', limit_reached: false }]

const alertHead = (alert: string) => ({
  alert_id: Number(alert),
  alert_type: 'mentions',
  alert_name: `Alert ${alert}`,
  project_id: 1,
  project_name: 'Acme',
})

/** `node far-side.ts ALERTS`: so many alerts without mentions beside the others. */
const others = alertsOf({ alerts: Number(process.argv[2] ?? 0) })
const alertList = JSON.stringify({ limits, alerts: [...Object.values(farAlerts), ...others].map(alertHead) })

function dateOf(alert: string, id: number): number {
  return alert.startsWith(farAlerts.growing)
    ? startedAt + Math.ceil(id / growth) * growsEvery
    : startedAt + id
}

function page(alert: string, from: number, to: number, next?: string): string {
  const mentions = Array.from({ length: Math.max(0, to - from) }, (_, index) =>
    wireMention(from + index + 1, dateOf(alert, from + index + 1)),
  )
  return JSON.stringify({
    limits,
    alert_data: {
      ...alertHead(alert),
      mentions_count: mentions.length,
      mentions,
      ...(next === undefined ? {} : { next }),
    },
  })
}

const full = page(farAlerts.fullPage, 0, pageSize)
const grown = new Map<string, number>()

function mentionsOf(alert: string, query: URLSearchParams): string {
  const since = Number(query.get('next') ?? query.get('since_id') ?? 0)
  const kind = alert.charAt(0)
  if (kind === farAlerts.fullPage) return full
  if (query.get('sort_order') === 'desc' || kind === farAlerts.empty) return page(alert, 0, 0)
  if (kind === farAlerts.growing) {
    const upTo = (grown.get(alert) ?? 0) + growth
    grown.set(alert, upTo)
    return page(alert, since, upTo)
  }
  const to = Math.min(backlog, since + pageSize)
  return page(alert, since, to, to < backlog ? String(to) : undefined)
}

/** The daily history: empty. */
function history(alert: string): string {
  return JSON.stringify({ limits: [], alert_data: { alert_id: Number(alert), insights: { values: [] } } })
}

const metadata = z.object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) })
let posted = 0

async function slack(method: string, request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (method === 'conversations.history') return JSON.stringify({ ok: true, messages: [], has_more: false })
  if (method !== 'chat.postMessage')
    return JSON.stringify({ ok: true, user_id: 'U1', bot_id: 'B1', team: 'T', user: 'overheard' })
  posted++
  const sent = new URLSearchParams(Buffer.concat(chunks).toString()).get('metadata')
  const receipt = sent === null ? {} : { metadata: metadata.parse(JSON.parse(sent)) }
  const ts = `${1_763_600_000 + posted}.000100`
  return JSON.stringify({ ok: true, channel: 'C1', ts, message: { ts, text: '', ...receipt } })
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [, api, , alert = '', what] = url.pathname.split('/')
  const answer = (body: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  if (api === 'api') return void slack(url.pathname.slice('/api/'.length), request).then(answer)
  if (alert === 'list') return answer(alertList)
  answer(what === 'insights' ? history(alert) : mentionsOf(alert, url.searchParams))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}\n`)
})
process.on('disconnect', () => process.exit(0))
