import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSlack } from '../../packages/slack-on-your-desk/src/index.ts'

/** The packages of the repository as a program outside of it gets them: what `npm pack` makes, beside what they depend on. */

const own = ['base', 'listen', 'mention-client', 'post-once']
const manifestOf = (name: string) => readFileSync(`packages/${name}/package.json`, 'utf8')
const manifests = own.map(manifestOf)
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overheard-packages-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@overheard'), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.') && name !== '@overheard')
      symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const name of own) {
    const cwd = resolve('packages', name)
    const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd,
      encoding: 'utf8',
    })
    const home = join(modules, '@overheard', name)
    mkdirSync(home)
    execFileSync('tar', ['-xzf', join(folder, archive.trim()), '--strip-components=1', '-C', home])
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(own)('the packed %s is sound: each export is there, with its types', async (name) => {
  const { messages, pkg } = await publint({
    pkgDir: join(folder, 'node_modules/@overheard', name),
    pack: false,
  })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

it('a program outside finds with them what a query finds', () => {
  writeFileSync(
    join(folder, 'find.mjs'),
    `import { canonicalAddress } from '@overheard/base/address'
     import { createMatcher } from '@overheard/listen/query/matcher'
     import { parseQuery } from '@overheard/listen/query/parse-query'
     const match = createMatcher([{ key: 'acme', query: parseQuery('"acme app" -jobs') }])
     const post = (text) => ({ title: '', text, author: '', urls: [], source: 'news' })
     console.log(JSON.stringify({
       found: match(post('The Acme app is down')).map(({ key }) => key),
       jobs: match(post('Acme app: jobs')).length,
       page: canonicalAddress('https://example.com/a?utm_source=b'),
     }))`,
  )
  const output = execFileSync(process.execPath, ['find.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ found: ['acme'], jobs: 0, page: 'example.com/a' })
})

it('a program outside reads with them what is new, in order and with exact ids, from a service that does not sort', () => {
  writeFileSync(
    join(folder, 'read.mjs'),
    `import { once } from 'node:events'
     import { createServer } from 'node:http'
     import { setTimeout } from 'node:timers/promises'
     import { systemClocks } from '@overheard/base/clock'
     import { connectMentionService } from '@overheard/mention-client'
     import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
     const mentions = ['9007199254740993', '9007199254740992', '7'].map((id) => '{"id":' + id + ',"title":"t"}')
     const answers = {
       '/v1.0/alerts/list': '{"alerts":[{"alert_id":5,"alert_name":"Acme"}]}',
       '/v1.0/alerts/5/mentions': '{"alert_data":{"mentions":[' + mentions + ']}}',
     }
     const server = createServer(({ url }, response) => {
       const answer = answers[url.split('?')[0]]
       response.writeHead(answer === undefined ? 404 : 200).end(answer ?? '{"error":{"code":30}}')
     }).listen(0, '127.0.0.1')
     await once(server, 'listening')
     const { service } = connectMentionService({
       ...systemClocks,
       baseUrl: 'http://127.0.0.1:' + server.address().port,
       token: 'secret',
       sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
       log: { warn: () => undefined },
     })
     const [alert] = await service.listAlerts()
     const ids = []
     for await (const page of service.mentionsSince(alert.id, '7')) ids.push(...page.mentions.map(({ id }) => id))
     const error = await service.newest('6', 1).catch((failure) => failure)
     console.log(JSON.stringify({ name: alert.name, ids, known: error instanceof MentionServiceError, kind: error.kind }))
     await service.close()
     server.close()`,
  )
  const output = execFileSync(process.execPath, ['read.mjs'], { cwd: folder, encoding: 'utf8' })
  const ids = ['9007199254740992', '9007199254740993']
  expect(JSON.parse(output)).toEqual({ name: 'Acme', ids, known: true, kind: 'alert_not_found' })
})

it('the example of post-once posts each message once and in order, though it is killed and answers are lost', async () => {
  const readme = readFileSync('packages/post-once/README.md', 'utf8')
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? []
  expect(example).toContain('doubtMs: 60_000')
  writeFileSync(join(folder, 'post.mjs'), example.replace('doubtMs: 60_000', 'doubtMs: 300'))
  await using slack = await startSlack()
  const texts = ['first', 'second', 'third', 'fourth', 'fifth']
  /** Runs the program until it ends, or until a call gets no answer: then it is killed. */
  async function run(): Promise<unknown> {
    const calls = slack.calls('chat.postMessage').length
    const { SLACK_BOT_TOKEN: token = '', SLACK_API_URL: apiUrl = '' } = slack.env
    const program = spawn(
      process.execPath,
      ['post.mjs', token, apiUrl, slack.channelId('general'), ...texts],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const ended = once(program, 'exit').then(([code]) => code)
    const hung = slack.until(() =>
      slack.calls('chat.postMessage').some(({ ending }, index) => index >= calls && ending === 'hung'),
    )
    if ((await Promise.race([ended, hung])) === true) program.kill('SIGKILL')
    return ended
  }
  const inSlack = () => slack.messages('general').flatMap(({ text }) => (texts.includes(text) ? [text] : []))

  slack.fail('chat.postMessage', { do: 'hang', after: true }, { text: 'first' })
  slack.fail('chat.postMessage', { do: 'hang' }, { text: 'second' })
  slack.fail('chat.postMessage', { do: 'reset', after: true }, { text: 'third' })
  slack.fail('chat.postMessage', { do: 'reset' }, { text: 'fourth' })
  slack.fail('chat.postMessage', { do: 'hang', after: true }, { text: 'fifth' })
  const ends = [await run()]
  while (ends.at(-1) === null) ends.push(await run())
  expect(ends.at(-1)).toBe(0)
  expect(ends.length).toBeGreaterThan(1)
  expect(inSlack()).toEqual(texts)
})

it('packing leaves the manifests of the repository as they were', () => {
  expect(own.map(manifestOf)).toEqual(manifests)
})
