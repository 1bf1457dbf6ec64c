import { type DemoState, readDemoState } from '../state/demo-state.ts'

/** Hears of the demo, where the server has one. Without one it answers with no content, or 404. */
export async function listenToDemo(heard: (state: DemoState) => void): Promise<void> {
  const response = await fetch('/_demo/state')
  if (response.status !== 200) return
  const first = readDemoState(await response.json())
  if (!first) return
  heard(first)
  new EventSource('/_demo/events').addEventListener('state', (event) => {
    const state = readDemoState(JSON.parse(event.data))
    if (state) heard(state)
  })
}

/** Pulls a lever of the demo. Throws where the demo refuses. */
export async function pullLever(id: string): Promise<void> {
  const response = await fetch(`/_demo/levers/${encodeURIComponent(id)}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The demo refused the lever "${id}" (${response.status}).`)
}
