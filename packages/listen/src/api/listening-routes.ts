import type { SetTimer } from '@overheard/base/clock'
import { z } from 'zod'
import { type AlertBook, searchFor, type WrittenAlert } from '../alerts.ts'
import type { Ingest } from '../ingest.ts'
import type { QueryWarning } from '../query/advice/unlikely.ts'
import { type DescribedQuery, describeQuery } from '../query/describe-query.ts'
import { planNotes } from '../runner/plan-notes.ts'
import type { ActiveSource, Runner } from '../runner/runner.ts'
import { alertSettings, nameTaken } from '../settings.ts'
import { readSite } from '../site/read-site.ts'
import type { Fetch, Source } from '../source.ts'
import { sourceLabels } from '../source-names.ts'
import type { StoredAlert } from '../store/alerts.ts'
import type { Store } from '../store/store.ts'
import { ApiError, alertHead, BodyRefusedError, errorBody, jsonReply, type Reply } from './protocol.ts'
import { isSame, type ServiceRequest } from './routes.ts'

/** The prefix of what this service has beyond the interface: its alerts and its sources. */
export const listeningPrefix = '/v1.0/listening/'

export type ListeningDeps = {
  store: Store
  book: AlertBook
  ingest: Ingest
  runner: Pick<Runner, 'status' | 'lately'>
  /** Fetches of which nothing is stored. */
  look: (signal: AbortSignal) => Fetch
  /** Sources that are asked what they would give, too, if somebody wants proposals. */
  proposed: () => ActiveSource[]
  token: string | undefined
  now: () => number
  setTimer: SetTimer
}

const question = alertSettings.pick({ query: true, languages: true })
const correction = z.strictObject({ sentiment: z.enum(['positive', 'negative', 'neutral']).nullable() })
const site = z.strictObject({ address: z.string().min(1).max(2000) })
const author = z.strictObject({ name: z.string().min(1), dryRun: z.boolean().default(false) })

/** So many removed mentions are given at once. */
const mostRemoved = 1000

type Handler = (body: unknown, rest: string) => Promise<object> | object

/** Answers requests below the prefix. Bodies are JSON. Errors have the form of the interface. */
export function createListeningRoutes(deps: ListeningDeps) {
  const { store, book, ingest, runner, now } = deps
  const handlers: Record<string, Handler> = {
    'GET status': () => ({ now: now(), channels: runner.status() }),
    'POST preview': (body) => preview(question.parse(body)),
    'POST site': (body) =>
      readSite(site.parse(body).address, {
        ...deps,
        fetch: deps.look,
        preview: (query) => preview({ query, languages: [] }, deps.proposed()),
      }),
    'GET alerts': async () => {
      const unheard = await ingest.unheardWarnings()
      const channels = runner.status()
      const shownAlert = (alert: StoredAlert) => ({
        ...shown(alert, unheard.get(alert.key)),
        notes: planNotes(alert.alert_id, channels),
      })
      return { alerts: store.alerts.all().map(shownAlert) }
    },
    'POST alerts': async (body) => shown(await book.add(alertSettings.parse(body))),
    'PUT alerts/': (body, id) => changeAlert(id, alertSettings.parse(body)),
    'DELETE alerts/': async (_body, id) => changed(await book.remove(id)),
    'PUT corrections/': (body, id) =>
      changed(ingest.correct(id, correction.parse(body).sentiment ?? undefined)),
    'GET corrections/': async (_body, id) => ({ words: await ingest.movedWords(id) }),
    'GET removed/': (_body, after) => removedAfter(z.coerce.number().pipe(z.int()).parse(after)),
    'POST forget': (body) => forget(author.parse(body)),
  }

  async function changeAlert(id: string, written: WrittenAlert): Promise<object> {
    const outcome = await book.change(id, written)
    if (outcome === 'name-taken') throw new ApiError(40, `name: ${nameTaken(written.name)}`)
    return changed(outcome === 'changed')
  }

  function removedAfter(removal: number): object {
    const removed = store.removals.after(removal, mostRemoved)
    const last = removed.at(-1)?.removal ?? store.removals.last()
    return { removed: removed.map(({ mention, found }) => ({ mention, found })), last }
  }

  function forget({ name, dryRun }: z.output<typeof author>): object {
    const forgotten = ingest.forgetAuthor(name, dryRun)
    if (!dryRun) store.shred()
    return forgotten
  }

  async function preview({ query, languages }: Omit<WrittenAlert, 'name'>, others: ActiveSource[] = []) {
    const asked = await runner.lately(searchFor('preview', query, languages), others)
    return {
      ...describeQuery(query),
      ...(await ingest.preview({ query, languages }, asked)),
      names: sourceLabels,
      ...{
        searched: namesOf(asked.filter(({ failed }) => !failed)),
        failed: namesOf(asked.filter(({ failed }) => failed)),
      },
    }
  }

  /** Checks the token before the body is read. `readBody` rejects with a BodyRefusedError. */
  return async (
    { method, path, parameters }: ServiceRequest,
    readBody: () => Promise<Buffer>,
  ): Promise<Reply> => {
    try {
      if (deps.token !== undefined && !isSame(parameters.access_token ?? '', deps.token))
        throw new ApiError(20)
      const [, name = '', id] = /^([a-z]+)(?:\/([^/]+))?$/.exec(path.slice(listeningPrefix.length)) ?? []
      const handler = handlers[`${method} ${name}${id === undefined ? '' : '/'}`]
      if (handler === undefined) throw new ApiError(1)
      const body = (await readBody()).toString()
      return jsonReply(200, await handler(body === '' ? undefined : JSON.parse(body), id ?? ''))
    } catch (error) {
      return replyTo(error)
    }
  }
}

const namesOf = (asked: { source: Source }[]) => asked.map(({ source }) => source.name)

function changed(isDone: boolean): object {
  if (!isDone) throw new ApiError(30)
  return { ok: true }
}

function shown(alert: StoredAlert, unheard: QueryWarning[] = []): object {
  const { query, languages = [], origin, mentions } = alert
  const described: DescribedQuery = query === undefined ? {} : describeQuery(query)
  const warnings = [...(described.warnings ?? []), ...unheard]
  return { ...alertHead(alert), query, languages, origin, mentions, ...described, warnings }
}

function replyTo(error: unknown): Reply {
  if (error instanceof BodyRefusedError) return error.reply
  if (error instanceof ApiError) return jsonReply(error.status, errorBody(error.code, error.message))
  if (error instanceof z.ZodError)
    return jsonReply(
      400,
      errorBody(40, error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')),
    )
  if (error instanceof SyntaxError) return jsonReply(400, errorBody(40, 'The body is not JSON'))
  return jsonReply(500, errorBody(54, 'Unexpected error'))
}
