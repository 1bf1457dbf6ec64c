import type { Snapshot, WorkspaceEvent } from '../../events.ts'
import { isRecord, type Json, numberAt, recordAt, recordsAt, textAt } from '../text/json.ts'
import type { DemoState } from './state.ts'

type Listener = {
  snapshot: (snapshot: Snapshot) => void
  change: (event: WorkspaceEvent) => void
  /** Reports if the stream is connected. After a break the browser reconnects, and a new snapshot follows. */
  live: (isLive: boolean) => void
}

/**
 * Listens to the workspace while the page is open. The JSON comes from this page's own server, so it is not checked.
 */
export function listenToWorkspace(listener: Listener): void {
  const source = new EventSource('/_control/events')
  source.addEventListener('open', () => listener.live(true))
  source.addEventListener('error', () => listener.live(false))
  source.addEventListener('snapshot', (event) => listener.snapshot(JSON.parse(event.data)))
  source.addEventListener('change', (event) => listener.change(JSON.parse(event.data)))
}

/** Runs an action of the workspace (`POST /_control/<action>`). Throws with the server's reason if it is refused. */
export async function postControl(action: string, body: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`/_control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  const reason = isRecord(answer) && 'error' in answer ? String(answer.error) : 'no reason given'
  throw new Error(`The workspace refused: ${reason}`)
}

/** Listens to the demo. Without a demo the server answers 204 or 404, and nothing happens. */
export async function listenToDemo(listen: (state: DemoState) => void): Promise<void> {
  const response = await fetch('/_demo/state')
  if (response.status !== 200) return
  const first = readDemoState(await response.json())
  if (!first) return
  listen(first)
  new EventSource('/_demo/events').addEventListener('state', (event) => {
    const state = readDemoState(JSON.parse(event.data))
    if (state) listen(state)
  })
}

/** Pulls a lever of the demo. Throws if the demo refuses. */
export async function pullLever(id: string): Promise<void> {
  const response = await fetch(`/_demo/levers/${encodeURIComponent(id)}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The demo refused the lever "${id}" (${response.status}).`)
}

/** Returns undefined if the JSON is not the state of a demo. */
function readDemoState(json: unknown): DemoState | undefined {
  if (!isRecord(json)) return undefined
  const counter = recordAt(json, 'counter')
  const bot = recordAt(json, 'bot') ?? {}
  if (!Array.isArray(json.levers)) return undefined
  return {
    levers: recordsAt(json, 'levers').map((lever) => ({
      id: textAt(lever, 'id'),
      label: textAt(lever, 'label'),
      hint: textAt(lever, 'hint'),
      during: textAt(lever, 'during'),
    })),
    counter: counter && {
      made: numberAt(counter, 'made') ?? 0,
      posted: numberAt(counter, 'posted') ?? 0,
      waiting: numberAt(counter, 'waiting') ?? 0,
      lost: numberAt(counter, 'lost') ?? 0,
      twice: numberAt(counter, 'twice') ?? 0,
    },
    bot: {
      state: textAt(bot, 'state') || 'unknown',
      pid: numberAt(bot, 'pid'),
      restarts: numberAt(bot, 'restarts') ?? 0,
    },
    webhooks: recordsAt(json, 'webhooks').map((event) => ({
      id: textAt(event, 'id'),
      type: textAt(event, 'type'),
      at: numberAt(event, 'at') ?? 0,
      about: textAt(event, 'about'),
      problem: textAt(event, 'problem'),
    })),
    service: scalarsOf(recordAt(json, 'service') ?? {}),
  }
}

function scalarsOf(record: Json): [name: string, value: string][] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' || value === undefined ? [] : [[name, String(value)]],
  )
}
