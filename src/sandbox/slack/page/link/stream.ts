import type { Snapshot, WorkspaceEvent } from '../../events.ts'

/** What is heard of the workspace. */
type Heard = {
  snapshot: (snapshot: Snapshot) => void
  change: (event: WorkspaceEvent) => void
  /** Whether the stream is up. After a break it comes back by itself, with a new snapshot. */
  live: (isLive: boolean) => void
}

/** Listens to the workspace for as long as the page is open. Its server is this page's own: its JSON is trusted. */
export function listenTo(heard: Heard): void {
  const source = new EventSource('/_control/events')
  source.addEventListener('open', () => heard.live(true))
  source.addEventListener('error', () => heard.live(false))
  source.addEventListener('snapshot', (event) => heard.snapshot(JSON.parse(event.data)))
  source.addEventListener('change', (event) => heard.change(JSON.parse(event.data)))
}
