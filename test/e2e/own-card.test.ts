import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { ana, peopleOf } from '../tools/e2e/from-slack.ts'
import { inHttpMode } from '../tools/e2e/http-mode.ts'
import { linksIn, shownText } from '../tools/message-checks.ts'

/** Cards with the fields and the line of the configuration file, from the poll to the press of a button. */

const [wall, press] = ['C000GENERAL', 'C0000SUPPRT']
const schedule = '* * * * * *'
const configuration = {
  show: ['source', 'author', 'reach', 'sentiment', 'snippet', 'topics', 'language'],
  line: '{sentiment} {title} · {author}',
  subscriptions: [
    { name: 'brand', alert: 'Acme brand', channel, schedule },
    { name: 'wall', alert: 'Acme brand', channel: wall, schedule, style: 'compact' },
    { name: 'press', alert: 'Acme brand', channel: press, schedule, show: ['alert', 'snippet'] },
  ],
}
const mention = {
  title: 'Acme app logs me out',
  snippet: 'The third time since the update.',
  author: { name: 'Kim Lee', avatar: '', audience: 10, url: '' },
  sentiment: 'negative' as const,
  source: 'reddit',
  reach: 48_200,
  tags: ['login', 'update'],
}

describe.each(['Socket Mode', 'HTTP mode'])('in %s, a card', (mode) => {
  let world: World
  let people: ReturnType<typeof peopleOf>
  beforeAll(async () => {
    world = await createWorld({ ...(mode === 'HTTP mode' ? await inHttpMode() : {}), configuration })
    people = peopleOf(world)
    world.start()
    for (const where of [channel, wall, press])
      await world.until('the initial sync', () => world.watches(where))
    world.add(1, mention)
    await cardOf(1, press)
  })
  afterAll(() => world?.close())

  /** Waits for the card of a mention in a channel. */
  async function cardOf(id: number, where = channel) {
    const found = () => world.slack.control.messages(where).find((one) => one.text.includes(`/${id}`))
    await world.until(`the card of ${id}`, () => found() !== undefined)
    return found()
  }
  const linesOf = (blocks: unknown) => [blocks].flat().map((block) => shownText(block))

  it('shows the fields in the order of the file, in four lines', async () => {
    const card = await cardOf(1)
    expect(linesOf(card?.blocks).slice(0, 2)).toEqual([
      '👎 Acme app logs me out\nReddit · Kim Lee · 48.2k reach · Negative · The third time since the update.',
      'Topics: login, update · English',
    ])
    expect(card?.blocks).toHaveLength(3)
    expect(card?.text).toBe(
      'Acme app logs me out · Reddit, 48.2k reach, negative\nKim Lee: The third time since the update.\nTopics: login, update · English\nhttps://news.example/1',
    )
  })

  it('is one line with the text of the file in a channel with compact cards', async () => {
    const card = await cardOf(1, wall)
    expect(linesOf(card?.blocks)[0]).toBe('👎 Acme app logs me out · Kim Lee')
    expect(card?.blocks).toHaveLength(2)
  })

  it('has the fields of its subscription instead of those of the file', async () => {
    const card = await cardOf(1, press)
    expect(linesOf(card?.blocks)[0]).toBe(
      'Acme app logs me out\nAlert: Acme brand · The third time since the update.',
    )
    expect(card?.blocks).toHaveLength(2)
  })

  it('shows what strangers write literally, also placeholders, and links the mention once', async () => {
    const hostile = '{title} <!channel> <@U1> *x* https://news.example/2'
    const author = { name: hostile, avatar: '', audience: 1, url: '' }
    world.add(2, { title: hostile, snippet: hostile, author, tags: [hostile], source: hostile })
    for (const where of [channel, wall, press]) {
      const card = await cardOf(2, where)
      expect(linksIn(card?.blocks)).toEqual(['https://news.example/2'])
      expect(JSON.stringify(card?.blocks)).not.toMatch(/"type":"(user|broadcast|usergroup|channel)"/)
      expect(card?.text).not.toMatch(/<[!@]/)
    }
    expect(linesOf((await cardOf(2, wall))?.blocks)[0]).toContain(
      '{title} <!channel> <@U1> *x* news.example/2',
    )
  })

  it.each(['preview', 'test'])(
    'is shown by /mentions %s, with the layout of its subscription',
    async (command) => {
      const answers = () => world.slack.state.ephemerals.filter((one) => one.channel === wall)
      await people.ask(`${command} wall`, ana, wall)
      const blocks = answers().at(-1)?.message.blocks
      expect(shownText(blocks)).toContain('Example of a post')
      expect(shownText(blocks)).toMatch(/(👎 Acme app logs me out|\{title\} .*) · /)
      expect(linksIn(blocks)).toHaveLength(1)
    },
  )

  it('is shown by Preview in the form for a new subscription, with the layout of the file', async () => {
    const { id: viewId } = await people.modal('subscribe "acme brand"')
    const blocks = () => world.slack.state.views.find(({ view }) => view.id === viewId)?.view.blocks ?? []
    await world.slack.people.pressInView({ user: ana, viewId, actionId: 'subscribe_preview', answers: {} })
    await world.until('the preview', () => shownText(blocks()).includes('would have been posted'))
    expect(shownText(blocks())).toContain(' · English')
    expect(shownText(blocks())).toMatch(/Topics: /)
    await world.slack.people.closeView({ user: ana, viewId })
  })

  it('keeps its layout when somebody claims it, and also after a kill and with another layout in the file', async () => {
    const before = (await cardOf(1))?.blocks ?? []
    const { ts = '' } = (await cardOf(1)) ?? {}
    await people.press(ts, 'mention_claim')
    await world.until('the claim', () => people.message(ts)?.text.includes('Claimed by Ana Lima') === true)
    expect(people.message(ts)?.blocks?.[0]).toMatchObject({ elements: blockElements(before[0]) })
    await world.end('SIGKILL')
    const path = join(world.folder, 'overheard.yaml')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^show:\n(?: +- .*\n)+/, 'show: [date]\n'))
    await world.until('the end of the connection', () => world.slack.control.sockets() === 0)
    world.start()
    if (mode === 'Socket Mode') await world.until('the connection', () => world.slack.control.sockets() > 0)
    world.add(3, mention)
    const next = await cardOf(3)
    expect(linesOf(next?.blocks)[0]).toBe('Acme app logs me out')
    await people.press(ts, 'mention_done')
    await world.until('done', () => people.message(ts)?.text.includes('✓ Done by Ana Lima') === true)
    expect(people.message(ts)?.blocks?.[0]).toMatchObject({ elements: blockElements(before[0]) })
  })
})

const blockElements = (block: unknown): unknown =>
  typeof block === 'object' && block !== null && 'elements' in block ? block.elements : undefined
