import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createInterface } from '../src/api/routes.ts'
import { startEngine } from '../src/engine.ts'
import type { Answer, Send, SentRequest } from '../src/fetch/send.ts'
import { loadDetector } from '../src/fields/language.ts'
import { loadJudge } from '../src/fields/sentiment/sentiment.ts'
import { type ListenSettings, listenSettings } from '../src/settings.ts'
import type { Channel, Item, OpenSocket, Source } from '../src/source.ts'
import { openStore } from '../src/store/store.ts'
import { createVirtualTime, type VirtualTime } from './virtual-time.ts'

export const userAgent = 'Overheard/1.2.3 (ops@example.com)'

export type WorldOptions = {
  sources: Source[]
  /** By default one alert for `acme`, and every source switched on. */
  settings?: WorldSettings
  file?: string
  time?: VirtualTime
  send?: Send
  openSocket?: (signal: AbortSignal) => OpenSocket
  random?: () => number
  /** Gets what ends the world; the end of the test by default. */
  undo?: (close: () => Promise<void>) => void
}

export type WorldSettings = Omit<z.input<typeof listenSettings>, 'sources'> &
  Partial<Pick<ListenSettings, 'sources'>>

/** By default one alert for `acme`, and every source switched on, also sources that only the test knows. */
export function settingsFor(sources: readonly Source[], given: WorldSettings = {}): ListenSettings {
  const { sources: active = Object.fromEntries(sources.map(({ name }) => [name, true])), ...settings } = given
  return {
    ...listenSettings.parse({ alerts: [{ name: 'Acme', query: 'acme' }], ...settings }),
    sources: active,
  }
}

export type EngineWorld = Awaited<ReturnType<typeof startWorld>>

/** The service without its HTTP server, with a clock that moves by hand, until the end of the test. */
export async function startWorld({ sources, time = createVirtualTime(), ...options }: WorldOptions) {
  // Loaded before, because loading takes real time.
  await Promise.all([loadDetector(), loadJudge()])
  const store = openStore(options.file ?? ':memory:')
  const log: { level: string; fields: object; sentence: string }[] = []
  const write = (level: string) => (fields: object, sentence: string) =>
    void log.push({ level, fields, sentence })
  const engine = await startEngine({
    settings: settingsFor(sources, options.settings),
    sources,
    store,
    userAgent,
    send: options.send ?? noNetwork,
    openSocket: options.openSocket ?? (() => () => ({ [Symbol.asyncIterator]: noSocket })),
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    now: time.now,
    setTimer: time.setTimer,
    sleep: time.sleep,
    random: options.random ?? (() => 0),
  })
  let isOpen = true
  async function close(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    await engine.close()
    store.close()
  }
  ;(options.undo ?? onTestFinished)(close)
  const answer = createInterface({
    store: () => store,
    now: time.now,
    steady: time.now,
    limits: { perToken: free, perAddress: free },
  })
  return {
    ...engine,
    store,
    time,
    log,
    close,
    /** The mentions of an alert, by id, as the interface gives them. */
    mentions(alert = '1001') {
      const parameters = { access_token: 't', sort_by: 'id', sort_order: 'asc' }
      const path = `/v1.0/alerts/${alert}/mentions`
      const reply = answer({ method: 'GET', path, parameters, address: '' })
      return mentionList.parse(JSON.parse(reply.text)).alert_data.mentions
    },
    urls,
  }

  function urls(alert = '1001'): string[] {
    const alerts = store.alerts.get(alert)
    if (alerts === undefined) return []
    const query = { sortBy: 'id' as const, ascending: true, limit: 10_000 }
    return store.mentions.page(alerts.key, query).rows.map(({ body }) => JSON.parse(body).url)
  }
}

const free = { requests: 1e9, windowMs: 1 }
const mentionList = z.object({
  alert_data: z.object({
    mentions: z.array(
      z.looseObject({
        id: z.number(),
        url: z.string(),
        title: z.string(),
        snippet: z.string(),
        reach: z.number(),
        language: z.string(),
        source: z.string(),
        overheard_identities: z.array(z.string()).optional(),
        sentiment: z.string().optional(),
        entities: z.object({
          snippet: z.object({
            highlighted_text: z.array(
              z.object({ text: z.string(), start_index: z.number(), end_index: z.number() }),
            ),
          }),
        }),
      }),
    ),
  }),
})

const noNetwork: Send = async ({ url }) => {
  throw new Error(`the test did not expect a request to ${url.href}`)
}
const noSocket = (): AsyncIterator<string> => ({
  next: () => Promise.reject(new Error('the test did not expect a websocket')),
})

/** An item about Acme. */
export function item(id: string | number, fields: Partial<Item> = {}): Item {
  return {
    id: String(id),
    url: `https://news.example/${id}`,
    title: `Acme in the news, ${id}`,
    text: { plain: `Something about Acme, number ${id}` },
    author: { name: 'Kim Lee' },
    publishedAt: Date.UTC(2026, 10, 18, 11),
    ...fields,
  }
}

export function sourceOf(name: string, channels: Channel[], more: Partial<Source> = {}): Source {
  return { name, publishes: 'web', channels: () => channels, ...more }
}

/** A source that asks one page, each line of which is an item: its id and its text. */
export function linesSource(url: string, { name = 'lines', everyMs = 3_600_000 } = {}): Source {
  return sourceOf(name, [
    {
      kind: 'poll',
      key: url,
      everyMs,
      async poll(_cursor, { fetch }) {
        const answer = await fetch(url)
        if (answer.kind === 'unchanged') return { items: [] }
        const lines = answer
          .text()
          .split('\n')
          .filter((line) => line !== '')
        return {
          items: lines.map((line) => {
            const [id = '', ...words] = line.split(' ')
            return item(id, { text: { plain: words.join(' ') } })
          }),
        }
      },
    },
  ])
}

/** A host with pages, each a function from request to answer. It keeps all requests. */
export function fakeHost(
  pages: Record<string, (request: SentRequest) => Partial<Answer> & { text?: string }>,
  now: () => number,
) {
  const requests: { at: number; url: string; headers: Record<string, string> }[] = []
  const send: Send = async (request) => {
    requests.push({ at: now(), url: request.url.href, headers: request.headers })
    const {
      status = 200,
      headers = {},
      text = '',
      body,
    } = pages[request.url.href]?.(request) ?? { status: 404 }
    return { status, headers, body: body ?? Buffer.from(text) }
  }
  return { send, requests }
}
