import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { refuse } from '../wire.ts'
import { readArgs, readText, readToken } from './body.ts'
import { performCall } from './call.ts'
import { noteCall } from './call-log.ts'
import { type Ending, endCall, type Reply } from './ending.ts'
import { takeTrouble } from './faults.ts'

/** Serves `/api/<method>`: reads the call, lets faults have their way, answers, and notes it. */
export async function serveWebApi(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
): Promise<void> {
  const at = context.clock.now()
  const args = readArgs(request, await readText(request))
  if (args === undefined)
    return sendReply(response, { status: 200, headers: {}, answer: refuse('invalid_json') })
  const token = readToken(request, args)
  const trouble = takeTrouble(context, method, args)
  const ending = await endCall(context, trouble.act, () =>
    performCall(context, { method, args, token }, trouble),
  )
  noteCall(context, { method, args }, at, ending)
  finish(response, ending)
}

/** Sends the answer, breaks the connection, or stays silent until the server closes. */
export function finish(response: ServerResponse, ending: Ending): void {
  if (ending.kind === 'answered') sendReply(response, ending.reply)
  else if (ending.kind === 'reset') response.socket?.resetAndDestroy()
}

function sendReply(response: ServerResponse, reply: Reply): void {
  const json = JSON.stringify(reply.answer)
  response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8', ...reply.headers })
  response.end(json)
}
