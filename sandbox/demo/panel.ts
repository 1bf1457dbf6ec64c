import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { ReceivedEvent } from '../webhook-receiver.ts'
import type { BotProcess } from './bot-process.ts'
import type { Count } from './counter.ts'
import type { Lever } from './levers.ts'

const prefix = '/_demo/'
/** Ms between two looks for changes of the panel's state. */
const checkEveryMs = 1000

type DemoFacts = {
  counter: Count
  bot: ReturnType<BotProcess['state']>
  webhooks: ReturnType<typeof webhookLines>
  service: Record<string, string | number>
}

/** Without a counter there is no demo, only switches for faults. */
export type PanelState = { levers: Omit<Lever, 'pull'>[] } & (DemoFacts | { counter?: undefined })

/** Serves the demo panel: its state, changes of the state as server-sent events, and the levers. */
export function createPanel(state: () => PanelState, levers: () => Lever[]) {
  const watchers = new Set<ServerResponse>()
  let lastSent = ''
  const sendChange = () => {
    const now = JSON.stringify(state())
    if (now === lastSent) return
    lastSent = now
    for (const watcher of watchers) watcher.write(`event: state\ndata: ${now}\n\n`)
  }
  const timer = setInterval(sendChange, checkEveryMs)

  function watch(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`event: state\ndata: ${JSON.stringify(state())}\n\n`)
    watchers.add(response)
    response.on('close', () => watchers.delete(response))
  }

  function pull(id: string, response: ServerResponse): void {
    const lever = levers().find((one) => one.id === id)
    lever?.pull()
    answer(response, lever === undefined ? 404 : 200, { ok: lever !== undefined })
    sendChange()
  }

  return {
    sendChange,
    close() {
      clearInterval(timer)
      for (const watcher of watchers) watcher.end()
    },
    /** Answers a request for the panel. Returns false for any other request. */
    handle({ method, url = '/' }: IncomingMessage, response: ServerResponse): boolean {
      const { pathname } = new URL(url, 'http://localhost')
      if (!pathname.startsWith(prefix)) return false
      const [what, id] = pathname.slice(prefix.length).split('/')
      if (method === 'GET' && what === 'state') answer(response, 200, state())
      else if (method === 'GET' && what === 'events') watch(response)
      else if (method === 'POST' && what === 'levers' && id !== undefined) pull(id, response)
      else answer(response, 404, { ok: false })
      return true
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}

const shownEvents = 20

const described = z.object({
  data: z.object({
    mention: z.object({ title: z.string() }).optional(),
    by: z.object({ name: z.string() }).optional(),
    subscription: z.string().optional(),
    digest: z.string().optional(),
    what: z.string().optional(),
  }),
})

/** The log of the receiver: its last events, newest first. */
export function webhookLines(received: readonly ReceivedEvent[]) {
  return received
    .slice(-shownEvents)
    .reverse()
    .map(({ id, type, at, body, problem }) => {
      const { mention, by, ...data } = described.safeParse(body).data?.data ?? {}
      const about = mention?.title ?? data.what ?? data.digest ?? data.subscription ?? ''
      return {
        id,
        type,
        at,
        about: by === undefined ? about : `${by.name}: ${about}`,
        problem: problem ?? '',
      }
    })
}
