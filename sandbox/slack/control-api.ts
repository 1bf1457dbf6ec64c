import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Control } from './control.ts'
import type { Snapshot } from './events.ts'
import { parseJson } from './json.ts'
import { type Route, readText } from './server.ts'
import type { Listener } from './state.ts'
import type { SimulatedUsers } from './users/users.ts'

type ControlledFeed = Controlled & {
  snapshot: () => Snapshot
  subscribe: (listener: Listener) => () => void
}

/**
 * Serves `/_control/`: `GET state` returns the snapshot, `GET events` streams the snapshot and then each change
 * (server-sent events), and `POST <action>` runs an action with JSON arguments.
 */
export function createControlRoute(to: ControlledFeed): Route {
  return (request, response, path) => {
    const name = /^\/_control\/([A-Za-z]+)$/.exec(path)?.[1]
    if (name === undefined) return false
    if (request.method === 'GET' && name === 'state') send(response, 200, to.snapshot())
    else if (request.method === 'GET' && name === 'events') stream(to, request, response)
    else void runAction(to, request, response, name)
    return true
  }
}

async function runAction(
  to: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const order = request.method === 'POST' ? actions.get(name) : undefined
  if (!order) return send(response, 404, { error: `There is no order "${name}".` })
  try {
    const text = await readText(request)
    const result = await order(to, text === '' ? {} : parseJson(text))
    send(response, 200, result ?? {})
  } catch (error) {
    send(response, 400, { error: error instanceof Error ? error.message : String(error) })
  }
}

function stream(to: ControlledFeed, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const snapshot = to.snapshot()
  write(response, 'snapshot', snapshot.seq, snapshot)
  const stop = to.subscribe((event) => write(response, 'change', event.seq, event))
  request.on('close', stop)
}

function write(response: ServerResponse, event: string, id: number, data: unknown): void {
  response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

/** The simulated users and the control functions. */
type Controlled = { people: SimulatedUsers; control: Control }

const user = z.string()
const channel = z.string()
const kind = z.enum(['bot', 'app'])
const answer = z.union([z.string(), z.array(z.string()), z.null()])
const answers = z.record(z.string(), z.record(z.string(), answer))
const metadata = z.object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) })
const pressed = { user, actionId: z.string(), blockId: z.string().optional(), choice: answer.optional() }
const post = z.object({
  channel,
  text: z.string(),
  threadTs: z.string().optional(),
  blocks: z.array(z.unknown()).optional(),
  metadata: metadata.optional(),
})
const after = z.boolean().optional()
const ms = z.number().nonnegative()
const act = z.discriminatedUnion('do', [
  z.object({ do: z.literal('rateLimit'), retryAfter: z.number(), after }),
  z.object({ do: z.literal('status'), status: z.number().int().min(400).max(599), after }),
  z.object({ do: z.literal('error'), error: z.string(), after }),
  z.object({ do: z.literal('reset'), after }),
  z.object({ do: z.literal('hang'), after }),
  z.object({ do: z.literal('slow'), ms, after }),
  z.object({ do: z.literal('storeLate'), ms }),
  z.object({ do: z.literal('dropMetadata') }),
  z.object({ do: z.literal('historyLag'), ms }),
])
const channelChange = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['inviteBot', 'kickBot', 'archive', 'unarchive']), channel }),
  z.object({ do: z.literal('rename'), channel, name: z.string() }),
  z.object({ do: z.literal('create'), name: z.string(), isPrivate: z.boolean().optional() }),
])
const times = z.number().int().positive().optional()

/**
 * Checks the body and runs the action. Throws ZodError for a wrong body, Error if something named in it does not
 * exist.
 */
type Action = (to: Controlled, body: unknown) => unknown

function action<Body>(schema: z.ZodType<Body>, run: (to: Controlled, body: Body) => unknown): Action {
  return (to, body) => run(to, schema.parse(body))
}

