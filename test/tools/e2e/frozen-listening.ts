import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { createDemoClock } from '../../../sandbox/demo/demo-clock.ts'
import { freePort } from '../free-port.ts'
import { feedsIn } from '../frozen-feeds.ts'
import { type FrozenName, frozenText, restoreFrozenMentions } from '../frozen-stores.ts'
import type { World } from './bot-world.ts'
import { serveWeb } from './fake-web.ts'
import { restoredWorld } from './frozen-world.ts'
import { ana, peopleIn } from './people-world.ts'
import { problemsOf } from './status.ts'

/**
 * The bot starts on what is left of `test/frozen/2026-11-28`, `2026-11-28-b` or `2026-11-28-c`, an hour and a half after it was killed, with its own
 * mention service or with another one that has the same mentions. The README there says what was going on.
 */

/** `folder`: the data folder is kept. `own`: the bot has its own mention service, whose file `mentions.sqlite` is kept or empty. */
export type Kept = { frozen: FrozenName; folder: boolean; own?: 'kept' | 'empty'; database?: string }

export type ListeningWorld = Awaited<ReturnType<typeof createListeningWorld>>

/** Tests of a feature: `listeningTests` of `test/features/NAME/frozen-stores.ts`. */
export type ListeningTests = (moment: () => ListeningWorld) => void

const resumedAt = Date.parse('2026-11-27T14:30:00Z')
const brand = 'C00000BRAND'
const token = 'a-token-of-24-characters-'

export async function createListeningWorld({ frozen, folder, own, database }: Kept) {
  const clock = createDemoClock(Date.now, resumedAt - Date.now())
  const web = await serveWeb(feedsIn('later'))
  const port = await freePort()
  const { listen } = parse(frozenText(frozen, 'overheard.yaml'))
  const world = await restoredWorld({
    ...{ frozen, clock, folder },
    ...(database !== undefined && { database }),
    configuration: { listen: own !== undefined ? { ...listen, port } : undefined },
    environment: {
      ...{ HTTP_PROXY: web.url, HTTPS_PROXY: web.url, NO_PROXY: '127.0.0.1', SHOP_TOKEN: token },
      ...(own !== undefined && { MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '' }),
    },
  })
  if (own === 'kept') {
    mkdirSync(world.dataDir, { recursive: true })
    restoreFrozenMentions(join(world.dataDir, 'mentions.sqlite'), frozen)
  }
  const people = peopleIn(world)
  const before = { acme: postsOf(world, 'acme').length, falcon: postsOf(world, 'falcon').length }
  return {
    ...{ world, people, web, before },
    /** Sends items to the intake of the own mention service. */
    push: (items: object[]) =>
      fetch(`http://127.0.0.1:${port}/v1.0/intake`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(items),
      }),
    /** The card of a mention in the brand channel. */
    card: (title: string) => people.find(brand, title) ?? { ts: '', text: '' },
    async start(): Promise<void> {
      const seen = world.output().length
      world.start()
      await world.until('the start', () => world.output().slice(seen).includes('Overheard is running'))
      await world.until('a connection', () => world.slack.control.sockets() > 0)
    },
    async close(): Promise<void> {
      await world.close()
      await web.close()
    },
  }
}

