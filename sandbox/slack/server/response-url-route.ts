import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { useResponseUrl } from '../delivery/response-urls.ts'
import { isRecord, parseJson } from '../json.ts'
import { readText } from './body.ts'
import { noteCall } from './call-log.ts'
import { endCall } from './ending.ts'
import { takeTrouble } from './faults.ts'
import { finish } from './web-api.ts'

/** Serves `/response/<id>`, with the same faults and the same log as methods, under the name `response_url`. */
export async function serveResponseUrl(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): Promise<void> {
  const at = context.clock.now()
  const body = parseJson(await readText(request))
  const args = isRecord(body) ? body : {}
  const channel = context.state.responseUrls.get(id)?.channel ?? ''
  const trouble = takeTrouble(context, 'response_url', { channel })
  const ending = await endCall(context, trouble.act, () => useResponseUrl(context, id, args, trouble))
  noteCall(context, { method: 'response_url', args }, at, ending)
  finish(response, ending)
}
