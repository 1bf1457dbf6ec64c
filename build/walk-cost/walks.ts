import { setTimeout as wait } from 'node:timers/promises'
import { channel, createWorld, type World } from '../../test/tools/e2e/bot-world.ts'
import { isPending } from '../../test/tools/e2e/pending.ts'
import {
  type Covered,
  coverageOf,
  figuresOf,
  type StatementsOf,
  type Walk,
  type WalkFigures,
  walkOf,
} from './coverage.ts'

const person = 'U0000000ANA'
const day = 86_400_000

const subscription = { name: 'acme', alert: 'Acme brand', channel }

/** Everything that is optional and on by default is off. */
const allOff = {
  subscriptions: [{ ...subscription, spike: 'off', actions: [] }],
  reactions: false,
  proposals: false,
}

/** The largest options are on. */
const withOptions = {
  subscriptions: [{ ...subscription, dedupe: 'story' }],
  digests: [{ name: 'weekly', channel, alerts: ['Acme brand'] }],
}

/** An idle stretch contains each job that runs several times a minute. */
const idleMs = 22_000
/** What follows an event, such as writes that wait for each other. */
const afterwardsMs = 3000

type Walks = Record<'mention' | 'mentionAllOff' | 'claim' | 'stats' | 'digest' | 'idle', WalkFigures>
export type Measured = { walks: Walks; ran: Record<string, Walk> }

/** Runs the real process, and counts what it runs for each event. */
export async function measureWalks(root: string, statementsOf: StatementsOf): Promise<Measured> {
  const off = await inProcess(root, statementsOf, allOff, async (record, world) => ({
    idle: await record(idle),
    mention: await record(() => mention(world, '5001')),
  }))
  const on = await inProcess(root, statementsOf, withOptions, async (record, world) => ({
    idle: await record(idle),
    mention: await record(() => mention(world, '5001')),
    claim: await record(() => claim(world, '5001')),
    stats: await record(() => answer(world, '/mentions-stats Acme brand 7d')),
    digest: await record(() => answer(world, '/mentions digest')),
  }))
  const { idle: idleStretch, ...events } = on
  const none: Walk = { functions: new Map(), statements: new Set() }
  const walks: Walks = {
    mention: figuresOf(on.mention, idleStretch),
    mentionAllOff: figuresOf(off.mention, off.idle),
    claim: figuresOf(on.claim, idleStretch),
    stats: figuresOf(on.stats, idleStretch),
    digest: figuresOf(on.digest, idleStretch),
    idle: { ...figuresOf(none, idleStretch), beyondIdle: 0 },
  }
  return { walks, ran: { ...events, idle: idleStretch, mentionAllOff: off.mention, idleAllOff: off.idle } }
}

type Recorded = (happen: () => Promise<void>) => Promise<Walk>

/** Starts a bot, waits for its first look, and lets `walk` record what it runs. */
async function inProcess<Ran>(
  root: string,
  statementsOf: StatementsOf,
  configuration: object,
  walk: (record: Recorded, world: World) => Promise<Ran>,
): Promise<Ran> {
  const world = await createWorld({ configuration })
  let covered: Covered | undefined
  try {
    for (let id = 1; id <= 400; id++) world.add(id, { date: Date.now() - (401 - id) * (day / 20) })
    world.start({ program: ['--inspect-wait=127.0.0.1:0', 'src/main.ts', 'start'] })
    const waits = /ws:\/\/\S+/
    await world.until('an inspector', () => waits.test(world.output()))
    const coverage = await coverageOf(waits.exec(world.output())?.[0] ?? '')
    covered = coverage
    await world.until('the first look', () => world.watches() && world.slack.control.sockets() > 0)
    await wait(idleMs / 2)
    return await walk(async (happen) => {
      await startOfMinute()
      await coverage.take()
      await happen()
      return walkOf(await coverage.take(), `${root}/`, statementsOf)
    }, world)
  } finally {
    covered?.close()
    await world.close()
  }
}

/** After this time of a minute, in ms, its first poll is over. That poll looks at everything (src/engine/run/rest.ts). */
const firstPollMs = 12_000

/** Jobs of a minute and of longer times would be in some stretches and not in others. */
async function startOfMinute(): Promise<void> {
  const inMinute = Date.now() % 60_000
  if (inMinute < firstPollMs || inMinute > 60_000 - idleMs - afterwardsMs - 2000)
    await wait((60_000 + firstPollMs - inMinute) % 60_000)
}

const idle = () => wait(idleMs)

async function mention(world: World, id: string): Promise<void> {
  world.add(id)
  await world.until('the card', () => world.ids().includes(id))
  await wait(afterwardsMs)
}

async function claim(world: World, id: string): Promise<void> {
  const ts = world.posted().find(({ ids }) => ids.includes(id))?.ts ?? ''
  const text = () => JSON.stringify(world.slack.control.messages(channel).find((one) => one.ts === ts))
  const before = text()
  await world.slack.people.press({ user: person, channel, ts, actionId: 'mention_claim' })
  await world.until('the claim', () => text() !== before)
  await wait(afterwardsMs)
}

async function answer(world: World, line: string): Promise<void> {
  const answers = () => world.slack.state.ephemerals.filter((one) => !isPending(one)).length
  const before = answers()
  await world.slack.people.runCommand({ user: person, channel, line })
  await world.until('the answer', () => answers() > before)
  await wait(afterwardsMs)
}
