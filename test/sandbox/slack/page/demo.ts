/** A demo server for the page without a demo behind it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageHandler } from '../../../../sandbox/slack/page-server.ts'

const levers = [
  { id: 'mention', label: 'A new mention', hint: 'One post somewhere on the web' },
  { id: 'burst', label: 'A burst of 20', hint: 'Twenty at once become one message and its thread' },
  { id: 'crisis', label: 'A crisis', hint: '60 negative ones in a minute' },
  { id: 'slack-down', label: 'Slack is down for 30 s', hint: 'Nothing can be posted; nothing is lost' },
  { id: 'rate-limit', label: 'The service is rate-limited', hint: 'The bot waits as long as it is told' },
  { id: 'kill', label: 'Kill the bot', hint: 'Without a warning; the demo restarts it' },
]

/** The demo's first state. */
export const demoState = {
  levers,
  counter: { made: 42, posted: 40, waiting: 2, lost: 0, twice: 0 },
  bot: { state: 'running', pid: 4711, restarts: 1 },
  webhooks: [
    { id: 'evt_1', type: 'mention.done', at: 1_795_176_000_000, about: 'Ana Lima: Acme', problem: '' },
    { id: 'evt_2', type: '', at: 1_795_175_000_000, about: '', problem: 'No matching signature found' },
  ],
  service: { alerts: 4, state: 'answers', requests: 128 },
}

/** Serves the page with a demo. `pulled` collects the pulled levers; `tell` pushes a state to the page. */
export function demoHandler() {
  const page = pageHandler()
  const pulled: string[] = []
  const listeners: ServerResponse[] = []
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const [, lever] = /^\/_demo\/levers\/(.+)$/.exec(path) ?? []
    if (path === '/_demo/state') response.end(JSON.stringify(demoState))
    else if (path === '/_demo/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      listeners.push(response)
    } else if (lever !== undefined) {
      pulled.push(lever)
      response.end('{}')
    } else page(request, response)
  }
  const tell = (state: object) => {
    for (const one of listeners) one.write(`event: state\ndata: ${JSON.stringify(state)}\n\n`)
  }
  return { handler, pulled, tell, listeners: () => listeners.length }
}
