import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyFolder } from '../tools/folder.ts'
import { urlOf } from '../tools/http-server.ts'
import { programOf } from '../tools/program.ts'

const feed = `<rss version="2.0"><channel><title>The blog</title><link>https://blog.example/</link><language>en</language>
<item><guid>1</guid><title>Acme opens a shop</title><link>https://blog.example/1</link><pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>In the middle of the town.</description></item></channel></rss>`
const blog: Record<string, string> = {
  '/feed.xml': feed,
  '/': '<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>',
}

async function serve(pages: Record<string, string>): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const body = pages[url]
    const type = body?.startsWith('<rss') ? 'application/rss+xml' : 'text/html'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return urlOf(server)
}

function overheard(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', programOf('src/main.ts'), ...args],
    {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)))
  return { child, said, ended: once(child, 'close') }
}

async function run(args: string[], environment?: Record<string, string>) {
  const { child, said, ended } = overheard(args, environment)
  await ended
  return { code: child.exitCode, ...said }
}

describe('overheard listen --try', () => {
  it('shows what a feed would give, one line a mention', async () => {
    const url = await serve(blog)
    const shown = {
      code: 0,
      stderr: '',
      stdout: '2026-11-20 12:00  Acme opens a shop  (The blog)  https://blog.example/1\n',
    }
    expect(await run(['listen', '--try', `${url}/feed.xml`])).toEqual(shown)
    expect(await run(['listen', '--try', url])).toEqual(shown)
  })

  it('shows the same for a file, and with --json as an array of objects', async () => {
    const file = join(emptyFolder(), 'feed.xml')
    writeFileSync(file, feed)
    const { code, stdout } = await run(['listen', '--try', file, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        title: 'Acme opens a shop',
        url: 'https://blog.example/1',
        date: Date.UTC(2026, 10, 20, 12),
        snippet: 'In the middle of the town.',
        author: 'The blog',
        language: 'en',
      },
    ])
  })

  it('shows what a query finds in it, and refuses a query that cannot be read', async () => {
    const file = join(emptyFolder(), 'feed.xml')
    writeFileSync(file, feed)
    expect(await run(['listen', '--try', file, '--query', 'acme -shop'])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'Mentions that contain “acme”, and do not contain “shop”.',
        ...['The query finds nothing in it.', '', 'Of 1 entry: acme in 1, shop in 1.'],
        ...['-shop drops 1', '  Acme opens a shop', ''],
      ].join('\n'),
    })
    const refused = await run(['listen', '--try', file, '--query', 'acme OR'])
    expect(refused).toMatchObject({
      code: 78,
      stdout: '',
      stderr: expect.stringContaining('--query: A word'),
    })
    const alone = await run(['listen', '--query', 'acme'])
    expect(alone).toMatchObject({ code: 78, stderr: expect.stringContaining('--try SOURCE') })
  })

  it('says why something is no feed, with exit code 1', async () => {
    const url = await serve({ '/page': '<html><body>Nothing here</body></html>' })
    expect(await run(['listen', '--try', `${url}/page`])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\S.*feed.*\.\n$/),
    })
  })
})

