import { type ChildProcess, spawn } from 'node:child_process'
import bundleBot from '../tools/e2e/bundle.ts'
import offerPostgres from '../tools/shared-postgres.ts'
import useMemoryForFolders from '../tools/temporary-folder.ts'

/**
 * `npm test`: types and lint, the unit tests, and the core of the e2e tests, all at the same time, because e2e tests mostly wait. `npm run
 * test:rest` (with the argument `rest`): what `npm test` leaves out. The first tests print as they run, and the other parts when they have
 * ended. The output of those that failed comes last.
 */

type Part = { name: string; command: string; words: string[]; live?: true }

// `npm run` takes longer to start.
const script = (name: string, ...args: string[]): Part => ({
  name: `npm run ${name}`,
  command: process.execPath,
  words: ['--run', name, ...(args.length > 0 ? ['--', ...args] : [])],
})
const tests = (...projects: string[]): Part => ({
  name: ['vitest', ...projects].join(' '),
  command: 'vitest',
  words: ['run', ...projects.flatMap((project) => ['--project', project])],
})
const isRest = process.argv[2] === 'rest'

const running = new Set<ChildProcess>()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopping = true
    for (const child of running) child.kill(signal)
  })

// More checkers would check some types several times, on cores that the tests need.
const checks = (isRest ? [script('test:slack')] : [script('types', '--checkers', '1'), script('lint')]).map(
  run,
)
const removals = [useMemoryForFolders(), await offerPostgres(), await bundleBot()]
const suites = isRest
  ? [{ ...tests('e2e-rest', 'long'), live: true as const }]
  : [{ ...tests('unit'), live: true as const }, tests('e2e-core')]
const results = await Promise.all([...checks, ...suites.map(run)])
for (const remove of removals.reverse()) await remove?.()

const failed = results.filter(({ isGreen }) => !isGreen)
for (const { output } of failed) process.stdout.write(output)
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.map(({ name }) => name).join(', ')}\n`)
else if (!isRest)
  process.stdout.write(
    '\nLeft out: the longer tests, more inputs of property tests, more moments of kills, more attacks on the permissions, and the tests of the Slack workspace. npm run test:rest runs them; npm run test:all runs everything.\n',
  )
process.exit(failed.length > 0 ? 1 : 0)

async function run({ name, command, words, live }: Part) {
  if (isStopping) return { name, output: '', isGreen: false }
  const child = spawn(command, words, {
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const isGreen = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      output += `${error.message}\n`
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  running.delete(child)
  if (isGreen) process.stdout.write(output)
  return { name, output, isGreen }
}
