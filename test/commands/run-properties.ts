import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * `npm run tool -- properties [--rounds N --seed N]`: runs every property test with new inputs and prints its progress. (`npm test` uses the
 * same inputs each time, so that a failure comes from the change and can be repeated.)
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [rounds, first] = [Number(values.rounds), Number(values.seed)]
const files = globSync([
  'test/**/*.test.ts',
  'packages/{base,listen,mention-client,post-once}/test/**/*.test.ts',
]).filter((file) => readFileSync(file, 'utf8').includes("'fast-check'"))

let failed = 0
for (let round = 0; round < rounds; round++) {
  const seed = first + round
  const env = { ...process.env, PROPERTY_SEED: String(seed), ALL_RUNS: '1' }
  const { status, stdout, stderr } = spawnSync('vitest', ['run', '--project', '!long', ...files], {
    ...{ env, encoding: 'utf8' },
  })
  if (status !== 0) failed += 1
  process.stdout.write(
    `round ${round + 1} of ${rounds}, seed ${seed}: ${status === 0 ? `${files.length} files hold` : 'failed'}\n`,
  )
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
}
process.stdout.write(`${failed} of ${rounds} rounds failed.\n`)
process.exit(failed === 0 ? 0 : 1)
