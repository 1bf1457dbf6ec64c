/** How long people wait for an answer with many open mentions: from the press in Slack until Slack shows the result. */
import { setTimeout as wait } from 'node:timers/promises'
import { postedCards } from '../src/cards/posted-cards.ts'
import { openStoreOf } from '../test/tools/e2e/bot-store.ts'
import { channel, createWorld, type World } from '../test/tools/e2e/bot-world.ts'
import { sampleMention } from '../test/tools/sample-mention.ts'
import type { Row } from './row.ts'

const few = 10
const many = 5000
const rounds = 20
const user = 'U0000000ANA'

type Times = { press: number[]; firstList: number[]; list: number[]; home: number[] }

export async function pressRows(): Promise<Row[]> {
  const [ofFew, ofMany] = [await measure(few), await measure(many)]
  const names: [key: keyof Times, what: string][] = [
    ['press', 'Claim or Release, until the card shows it'],
    ['firstList', 'the first /mentions open after a start'],
    ['list', '/mentions open'],
    ['home', 'the home tab'],
  ]
  return names.map(([key, what]) => {
    const [small, large] = [median(ofFew[key]), median(ofMany[key])]
    const slowest = Math.max(...ofMany[key])
    return {
      what: `${what}: ${many} open mentions against ${few}`,
      figure: large / small,
      unit: '×',
      note: `${large.toFixed(0)} ms against ${small.toFixed(0)} ms; slowest of ${ofMany[key].length} with ${many}: ${slowest.toFixed(0)} ms`,
    }
  })
}

async function measure(open: number): Promise<Times> {
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '0 0 1 1 *', backfill: 3 }
  const world = await createWorld({
    configuration: { subscriptions: [subscription] },
    slack: { tiers: 'off' },
  })
  try {
    for (const id of [1, 2, 3]) world.add(id)
    world.start()
    await world.until('the cards', () => world.ids().length === 3)
    await world.end('SIGKILL')
    await fill(world, open)
    world.start()
    await world.until('the connection', () => world.slack.control.sockets() > 0)
    return await ask(world)
  } finally {
    await world.close()
  }
}

/** Stores open mentions of the last 13 days, as if the bot had posted them. */
async function fill(world: World, open: number): Promise<void> {
  const store = await openStoreOf(world)
  const cards = postedCards(store)
  const stepMs = (13 * 86_400_000) / open
  for (let index = 0; index < open; index++) {
    const at = Date.now() - 60_000 - index * stepMs
    const ts = `${Math.floor(at / 1000)}.${String(index).padStart(6, '0')}`
    const mention = sampleMention({ id: String(1000 + index), date: at, reach: index * 37 })
    const shows = { kind: 'card', mention, style: 'full' } as const
    await cards.add({ channel, ts }, { channel, ts, subscription: 'acme', alert: '1001', shows, actions: [] })
  }
  await store.close()
}

async function ask(world: World): Promise<Times> {
  const { people, state } = world.slack
  const card = () => world.posted().find(({ ids }) => ids[0] === '3')
  const times: Times = { press: [], firstList: [], list: [], home: [] }
  const list = async () => {
    const before = state.ephemerals.length
    return timed(
      () => people.runCommand({ user, channel, line: '/mentions open' }),
      () => /open mention/.test(state.ephemerals.slice(before).at(-1)?.message.text ?? ''),
    )
  }
  times.firstList.push(await list())
  for (let round = 0; round < rounds; round++) {
    const actionId = round % 2 === 0 ? 'mention_claim' : 'mention_release'
    const press = () => people.press({ user, channel, ts: card()?.ts ?? '', actionId })
    times.press.push(
      await timed(press, () => card()?.text.includes('Claimed') === (actionId === 'mention_claim')),
    )
    times.list.push(await list())
    const shown = state.homes.get(user)
    times.home.push(
      await timed(
        () => people.openHome(user),
        () => state.homes.get(user) !== shown,
      ),
    )
  }
  return times
}

/** Ms from the act until its result is there. */
async function timed(act: () => Promise<unknown>, isThere: () => boolean): Promise<number> {
  const began = performance.now()
  const acted = act()
  while (!isThere()) await wait(1)
  const ms = performance.now() - began
  await acted
  return ms
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
