import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postedCardSchema } from '../../../../src/model/card.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { channel, createWorld, type World } from '../../../tools/e2e/bot-world.ts'
import { sampleMention } from '../../../tools/sample-mention.ts'

const ana = 'U0000000ANA'
const dayMs = 86_400_000

/** Writes what the bot posted 20 days ago: people claimed every second mention of a reader, and none of two other authors. */
async function writePast(world: World): Promise<void> {
  const store = await openStoreOf(world)
  const cards = store.messages('cards', postedCardSchema)
  const authors = { 'Some Reader': 60, 'Daily <!here> Deals': 14, 'Spam & Sons': 11 }
  const posted = Object.entries(authors).flatMap(([name, length]) => Array<string>(length).fill(name))
  for (const [index, name] of posted.entries()) {
    const at = Date.now() - 20 * dayMs + index * 60_000
    const author = { ...sampleMention().author, name }
    const id = String(1000 + index)
    const host = `${name.replaceAll(/\W/g, '').toLowerCase()}.example`
    const source = index % 4 < 2 ? 'web' : 'reddit'
    const mention = sampleMention({ id, author, source, url: `https://${host}/${index}` })
    const place = { channel, ts: (at / 1000).toFixed(6), subscription: 'acme', alert: '1001' }
    const isClaimed = name === 'Some Reader' && index % 2 === 0
    const press = { mention: id, state: 'claimed' as const, user: ana, by: 'Ana', at, firstAt: at }
    store.decisions.record([{ ...place, at, id, url: mention.url, outcome: 'posted', reason: 'passed' }])
    const shows = { kind: 'card' as const, mention, style: 'full' as const }
    await cards.add(place, { ...place, shows, actions: isClaimed ? [{ ...place, ...press }] : [] })
  }
  await store.close()
}

describe('the mutes that the bot proposes on the home tab', () => {
  let world: World
  beforeAll(async () => {
    const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
    world = await createWorld({ configuration: { subscriptions: [subscription] } })
    await writePast(world)
    world.start()
    await world.until('the connection', () => world.slack.control.sockets() > 0)
  })
  afterAll(() => world?.close())

  const blocks = () => world.slack.state.homes.get(ana)?.blocks ?? []
  const home = () => JSON.stringify(blocks())
  /** Presses a button of the proposal whose text has the words. */
  async function press(words: string, actionId: string): Promise<void> {
    const row = blocks().findIndex((one) => JSON.stringify(one).includes(words))
    const blockId = String(blocks()[row + 1]?.block_id)
    await world.slack.people.pressInView({ user: ana, actionId, blockId })
  }

  it('have the numbers of the last four weeks, and the names as their authors wrote them', async () => {
    await world.until('the proposals', () => {
      void world.slack.people.openHome(ana)
      return home().includes('Proposed mutes')
    })
    expect(home()).toContain('"Daily <!here> Deals"')
    expect(home()).toContain(' would have held back 14 of 85 mentions in 18 days. None was claimed.')
    expect(home()).toContain(' would have held back 11 of 85 mentions in 18 days. None was claimed.')
  })

  it('mute the author for 30 days by one press, and the channel reads it with Undo', async () => {
    await press('Deals', 'proposal_mute')
    const notice = () =>
      world.slack.control.messages(channel).find(({ text }) => text.includes('for 30 days'))
    await world.until('the notice', () => notice() !== undefined)
    expect(notice()?.text).toContain('muted the author Daily &lt;!here&gt; Deals for 30 days')
    expect(JSON.stringify(notice()?.blocks)).toContain('change_undo')
    await world.until('the home tab without the author', () => !home().includes('held back 14'))
  })

  it('do not come back after “Not this”, even if the bot restarts', async () => {
    await press('Spam', 'proposal_decline')
    await world.until('the answer', () => home().includes('not proposed again for 90 days'))
    expect(home()).not.toContain('Proposed mute')
    await world.end('SIGTERM')
    await world.until('the end of the connection', () => world.slack.control.sockets() === 0)
    world.start()
    await world.until('the connection of the new process', () => world.slack.control.sockets() > 0)
    await world.slack.people.openHome(ana)
    await world.until('a home tab without the answer', () => !home().includes('not proposed again'))
    expect(home()).not.toContain('Proposed mute')
  })
})
