import { defined } from '@overheard/base/defined'
import { type ProxySettings, withoutProxy } from '@overheard/base/http'
import { parseJson } from '@overheard/base/json'
import type { Ms, Time } from '@overheard/base/time'
import { msSchema, timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { parseResponse } from './decode/response-schema.ts'
import { type Id, idSchema } from './id.ts'
import type { Sentiment } from './mention.ts'
import { errorFromResponse } from './requests/error-responses.ts'
import {
  createHttpClient,
  createServiceDispatcher,
  createTokenRedactor,
  type HttpSend,
} from './requests/http.ts'
import type { Now } from './requests/request-options.ts'

/** An alert as a person wrote it: the mention service gives it an id. */
export type WrittenAlert = { name: string; query: string; languages: string[] }

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
  /** The names of sources for people. Absent if the service is older. */
  names: z.record(z.string(), z.string()).default({}),
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

/** What the front page of a site suggests to listen for. `no-page`: something else than a page of a site answers there. */
const siteSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    suggestion: z.object({
      host: z.string(),
      /** What the site is called, and what it says it is. */
      name: z.string(),
      description: z.string(),
      /** `found` is undefined if no source could be asked. */
      alerts: z.array(
        z.object({
          name: z.string(),
          query: z.string(),
          found: listeningPreviewSchema.pick({ found: true, bySource: true, examples: true }).exactOptional(),
        }),
      ),
      feeds: z.array(z.string()),
      sources: z.array(z.string()),
    }),
  }),
  z.object({ kind: z.literal('no-page') }),
  z.object({ kind: z.literal('failed'), sentence: z.string() }),
])
export type SiteRead = z.output<typeof siteSchema>
export type Suggestion = Extract<SiteRead, { kind: 'read' }>['suggestion']

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

/** A mention whose post its source has removed. `found` is when it became a mention (UTC, ms). */
export type RemovedMention = { mention: Id; found: Time }

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
  /** Reads the front page of a site, and asks what the alerts that it suggests would have found. Takes up to half a minute. */
  readSite(address: string, signal?: AbortSignal): Promise<SiteRead>
  alerts(): Promise<ListeningAlert[]>
  /**
   * Returns the alert that is the same already, if there is one. So a request whose answer was lost can be repeated. If the name is taken, the
   * alert gets it with a number.
   */
  add(alert: WrittenAlert): Promise<ListeningAlert>
  change(id: Id, alert: WrittenAlert): Promise<void>
  remove(id: Id): Promise<void>
  /** Teaches the sentiment of a mention to later ones of its alert; without one, it is taken back. */
  correct(mention: Id, sentiment: Sentiment | undefined): Promise<void>
  /** The words of a mention that corrections have moved. */
  movedWords(mention: Id): Promise<MovedWord[]>
  /** The mentions that have gone after a removal, oldest first, and the number of the last of these removals; 0 is before all. */
  removed(after: number): Promise<{ removed: RemovedMention[]; last: number }>
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

const removedSchema = z.object({
  removed: z.array(z.object({ mention: idSchema, found: timeSchema })),
  last: z.int(),
})

/** The page and two rounds of previews may take ten seconds each. */
const siteTimeoutMs = 45_000

const done = z.object({ ok: z.literal(true) })

export function createListeningClient({
  proxy = withoutProxy,
  ...given
}: ListeningClientDeps): ListeningClient {
  const { baseUrl, token, timeoutMs = 15_000, now } = given
  const dispatcher = createServiceDispatcher(baseUrl, proxy, timeoutMs)
  const scrub = createTokenRedactor(token)
  const http = { baseUrl, token, scrub, dispatcher, now }
  const send = createHttpClient({ ...http, timeoutMs })
  const sendPatiently = createHttpClient({ ...http, timeoutMs: Math.max(timeoutMs, siteTimeoutMs) })

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    method: Parameters<HttpSend>[0],
    name: string,
    body?: unknown,
    signal?: AbortSignal,
    through = send,
  ): Promise<z.output<Schema>> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await through(method, `listening/${name}`, content, signal)
    if (answer.status !== 200) throw errorFromResponse(answer, { forAlert: false, nowMs: now(), scrub })
    return parseResponse(schema, parseJson(answer.text))
  }

  return {
    async channels(signal) {
      const answer = z.object({ channels: z.array(listeningChannelSchema) })
      return (await ask(answer, 'GET', 'status', undefined, signal)).channels
    },
    readSite: (address, signal) => ask(siteSchema, 'POST', 'site', { address }, signal, sendPatiently),
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
    removed: (after) => ask(removedSchema, 'GET', `removed/${after}`),
    forget: (name, dryRun) =>
      ask(z.object({ items: z.int(), mentions: z.int() }), 'POST', 'forget', { name, dryRun }),
    close: () => dispatcher.close(),
  }
}
