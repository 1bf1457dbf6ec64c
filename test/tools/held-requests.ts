import { createServer, request as requestOnward } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { urlOf } from './http-server.ts'

/** Proxies that hold the requests of a bot, as if Slack and the mention service never answered. Forms pass. */
export function createHeldRequests() {
  const held: (() => void)[] = []
  const closing: (() => void)[] = []
  /** The methods of forms that passed. */
  const forms: string[] = []
  let holds = false
  return {
    forms,
    count: () => held.length,
    hold(): void {
      holds = true
    },
    release(): void {
      holds = false
      for (const pass of held.splice(0)) pass()
    },
    async between(url: string): Promise<string> {
      const server = createServer(async (request, response) => {
        const body = await buffer(request)
        const form = /views\.(open|update)$/.exec(request.url ?? '')?.[0]
        if (form !== undefined) forms.push(form)
        else if (holds) await new Promise<void>((pass) => held.push(pass))
        const { method, headers } = request
        const onward = new URL(request.url ?? '', url)
        requestOnward(onward, { method, headers: { ...headers, host: onward.host } }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        }).end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closing.push(() => {
        server.close()
        server.closeAllConnections()
      })
      return `${urlOf(server)}${new URL(url).pathname}`
    },
    close: () => {
      for (const close of closing) close()
    },
  }
}
