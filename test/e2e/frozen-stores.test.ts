import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createFrozenWorld,
  type FrozenTests,
  type FrozenWorld,
  resumedAt,
} from '../tools/e2e/frozen-world.ts'
import { ana, ben, mei, peopleIn } from '../tools/e2e/people-world.ts'
import { problemsOf } from '../tools/e2e/status.ts'
import { type FrozenStore, readFrozenDatabase, readFrozenFolder } from '../tools/frozen-stores.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/**
 * The bot starts on a store of version 0.2, whose bot was killed in the middle of its work on a Monday at nine, and goes on 25 minutes
 * later. `test/frozen/0.2/README.md` says what was going on. All tests of a store share one world.
 */

/** What features went on with: `test/features/NAME/frozen-stores.ts`. */
const ofFeatures: { tests?: FrozenTests }[] = await Promise.all(
  globSync('test/features/*/frozen-stores.ts').map((path) => import(pathToFileURL(resolve(path)).href)),
)

const kim = 'U0000000KIM'
const brand = 'C00000BRAND'
const archive = 'C0000ARCHIV'
const support = 'C0000SUPPRT'
const incidents = 'C000INCIDNT'
const europe = 'C0000EUROPE'
const paused = 'C0000PAUSED'
const asked = 'C00000ASKED'
const fresh = 'C00000FRESH'
const marketing = 'C0MARKETING'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The mentions that a subscription posts in all, before and after the kill. The others are muted, filtered, duplicates or skipped. */
const expected: Record<string, number[]> = {
  acme: [1201, 1205, 1210, ...range(1301, 1311), 1320, 1326, 1327, 1328, 1401],
  falcon: [2001, 2101],
  rival: [...range(3100, 3106), 3201],
  outage: [...range(40_101, 40_108), ...range(40_201, 40_208), 40_211, 40_301, 40_302],
  'outage-europe': [40_208, 40_302],
  evening: [5101, 5102, 5103, 5201],
  found: [70_002, 70_003, 70_102, 70_201],
  lost: [70_001, 70_101, 70_202],
  short: [8101, 8102, 8201],
  asked: [8101, 8102, 8201],
  over: [9202],
  fresh: [2],
}

