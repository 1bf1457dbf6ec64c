import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/**
 * `npm run first-minutes [-- --json --keep]`: what a person does from an empty folder until the first card, with the packed file: the pages they
 * open, the strings they copy, the words they type, the decisions they take, and the seconds from their last answer to the card. The web site and
 * its feed are local, and so is Slack: the person opens the pages that setup names in the embedded one, and takes from them what setup asks for.
 * A choice counts as a decision, also if the person leaves it as it was offered. Ends with 1 if a goal is missed.
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

/** What the person does. `copies` is something that they had to find, and `decides` a choice, also one that was offered. */
type Act = { kind: 'opens' | 'copies' | 'decides'; what: string } | { kind: 'types'; words: string }
type Answer = { given: string; acts: Act[] }

/** What setup has said since the last answer says where to look. */
type Person = (said: string) => Promise<Answer> | Answer

/** The first prompt that begins so gets the answer. A prompt that nobody expected is accepted as it is. */
type Step = [prompt: string, person: Person]

const types =
  (words: string): Person =>
  () => ({ given: words, acts: [{ kind: 'types', words }] })
const accepts: Person = () => ({ given: '', acts: [{ kind: 'decides', what: 'a default' }] })

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

async function answer(setup: ReturnType<typeof startProgram>, steps: Step[]) {
  const acts: Act[] = []
  let read = 0
  for (;;) {
    const prompt = await until('a prompt', () => {
      if (setup.child.exitCode !== null) return ''
      const rest = setup.output().slice(read)
      return rest.endsWith(': ') ? (rest.split('\n').at(-1) ?? '') : undefined
    })
    if (prompt === '') break
    const said = setup.output()
    read = said.length
    const place = steps.findIndex(([begin]) => prompt.startsWith(begin))
    const [, person = accepts] = place === -1 ? [] : (steps.splice(place, 1)[0] ?? [])
    const { given, acts: done } = await person(said)
    acts.push(...done)
    setup.child.stdin?.write(`${given}\n`)
  }
  return acts
}

/** A person in front of the pages of Slack. Each place is one that setup has named, in the embedded Slack. */
function pagesOf(slackUrl: string) {
  async function open(said: string, ending: RegExp, fields?: [string, string][]) {
    const named = [...said.matchAll(/https:\/\/api\.slack\.com(\/apps[\w/-]*)/g)].map(([, path = '']) => path)
    const path = named.findLast((one) => ending.test(one))
    if (path === undefined) throw new Error(`setup names no page that ends with ${ending.source}:\n${said}`)
    const form = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await fetch(new URL(path, slackUrl), form)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`)
    return text
  }
  /** The value that the page shows behind these words. */
  function copied(page: string, words: string): string {
    const [, value] = new RegExp(`${words}: <code>(.*?)</code>`).exec(page) ?? []
    if (value === undefined) throw new Error(`The page does not show “${words}”:\n${page}`)
    return value
  }
  const choices = (page: string, name: string) =>
    [...page.matchAll(new RegExp(`name="${name}" value="([^"]+)" checked`, 'g'))].map(
      ([, value = '']): [string, string] => [name, value],
    )
  return {
    async configToken(said: string): Promise<Answer> {
      const page = await open(said, /\/apps$/)
      const [, team = ''] = /<option value="(T\w+)"/.exec(page) ?? []
      const made = await open(said, /\/apps$/, [['team', team]])
      return {
        given: copied(made, 'Access Token'),
        acts: [
          { kind: 'opens', what: 'the list of apps' },
          { kind: 'decides', what: 'the workspace' },
          { kind: 'copies', what: 'the app-configuration token' },
        ],
      }
    },
    async botToken(said: string): Promise<Answer> {
      const page = await open(said, /\/install-on-team$/)
      const installed = await open(said, /\/install-on-team$/, choices(page, 'optional'))
      return {
        given: copied(installed, 'Bot User OAuth Token'),
        acts: [
          { kind: 'opens', what: 'the installation' },
          { kind: 'decides', what: 'the optional scopes' },
          { kind: 'opens', what: 'the tokens' },
          { kind: 'copies', what: 'the bot token' },
        ],
      }
    },
    /** Setup names the scope, so the person decides nothing. */
    async appToken(said: string): Promise<Answer> {
      if (!said.includes('connections:write'))
        throw new Error('setup does not say which scope the app-level token needs')
      await open(said, /\/general$/)
      const made = await open(said, /\/general$/, [
        ['name', 'overheard'],
        ['scope', 'connections:write'],
      ])
      return {
        given: copied(made, 'App-Level Token'),
        acts: [
          { kind: 'opens', what: 'the basic information' },
          { kind: 'types', words: 'overheard' },
          { kind: 'copies', what: 'the app-level token' },
        ],
      }
    },
  }
}

try {
  const program = installPacked()
  const site = await openSite()
  // Without a manifest: the person has no app yet.
  const slack = startProgram([program, 'slack', '--port', '0'], folder, { PATH: process.env.PATH })
  const slackUrl = await until('Slack', () => /SLACK_API_URL=(\S+)/.exec(slack.output())?.[1])
  const pages = pagesOf(slackUrl)
  const cwd = join(folder, 'home')
  const env = { PATH: process.env.PATH, SLACK_API_URL: slackUrl, MENTIONS_API_TOKEN: '' }
  const setup = startProgram([program, 'setup'], cwd, env)
  const acts = await answer(setup, [
    ['Your own site', types(site.url)],
    ['Which of these alerts', accepts],
    ['Bot User OAuth Token', pages.configToken],
    ['Bot User OAuth Token', pages.botToken],
    ['App-level token', pages.appToken],
    ['Which channel', types('general')],
  ])
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
  const countOf = (kind: Act['kind']) => acts.filter((act) => act.kind === kind).length
  const result = {
    pagesOpened: countOf('opens'),
    stringsCopied: countOf('copies'),
    wordsTyped: acts.flatMap((act) => (act.kind === 'types' ? act.words.split(/\s+/) : [])).length,
    decisions: countOf('decides'),
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
