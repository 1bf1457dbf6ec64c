import type { lookup } from 'node:dns'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SteadyClock } from '@overheard/base/clock'
import type { ProxySettings } from '@overheard/base/http'
import { createBodyReader } from '@overheard/base/request-body'
import { createHttpServer, type Listening, readRequest, send } from './api/http-server.ts'
import { createListeningRoutes, listeningPrefix } from './api/listening-routes.ts'
import { BodyRefusedError, jsonReply, type Reply } from './api/protocol.ts'
import { createInterface } from './api/routes.ts'
import { type Engine, type EngineDeps, startEngine } from './engine.ts'
import { createSend } from './fetch/send.ts'
import { createOpenSocket } from './fetch/socket.ts'
import type { ListenSettings } from './settings.ts'
import type { Source } from './source.ts'
import { sources as allSources } from './sources.ts'
import { openStore, type Store } from './store/store.ts'
import { type Variables, withVariables } from './variables.ts'

export type ListeningDeps = Pick<EngineDeps, 'settings' | 'log' | 'now' | 'setTimer' | 'sleep' | 'random'> & {
  /** The clock of the request limits. */
  steady: SteadyClock
  /** The SQLite file, or `:memory:`. */
  file: string
  /** 0 takes any free port. */
  port: number
  /** The loopback address by default. */
  host?: string
  /** The only accepted access token. */
  token: string
  /** For the User-Agent. */
  version: string
  /** Environment variables, of which settings of sources may name some. */
  variables?: Variables
  proxy: ProxySettings
  /** All sources by default. */
  sources?: readonly Source[]
  /** Resolves host names; that of Node by default. */
  resolve?: typeof lookup
}

export type ListeningService = Listening &
  Engine & {
    store: Store
    /** Takes other alerts, feeds and settings of sources. All else needs a restart. Rejects with SourceSettingsError. */
    reconfigure(settings: ListenSettings, variables?: Variables): Promise<void>
  }

const maxPushBytes = 1024 * 1024
const bodyTimeoutMs = 10_000

/** With a way to reach the operator, so that a site can complain. */
export const userAgentOf = (
  version: string,
  contact = 'self-hosted; see https://www.npmjs.com/package/overheard',
): string => `Overheard/${version} (${contact})`

/** Runs the mention service: its store, its sources and its interface. Rejects with DatabaseError, SourceSettingsError, or EADDRINUSE. */
export async function startListening(deps: ListeningDeps): Promise<ListeningService> {
  const { version, variables = {}, sources = allSources } = deps
  const complete = (given: ListenSettings, values: Variables): ListenSettings => ({
    ...given,
    sources: withVariables(given.sources, values),
  })
  const settings = complete(deps.settings, variables)
  const { allowPrivate, contact } = settings
  const userAgent = userAgentOf(version, contact)
  const store = openStore(deps.file)
  const network = createSend({ ...deps, allowPrivate })
  let engine: Engine | undefined
  const server = createHttpServer(async (request, response) => {
    // The server listens only after the engine has started.
    if (engine !== undefined) send(response, await answer(engine, request, response))
  })
  const answer = createAnswer({ ...deps, store })
  async function close(): Promise<void> {
    await server.close()
    await engine?.close()
    await network.close()
    store.close()
  }
  try {
    const openSocket = (signal: AbortSignal) =>
      createOpenSocket({ ...deps, userAgent, allowPrivate, signal, waits: store.hosts })
    engine = await startEngine({
      ...deps,
      settings,
      sources,
      store,
      userAgent,
      send: network.send,
      openSocket,
    })
    const { reconfigure } = engine
    return {
      ...engine,
      ...(await server.listen(deps.port, deps.host)),
      store,
      reconfigure: async (given: ListenSettings, values: Variables = variables) =>
        reconfigure(complete(given, values)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Requests of the interface, of the service's own routes, and of what others push. Whoever may not ask is refused before a body is read, and
 * bodies whose sender only they can prove have a memory of their own.
 */
function createAnswer({
  store,
  token,
  now,
  steady,
  setTimer,
}: Pick<ListeningDeps, 'token' | 'now' | 'steady' | 'setTimer'> & { store: Store }) {
  const clientHasRead = store.mentions.giveIdsAbove
  const answerInterface = createInterface({ store: () => store, token, now, steady, clientHasRead })
  const limits = {
    mostBytes: maxPushBytes,
    mostUnfinishedBytes: 16 * maxPushBytes,
    timeoutMs: bodyTimeoutMs,
    setTimer,
  }
  const readers = { proven: createBodyReader(limits), unproven: createBodyReader(limits) }

  async function bodyOf(request: IncomingMessage, readBody: BodyReader): Promise<Buffer> {
    const body = await readBody(request)
    if (Buffer.isBuffer(body)) return body
    throw new BodyRefusedError(...refusals[body])
  }

  async function answer(
    { book, ingest, runner, look, proposed }: Engine,
    request: IncomingMessage,
  ): Promise<Reply> {
    const asked = readRequest(request)
    const isOwn = asked.path.startsWith(listeningPrefix)
    if (asked.method === 'GET' && !isOwn) return answerInterface(asked)
    if (isOwn)
      return createListeningRoutes({ store, book, ingest, token, now, runner, look, proposed, setTimer })(
        asked,
        () => bodyOf(request, readers.proven),
      )
    const { method, path, parameters } = asked
    const head = { method, headers: headersOf(request), parameters }
    const admitted = runner.admit(path, head)
    if (admitted === undefined) return answerInterface(asked)
    if ('status' in admitted) return jsonReply(admitted.status, admitted.body)
    const body = await bodyOf(request, admitted.isProven ? readers.proven : readers.unproven)
    const pushed = await runner.receive(path, { ...head, body })
    return pushed === undefined ? answerInterface(asked) : jsonReply(pushed.status, pushed.body)
  }

  return async (engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<Reply> => {
    const reply = await answer(engine, request).catch((error: unknown) => {
      if (error instanceof BodyRefusedError) return error.reply
      throw error
    })
    // Nobody reads the rest of its body.
    if (!request.complete) response.shouldKeepAlive = false
    return reply
  }
}

type BodyReader = ReturnType<typeof createBodyReader>
type NoBody = Exclude<Awaited<ReturnType<BodyReader>>, Buffer>

const refusals: Record<NoBody, [status: number, message: string]> = {
  'too-large': [413, `A body may have at most ${maxPushBytes} bytes`],
  busy: [503, 'Too many requests arrive at once'],
  'too-slow': [408, `The body did not arrive within ${bodyTimeoutMs / 1000} s`],
  gone: [400, 'The connection was closed'],
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
