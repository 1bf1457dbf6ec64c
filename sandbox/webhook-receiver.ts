import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** `problem` is set if the library does not accept the signature. `at` is when the event arrived (UTC, ms). */
export type ReceivedEvent = { id: string; type: string; body: unknown; at: number; problem?: string }

type ReceiverDeps = {
  /** The secret of the webhook, as it is set for the bot. */
  secret: string
  now?: () => number
  port?: number
  arrived?: () => void
}

export type Receiver = {
  url: string
  /** The newest ten thousand events that arrived, also those that were not accepted. */
  received: ReceivedEvent[]
  /** Answers requests from now on. Without it, each event with a valid signature is accepted. */
  answerWith(answer: ((response: ServerResponse, event: ReceivedEvent) => void) | undefined): void
  close(): Promise<void>
}

const maxReceived = 10_000

/** Receives webhooks on the loopback address and verifies them with the library of Standard Webhooks. */
export async function startReceiver({
  secret,
  now = Date.now,
  port = 0,
  arrived = () => undefined,
}: ReceiverDeps): Promise<Receiver> {
  const verifier = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })
  const received: ReceivedEvent[] = []
  const accept = (response: ServerResponse, { problem }: ReceivedEvent): void => {
    response.writeHead(problem === undefined ? 204 : 400).end()
  }
  let answer = accept
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const event = { id: headers['webhook-id'] ?? '', at: now(), ...verified(verifier, body, headers, now()) }
    received.push(event)
    received.splice(0, received.length - maxReceived)
    arrived()
    answer(response, event)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.')
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    answerWith(next) {
      answer = next ?? accept
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The library compares the timestamp with the clock of the machine, but the clock of a demo may be ahead. */
function verified(verifier: Webhook, body: string, headers: Record<string, string>, now: number) {
  const machine = Date.now
  try {
    Date.now = () => now
    const event = verifier.verify(body, headers)
    const type = typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : ''
    return { type, body: event }
  } catch (error) {
    return { type: '', body, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    Date.now = machine
  }
}
