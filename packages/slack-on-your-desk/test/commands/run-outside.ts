/**
 * Runs test suites of others on the workspace: `npm run outside -- --python FOLDER --node FOLDER --sample FOLDER`.
 *
 * The folders are checkouts of slackapi/python-slack-sdk (needs Python 3 with pytest and aiohttp), slackapi/node-slack-sdk and
 * slack-samples/bolt-js-starter-template; `--interpreter` names another Python. Prints each suite's figure. The exit code is 1 if a test fails without a reason in
 * `outside/known-failures.json`, or if a test with a reason passes.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { everything } from '../../src/everything.ts'
import { createWorkspace } from '../../src/index.ts'
import known from './outside/known-failures.json' with { type: 'json' }

const helpers = join(import.meta.dirname, 'outside')
const preload = { NODE_OPTIONS: `--import=${join(helpers, 'node-address.js')}` }

/** Test names with their results. */
type Results = Map<string, 'passed' | 'failed'>

/** Runs a suite in a child process of this one, which has the workspace. */
async function withWorkspace(run: (env: Record<string, string>) => Promise<Results>): Promise<Results> {
  const workspace = createWorkspace({
    now: Date.now,
    ...everything,
    legacyUploads: true,
    // One of Slack's tests for Python posts to its author's own channel.
    channels: ['general', 'random', { id: 'C014KLZN9M0', name: 'work-objects' }],
  })
  await workspace.listen()
  const { token, users, channels } = workspace.seed
  const [channel = { id: '' }] = channels
  const [user = { id: '' }] = users
  const results = await run({
    ...workspace.environment,
    SLACK_SDK_TEST_BOT_TOKEN: token.bot,
    SLACK_SDK_TEST_USER_TOKEN: token.user,
    SLACK_SDK_TEST_TOOLING_TOKEN: token.config,
    SLACK_TOOLING_TOKEN: token.config,
    SLACK_SDK_TEST_WEB_TEST_CHANNEL_ID: channel.id,
    SLACK_SDK_TEST_WEB_TEST_USER_ID: user.id,
    SLACK_SDK_TEST_CONNECT_INVITE_SENDER_BOT_TOKEN: token.bot,
    SLACK_SDK_TEST_CONNECT_INVITE_RECEIVER_BOT_TOKEN: 'a second workspace',
    SLACK_SDK_TEST_CONNECT_INVITE_RECEIVER_BOT_USER_ID: 'U0000SECOND',
    SLACK_SDK_TEST_GRID_ORG_ADMIN_USER_TOKEN: 'an organisation',
  })
  await workspace.close()
  return results
}

/** Runs a program to its end, whatever its exit code, and resolves with what it printed. */
function output(
  program: string,
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 100_000_000 }
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: `${stdout}${stderr}` }),
    )
  })
}

/** The results in a report of JUnit's form. Skipped tests are left out. */
function resultsIn(xml: string, nameOf: (className: string, name: string) => string): Results {
  const results: Results = new Map()
  for (const [, attributes = '', body = ''] of xml.matchAll(
    /<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs,
  )) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    if (body.includes('<skipped')) continue
    const result = /<(failure|error)\b/.test(body) ? 'failed' : 'passed'
    results.set(nameOf(attribute('classname'), attribute('name')), result)
  }
  return results
}

const temporary = mkdtempSync(join(tmpdir(), 'slack-outside-'))

/** `integration_tests/web` without the tests for admins, for Lists, and for the client with async, which repeat the others. */
async function runPython(folder: string, env: Record<string, string>): Promise<Results> {
  const report = join(temporary, 'python.xml')
  const left = [
    '--ignore-glob',
    '*admin*',
    '--ignore-glob',
    '*slack_lists*',
    '--ignore-glob',
    '*async*',
    '-k',
    'not async',
  ]
  const args = [
    '-m',
    'pytest',
    '-q',
    '-p',
    'python_address',
    `--junitxml=${report}`,
    'integration_tests/web',
    ...left,
  ]
  const { text } = await output(values.interpreter, args, {
    cwd: folder,
    env: { ...env, PYTHONPATH: `${folder}:${helpers}` },
  })
  print(text.trim().split('\n').at(-1) ?? '')
  return resultsIn(
    readFileSync(report, 'utf8'),
    (name, test) => `${name.split('.').slice(-2).join('.')}::${test}`,
  )
}

