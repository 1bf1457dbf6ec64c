import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import packageFile from '../../package.json' with { type: 'json' }
import { createDemoClock } from '../../sandbox/demo/demo-clock.ts'
import { createCards } from '../../src/cards/cards.ts'
import { defaultWeights } from '../../src/config/configuration-schema.ts'
import type { PostedCard } from '../../src/model/card.ts'
import type { ToldChange } from '../../src/model/change.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import type { Store } from '../../src/store/store.ts'
import { messagesOfFeatures } from '../../src/stored-kinds.ts'
import { createWorld } from './e2e/bot-world.ts'
import { dayOfPolls, soakAlerts, soakWorld } from './soak-world.ts'

/**
 * What a bot in use has in its folder after many days: it posts 480 mentions a day, people claim a third of them, and five changes a day are
 * made from Slack.
 */

const day = 86_400_000
const [cardDays, logDays] = [90, 35]
const changesPerDay = 5
const first = Date.UTC(2026, 9, 1)

/** `bytes` and `files` of the folder, and the heap of the process that polls. */
type YearSize = { day: number; posted: number; bytes: number; files: number; heap: number }
/** `startMs` is the processor time until the bot runs, because other programs slow a start down. `memory` is in bytes. */
type Rest = { startMs: number; memory: number }

export type SoakYear = {
  sizes: YearSize[]
  missing: number
  twice: number
  /** Medians of several starts of the real bot: on the folder after all days, and on an empty one. */
  used: Rest
  empty: Rest
}

type Options = { days: number; measureAt: number[]; starts: number; progress: (line: string) => void }

export async function soakYear({ days, measureAt, starts, progress }: Options): Promise<SoakYear> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-year-'))
  try {
    const clock = { at: first }
    const data = join(folder, 'data')
    const store = await openFolder(data, {
      now: () => clock.at,
      setTimer: (run) => {
        const soon = setImmediate(run)
        return () => clearImmediate(soon)
      },
      log: { warn: () => undefined },
    })
    const sizes: YearSize[] = []
    const cards = cardsOf(clock, store)
    const world = await soakWorld(clock, store, {
      ...{ subscriptionsEach: 1, pollEvery: day / 24, originalCards: cards.originalCards },
    })
    for (let count = 1; count <= days; count++) {
      await dayOfPolls(world)
      await dayOfPeople(clock, store, cards)
      await prune(clock, store, cards)
      if (!measureAt.includes(count) && count !== days) continue
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      const size = {
        day: count,
        posted: world.posted(),
        ...sizeOf(data),
        heap: process.memoryUsage().heapUsed,
      }
      sizes.push(size)
      const told = `${(size.bytes / 1e6).toFixed(1)} MB in ${size.files} files, heap ${(size.heap / 1e6).toFixed(1)} MB`
      progress(`day ${count}: ${told}, ${size.posted} posted`)
    }
    await store.close()
    const used: Rest[] = []
    const empty: Rest[] = []
    for (let round = 0; round < starts; round++) {
      empty.push(await startOn(join(folder, `empty-${round}`), clock.at))
      used.push(await startOn(data, clock.at))
      progress(
        `start ${round + 1}: ${wordsOf(used)} after ${days} days, ${wordsOf(empty)} on an empty folder`,
      )
    }
    return {
      ...{ sizes, missing: world.missing(), twice: world.twice() },
      ...{ used: medianOf(used), empty: medianOf(empty) },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const wordsOf = (rests: Rest[]) => {
  const { startMs = 0, memory = 0 } = rests.at(-1) ?? {}
  return `${Math.round(startMs)} ms, ${(memory / 1e6).toFixed(0)} MB`
}

function cardsOf(clock: { at: number }, store: Store) {
  return createCards({
    store,
    messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
    nameOf: async () => 'Ana Lima',
    keptMs: cardDays * day,
    now: () => clock.at,
    openForMs: 14 * day,
    weights: defaultWeights,
  })
}

type YearCards = ReturnType<typeof cardsOf>

/** People claim every third card of the day, mark it as done, and change settings. */
async function dayOfPeople(clock: { at: number }, store: Store, cards: YearCards): Promise<void> {
  const posted: PostedCard[] = []
  for await (const card of cards.postedSince(clock.at - day)) posted.push(card)
  for (const { channel, ts, shows } of posted.filter((_, index) => index % 3 === 0)) {
    if (shows.kind !== 'card') continue
    const about = { message: { channel, ts }, mentions: [shows.mention.id], user: 'U0000000ANA' }
    await cards.applyAction({ ...about, action: 'claim' })
    await cards.applyAction({ ...about, action: 'done' })
  }
  // The records of the feature that keeps changes, if there is one.
  for (const { name, schema } of messagesOfFeatures.filter((one) => one.name === 'changes'))
    for (let index = 0; index < changesPerDay; index++) {
      const ts = `${clock.at / 1000 + index}.000000000000001`
      const told: ToldChange = {
        ...{ id: `${clock.at} ${index}`, at: clock.at, channel: 'C10', user: 'U0000000ANA', by: 'Ana Lima' },
        ...{
          what: 'paused posts of alert-1-0 until Nov 20, 2026, 14:02 UTC; mentions found meanwhile are posted then',
          alerts: ['1'],
        },
      }
      const record = { ...told, ts }
      await store.messages(name, schema).add(record, record)
    }
}

/** What the bot does every hour. */
async function prune(clock: { at: number }, store: Store, cards: YearCards): Promise<void> {
  const records = messagesOfFeatures.map(({ name, schema }) => store.messages(name, schema))
  await Promise.all([
    cards.prune(clock.at),
    store.decisions.prune(clock.at - logDays * day),
    ...records.map((one) => one.prune(clock.at - cardDays * day)),
  ])
}

function sizeOf(folder: string): { bytes: number; files: number } {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)))
  const files = paths.map((path) => lstatSync(path)).filter((one) => one.isFile())
  return { bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length }
}

