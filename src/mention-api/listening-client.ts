import { z } from 'zod'
import { type ProxySettings, withoutProxy } from '../async/http.ts'
import type { Ms } from '../async/time.ts'
import { defined } from '../model/defined.ts'
import { type Id, idSchema } from '../model/id.ts'
import { parseJson } from '../model/json.ts'
import type { WrittenAlert } from '../model/listening.ts'
import type { Sentiment } from '../model/mention.ts'
import { msSchema, timeSchema } from '../model/time.ts'
import { errorFromResponse } from './error-responses.ts'
import { createHttpClient, createServiceDispatcher, createTokenRedactor, type HttpSend } from './http.ts'
import type { Now } from './request-options.ts'
import { parseResponse } from './response-schema.ts'

/** Why a query will probably find nothing, or far too much. Absent if the service is older. */
const warningsSchema = z.array(z.object({ what: z.string(), whatToDo: z.string() })).default([])

/** An alert of the bot's own mention service, or of one that runs alone. */
const listeningAlertSchema = z
  .object({
    alert_id: z.union([z.int(), z.string()]).transform(String).pipe(idSchema),
    alert_name: z.string(),
    /** Absent if the alert finds nothing any more, because the configuration of the service no longer has it. */
    query: z.string().optional(),
    languages: z.array(z.string()).default([]),
    origin: z.string().optional(),
    /** The query as a sentence. Absent if the service is older. */
    inWords: z.string().optional(),
    /** Why the query would be refused today. */
    problem: z.string().optional(),
    warnings: warningsSchema,
    /** What sources cannot search for, and what is asked instead. Absent if the service is older. */
    notes: z.array(z.string()).default([]),
    mentions: z.int().default(0),
  })
  .transform(({ alert_id: id, alert_name: name, origin, inWords, problem, warnings, notes, ...alert }) => ({
    ...{ id, name, ...alert },
    /** True if it stands in the configuration of the service, and can only be changed there. */
    isFixed: origin !== 'command',
    ...defined({ inWords, problem }),
    ...(warnings.length > 0 && { warnings }),
    ...(notes.length > 0 && { notes }),
  }))

export type ListeningAlert = z.output<typeof listeningAlertSchema>

/** What a query would have found lately. */
const listeningPreviewSchema = z.object({
  /** The query as a sentence. Absent if the service is older. */
  inWords: z.string().optional(),
  warnings: warningsSchema,
  /** In how many of the posts each part of the query is. Absent if the service is older. */
  parts: z.array(z.object({ part: z.string(), found: z.int() })).default([]),
  /** What each NOT has dropped. */
  dropped: z
    .array(
      z.object({
        by: z.string(),
        found: z.int(),
        examples: z.array(z.object({ title: z.string(), url: z.string() })),
      }),
    )
    .default([]),
  looked: z.int(),
  found: z.int(),
  bySource: z.record(z.string(), z.int()),
  examples: z.array(
    z.object({
      source: z.string(),
      title: z.string(),
      url: z.string(),
      date: z.number(),
      author: z.string(),
      snippet: z.string(),
    }),
  ),
})
export type ListeningPreview = z.output<typeof listeningPreviewSchema>

/** One feed, stream or address to which others send. Times are UTC ms. */
const listeningChannelSchema = z.object({
  source: z.string(),
  channel: z.string(),
  kind: z.string(),
  nextAt: timeSchema.optional(),
  /** How long the wait until `nextAt` was meant to be, and until when the host has asked for no request, which may be over. */
  waitMs: msSchema.optional(),
  waitsUntil: timeSchema.optional(),
  okAt: timeSchema.optional(),
  itemAt: timeSchema.optional(),
  delayMs: msSchema.optional(),
  failures: z.int().default(0),
  failingSince: timeSchema.optional(),
  error: z.string().optional(),
  ended: z.string().optional(),
  gaps: z.array(z.object({ at: timeSchema, what: z.string() })).default([]),
})
export type ListeningChannel = z.output<typeof listeningChannelSchema>

