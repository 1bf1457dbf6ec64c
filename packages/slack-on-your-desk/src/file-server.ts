import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from './state.ts'

/** Slack takes files of at most 1 GB (its help page "Add files to Slack"). This workspace keeps them in memory. */
export const maxFileBytes = 50_000_000

/** Step 2, without a token: takes the bytes at the upload address once. Also shows a file that was uploaded. */
export async function serveFile(
  { state }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  { id, isUpload }: { id: string; isUpload: boolean },
): Promise<void> {
  const file = state.files.get(id)
  const isExpected = isUpload
    ? request.method === 'POST' && file?.bytes === undefined
    : file?.bytes !== undefined
  if (file === undefined || !isExpected) return void response.writeHead(404).end('Not found\n')
  if (!isUpload) {
    const disposition = `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`
    const type = 'application/octet-stream'
    return void response
      .writeHead(200, { 'content-type': type, 'content-disposition': disposition })
      .end(file.bytes)
  }
  const bytes = await fileIn(request.headers['content-type'] ?? '', await readBytes(request, maxFileBytes))
  if (bytes.length !== file.length) return void response.writeHead(400).end('The length differs\n')
  file.bytes = bytes
  response.writeHead(200, { 'content-type': 'text/plain' }).end(`OK - ${bytes.length}`)
}

/** "Files can be sent as raw bytes or can be multipart form encoded" (files.getUploadURLExternal). */
async function fileIn(type: string, body: Buffer): Promise<Buffer> {
  if (!type.startsWith('multipart/form-data')) return body
  const [part] = (await formIn(type, body)).values()
  return part instanceof Blob ? Buffer.from(await part.arrayBuffer()) : Buffer.from(part ?? '')
}

/** Reads the parts of `multipart/form-data`. Throws if it is none. */
export function formIn(type: string, body: Buffer): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

/** Throws if the request's body is larger than `limit` bytes. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limit) throw new Error(`The request body is larger than ${limit} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