/** The bot reads what is stored and polls, until it is at rest, in ms. */
const restAfter = 6000

/** Those of `npm start`, without the program and its `.env`. */
function argumentsOfStart(): string[] {
  const { start } = packageFile.scripts
  return start.split(' ').filter((word) => !['exec', 'node'].includes(word) && !word.startsWith('--env-file'))
}

/** Starts the real bot on a folder, with a moved clock, and measures it. */
async function startOn(data: string, at: number): Promise<Rest> {
  const numbers = Array.from({ length: soakAlerts }, (_, index) => String(index + 1))
  const subscriptions = numbers.map((alert) => ({
    ...{ name: `alert-${alert}-0`, alert, channel: `C${alert}0`, schedule: '*/10 * * * *' },
  }))
  const world = await createWorld({
    clock: createDemoClock(Date.now, at - Date.now()),
    configuration: { subscriptions },
    environment: { DATA_DIR: data },
    slack: {
      channels: numbers.map((alert) => ({ id: `C${alert}0`, name: `alert-${alert}`, botIsMember: true })),
    },
  })
  try {
    for (const alert of numbers)
      world.mentionStore.addAlert({ alert_id: alert, alert_name: `Alert ${alert}`, alert_type: 'mentions' })
    const bot = world.start({ program: argumentsOfStart() })
    await world.until('the start', () => world.output().includes('Overheard is running'))
    const startMs = processorMs(bot.pid)
    await wait(restAfter)
    const [, kB = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bot.pid}/status`, 'utf8')) ?? []
    await world.end('SIGTERM')
    return { startMs, memory: Number(kB) * 1024 }
  } finally {
    await world.close()
  }
}

/** Linux counts it in ticks of 10 ms (proc_pid_stat(5): utime and stime, after the name in brackets). */
function processorMs(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function medianOf(rests: Rest[]): Rest {
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return {
    startMs: middle(rests.map(({ startMs }) => startMs)),
    memory: middle(rests.map(({ memory }) => memory)),
  }
}