/** The texts of the messages that a subscription has posted mentions with. */
function postsOf({ slack }: World, subscription: string): string[] {
  return [...slack.state.channels.keys()]
    .flatMap((where) => slack.control.messages(where))
    .filter(({ metadata }) => metadata?.event_payload?.subscription === subscription)
    .filter(({ metadata }) => metadata?.event_payload?.ids !== undefined)
    .map(({ text }) => text)
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

const hosts = ['guid', 'no-guid', 'no-link', 'bare', 'campaign', 'restless', 'one-page', 'atom', 'json']
/** Which of two feeds gives a page that both have does not matter. The entries of `one-link` are tested elsewhere. */
const titles = (numbers: number[]) =>
  numbers.flatMap((number) =>
    hosts.map((host) => new RegExp(`^Acme on ${host}(-[ab])?\\.example, ${number} `, 'm')),
  )

/** What a mention service has heard before the kill, and what it hears after the start. */
const old = {
  acme: [
    ...titles([1, 2]),
    /^Acme on revised\.example, 1 /m,
    /^Five stars for Acme /m,
    /^One star for Acme /m,
    /^Acme sells tea /m,
    /^Acme, unconfirmed /m,
  ],
  rival: range(1, 5).map((number) => new RegExp(`Rival news, ${number}\\b`)),
  falcon: [/Falcon report, 1\b/, /Falcon report, 2\b/],
}
const later = {
  acme: [...titles([3]), /^Acme on revised\.example, 3 /m, /^Acme at last /m],
  rival: [/Rival news, 6\b/],
  falcon: [/Falcon report, 3\b/],
}

/** What is new since the kill. With the own service it comes from the feeds and from the intake. */
async function addLater({ world, push }: ListeningWorld, own: boolean): Promise<void> {
  const last = { id: 99, url: 'https://shop.example/99', title: 'Acme at last', text: 'Acme' }
  if (own) {
    await world.until('the feeds', () =>
      later.acme.slice(0, -1).every((one) => timesOf(world, 'acme', one) > 0),
    )
    await world.until('Rival', () => timesOf(world, 'rival', /Rival news, 6\b/) > 0)
    expect((await push([last])).status).toBe(202)
    return
  }
  let id = 1_795_790_000_000
  const add = (alert: string, title: string) =>
    world.add(++id, { title, snippet: title, url: `https://later.example/${id}` }, undefined, alert)
  for (const host of hosts) add('1001', `Acme on ${host}.example, 3`)
  add('1001', 'Acme on revised.example, 3')
  add('1002', 'Rival news, 6')
  add('1003', 'Falcon report, 3')
  add('1001', 'Acme at last')
}

const timesOf = (world: World, subscription: string, title: RegExp) =>
  postsOf(world, subscription).filter((text) => title.test(text)).length

/** The tests of every state. */
export function testListening(moment: () => ListeningWorld, { folder, own, database }: Kept): void {
  const hasRecords = folder || database !== undefined

  it('no old mention is posted again, and each new one is posted once', async () => {
    const listening = moment()
    const { world } = listening
    await addLater(listening, own !== undefined)
    await world.until('the last mention', () => timesOf(world, 'acme', /^Acme at last /m) > 0)
    // It came through the intake, so an empty mention service does not have it.
    const lost = own === 'empty' ? [] : [/Falcon, lost/]
    for (const one of lost) await world.until('the lost one', () => timesOf(world, 'falcon', one) > 0)
    await world.until('the private one', () => timesOf(world, 'falcon', /Falcon report, 3\b/) > 0)
    await world.until('the held ones', () => timesOf(world, 'evening', /Rival news, 6\b/) > 0)
    await world.until('the other one', () => timesOf(world, 'rival', /Rival news, 6\b/) > 0)
    const counted = (subscription: string, list: RegExp[]) =>
      list.map((title) => [String(title), timesOf(world, subscription, title)])
    const once = (list: RegExp[]) => list.map((title) => [String(title), 1])
    for (const name of ['acme', 'rival', 'falcon'] as const) {
      const all = [...old[name], ...(name === 'falcon' ? lost : []), ...later[name]]
      expect([name, counted(name, all)]).toEqual([name, once(all)])
    }
    const held = [...old.rival, ...later.rival]
    expect(counted('evening', held)).toEqual(once(held))
  })

  if (!hasRecords) return

  it('the bot reports no problem that began after the start, and no damage', async () => {
    const { world } = moment()
    const since = (await problemsOf(world)).filter((one) => Date.parse(one.since) >= resumedAt)
    expect(since).toEqual([])
    expect(world.output()).not.toContain('.damaged')
  })

  it('mutes, pauses and subscriptions from Slack still hold', async () => {
    const { world, people } = moment()
    expect(timesOf(world, 'acme', /Acme by Spam King/)).toBe(0)
    expect(await people.ask(ana, brand, '/mentions mutes')).toContain('Spam King')
    const paused = 'C0000PAUSED'
    expect(await people.ask(ana, paused, '/mentions list')).toMatch(/halted: [^\n]*Paused by mei/)
    expect(timesOf(world, 'halted', /Rival news, [2-6]/)).toBe(0)
    expect(await people.ask(ana, brand, '/mentions list')).toContain('example')
    if (own === undefined) return
    const news = /Acme on guid\.example, 3/
    await world.until('what Ana listens for', () => timesOf(world, 'example', news) > 0)
    expect(timesOf(world, 'example', news)).toBe(1)
  })

  it('cards keep their states, and answer presses', async () => {
    const { world, people, card } = moment()
    expect(card('Acme on no-guid.example, 1').text).toContain('Assigned to Ben Okafor')
    expect(card('Acme on no-link.example, 1').text).toContain('Snoozed by Ana Lima')
    expect(card('Acme on bare.example, 1').text).toContain('Not relevant, marked by mei')
    const claimed = 'Acme on guid.example, 1'
    expect(card(claimed).text).toContain('Claimed by Ana Lima')
    await people.press(ana, brand, card(claimed).ts, 'mention_done')
    await world.until('the press', () => card(claimed).text.includes('Done by Ana Lima'))
  })
}
