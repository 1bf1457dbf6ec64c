import type { Snapshot, WorkspaceEvent } from '../../events.ts'
import type { PanelState } from '../../panel.ts'
import { isRecord } from '../text/json.ts'

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

/** Listens to the panel. Without a panel the server answers 204, and nothing happens. */
export async function listenToPanel(listen: (state: PanelState) => void): Promise<void> {
  const response = await fetch('/_panel/state')
  if (response.status !== 200) return
  listen(await response.json())
  const source = new EventSource('/_panel/events')
  source.addEventListener('state', (event) => listen(JSON.parse(event.data)))
}

/** Pulls a lever of the panel. Throws if the server refuses. */
export async function pullLever(id: string): Promise<void> {
  const response = await fetch(`/_panel/levers/${encodeURIComponent(id)}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The server refused the lever "${id}" (${response.status}).`)
}
