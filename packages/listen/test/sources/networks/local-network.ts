import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withoutProxy } from '@overheard/base/http'
import { onTestFinished } from 'vitest'
import { searchFor } from '../../../src/alerts.ts'
import { createHosts } from '../../../src/fetch/hosts.ts'
import { createPoliteFetch, type Page } from '../../../src/fetch/polite-fetch.ts'
import { createSend } from '../../../src/fetch/send.ts'
import type { Channel, Item, Json, PollChannel, Polled, Recheck, Source, Tools } from '../../../src/source.ts'
import { quietTools } from '../../fakes/poll-once.ts'

export type Request = {
  method: string
  path: string
  parameters: URLSearchParams
  headers: Record<string, unknown>
  body: string
}
export type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }

/**
 * A real HTTP server on this machine, with a network's answers, until the end of the test. The clock moves by hand: a wait that the service
 * asks for moves it.
 */
export async function localNetwork(answer: (request: Request) => Reply, start = Date.UTC(2026, 10, 18, 12)) {
  const requests: (Request & { at: number })[] = []
  let now = start
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const given = {
      ...{
        method: request.method ?? '',
        path: url.pathname,
        parameters: url.searchParams,
        headers: request.headers,
      },
      body: Buffer.concat(parts).toString(),
    }
    requests.push({ ...given, at: now })
    const { status = 200, headers = {}, json, text = JSON.stringify(json ?? null) } = answer(given)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { send, close } = createSend({
    proxy: withoutProxy,
    allowPrivate: true,
    now: () => now,
    setTimer: () => () => undefined,
  })
  onTestFinished(async () => {
    await close()
    server.close()
  })
  const blocked = new Map<string, number>()
  const hosts = createHosts({
    waits: { freeAt: (host) => blocked.get(host) ?? 0, waitUntil: (host, time) => blocked.set(host, time) },
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  })
  const politeFetch = createPoliteFetch({
    send,
    hosts,
    now: () => now,
    userAgent: 'Overheard/1.2.3 (ops@example.com)',
  })
  const pages = new Map<string, Page>()
  const tools = (): Tools => ({
    ...quietTools({ now }),
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
    fetch: politeFetch({
      ...{ recall: (url) => pages.get(url), learned: pages, freshUntil: 0, waiting: () => undefined },
      signal: new AbortController().signal,
    }),
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    tools,
    now: () => now,
    advance(ms: number): void {
      now += ms
    },
    /** The channels of a source for these queries, each with what it was given until nothing more was due, and its cursor. */
    listen(source: Source, settings: object, queries: string[]) {
      const searches = queries.map((query, place) => searchFor(String(place + 1), query, []))
      return source
        .channels(settings, searches)
        .map((channel) => createListener(channel, tools, (time) => (now = Math.max(now, time))))
    },
    async look(source: Source, settings: object, ids: string[]) {
      const recheck =
        typeof source.recheck === 'function' ? source.recheck(settings) : (source.recheck as Recheck)
      return recheck.look(ids, tools())
    },
  }
}

function createListener(channel: Channel, tools: () => Tools, wait: (time: number) => unknown) {
  if (channel.kind !== 'poll') throw new Error('The source is not polled.')
  const polled: PollChannel = channel
  let cursor: Json | undefined
  return {
    key: polled.key,
    cursor: () => cursor,
    plan: () => polled.plan?.(cursor, tools().now()) ?? [],
    /** Polls so often, and waits in between as long as the source says. */
    async poll(times = 1): Promise<Given> {
      const given: Given = { items: [], removed: [], gaps: [], nextAt: undefined }
      for (let time = 0; time < times; time++) {
        if (given.nextAt !== undefined) wait(given.nextAt)
        const answer = await polled.poll(cursor, tools())
        if (answer.cursor !== undefined) cursor = JSON.parse(JSON.stringify(answer.cursor))
        add(given, answer)
        given.nextAt = answer.nextAt ?? (answer.more ? undefined : tools().now() + polled.everyMs)
      }
      return given
    },
  }
}

type Given = { items: Item[]; removed: string[]; gaps: string[]; nextAt: number | undefined }

function add(given: Given, { items, removals = [], gap }: Polled): void {
  given.items.push(...items)
  given.removed.push(...removals.flatMap((one) => ('item' in one ? one.item : [])))
  if (gap !== undefined) given.gaps.push(gap)
}
