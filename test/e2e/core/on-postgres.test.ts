import { afterAll, beforeAll, expect, it } from 'vitest'
import { torture } from '../../tools/e2e/torture.ts'
import { type PostgresServer, startPostgres } from '../../tools/postgres.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

it('a bot with a PostgreSQL database that is killed at random moments posts each mention exactly once, in order', async () => {
  const environment = { DATABASE_URL: await server.database() }
  const toll = await torture({ kills: 3, seed: 2, perSecond: 4, latestMs: 5000, environment })
  expect(toll.made).toBeGreaterThan(10)
  expect(toll).toMatchObject({ lost: [], twice: [], outOfOrder: [], secrets: [], refused: [] })
})