describe('overheard listen', () => {
  const token = 'a-token-of-its-own'
  const folder = () => {
    const dir = emptyFolder()
    writeFileSync(join(dir, 'overheard.yaml'), 'listen: { alerts: [{ name: Acme, query: acme }] }\n')
    return { CONFIG_FILE: join(dir, 'overheard.yaml'), DATA_DIR: join(dir, 'data') }
  }

  it('runs the mention service alone, with its own port and token, until SIGTERM', async () => {
    const settings = folder()
    const { child, said, ended } = overheard(['listen', '--port', '0', '--token', token], settings)
    await expect.poll(() => said.stdout, { timeout: 100_000 }).toContain('the mention service is running')
    const { url } = JSON.parse(said.stdout.split('\n')[0] ?? '')
    const listed = await fetch(`${url}/v1.0/alerts/list?access_token=${token}`)
    expect(await listed.json()).toMatchObject({ alerts: [{ alert_name: 'Acme', alert_type: 'mentions' }] })
    expect((await fetch(`${url}/v1.0/alerts/list?access_token=x`)).status).toBe(401)
    expect(await run(['listen', '--port', '0', '--token', token], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Another process uses .*mentions.sqlite/),
    })
    child.kill('SIGTERM')
    await ended
    expect(child.exitCode).toBe(0)
    expect(said.stdout).not.toContain(token)
  })

  it('takes what other programs send, with a token from an environment variable', async () => {
    const settings = folder()
    const intake = 'intake: { senders: { shop: { tokenEnv: SHOP_TOKEN } } }'
    writeFileSync(
      settings.CONFIG_FILE,
      `listen: { alerts: [{ name: Acme, query: acme }], sources: { ${intake} } }\n`,
    )
    const sent = 'a-token-of-24-characters-'
    const args = ['listen', '--port', '0', '--token', token]
    const { said } = overheard(args, { ...settings, SHOP_TOKEN: sent })
    await expect.poll(() => said.stdout, { timeout: 100_000 }).toContain('the mention service is running')
    const { url } = JSON.parse(said.stdout.split('\n')[0] ?? '')
    const reply = await fetch(`${url}/v1.0/intake`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sent}` },
      body: JSON.stringify({ url: 'https://shop.example/1', text: 'Acme works' }),
    })
    expect(await reply.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
    const missing = await run(args, { ...settings, DATA_DIR: join(emptyFolder(), 'data') })
    expect(missing).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('tokenEnv: the environment variable SHOP_TOKEN is missing'),
    })
  })

  it.each<[what: string, environment: () => Record<string, string>, sentence: string]>([
    ['without a token', folder, 'Set MENTIONS_API_TOKEN'],
    ['with a short token', () => ({ ...folder(), MENTIONS_API_TOKEN: 'short' }), 'Set MENTIONS_API_TOKEN'],
    ['without a configuration file', () => ({ CONFIG_FILE: '/nowhere.yaml' }), 'there is no such file'],
    ['without `listen` in it', () => ({ CONFIG_FILE: 'config/overheard.example.yaml' }), 'has no `listen`'],
  ])('ends with exit code 78 and a sentence %s', async (_what, environment, sentence) => {
    const { code, stderr } = await run(['listen'], environment())
    expect(code).toBe(78)
    expect(stderr).toContain(sentence)
  })
})

it('overheard doctor asks each source of `listen` once, and says what to do', async () => {
  const url = await serve(blog)
  const dir = emptyFolder()
  const feeds = [`${url}/feed.xml`, `${url}/gone.xml`]
  const intake = '{ intake: { senders: { shop: { tokenEnv: SHOP_TOKEN } } } }'
  const yaml = (allowPrivate: boolean) =>
    `listen: { alerts: [{ name: Acme, query: acme }], feeds: ${JSON.stringify(feeds)}, allowPrivate: ${allowPrivate}, sources: ${intake} }\n`
  const sourcesOf = async (allowPrivate: boolean, SHOP_TOKEN = '') => {
    writeFileSync(join(dir, 'overheard.yaml'), yaml(allowPrivate))
    const settings = { CONFIG_FILE: join(dir, 'overheard.yaml'), DATA_DIR: join(dir, 'data') }
    const { stdout } = await run(['doctor', '--json'], {
      ...settings,
      SHOP_TOKEN,
      SLACK_API_URL: `${url}/slack/`,
    })
    const report: { sections: { area: string; findings: object[] }[] } = JSON.parse(stdout)
    return report.sections
  }
  const sections = await sourcesOf(true)
  const findingsOf = (wanted: string) => sections.find(({ area }) => area === wanted)?.findings
  expect(findingsOf('Mention service')).toEqual([
    { level: 'fine', what: 'The bot starts its own (`listen`).' },
  ])
  expect(findingsOf('Sources')).toEqual([
    { level: 'fine', what: expect.stringMatching(/feed\.xml: answers; its newest entry is .+ old\.$/) },
    {
      level: 'fault',
      what: expect.stringMatching(/gone\.xml: 127\.0\.0\.1 answers 404\.$/),
      whatToDo: expect.stringContaining('--try ADDRESS'),
    },
    {
      level: 'fault',
      what: 'intake: the environment variable SHOP_TOKEN is missing (intake.senders.shop.tokenEnv).',
      whatToDo: 'Set it in .env or in the environment.',
    },
  ])
  const others = await sourcesOf(false, 'a-token-of-24-characters-')
  const [last, first] = others.find(({ area }) => area === 'Sources')?.findings ?? []
  expect(first).toMatchObject({
    level: 'fault',
    whatToDo: 'Set `allowPrivate: true` in `listen` if it is in your own network.',
  })
  expect(last).toEqual({ level: 'fine', what: 'intake: waits for what others send.' })
})

it('overheard forget removes an author from the file of the mention service, and refuses while the service has it', async () => {
  const by = (name: string, id: number) =>
    `<item><guid>${id}</guid><title>Acme, ${id}</title><link>https://blog.example/${id}</link><dc:creator>${name}</dc:creator><pubDate>${new Date().toUTCString()}</pubDate></item>`
  const rss = `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The blog</title>${by('Jane Doe', 1)}${by('Kim Lee', 2)}</channel></rss>`
  const url = await serve({ '/feed.xml': rss })
  const dir = emptyFolder()
  writeFileSync(
    join(dir, 'overheard.yaml'),
    `listen: { alerts: [{ name: Acme, query: acme }], feeds: ['${url}/feed.xml'], allowPrivate: true }\n`,
  )
  const token = 'a-token-of-its-own'
  const settings = { CONFIG_FILE: join(dir, 'overheard.yaml'), DATA_DIR: join(dir, 'data') }
  const { child, said, ended } = overheard(['listen', '--port', '0', '--token', token], settings)
  await expect.poll(() => said.stdout, { timeout: 100_000 }).toContain('the mention service is running')
  const address: string = JSON.parse(said.stdout.split('\n')[0] ?? '').url
  const mentions = async () => {
    const answer = await fetch(`${address}/v1.0/alerts/1001/mentions?access_token=${token}`)
    return answer.text()
  }
  await expect.poll(mentions, { timeout: 100_000 }).toContain('Jane Doe')
  const args = ['forget', '--author', 'jane doe']
  expect(await run(args, settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/was not searched: Another process uses/),
  })
  const reached = { ...settings, MENTIONS_API_URL: address, MENTIONS_API_TOKEN: token }
  const counted = await run([...args, '--dry-run'], { ...reached, DATA_DIR: emptyFolder() })
  expect(counted.stdout).toContain(
    "Would remove 'jane doe' from Overheard's own mention service: posts: 1, mentions: 1.",
  )
  expect(await mentions()).toContain('Jane Doe')

  child.kill('SIGTERM')
  await ended
  const file = join(dir, 'data', 'mentions.sqlite')
  expect(readFileSync(file, 'latin1')).toContain('Jane Doe')
  const { code, stdout } = await run(args, settings)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(
      "Removed 'jane doe' from Overheard's own mention service: posts: 1, mentions: 1.",
    ),
  })
  expect(readdirSync(join(dir, 'data')).filter((name) => name.startsWith('mentions'))).toEqual([
    'mentions.sqlite',
  ])
  expect(readFileSync(file, 'latin1')).not.toContain('Jane Doe')
  expect(readFileSync(file, 'latin1')).toContain('Kim Lee')
})