/** Every action by name, for `POST /_control/<name>`. */
const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    runCommand: action(z.object({ user, channel, line: z.string() }), ({ people }, body) =>
      people.runCommand(body),
    ),
    press: action(z.object({ ...pressed, channel, ts: z.string() }), ({ people }, body) =>
      people.press(body),
    ),
    pressInView: action(
      z.object({ ...pressed, viewId: z.string().optional(), answers: answers.optional() }),
      ({ people }, body) => people.pressInView(body),
    ),
    suggest: action(
      z.object({ user, viewId: z.string(), actionId: z.string(), text: z.string() }),
      ({ people }, body) => people.suggest(body),
    ),
    submitView: action(z.object({ user, viewId: z.string(), answers }), ({ people }, body) =>
      people.submitView(body),
    ),
    closeView: action(z.object({ user, viewId: z.string() }), ({ people }, body) => people.closeView(body)),
    react: action(
      z.object({ user, channel, ts: z.string(), reaction: z.string(), remove: z.boolean().optional() }),
      ({ people }, body) => people.react(body),
    ),
    runShortcut: action(
      z.object({ user, callbackId: z.string(), channel: channel.optional(), ts: z.string().optional() }),
      ({ people }, body) => people.runShortcut(body),
    ),
    openHome: action(z.object({ user }), ({ people }, body) => people.openHome(body.user)),
    post: action(post.extend({ user }), ({ people }, { user: author, ...body }) => people.post(author, body)),
    postAsOtherApp: action(post, ({ people }, body) => people.postAsOtherApp(body)),
    deleteMessage: action(z.object({ channel, ts: z.string() }), ({ people }, body) =>
      people.deleteMessage(body.channel, body.ts),
    ),
    changeChannel: action(channelChange, ({ people }, body) => people.changeChannel(body)),
    fault: action(
      z.object({
        method: z.string(),
        channel: channel.optional(),
        text: z.string().optional(),
        times,
        act,
      }),
      ({ control }, body) => ({ id: control.fault(body) }),
    ),
    clearFaults: action(z.object({ id: z.number().optional() }), ({ control }, body) =>
      control.clearFaults(body.id),
    ),
    dropSockets: action(z.object({}), ({ control }) => control.dropSockets()),
    disconnectSockets: action(
      z.object({ reason: z.enum(['warning', 'refresh_requested', 'link_disabled']).optional() }),
      ({ control }, body) => control.disconnectSockets(body.reason),
    ),
    setClockOffset: action(z.object({ ms: z.number() }), ({ control }, body) =>
      control.setClockOffset(body.ms),
    ),
    revokeToken: action(z.object({ kind }), ({ control }, body) => control.revokeToken(body.kind)),
    replaceToken: action(z.object({ kind, token: z.string() }), ({ control }, body) =>
      control.replaceToken(body.kind, body.token),
    ),
    setScopes: action(z.object({ kind, scopes: z.array(z.string()) }), ({ control }, body) =>
      control.setScopes(body.kind, body.scopes),
    ),
    setDistributed: action(z.object({ distributed: z.boolean() }), ({ control }, body) =>
      control.setDistributed(body.distributed),
    ),
    setLimited: action(z.object({ limited: z.boolean() }), ({ control }, body) =>
      control.setLimited(body.limited),
    ),
    setSubscriptions: action(
      z.object({ events: z.array(z.string()).optional(), metadata: z.array(z.string()).optional() }),
      ({ control }, body) => control.setSubscriptions(body),
    ),
    reinstall: action(z.object({ newUser: z.boolean().optional() }), ({ control }, body) =>
      control.reinstall(body),
    ),
    lockThread: action(z.object({ channel, ts: z.string() }), ({ control }, body) =>
      control.lockThread(body.channel, body.ts),
    ),
    setThreadable: action(z.object({ channel, threadable: z.boolean() }), ({ control }, body) =>
      control.setThreadable(body.channel, body.threadable),
    ),
    calls: action(z.object({ method: z.string().optional() }), ({ control }, body) =>
      control.calls(body.method),
    ),
    envelopes: action(z.object({}), ({ control }) => control.envelopes()),
    redeliver: action(z.object({ id: z.string() }), ({ control }, body) => control.redeliver(body.id)),
    messages: action(z.object({ channel }), ({ control }, body) => control.messages(body.channel)),
    reset: action(z.object({}), ({ control }) => control.reset()),
  }),
)
