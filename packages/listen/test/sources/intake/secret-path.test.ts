import { withoutProxy } from '@overheard/base/http'
import { createRuntime } from '@overheard/base/runtime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startListening } from '../../../src/listening.ts'
import { type ListenSettings, listenSettings } from '../../../src/settings.ts'
import { presetNames } from '../../../src/sources/intake/presets.ts'
import { createIntake } from '../../../src/sources/intake.ts'

const path = 'd3b07384d113edec49eaa6238ad5ff00'
const otherPath = 'c157a79031e1c40f85931829bc5fc552'

const settingsFor = (senders: object): ListenSettings =>
  listenSettings.parse({ alerts: [{ name: 'Acme', query: 'acme' }], sources: { intake: { senders } } })

async function world(senders: object) {
  const log: string[] = []
  const write = (fields: object, sentence: string) => void log.push(JSON.stringify(fields), sentence)
  const service = await startListening({
    settings: settingsFor(senders),
    ...{
      sources: [createIntake()],
      file: ':memory:',
      port: 0,
      token: 't',
      version: '1',
      proxy: withoutProxy,
    },
    ...{ log: { info: write, warn: write, error: write }, ...createRuntime(), random: Math.random },
  })
  onTestFinished(service.close)
  return {
    ...service,
    log,
    async post(below: string, body: unknown) {
      const response = await fetch(`${service.url}/v1.0/intake/${below}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return { status: response.status, body: JSON.stringify(await response.json()) }
    },
    async mentions() {
      const list = await fetch(`${service.url}/v1.0/alerts/1001/mentions?access_token=t`)
      return JSON.stringify(await list.json())
    },
  }
}

const item = { url: 'https://shop.example/1', title: 'Acme' }

describe('the address of a sender with a secret', () => {
  it('takes what is sent there', async () => {
    const { post, mentions } = await world({ syften: { path } })
    expect((await post(`syften/${path}`, item)).status).toBe(202)
    expect(await mentions()).toContain('https://shop.example/1')
  })

  it.each([
    ['with another secret', `syften/${otherPath}`],
    ['without a secret', 'syften'],
    ['with an empty secret', 'syften/'],
    ['of another sender', `f5bot/${path}`],
    ['of a sender without a path', 'shop/'],
    ['with more behind it', `syften/${path}/x`],
    ['of nobody', `${path}`],
  ])('refuses an address %s', async (_what, below) => {
    const token = 'a-token-of-enough-characters'
    const { post, mentions } = await world({ syften: { path }, shop: { token } })
    expect((await post(below, item)).status).toBe(401)
    expect(await mentions()).not.toContain('https://shop.example/1')
  })

  it('has its secret in no answer and in no line of the log', async () => {
    const { post, log, store } = await world({ syften: { path } })
    const answers = [
      await post(`syften/${path}`, { text: 'no address' }),
      await post(`syften/${path}`, 'x'),
      await post(`syften/${path}x`, item),
    ]
    store.database.run('DROP TABLE items')
    answers.push(await post(`syften/${path}`, item).catch(() => ({ status: 0, body: '' })))
    expect(JSON.stringify([answers, log])).not.toContain(path)
  })

  it('changes without a restart, and an old one goes on while both are named', async () => {
    const { post, reconfigure } = await world({ syften: { path } })
    await reconfigure(settingsFor({ syften: { path: [otherPath, path] } }))
    expect((await post(`syften/${otherPath}`, item)).status).toBe(202)
    expect((await post(`syften/${path}`, item)).status).toBe(202)
    await reconfigure(settingsFor({ syften: { path: otherPath } }))
    expect((await post(`syften/${path}`, item)).status).toBe(401)
  })

  it('must have 128 bits', async () => {
    await expect(world({ syften: { path: 'short' } })).rejects.toThrow(
      'expected 22 to 200 letters and digits',
    )
  })
})

describe('the preset of a sender', () => {
  const mention = { url: 'https://reddit.com/r/a/1', title: 'Which?', body: 'I like Acme' }
  it.each<[(typeof presetNames)[number], object]>([
    [
      'octolens',
      {
        action: 'mention_created',
        data: { ...mention, timestamp: '2026-11-18T10:00:00Z', author: 'kim', source: 'reddit' },
      },
    ],
    [
      'f5bot',
      { link: mention.url, title: mention.title, snippet: mention.body, author: 'kim', source: 'reddit' },
    ],
    [
      'syften',
      { item_url: mention.url, title: mention.title, text: mention.body, author: 'kim', backend: 'reddit' },
    ],
    [
      'brand24',
      {
        mention_url: mention.url,
        title: mention.title,
        content: mention.body,
        author: 'kim',
        category: 'reddit',
      },
    ],
    [
      'zapier',
      { link: mention.url, title: mention.title, text: mention.body, author__name: 'kim', source: 'reddit' },
    ],
    [
      'make',
      {
        url: mention.url,
        title: mention.title,
        text: mention.body,
        author: { name: 'kim' },
        source: 'reddit',
      },
    ],
  ])('reads what %s sends', async (preset, body) => {
    const { post, store } = await world({ [preset]: { path, preset } })
    expect((await post(`${preset}/${path}`, body)).status).toBe(202)
    const [stored] = store.database.all<{ content: string }>('SELECT content FROM items')
    expect(JSON.parse(stored?.content ?? '{}')).toMatchObject({
      ...{ title: 'Which?', text: 'I like Acme', url: mention.url, kind: 'reddit', author: { name: 'kim' } },
    })
  })

  it('is named for each of them in the documentation', async () => {
    const { readFileSync } = await import('node:fs')
    const page = readFileSync('docs/run/intake.md', 'utf8')
    expect(presetNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})
