import { z } from 'zod'
import { type ProxySettings, withoutProxy } from '../async/http.ts'
import type { Ms } from '../async/time.ts'
import type { Id } from '../model/id.ts'
import { parseJson } from '../model/json.ts'
import {
  type ListeningAlert,
  type ListeningChannel,
  type ListeningPreview,
  listeningAlertSchema,
  listeningChannelSchema,
  listeningPreviewSchema,
  type WrittenAlert,
} from '../model/listening.ts'
import { errorFromResponse } from './error-responses.ts'
import { createHttpSender, createServiceDispatcher, createTokenRedactor } from './http.ts'
import type { Now } from './request-options.ts'
import { parseResponse } from './response-schema.ts'

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
  const send = createHttpSender({ baseUrl, token, scrub, dispatcher, timeoutMs, now })

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    ...[method, name, body, signal]: Parameters<typeof send>
  ): Promise<z.output<Schema>> {
    const answer = await send(method, `listening/${name}`, body, signal)
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
    forget: (name, dryRun) =>
      ask(z.object({ items: z.int(), mentions: z.int() }), 'POST', 'forget', { name, dryRun }),
    close: () => dispatcher.close(),
  }
}
