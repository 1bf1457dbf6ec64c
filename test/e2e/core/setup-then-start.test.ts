import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { alertId, createWorld, type World } from '../../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

/** A fresh checkout: the sources, an empty configuration, no `.env`. */
function checkout(folder: string): string {
  const root = join(folder, 'checkout')
  mkdirSync(join(root, 'config'), { recursive: true })
  for (const shared of ['node_modules', 'package.json']) symlinkSync(resolve(shared), join(root, shared))
  // No links, because Node names a linked file by its real place.
  cpSync('src', join(root, 'src'), { recursive: true })
  for (const file of ['slack-manifest.json', 'overheard.example.yaml'])
    copyFileSync(join('config', file), join(root, 'config', file))
  return root
}

function run(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--env-file-if-exists=.env', 'src/main.ts', command], { cwd, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

it('npm run setup survives wrong answers, and npm start then runs a bot that posts', async () => {
  const created = await createWorld({ configuration: {} })
  world = created
  const { environment, slack } = created
  const root = checkout(created.folder)
  const { PATH, SLACK_API_URL, DATABASE_URL } = environment
  const bare = { PATH, SLACK_API_URL, ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }) }
  const setup = run('setup', root, bare)
  const answers = [
    environment.MENTIONS_API_URL,
    'a-wrong-token',
    environment.MENTIONS_API_URL,
    environment.MENTIONS_API_TOKEN,
    'xapp-swapped',
    environment.SLACK_BOT_TOKEN,
    'xapp-wrong',
    environment.SLACK_APP_TOKEN,
    'no such alert',
    'acme brand',
    'no-such-channel',
    'brand-watch',
    '',
    '',
  ]
  setup.child.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  const [code] = await once(setup.child, 'exit')
  expect(code, setup.output()).toBe(0)
  expect(readFileSync(join(root, '.env'), 'utf8')).toContain('SLACK_BOT_TOKEN')

  writeFileSync(join(root, '.env'), `${readFileSync(join(root, '.env'), 'utf8')}PORT=0\n`)
  const bot = run('start', root, bare)
  await created.until('the initial sync', () =>
    created.posted().some(({ text }) => text.startsWith('Watching')),
  )
  const ended = once(bot.child, 'exit')
  bot.child.kill('SIGTERM')
  await ended
  expect(slack.control.messages('brand-watch').at(0)?.metadata?.event_payload).toMatchObject({
    alert: alertId,
  })
})