/** A word that corrections have made better (above 0) or worse than usual. */
const movedWordSchema = z.object({ word: z.string(), by: z.number() })
export type MovedWord = z.output<typeof movedWordSchema>

/** The mention service that the bot runs itself. */
export type ListeningState = {
  /** False while it is started again after its end. */
  isRunning: boolean
  /** How often in a row it has ended soon after its start, or has never answered. */
  failures: number
  /** Why it ended last. */
  lastEnd?: string
  /** As of the last check. */
  channels: ListeningChannel[]
}

/**
 * What the bot's own mention service has beyond the interface. Each function rejects with MentionServiceError: `no_such_method` if the
 * mention service is another one, and `bad_parameter` with the reason in `detail`, for example for a query that cannot be read.
 */
export type ListeningClient = {
  channels(signal?: AbortSignal): Promise<ListeningChannel[]>
  preview(asked: Pick<WrittenAlert, 'query' | 'languages'>): Promise<ListeningPreview>
  alerts(): Promise<ListeningAlert[]>
  /** Returns the alert that is the same already, if there is one. So a request whose answer was lost can be repeated. */
  add(alert: WrittenAlert): Promise<ListeningAlert>
  change(id: Id, alert: WrittenAlert): Promise<void>
  remove(id: Id): Promise<void>
  /** Teaches the sentiment of a mention to later ones of its alert; without one, it is taken back. */
  correct(mention: Id, sentiment: Sentiment | undefined): Promise<void>
  /** The words of a mention that corrections have moved. */
  movedWords(mention: Id): Promise<MovedWord[]>
  /** With `dryRun` it only counts. */
  forget(author: string, dryRun: boolean): Promise<{ items: number; mentions: number }>
  close(): Promise<void>
}

type ListeningClientDeps = {
  baseUrl: string
  token: string
  proxy?: ProxySettings
  timeoutMs?: Ms
  now: Now
}

const done = z.object({ ok: z.literal(true) })

export function createListeningClient({
  proxy = withoutProxy,
  ...given
}: ListeningClientDeps): ListeningClient {
  const { baseUrl, token, timeoutMs = 15_000, now } = given
  const dispatcher = createServiceDispatcher(baseUrl, proxy, timeoutMs)
  const scrub = createTokenRedactor(token)
  const send = createHttpClient({ baseUrl, token, scrub, dispatcher, timeoutMs, now })

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    method: Parameters<HttpSend>[0],
    name: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await send(method, `listening/${name}`, content, signal)
    if (answer.status !== 200) throw errorFromResponse(answer, { forAlert: false, nowMs: now(), scrub })
    return parseResponse(schema, parseJson(answer.text))
  }

  return {
    async channels(signal) {
      const answer = z.object({ channels: z.array(listeningChannelSchema) })
      return (await ask(answer, 'GET', 'status', undefined, signal)).channels
    },
    preview: (asked) => ask(listeningPreviewSchema, 'POST', 'preview', asked),
    async alerts() {
      const answer = z.object({ alerts: z.array(listeningAlertSchema) })
      return (await ask(answer, 'GET', 'alerts', undefined)).alerts
    },
    add: (alert) => ask(listeningAlertSchema, 'POST', 'alerts', alert),
    async change(id, alert) {
      await ask(done, 'PUT', `alerts/${id}`, alert)
    },
    async remove(id) {
      await ask(done, 'DELETE', `alerts/${id}`, undefined)
    },
    async correct(mention, sentiment) {
      await ask(done, 'PUT', `corrections/${mention}`, { sentiment: sentiment ?? null })
    },
    async movedWords(mention) {
      const answer = z.object({ words: z.array(movedWordSchema) })
      return (await ask(answer, 'GET', `corrections/${mention}`)).words
    },
    forget: (name, dryRun) =>
      ask(z.object({ items: z.int(), mentions: z.int() }), 'POST', 'forget', { name, dryRun }),
    close: () => dispatcher.close(),
  }
}
