import type { ServerResponse } from 'node:http'
import { errorBody, Refusal } from '../answers/refusal.ts'
import { writeExact } from '../archive/exact-json.ts'

/** An answer before it is sent. */
export type Reply = { status: number; text: string; headers?: Record<string, string> }

/** A JSON answer; bigint values become exact integers. */
export function jsonReply(status: number, body: unknown): Reply {
  return { status, text: writeExact(body), headers: { 'content-type': 'application/json; charset=utf-8' } }
}

/** What the action returns as a success, what it throws as an error body. */
export function replyOf(action: () => object): Reply {
  try {
    return jsonReply(200, action())
  } catch (error) {
    if (error instanceof Refusal) return jsonReply(error.status, errorBody(error.code, error.message))
    return jsonReply(500, errorBody(54, `Unexpected error: ${String(error)}`))
  }
}

/** Sends an answer, whole. */
export function send(response: ServerResponse, { status, text, headers }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
