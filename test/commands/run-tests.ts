import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bundleBot from '../tools/e2e/bundle.ts'
import offerPostgres from '../tools/shared-postgres.ts'
import useMemoryForFolders from '../tools/temporary-folder.ts'
import { failedFiles, failedTests } from './failed-tests.ts'

/**
 * `npm test`: types and lint, the unit tests, and the core of the e2e tests, all at the same time, because e2e tests mostly wait. `npm run
 * test:rest` (with the argument `rest`): what `npm test` leaves out, which is also everything that wants other programs than Node. The first
 * tests print as they run, and the other parts when they have ended. What failed comes last, because a CI may keep only the end of a log.
 *
 * Files of e2e tests that fail beside the others run once more, one after the other, with the machine to themselves. If they are green then,
 * the run is green, and says which: such a test depends on how busy the machine is, which is a fault of the test.
 */

type Part = {
  name: string
  command: string
  words: string[]
  live?: true
  report?: string
  alone?: (files: string[]) => Part
}

/** If more files fail, the cause is hardly that the machine is busy. */
const mostAgain = 12

const tool = (name: string, ...args: string[]): Part => ({
  name: ['npm run tool --', name, ...args].join(' '),
  command: process.execPath,
  words: ['build/tools.ts', name, ...args],
})
const reports = mkdtempSync(join(tmpdir(), 'overheard-reports-'))
const tests = (projects: string[], ...options: string[]): Part => {
  const name = ['vitest', ...projects, ...options].join(' ')
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const words = ['run', ...reporters, ...projects.flatMap((project) => ['--project', project]), ...options]
  return { name, command: 'vitest', words, report }
}
/** Tests with processes, which may fail because the machine is busy. */
const e2e = (...projects: string[]): Part => ({
  ...tests(projects),
  alone: (files) => tests(projects, '--maxWorkers=1', '--no-file-parallelism', ...files),
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
const checks = (isRest ? [tool('test-slack')] : [tool('types', '--checkers', '1'), tool('lint')]).map(run)
const removals = [useMemoryForFolders(), await offerPostgres(), await bundleBot()]
const suites = isRest
  ? [{ ...e2e('e2e-rest', 'long'), live: true as const }]
  : [{ ...tests(['unit']), live: true as const }, e2e('e2e-core')]
const results = await Promise.all([...checks, ...suites.map(run)])
for (const [index, { isGreen, alone, report }] of results.entries()) {
  const files = isGreen ? [] : failedFiles(report)
  if (alone === undefined || files.length === 0 || files.length > mostAgain) continue
  const again = await run(alone(files))
  process.stdout.write(
    again.isGreen
      ? `\nGreen only alone, so it depends on how busy the machine is: ${files.join(', ')}\n`
      : '',
  )
  results[index] = again
}
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

async function run({ name, command, words, live, report, alone }: Part) {
  if (isStopping) return { name, output: '', report, alone, isGreen: false }
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
  return { name, output, report, alone, isGreen }
}
