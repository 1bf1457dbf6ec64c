/** Serves the page with a panel beside the channels. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageHandler } from '../../src/page-server.ts'
import type { PanelSection, PanelState } from '../../src/panel.ts'

const levers = [
  { id: 'mention', label: 'A new mention', hint: 'One post somewhere on the web' },
  { id: 'burst', label: 'A burst of 20', hint: 'Twenty at once become one message and its thread' },
  { id: 'slack-down', label: 'Slack is down for 30 s', hint: 'Nothing can be posted; nothing is lost' },
  { id: 'kill', label: 'Kill the bot', hint: 'Without a warning; it is started again' },
  { id: 'crisis', label: 'A crisis', hint: 'Sixty at once', blocked: 'Not before the bot has started' },
]

export function samplePanel(waiting: number, state: 'running' | 'stopped', note?: string): PanelState {
  const counter: PanelSection = {
    kind: 'figures',
    title: 'Mentions',
    figures: [
      { label: 'made', value: 40 + waiting },
      { label: 'posted', value: 40 },
      { label: 'waiting', value: waiting, tone: 'pending' },
      { label: 'lost', value: 0, tone: 'good' },
      { label: 'twice', value: 1, tone: 'bad' },
    ],
    ...(note !== undefined && { note }),
  }
  const at = 1_795_176_000_000
  return {
    tab: 'Demo',
    button: 'Demo levers',
    sections: [
      counter,
      { kind: 'lamp', state, text: `The bot is ${state}`, more: 'process 4711' },
      { kind: 'levers', title: 'Try it', levers },
      {
        kind: 'events',
        title: 'Webhook receiver',
        note: 'Newest first.',
        events: [{ id: 'evt_1', at, title: 'mention.done', detail: '✓ verified', about: 'Ana Lima: Acme' }],
      },
      { kind: 'facts', title: 'The service', facts: { alerts: 4, state: 'answers', requests: 128 } },
    ],
  }
}

/** `pulled` collects the pulled levers; `tell` pushes a state to the page. */
export function panelHandler() {
  const page = pageHandler()
  const pulled: string[] = []
  const listeners: ServerResponse[] = []
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const [, lever] = /^\/_panel\/levers\/(.+)$/.exec(path) ?? []
    if (path === '/_panel/state') response.end(JSON.stringify(samplePanel(2, 'running')))
    else if (path === '/_panel/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      listeners.push(response)
    } else if (lever !== undefined) {
      pulled.push(lever)
      response.end('{}')
    } else page(request, response)
  }
  const tell = (state: PanelState) => {
    for (const one of listeners) one.write(`event: state\ndata: ${JSON.stringify(state)}\n\n`)
  }
  return { handler, pulled, tell, listeners: () => listeners.length }
}
