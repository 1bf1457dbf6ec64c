import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Control } from './control.ts'
import { plannedFault, type Snapshot } from './events.ts'
import { parseJson } from './json.ts'
import { tokenKinds } from './options.ts'
import { type Route, readText } from './server.ts'
import type { Listener } from './state.ts'
import { channelChange, post } from './users/channel-changes.ts'
import { detailsRequest } from './users/details.ts'
import { answers } from './users/form-values.ts'
import { pressed } from './users/presses.ts'
import { reactionRequest } from './users/reactions.ts'
import { shortcutRequest } from './users/shortcuts.ts'
import { appTab, type SimulatedUsers } from './users/users.ts'

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

/**
 * Checks the body and runs the action. Throws ZodError for a wrong body, Error if something named in it does not
 * exist.
 */
type Action = (to: Controlled, body: unknown) => unknown

function byPeople<Body>(
  schema: z.ZodType<Body>,
  run: (people: SimulatedUsers, body: Body) => unknown,
): Action {
  return ({ people }, body) => run(people, schema.parse(body))
}

function byControl<Body>(schema: z.ZodType<Body>, run: (control: Control, body: Body) => unknown): Action {
  return ({ control }, body) => run(control, schema.parse(body))
}

const none = z.object({})
const text = z.string()
const texts = z.array(text)
const message = z.object({ channel: text, ts: text })
const view = z.object({ user: text, viewId: text })
const token = z.object({ kind: z.enum(tokenKinds) })
const reason = z.enum(['warning', 'refresh_requested', 'link_disabled'])

/** Every action by name, for `POST /_control/<name>`. */
const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    runCommand: byPeople(z.object({ user: text, channel: text, line: text }), (people, body) =>
      people.runCommand(body),
    ),
    press: byPeople(pressed.extend(message.shape), (people, body) => people.press(body)),
    pressInView: byPeople(
      pressed.extend({ viewId: text.optional(), answers: answers.optional() }),
      (people, body) => people.pressInView(body),
    ),
    suggest: byPeople(view.extend({ actionId: text, text }), (people, body) => people.suggest(body)),
    submitView: byPeople(view.extend({ answers }), (people, body) => people.submitView(body)),
    closeView: byPeople(view, (people, body) => people.closeView(body)),
    react: byPeople(reactionRequest, (people, body) => people.react(body)),
    runShortcut: byPeople(shortcutRequest, (people, body) => people.runShortcut(body)),
    openHome: byPeople(z.object({ user: text, tab: appTab.optional() }), (people, { user, tab }) =>
      people.openHome(user, tab),
    ),
    openDetails: byPeople(detailsRequest, (people, body) => people.openDetails(body)),
    post: byPeople(post.extend({ user: text }), (people, { user, ...body }) => people.post(user, body)),
    postAsOtherApp: byPeople(post, (people, body) => people.postAsOtherApp(body)),
    deleteMessage: byPeople(message, (people, { channel, ts }) => people.deleteMessage(channel, ts)),
    changeChannel: byPeople(channelChange, (people, body) => people.changeChannel(body)),
    changePerson: byControl(
      z.object({ user: text, change: z.enum(['deactivate', 'guest', 'status']) }),
      (control, { user, change }) => control.changePerson(user, change),
    ),
    setDoNotDisturb: byControl(
      z.object({ user: text, hours: z.object({ start: z.number(), end: z.number() }).optional() }),
      (control, { user, hours }) => control.setDoNotDisturb(user, hours),
    ),
    fault: byControl(plannedFault, (control, body) => ({ id: control.fault(body) })),
    clearFaults: byControl(z.object({ id: z.number().optional() }), (control, { id }) =>
      control.clearFaults(id),
    ),
    dropSockets: byControl(none, (control) => control.dropSockets()),
    disconnectSockets: byControl(z.object({ reason: reason.optional() }), (control, body) =>
      control.disconnectSockets(body.reason),
    ),
    setClockOffset: byControl(z.object({ ms: z.number() }), (control, { ms }) => control.setClockOffset(ms)),
    revokeToken: byControl(token, (control, { kind }) => control.revokeToken(kind)),
    replaceToken: byControl(token.extend({ token: text }), (control, body) =>
      control.replaceToken(body.kind, body.token),
    ),
    setScopes: byControl(token.extend({ scopes: texts }), (control, { kind, scopes }) =>
      control.setScopes(kind, scopes),
    ),
    setDistributed: byControl(z.object({ distributed: z.boolean() }), (control, { distributed }) =>
      control.setDistributed(distributed),
    ),
    setLimited: byControl(z.object({ limited: z.boolean() }), (control, { limited }) =>
      control.setLimited(limited),
    ),
    setSubscriptions: byControl(
      z.object({ events: texts.optional(), metadata: texts.optional() }),
      (control, body) => control.setSubscriptions(body),
    ),
    reinstall: byControl(z.object({ newUser: z.boolean().optional() }), (control, body) =>
      control.reinstall(body),
    ),
    lockThread: byControl(message, (control, { channel, ts }) => control.lockThread(channel, ts)),
    setThreadable: byControl(z.object({ channel: text, threadable: z.boolean() }), (control, body) =>
      control.setThreadable(body.channel, body.threadable),
    ),
    calls: byControl(z.object({ method: text.optional() }), (control, { method }) => control.calls(method)),
    envelopes: byControl(none, (control) => control.envelopes()),
    redeliver: byControl(z.object({ id: text }), (control, { id }) => control.redeliver(id)),
    messages: byControl(z.object({ channel: text }), (control, { channel }) => control.messages(channel)),
    reset: byControl(none, (control) => control.reset()),
  }),
)