describe.each(['data folder', 'database'])('after the start on a %s of version 0.2', (kind) => {
  let server: PostgresServer | undefined
  let frozen: FrozenStore
  let world: FrozenWorld
  let people: ReturnType<typeof peopleIn>
  beforeAll(async () => {
    server = kind === 'database' ? await startPostgres() : undefined
    const url = await server?.database()
    world = await createFrozenWorld(url)
    frozen = url === undefined ? readFrozenFolder() : await readFrozenDatabase(url)
    people = peopleIn(world)
    addMentions()
    await start()
  })
  afterAll(async () => {
    await world?.close()
    await server?.stop()
  })

  async function start(): Promise<void> {
    const seen = world.output().length
    world.start()
    await world.until('the start', () => world.output().slice(seen).includes('Overheard is running'))
    await world.until('a connection', () => world.slack.control.sockets() > 0)
  }

  /** What arrived while no bot ran. */
  function addMentions(): void {
    const add = (alert: number, id: number, fields: Parameters<FrozenWorld['add']>[1] = {}) =>
      world.add(id, fields, undefined, String(alert))
    const by = (name: string) => ({ author: { name, avatar: '', audience: 10, url: '' } })
    add(1001, 1401)
    add(1001, 1402, by('Spam King'))
    add(1001, 1403, { url: 'https://spam.example/1403' })
    add(1001, 1404, { title: 'The lottery of Acme' })
    add(1001, 1405, { source: 'tiktok' })
    add(1001, 1406, { source: 'youtube' })
    const title = 'Acme recalls four thousand kettles after reports of fire'
    add(1001, 1407, { url: 'https://paper1407.example/recall', title })
    add(1002, 2101)
    add(1003, 3201, { sentiment: 'neutral' })
    add(1003, 3202, { sentiment: 'negative' })
    add(1004, 40_301)
    add(1004, 40_302, { language: 'de' })
    add(1005, 5201)
    add(1006, 70_201, { tags: ['found'] })
    add(1006, 70_202, { tags: ['lost'] })
    add(1007, 8201)
    add(1008, 9201)
    add(1009, 2)
  }

  const messages = (where: string) => world.slack.control.messages(where)
  const channels = () => [...world.slack.state.channels.keys()]
  const direct = (user: string) =>
    [...world.slack.state.channels.values()].find((one) => one.user === user)?.id ?? ''
  const told = (where: string, words: string | RegExp) =>
    messages(where).filter(({ text }) =>
      typeof words === 'string' ? text.includes(words) : words.test(text),
    )
  const hears = (where: string, words: string | RegExp, count = 1) =>
    world.until(`${words} in ${where}`, () => told(where, words).length >= count)
  /** Both `rival` and `rival-2` want this mention in one channel. Whoever is first posts it. */
  const shared = '3202'
  const sharedByRivals = () =>
    [...receiptsOf('rival'), ...receiptsOf('rival-2')].filter((id) => id === shared)
  /** The ids in the receipts of a subscription, in all channels. */
  const receiptsOf = (subscription: string) =>
    channels().flatMap((where) =>
      messages(where).flatMap(({ metadata }) =>
        metadata?.event_payload?.subscription === subscription
          ? String(metadata.event_payload?.ids)
              .split(',')
              .filter((id) => id !== '')
          : [],
      ),
    )
  const cardOf = (where: string, id: number) =>
    messages(where).find(({ metadata }) => metadata?.event_payload?.ids === String(id)) ?? {
      ts: '',
      text: '',
    }
  const shows = (id: number, words: string) =>
    world.until(`“${words}” on the card of ${id}`, () => cardOf(brand, id).text.includes(words))
  const press = (user: string, id: number, actionId: string) =>
    people.press(user, brand, cardOf(brand, id).ts, actionId)
  const digestParts = (where: string) =>
    messages(where).flatMap(({ metadata }) =>
      metadata?.event_type === 'overheard_digest' ? [metadata.event_payload?.part] : [],
    )

  it('no stored record is damaged, and the bot reports no problem that began after the start', async () => {
    expect((await problemsOf(world)).filter(({ since }) => Date.parse(since) >= resumedAt)).toEqual([])
    expect(world.output()).not.toContain('.damaged')
  })

  it('a message that was posted but not confirmed is not posted again, and one that was lost is posted', async () => {
    await world.until('both', () => receiptsOf('found').length >= 4 && receiptsOf('lost').length >= 3)
    expect(receiptsOf('found').filter((id) => id === '70102')).toHaveLength(1)
    expect(receiptsOf('lost').filter((id) => id === '70101')).toHaveLength(1)
  })

  it('a burst goes on in its thread', async () => {
    await world.until('its end', () => receiptsOf('rival').includes('3106'))
    const parent = messages(support).find(({ text }) => text.startsWith('Rival: 6 new mentions'))
    const reply = messages(support).find(({ text }) => text.includes('news.example/3106'))
    expect(reply?.thread_ts).toBe(parent?.ts)
  })

  it('a spike goes on with the same live card, which keeps its lead and its status', async () => {
    const cards = () => messages(incidents).filter(({ text }) => text.startsWith('Spike in mentions'))
    await world.until('its mentions', () => receiptsOf('outage').includes('40302'))
    const counted = '11 mentions in the last hour'
    await world.until('the card', () => cards().at(-1)?.text.includes(counted) === true)
    expect(cards()).toHaveLength(1)
    expect(cards()[0]?.text).toContain('Ben Okafor leads the response')
    expect(cards()[0]?.text).toContain('Looking into it')
    const thread = messages(incidents).filter(
      ({ thread_ts: parent, ts }) => parent === cards()[0]?.ts && parent !== ts,
    )
    expect(thread.map(({ text }) => text).join()).toContain('news.example/40302')
  })

  it('the card of a spike that was lost on its way is posted once', async () => {
    await world.until('its mentions', () => receiptsOf('outage-europe').includes('40302'))
    expect(messages(europe).filter(({ text }) => text.startsWith('Spike in mentions'))).toHaveLength(1)
  })

  it('a duplicate joins the story of last week', async () => {
    await world.until('the site', () => cardOf(brand, 1205).text.includes('now on 6 sites'))
    expect(receiptsOf('acme')).not.toContain('1407')
  })

  it('mentions that quiet hours held are posted after their end', async () => {
    await world.until('them', () => receiptsOf('evening').length >= 4)
    expect(receiptsOf('evening').toSorted()).toEqual(['5101', '5102', '5103', '5201'])
  })

  it('mutes of all kinds, and the filters, still hold mentions back', async () => {
    await world.until('a later mention', () => receiptsOf('acme').includes('1401'))
    for (const id of [...range(1321, 1325), 1340, ...range(1402, 1406)])
      expect(receiptsOf('acme')).not.toContain(String(id))
    const answer = await people.ask(ana, brand, '/mentions mutes')
    for (const name of ['Spam King', 'spam.example', 'TikTok', 'lottery*']) expect(answer).toContain(name)
    expect(await people.ask(ana, brand, '/mentions why 1321')).toMatch(/Not posted .*the author is muted/)
  })

  it('a channel that was renamed gets the mentions, and the new channel of that name gets none', () => {
    expect(messages(archive)).toEqual([])
    expect(cardOf(brand, 1401).text).toContain('Acme in the news, 1401')
  })

  it('a pause that ended meanwhile is over, and one without an end goes on', async () => {
    await world.until('the mentions of the pause', () => receiptsOf('short').length >= 3)
    expect(receiptsOf('endless')).toEqual([])
    expect(await people.ask(mei, paused, '/mentions list')).toMatch(/endless: [^\n]*Paused by mei/)
  })

  it('a long pause that ended meanwhile asks once what to do', async () => {
    await hears(paused, ' is active again after a pause ')
    expect(told(paused, ' is active again after a pause ')).toHaveLength(1)
    expect(receiptsOf('long')).toEqual([])
  })

  it('a question that was asked before still takes its answer, and a skip that somebody chose still happens', async () => {
    await people.press(mei, asked, told(asked, 'Acme paused is active again')[0]?.ts ?? '', 'catch_up')
    await world.until('the mentions of the pause', () => receiptsOf('asked').length >= 3)
    world.add(9202, {}, undefined, '1008')
    await world.until('the next mention', () => receiptsOf('over').includes('9202'))
  })

  it('a new subscription whose first message was lost says what it watches, once', async () => {
    await world.until('its first mention', () => receiptsOf('fresh').includes('2'))
    expect(told(fresh, 'Watching Acme fresh')).toHaveLength(1)
  })

  it('a subscription made in Slack goes on, and an ended one does not come back', async () => {
    await world.until('the mention that it shares', () => sharedByRivals().length > 0)
    expect(await people.ask(ben, europe, '/mentions list')).not.toContain('acme-brand')
    expect(await people.ask(ben, support, '/mentions list')).toContain('rival-2')
  })

  it('each due reminder is sent once, also if its message was unconfirmed', async () => {
    const due: [string, RegExp][] = [
      [direct(ana), /Still open: you assigned this to Ben Okafor[\s\S]*1303/],
      [direct(ana), /Open again: you snoozed this[\s\S]*1304/],
      [direct(mei), /Still open: Ben Okafor assigned this to you[\s\S]*1310/],
      [direct(mei), /Ben Okafor assigned this to you[\s\S]*1328/],
      [direct(kim), /Ben Okafor assigned this to you[\s\S]*1327/],
    ]
    for (const [where, words] of due) await hears(where, words)
    for (const [where, words] of due) expect(told(where, words)).toHaveLength(1)
  })

  // On a busy machine the bot may start after its look for missed digests, and the next one is five minutes later.
  it('a digest in progress is finished, and no part of it is posted twice', {
    timeout: 900_000,
  }, async () => {
    const areThere = () => digestParts(marketing).length >= 2 && digestParts(incidents).length >= 1
    await world.until('the digests', areThere, 800_000)
    expect(digestParts(marketing)).toEqual([0, 1])
    expect(digestParts(incidents)).toEqual([0])
    // The messages are those that were stored, not new ones.
    const digest = messages(incidents).find(({ metadata }) => metadata?.event_type === 'overheard_digest')
    const stored = frozen.records.digests?.outages
    expect(stored).toMatchObject({ messages: [{ text: digest?.text }] })
  })

  it('the limit of the plan, which was announced, is announced as over once', async () => {
    await hears(support, 'are available again')
    expect(told(support, 'are available again')).toHaveLength(1)
  })

  it('a card whose change was not drawn is drawn', async () => {
    await shows(1309, 'Claimed by Kim Lee')
  })

  it('cards still have their states, and answer presses', async () => {
    expect(cardOf(brand, 1303).text).toContain('Assigned to Ben Okafor')
    await press(ben, 1303, 'mention_done')
    await shows(1303, 'Done by Ben Okafor')
    expect(cardOf(brand, 1306).text).toMatch(/Claimed by Kim Lee[\s\S]*tracker\.example\/issues\/6/)
    await press(kim, 1306, 'mention_release')
    await world.until('the release', () => !cardOf(brand, 1306).text.includes('Claimed'))
    expect(cardOf(brand, 1306).text).toContain('tracker.example/issues/6')
    expect(cardOf(brand, 1305).text).toContain('Not relevant, marked by mei')
    await press(ana, 1305, 'mention_restore')
    await world.until('the mention', () => !cardOf(brand, 1305).text.includes('Not relevant'))
    expect(cardOf(brand, 1308).text).toContain('Snoozed by Ana Lima')
    expect(cardOf(brand, 1302).text).toContain('Done by mei')
    await press(ana, 1210, 'mention_claim')
    await shows(1210, 'Claimed by Ana Lima')
    expect(cardOf(brand, 1307).text).toContain('Done by Ana Lima')
  })

  it('a change of last week can be undone', async () => {
    const { ts } = told(brand, 'muted the source TikTok')[0] ?? { ts: '' }
    await people.press(ana, brand, ts, 'change_undo')
    await hears(brand, 'Ana Lima undid')
    expect(await people.ask(ana, brand, '/mentions mutes')).not.toContain('TikTok')
  })

  for (const { tests } of ofFeatures)
    tests?.(() => ({ world, frozen, people, messages, direct, told, hears, cardOf, shows }))

  it('each mention that passes is posted once, over all messages before and after', async () => {
    world.add(2102, {}, undefined, '1002')
    await world.until('a last mention', () => receiptsOf('falcon').includes('2102'))
    const falcon = [...(expected.falcon ?? []), 2102]
    for (const [name, ids] of Object.entries({ ...expected, falcon })) {
      const own = receiptsOf(name).filter((id) => id !== shared)
      expect([name, own.toSorted()]).toEqual([name, ids.map(String).toSorted()])
    }
    expect(sharedByRivals()).toEqual([shared])
  })

  it('nothing is posted again after another start', async () => {
    const texts = () => channels().flatMap((where) => messages(where).map(({ ts }) => ts))
    const before = texts()
    await world.end('SIGTERM')
    await world.until('the end of the connection', () => world.slack.control.sockets() === 0)
    world.add(2103, {}, undefined, '1002')
    world.add(1410)
    await start()
    await world.until(
      'the mentions',
      () => receiptsOf('falcon').includes('2103') && receiptsOf('acme').includes('1410'),
    )
    expect(texts()).toHaveLength(before.length + 2)
  })
})
