import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../tools/postgres.ts'

/**
 * `npm run test:postgres [-- FILES]`: the tests from outside with every bot on PostgreSQL instead of a folder, each world on a database
 * of its own. The server is that of DATABASE_URL where it is given, else one out of the packages.
 */

const files = process.argv.slice(2)
const server = await startPostgres()
const vitest = spawn('vitest', ['run', '--project', 'e2e', ...(files.length > 0 ? files : ['test/e2e/'])], {
  env: { ...process.env, DATABASE_URL: await server.database() },
  stdio: 'inherit',
})
const [code] = await once(vitest, 'exit')
await server.stop()
process.exit(code ?? 1)
