import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type OwnPostgresServer, startOwnPostgres } from './postgres.ts'

/**
 * One PostgreSQL for all tests of a run, because starting one takes longer than most tests. It starts when the first test asks for it, at
 * the address in SHARED_POSTGRES, and stops after the run.
 */

/** Vitest calls this before the first test, and the returned function after the last one. */
export default async function offerPostgres(): Promise<(() => Promise<void>) | undefined> {
  // `npm test` has offered one to all of its parts.
  if (process.env.SHARED_POSTGRES !== undefined) return undefined
  let starting: Promise<OwnPostgresServer> | undefined
  const answer: RequestListener = async (_request, response) => {
    starting ??= startOwnPostgres()
    const [status, text] = await starting.then(
      ({ url }) => [200, url] as const,
      (error) => [500, String(error)] as const,
    )
    response.writeHead(status).end(text)
  }
  const offer = createServer(answer).listen(0, '127.0.0.1')
  await once(offer, 'listening')
  const address = offer.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port to offer PostgreSQL at')
  process.env.SHARED_POSTGRES = `http://127.0.0.1:${address.port}`
  return async () => {
    offer.close()
    const server = await starting?.catch(() => undefined)
    await server?.stop()
  }
}
