import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bundleBot from '../tools/e2e/bundle.ts'
import offerPostgres from '../tools/shared-postgres.ts'
import useMemoryForFolders from '../tools/temporary-folder.ts'
import { failedTests } from './failed-tests.ts'

/**
 * `npm test`: types and lint, the unit tests, and the core of the e2e tests, all at the same time, because e2e tests mostly wait. `npm run
 * test:rest` (with the argument `rest`): what `npm test` leaves out, which is also everything that wants other programs than Node. The first
 * tests print as they run, and the other parts when they have ended. What failed comes last, because a CI may keep only the end of a log.
 */

type Part = { name: string; command: string; words: string[]; live?: true; report?: string }

const tool = (name: string, ...args: string[]): Part => ({
  name: ['npm run tool --', name, ...args].join(' '),
  command: process.execPath,
  words: ['build/tools.ts', name, ...args],
})
const reports = mkdtempSync(join(tmpdir(), 'overheard-reports-'))
const tests = (...projects: string[]): Part => {
  const report = join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const words = ['run', ...reporters, ...projects.flatMap((project) => ['--project', project])]
  return { name: ['vitest', ...projects].join(' '), command: 'vitest', words, report }
}
const isRest = process.argv[2] === 'rest'

const running = new Set<ChildProcess>()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopping = true
    for (const child of running) child.kill(signal)
  })

// More checkers would check some types several times, on cores that the tests need.
const checks = (isRest ? [tool('test-slack')] : [tool('types', '--checkers', '1'), tool('lint')]).map(run)
const removals = [useMemoryForFolders(), await offerPostgres(), await bundleBot()]
const suites = isRest
  ? [{ ...tests('e2e-rest', 'long'), live: true as const }]
  : [{ ...tests('unit'), live: true as const }, tests('e2e-core')]
const results = await Promise.all([...checks, ...suites.map(run)])
// These take all cores for minutes, so they run one after the other. `html` needs Java.
const hasJava = isRest && spawnSync('java', ['-version']).status === 0
if (isRest)
  for (const part of [...(hasJava ? [tool('html')] : []), tool('prove', '--if-installed')])
    results.push(await run(part))
for (const remove of removals.reverse()) await remove?.()

const failed = results.filter(({ isGreen }) => !isGreen)
for (const { output, report } of failed) process.stdout.write(`${output}${failedTests(report)}`)
rmSync(reports, { recursive: true })
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.map(({ name }) => name).join(', ')}\n`)
else if (!isRest)
  process.stdout.write(
    '\nLeft out: the longer tests, more inputs of property tests, more moments of kills, more attacks on the permissions, and the tests of the Slack workspace. npm run test:rest runs them; npm run test:all runs everything.\n',
  )
process.exit(failed.length > 0 ? 1 : 0)

async function run({ name, command, words, live, report }: Part) {
  if (isStopping) return { name, output: '', report, isGreen: false }
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
  return { name, output, report, isGreen }
}