const nodeScripts = ['api_test', 'auth_test', 'pagination', 'conversations_invite', 'apps_manifest_test']

/** `prod-server-integration-tests` without the tests for admins, which need an Enterprise Grid organisation, and the scripts that end. */
async function runNode(folder: string, env: Record<string, string>): Promise<Results> {
  const cwd = join(temporary, 'node')
  cpSync(join(folder, 'prod-server-integration-tests'), cwd, { recursive: true })
  const tests = ['test/web-api.test.js', 'test/bookmarks-web-api.test.js']
  const { text } = await output(process.execPath, ['--test', '--test-reporter=junit', ...tests], {
    cwd,
    env: { ...env, ...preload },
  })
  const results = resultsIn(text, (_name, test) => test)
  for (const name of nodeScripts) {
    const { code } = await output(process.execPath, [`scripts/${name}.js`], {
      cwd,
      env: { ...env, ...preload },
    })
    results.set(`scripts/${name}.js`, code === 0 ? 'passed' : 'failed')
  }
  return results
}

/** The tests in docs/bolt-sample.md, on the sample. */
async function runSample(folder: string, env: Record<string, string>): Promise<Results> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  const cwd = join(temporary, 'sample')
  cpSync(folder, cwd, { recursive: true })
  const page = readFileSync(join(helpers, '../../../docs/bolt-sample.md'), 'utf8')
  writeFileSync(join(cwd, 'tests/app.spec.js'), /```js\n(.*?)```/s.exec(page)?.[1] ?? '')
  const { text } = await output(process.execPath, ['--test', '--test-reporter=junit', 'tests/app.spec.js'], {
    cwd,
    env: { ...env, ...preload },
  })
  return resultsIn(text, (_name, test) => test)
}

/** Prints a suite's figure and each failure with its reason. Returns the number of surprises. */
function report(suite: keyof typeof known, results: Results): number {
  const reasons = new Map<string, string>(Object.entries(known[suite]))
  const passed = [...results.values()].filter((result) => result === 'passed').length
  print(`${suite}: ${passed} of ${results.size} pass.`)
  let surprises = results.size === 0 ? 1 : 0
  for (const [name, result] of results) {
    const reason = reasons.get(name)
    if ((result === 'failed') === (reason !== undefined)) {
      if (reason !== undefined) print(`  fails: ${name}\n    ${reason}`)
      continue
    }
    surprises += 1
    print(
      result === 'failed'
        ? `  FAILS, WITHOUT A REASON: ${name}`
        : `  PASSES, ALTHOUGH IT HAS A REASON TO FAIL: ${name}`,
    )
  }
  return surprises
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const suites = { python: runPython, node: runNode, sample: runSample }
const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    interpreter: { type: 'string', default: 'python3' },
    node: { type: 'string' },
    sample: { type: 'string' },
  },
})
let surprises = 0
for (const suite of ['python', 'node', 'sample'] as const) {
  const folder = values[suite]
  if (folder !== undefined)
    surprises += report(suite, await withWorkspace((env) => suites[suite](folder, env)))
}
rmSync(temporary, { recursive: true, force: true })
if ((values.python ?? values.node ?? values.sample) === undefined) {
  process.stderr.write('Which suites? npm run outside -- --python FOLDER --node FOLDER --sample FOLDER\n')
  process.exitCode = 2
} else process.exitCode = surprises > 0 ? 1 : 0
