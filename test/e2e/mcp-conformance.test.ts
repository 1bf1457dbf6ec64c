import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createPeopleWorld } from '../tools/e2e/people-world.ts'

/** The conformance suite of the Model Context Protocol, against `/mcp` of the real bot process. */

const token = 'a-token-for-assistants'

/** The suite cannot send a token, so this server adds it. The bot sees the Host of the suite. Returns the address of `/mcp`. */
async function startProxy(bot: string): Promise<string> {
  const { hostname, port } = new URL(bot)
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`
}

it('/mcp passes every scenario of the protocol’s conformance suite that is not in the list of expected failures', async () => {
  const people = await createPeopleWorld({}, { MCP_TOKEN: token })
  onTestFinished(() => people.close())
  await people.start()
  const line = people.world
    .output()
    .split('\n')
    .find((text) => text.includes('Overheard is running'))
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(line ?? '{}'))
  const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
  const expected = fileURLToPath(new URL('mcp-expected-failures.yaml', import.meta.url))
  const args = [
    program,
    'server',
    '--url',
    await startProxy(url),
    '--suite',
    'all',
    '--expected-failures',
    expected,
  ]
  const { code, text } = await new Promise<{ code: number | null; text: string }>((resolve) => {
    const child = execFile(process.execPath, args, { maxBuffer: 50_000_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: `${stdout}${stderr}` }),
    )
  })
  expect(code, text).toBe(0)
})
