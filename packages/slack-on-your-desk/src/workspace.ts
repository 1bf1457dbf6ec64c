import { createAppPages } from './app-pages.ts'
import { createClock, machineTimer } from './clock.ts'
import { createControl } from './control.ts'
import { createControlRoute } from './control-api.ts'
import { createDelivery, createTransport } from './delivery.ts'
import { sendEvent } from './events-api.ts'
import { seedOf, type WorkspaceOptions } from './options.ts'
import { createListening, type Route } from './server.ts'
import { createSockets } from './socket-mode.ts'
import { type Context, createFeed, createState, snapshotOf } from './state.ts'
import { createSimulatedUsers } from './users/users.ts'

/** An embedded Slack workspace. */
export type Workspace = ReturnType<typeof createWorkspace>

/** Creates a workspace that behaves like Slack for an app that posts. It is in memory only. */
export function createWorkspace(options: WorkspaceOptions) {
  const seed = seedOf(options)
  const clock = createClock(options.now, options.setTimer ?? machineTimer)
  const feed = createFeed(clock.now)
  let url = ''
  const context: Context = {
    seed,
    state: createState(seed, clock.now()),
    clock,
    emit: feed.emit,
    url: () => url,
    log: options.log ?? (() => {}),
    sendEvent: (event, name) => sendEvent(context, deliver, event, name),
  }
  const sockets = createSockets(context)
  const transport = createTransport(context, sockets)
  const deliver = createDelivery(context, transport)
  const people = createSimulatedUsers(context, deliver)
  const snapshot = () => snapshotOf(context, feed.seq(), sockets.open())
  const control = createControl(context, sockets, transport, deliver, snapshot)
  const controlled = { people, control, snapshot, subscribe: feed.subscribe }
  const routes = [
    ...(options.control ? [createControlRoute(controlled)] : []),
    createAppPages(context),
    ...pageRoute(options),
  ]
  const server = createListening(context, sockets, routes, options.control === true)
  return {
    /** Read-only for callers: simulated users and control functions change it. */
    state: context.state,
    /** Tokens, secret and bot ids as they were at the start. */
    seed,
    /** Listens on 127.0.0.1 (port 0: any free port) and resolves with the address. */
    listen: async (port = 0) => (url = await server.listen(port)),
    /** `http://127.0.0.1:PORT`; empty before `listen`. */
    get url() {
      return url
    },
    /** The Web API's address, for `SLACK_API_URL`. */
    get apiUrl() {
      return `${url}/api/`
    },
    /** What an app needs to know, as environment variables. */
    get environment() {
      const { token } = context.state
      return {
        SLACK_API_URL: `${url}/api/`,
        SLACK_BOT_TOKEN: token.bot,
        SLACK_APP_TOKEN: token.app,
        SLACK_SIGNING_SECRET: seed.signingSecret,
      }
    },
    /** Closes every connection and stops listening. */
    close: server.close,
    people,
    control,
    /** Receives every change from now on. Returns a function that unsubscribes. */
    subscribe: feed.subscribe,
    snapshot,
  }
}

function pageRoute({ page }: WorkspaceOptions): Route[] {
  if (!page) return []
  return [
    (request, response) => {
      page(request, response)
      return true
    },
  ]
}
