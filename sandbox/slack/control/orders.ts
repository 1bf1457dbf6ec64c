import { z } from 'zod'
import type { People } from '../people/people.ts'
import type { Control } from './control.ts'

/** What can be ordered: the people's deeds and the levers. */
export type Controlled = { people: People; control: Control }

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
const change = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['inviteBot', 'kickBot', 'archive', 'unarchive']), channel }),
  z.object({ do: z.literal('rename'), channel, name: z.string() }),
  z.object({ do: z.literal('create'), name: z.string(), isPrivate: z.boolean().optional() }),
])
const times = z.number().int().positive().optional()

/** Runs an order whose body has been checked. Throws a ZodError for a wrong body, an Error for what is not there. */
type Order = (to: Controlled, body: unknown) => unknown

function order<Body>(schema: z.ZodType<Body>, run: (to: Controlled, body: Body) => unknown): Order {
  return (to, body) => run(to, schema.parse(body))
}

/** Every order by its name, for `POST /_control/<name>`. */
export const orders: ReadonlyMap<string, Order> = new Map(
  Object.entries({
    runCommand: order(z.object({ user, channel, line: z.string() }), ({ people }, body) =>
      people.runCommand(body),
    ),
    press: order(z.object({ ...pressed, channel, ts: z.string() }), ({ people }, body) => people.press(body)),
    pressInView: order(
      z.object({ ...pressed, viewId: z.string().optional(), answers: answers.optional() }),
      ({ people }, body) => people.pressInView(body),
    ),
    suggest: order(
      z.object({ user, viewId: z.string(), actionId: z.string(), text: z.string() }),
      ({ people }, body) => people.suggest(body),
    ),
    submitView: order(z.object({ user, viewId: z.string(), answers }), ({ people }, body) =>
      people.submitView(body),
    ),
    closeView: order(z.object({ user, viewId: z.string() }), ({ people }, body) => people.closeView(body)),
    openHome: order(z.object({ user }), ({ people }, body) => people.openHome(body.user)),
    post: order(post.extend({ user }), ({ people }, { user: author, ...body }) => people.post(author, body)),
    postAsOtherApp: order(post, ({ people }, body) => people.postAsOtherApp(body)),
    deleteMessage: order(z.object({ channel, ts: z.string() }), ({ people }, body) =>
      people.deleteMessage(body.channel, body.ts),
    ),
    changeChannel: order(change, ({ people }, body) => people.changeChannel(body)),
    fault: order(
      z.object({
        method: z.string(),
        channel: channel.optional(),
        text: z.string().optional(),
        times,
        act,
      }),
      ({ control }, body) => ({ id: control.fault(body) }),
    ),
    clearFaults: order(z.object({ id: z.number().optional() }), ({ control }, body) =>
      control.clearFaults(body.id),
    ),
    dropSockets: order(z.object({}), ({ control }) => control.dropSockets()),
    disconnectSockets: order(
      z.object({ reason: z.enum(['warning', 'refresh_requested', 'link_disabled']).optional() }),
      ({ control }, body) => control.disconnectSockets(body.reason),
    ),
    setClockOffset: order(z.object({ ms: z.number() }), ({ control }, body) =>
      control.setClockOffset(body.ms),
    ),
    revokeToken: order(z.object({ kind }), ({ control }, body) => control.revokeToken(body.kind)),
    replaceToken: order(z.object({ kind, token: z.string() }), ({ control }, body) =>
      control.replaceToken(body.kind, body.token),
    ),
    setScopes: order(z.object({ kind, scopes: z.array(z.string()) }), ({ control }, body) =>
      control.setScopes(body.kind, body.scopes),
    ),
    reinstall: order(z.object({ newUser: z.boolean().optional() }), ({ control }, body) =>
      control.reinstall(body),
    ),
    lockThread: order(z.object({ channel, ts: z.string() }), ({ control }, body) =>
      control.lockThread(body.channel, body.ts),
    ),
    setThreadable: order(z.object({ channel, threadable: z.boolean() }), ({ control }, body) =>
      control.setThreadable(body.channel, body.threadable),
    ),
    calls: order(z.object({ method: z.string().optional() }), ({ control }, body) =>
      control.calls(body.method),
    ),
    envelopes: order(z.object({}), ({ control }) => control.envelopes()),
    messages: order(z.object({ channel }), ({ control }, body) => control.messages(body.channel)),
    reset: order(z.object({}), ({ control }) => control.reset()),
  }),
)
