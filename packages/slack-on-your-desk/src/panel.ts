import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A button of the panel. `during` replaces the label while the effect lasts. `blocked` says why the lever cannot be pulled now, and replaces
 * the hint.
 */
export type Lever = {
  id: string
  label: string
  hint: string
  during?: string
  blocked?: string
  pull: () => void
}

/** A lever as the page shows it. */
export type ShownLever = Omit<Lever, 'pull'>

/** A part of the panel. */
export type PanelSection =
  | {
      kind: 'figures'
      title: string
      figures: { label: string; value: number; tone?: 'good' | 'bad' | 'pending' }[]
      note?: string
    }
  /** A lamp with a sentence. It is always one line, so that nothing below it moves when it changes. */
  | { kind: 'lamp'; state: 'starting' | 'running' | 'stopped'; text: string; more?: string }
  | { kind: 'levers'; title: string; note?: string; levers: ShownLever[] }
  /** `at` is in ms since 1970. */
  | {
      kind: 'events'
      title: string
      note: string
      events: { id: string; at: number; title: string; detail: string; about: string }[]
    }
  | { kind: 'facts'; title: string; facts: Record<string, string | number> }

/** What the panel beside the channels shows. `tab` is its name in the tools, `button` the name of the button that opens it. */
export type PanelState = { tab: string; button: string; sections: PanelSection[] }

export type Panel = ReturnType<typeof createPanel>

const prefix = '/_panel/'
/** Ms between two looks for changes of the panel's state. */
const checkEveryMs = 1000

/** Serves a panel of the page: its state, changes of the state as server-sent events, and the levers. */
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
    if (lever === undefined) answer(response, 404, { ok: false })
    else if (lever.blocked !== undefined) answer(response, 409, { ok: false, blocked: lever.blocked })
    else {
      lever.pull()
      answer(response, 200, { ok: true })
      sendChange()
    }
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
