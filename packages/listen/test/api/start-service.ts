import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { MentionInput } from '../../../../sandbox/mention-service/records.ts'
import {
  createMentionServer,
  type MentionServer,
  type MentionServerDeps,
} from '../../../../sandbox/mention-service/server.ts'
import { createMentionStore, type MentionStore } from '../../../../sandbox/mention-service/store.ts'
import { parseExact } from '../../src/api/exact-json.ts'

/** A Wednesday. */
export const noon = Date.parse('2026-11-18T12:00:00Z')
export const token = 'secret-token'

/** Limits high enough that no test reaches them by accident. */
const noLimits = {
  perToken: { requests: 1e9, windowMs: 1 },
  perAddress: { requests: 1e9, windowMs: 1 },
}

const answerBody = z.looseObject({
  alerts: z.array(z.unknown()).optional(),
  limits: z.array(z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
  alert_data: z
    .looseObject({
      mentions: z.array(z.unknown()).optional(),
      next: z.string().optional(),
      insights: z
        .looseObject({ value: z.unknown(), values: z.array(z.unknown()) })
        .partial()
        .optional(),
    })
    .optional(),
})

/** An answer read without rounding: integers beyond 2^53 are bigint. If the text is not JSON, the body is empty. */
export type Answer = { status: number; body: z.infer<typeof answerBody>; text: string; headers: Headers }

export type Started = {
  server: MentionServer
  url: string
  /** Sends the token unless the parameters contain one. */
  get: (path: string, parameters?: Record<string, string | number>) => Promise<Answer>
}

/** A service over real HTTP until the end of the test, or of the file if `undo` registers the end. */
export async function startService(
  deps: { mentionStore: MentionStore } & Partial<MentionServerDeps>,
  undo: (close: () => Promise<void>) => void = onTestFinished,
): Promise<Started> {
  const server = createMentionServer({ token, now: () => noon, limits: noLimits, ...deps })
  undo(server.close)
  const { url } = await server.listen(0)
  async function get(path: string, parameters: Record<string, string | number> = {}): Promise<Answer> {
    const query = new URLSearchParams({ access_token: token })
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
    return readAnswer(await fetch(`${url}${path}?${query}`))
  }
  return { server, url, get }
}

/** A valid mention. The test gives the fields that matter to it. */
export function mention(id: number | bigint | string, fields: Partial<MentionInput> = {}): MentionInput {
  return {
    id,
    date: noon,
    url: `https://example.com/${id}`,
    author: { name: 'Kim Lee' },
    source: 'web',
    ...fields,
  }
}

/** A store with alert 1 (mentions) and these mentions. */
export function archiveOf(mentions: MentionInput[], now: () => number = () => noon): MentionStore {
  const mentionStore = createMentionStore({ now })
  mentionStore.addAlert({ alert_id: 1, alert_name: 'Acme brand' })
  for (const one of mentions) mentionStore.add('1', one)
  return mentionStore
}

export async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const body = answerBody.safeParse(isJson && text.endsWith('}') ? parseExact(text) : {})
  return { status, headers, text, body: body.data ?? {} }
}

const identified = z.object({ id: z.union([z.number(), z.bigint()]).transform(String) })

export function mentionsOf({ body, text }: Answer): unknown[] {
  if (!body.alert_data?.mentions) throw new Error(`no mentions in ${text}`)
  return body.alert_data.mentions
}

export function idsOf(answer: Answer): string[] {
  return mentionsOf(answer).map((mention) => identified.parse(mention).id)
}

/** The paging token of an answer. */
export function nextOf({ body, text }: Answer): string {
  if (body.alert_data?.next === undefined) throw new Error(`no next in ${text}`)
  return body.alert_data.next
}
