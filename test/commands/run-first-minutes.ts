import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/**
 * `npm run first-minutes [-- --json --keep]`: what a person does from an empty folder until the first card, with the packed file: the pages they
 * open, the strings they copy, the words they type, the decisions they take, and the seconds from their last answer to the card. The web site and
 * its feed are local, and so is Slack (the embedded one). Ends with 1 if a goal is missed.
 */

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
})
const goals: Record<string, number> = {
  stringsCopied: 3,
  wordsTyped: 6,
  decisions: 4,
  secondsToFirstCard: 60,
}
const goalOf = (name: string) => goals[name] ?? Number.POSITIVE_INFINITY
const mostWaitMs = 120_000

const folder = mkdtempSync(join(tmpdir(), 'overheard-first-'))
const children: ChildProcess[] = []

/** What the person gives at a prompt: something that they had to find, words of their own, or the answer that was offered. */
type Act =
  | { kind: 'copies'; what: string; pages: string[] }
  | { kind: 'types'; words: string }
  | { kind: 'accepts' }

/** The first prompt that begins so gets the act. A prompt that nobody expected is accepted as it is, and counts as a decision. */
type Step = [prompt: string, act: Act]

function startProgram(args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { cwd, env })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

async function until<Found>(what: string, look: () => Promise<Found | undefined> | Found | undefined) {
  for (const end = Date.now() + mostWaitMs; Date.now() < end; await wait(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`${what} did not come within ${mostWaitMs / 1000} s`)
}

/** A small company's site: a front page, and a feed with what has been published so far. */
async function openSite() {
  const entries: { title: string; at: Date }[] = []
  const server = createServer((request, response) => {
    if (request.url === '/feed.xml') {
      const items = entries.map(
        ({ title, at }, place) =>
          `<item><title>${title}</title><link>http://${request.headers.host}/posts/${place}</link><guid>${place}</guid><pubDate>${at.toUTCString()}</pubDate></item>`,
      )
      response.writeHead(200, { 'content-type': 'application/rss+xml' })
      response.end(
        `<rss version="2.0"><channel><title>Tideline blog</title>${items.join('')}</channel></rss>`,
      )
    } else {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        '<!doctype html><html lang="en"><head><title>Tideline - issues for calm teams</title><meta name="description" content="Tideline is the issue tracker for calm teams"><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>Tideline</body></html>',
      )
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    publish: (title: string) => entries.push({ title, at: new Date() }),
    close: () => server.close(),
  }
}

/** Packs the project and installs the file, as a person would. Returns the program. */
function installPacked(): string {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      encoding: 'utf8',
    }).replace(/^[^[]*/, ''),
  ) as { filename: string }[]
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{"private":true}')
  execFileSync(
    'npm',
    ['install', '--silent', '--no-audit', '--no-fund', join(folder, packed?.filename ?? '')],
    { cwd: home },
  )
  return join(home, 'node_modules/overheard/dist/overheard.js')
}

async function answer(
  setup: ReturnType<typeof startProgram>,
  steps: Step[],
  values: ReadonlyMap<string, string>,
) {
  const acts: Act[] = []
  let read = 0
  for (;;) {
    const prompt = await until('a prompt', () => {
      if (setup.child.exitCode !== null) return ''
      const rest = setup.output().slice(read)
      return rest.endsWith(': ') ? (rest.split('\n').at(-1) ?? '') : undefined
    })
    if (prompt === '') break
    read = setup.output().length
    const place = steps.findIndex(([begin]) => prompt.startsWith(begin))
    const [, act = { kind: 'accepts' as const }] = place === -1 ? [] : (steps.splice(place, 1)[0] ?? [])
    acts.push(act)
    const given = act.kind === 'copies' ? (values.get(act.what) ?? '') : act.kind === 'types' ? act.words : ''
    setup.child.stdin?.write(`${given}\n`)
  }
  return acts
}

try {
  const program = installPacked()
  const site = await openSite()
  const manifest = resolve('config/slack-manifest.json')
  const slack = startProgram([program, 'slack', '--port', '0', '--manifest', manifest], folder, {
    PATH: process.env.PATH,
  })
  const setting = (name: string) => until(name, () => new RegExp(`${name}=(\\S+)`).exec(slack.output())?.[1])
  const slackUrl = await setting('SLACK_API_URL')
  const tokens = new Map([
    ['config', 'xoxe.xoxp-sandbox-config'],
    ['bot', await setting('SLACK_BOT_TOKEN')],
    ['app', await setting('SLACK_APP_TOKEN')],
  ])
  const cwd = join(folder, 'home')
  const env = { PATH: process.env.PATH, SLACK_API_URL: slackUrl, MENTIONS_API_TOKEN: '' }
  const setup = startProgram([program, 'setup'], cwd, env)
  const tokensPage = 'api.slack.com/apps (Your App Configuration Tokens)'
  const acts = await answer(
    setup,
    [
      ['Your own site', { kind: 'types', words: site.url }],
      ['Which of these alerts', { kind: 'accepts' }],
      ['Bot User OAuth Token', { kind: 'copies', what: 'config', pages: [tokensPage] }],
      ['Bot User OAuth Token', { kind: 'copies', what: 'bot', pages: ['install-on-team', 'oauth'] }],
      ['App-level token', { kind: 'copies', what: 'app', pages: ['general'] }],
      ['Which channel', { kind: 'types', words: 'general' }],
    ],
    tokens,
  )
  if (setup.child.exitCode !== 0)
    throw new Error(`setup ended with ${setup.child.exitCode}:\n${setup.output()}`)
  const answeredAt = Date.now()
  site.publish('Tideline 2, an issue tracker for calm teams')
  const bot = startProgram([program, 'start'], cwd, { ...env, PORT: '0' })
  const control = new URL('/_control/messages', slackUrl)
  await until('the first card', async () => {
    if (bot.child.exitCode !== null) throw new Error(bot.output())
    const shown = await (
      await fetch(control, { method: 'POST', body: JSON.stringify({ channel: 'general' }) })
    ).text()
    return shown.includes('Tideline 2, an issue tracker for calm teams') ? true : undefined
  })
  const result = {
    pagesOpened: acts.flatMap((act) => (act.kind === 'copies' ? act.pages : [])).length,
    stringsCopied: acts.filter(({ kind }) => kind === 'copies').length,
    wordsTyped: acts.flatMap((act) => (act.kind === 'types' ? act.words.split(/\s+/) : [])).length,
    decisions: acts.filter(({ kind }) => kind === 'accepts').length,
    secondsToFirstCard: Math.round((Date.now() - answeredAt) / 100) / 10,
  }
  const missed = Object.entries(result).filter(([name, figure]) => figure > goalOf(name))
  process.stdout.write(
    values.json
      ? `${JSON.stringify(result)}\n`
      : `${Object.entries(result)
          .map(([name, figure]) => `${name}: ${figure}${name in goals ? ` (at most ${goalOf(name)})` : ''}`)
          .join('\n')}\n`,
  )
  process.exitCode = missed.length === 0 ? 0 : 1
  site.close()
} finally {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
}
