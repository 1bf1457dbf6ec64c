import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import {
  createWorkspace,
  type Workspace,
  type WorkspaceOptions,
} from '../../../packages/slack-on-your-desk/src/index.ts'
import { overheardWorkspace } from '../../../sandbox/demo/configuration.ts'
import type { DemoClock } from '../../../sandbox/demo/demo-clock.ts'
import type { MentionInput } from '../../../sandbox/mention-service/records.ts'
import {
  createMentionServer,
  type MentionServer,
  type MentionServerDeps,
} from '../../../sandbox/mention-service/server.ts'
import { createMentionStore, type MentionStore } from '../../../sandbox/mention-service/store.ts'
import { makeDatabase } from '../postgres.ts'
import { programOf } from '../program.ts'

/** A world for e2e tests: the real bot process between the two embedded services, all on the loopback address. */

export const alertId = '1001'
export const channel = 'C00000BRAND'
const serviceToken = 'service-token-7c1f'
/** True in `npm run tool -- test-postgres`: bots use PostgreSQL instead of a folder. */
export const onPostgres = process.env.DATABASE_URL !== undefined
export const program = programOf('src/main.ts')

export type WorldOptions = {
  /** A subscription without `burstWithin` gets 0s, so that no mention waits two minutes for a burst. */
  configuration: object
  environment?: Record<string, string>
  slack?: Partial<WorkspaceOptions>
  service?: Partial<MentionServerDeps>
  /** The program that `start` runs instead of `program`. */
  runs?: string
  /** The clock of the services, and of each bot as it is when the bot starts. Default: the machine's clock. */
  clock?: Pick<DemoClock, 'now' | 'offsetMs'>
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** Starts the two services with one alert and writes the configuration. `start` starts the bot. */
export async function createWorld(options: WorldOptions) {
  const { clock = machineClock } = options
  const { now } = clock
  const folder = mkdtempSync(join(tmpdir(), 'overheard-'))
  const mentionStore = createMentionStore({ now })
  mentionStore.addAlert({
    alert_id: alertId,
    alert_type: 'mentions',
    alert_name: 'Acme brand',
    project_id: '1',
    project_name: 'Acme',
  })
  const service = createMentionServer({
    mentionStore,
    token: serviceToken,
    now,
    ...options.service,
  })
  const { url } = await service.listen(0)
  const slack = createWorkspace({ now, postLimit: 'off', ackMs, ...overheardWorkspace, ...options.slack })
  await slack.listen(0)
  writeFileSync(join(folder, 'overheard.yaml'), stringify(withoutWaits(options.configuration)))
  const environment = {
    PATH: process.env.PATH,
    MENTIONS_API_URL: url,
    MENTIONS_API_TOKEN: serviceToken,
    SLACK_BOT_TOKEN: slack.seed.token.bot,
    SLACK_APP_TOKEN: slack.seed.token.app,
    SLACK_API_URL: slack.apiUrl,
    CONFIG_FILE: join(folder, 'overheard.yaml'),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    ...(await ownDatabase(options.environment)),
    ...options.environment,
  }
  return withBot({ mentionStore, service, slack, folder, environment, clock, runs: options.runs ?? program })
}

/** The bot may acknowledge a request, and use a trigger, for this time, in ms. Slack's three seconds are too short for a busy machine. */
const ackMs = 60_000

const machineClock = { now: Date.now, offsetMs: () => 0 }

/** Loads the module that moves the clock of a bot. */
function movedBy(offsetMs: number): NodeJS.ProcessEnv {
  if (offsetMs === 0) return {}
  const module = new URL('../../../sandbox/demo/shift-clock.js', import.meta.url).href
  return { NODE_OPTIONS: `--import=${module}`, DEMO_CLOCK_OFFSET_MS: String(offsetMs) }
}

function withoutWaits(configuration: object): object {
  const { subscriptions = [], ...rest }: { subscriptions?: object[] } = configuration
  return { ...rest, subscriptions: subscriptions.map((one) => ({ burstWithin: '0s', ...one })) }
}

/** Creates a database for the world, unless it has one. */
async function ownDatabase(environment: WorldOptions['environment']): Promise<{ DATABASE_URL?: string }> {
  const server = process.env.DATABASE_URL
  if (server === undefined || environment?.DATABASE_URL !== undefined) return {}
  return { DATABASE_URL: await makeDatabase(server) }
}

type StartOptions = { environment?: NodeJS.ProcessEnv; program?: string[] }

type Services = {
  mentionStore: MentionStore
  service: MentionServer
  slack: Workspace
  folder: string
  environment: NodeJS.ProcessEnv
  clock: Pick<DemoClock, 'now' | 'offsetMs'>
  runs: string
}

function withBot({ mentionStore, service, slack, folder, environment, clock, runs }: Services) {
  let bot: ChildProcess | undefined
  const bots: ChildProcess[] = []
  let output = ''
  const world = {
    mentionStore,
    service,
    slack,
    folder,
    dataDir: join(folder, 'data'),
    environment,
    /** The output of the bot so far, of all its processes. */
    output: () => output,
    /** The program that `start` runs. */
    runs,
    /** Starts the real bot process, or another program with its arguments. */
    start({ environment: more = {}, program = [runs] }: StartOptions = {}) {
      const started = spawn(process.execPath, program, {
        env: { ...environment, ...movedBy(clock.offsetMs()), ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const keep = (chunk: Buffer) => {
        output += chunk.toString()
      }
      started.stdout.on('data', keep)
      started.stderr.on('data', keep)
      bot = started
      bots.push(started)
      return started
    },
    /** Sends a signal to the bot that was started last and waits for its end; returns its exit code. */
    async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
      const ending = bot
      bot = undefined
      return ending === undefined ? null : endOf(ending, signal)
    },
    add(id: string | number, fields: Partial<MentionInput> = {}, visibleFrom?: number, alert = alertId) {
      const published = { date: clock.now(), ...fields }
      mentionStore.add(
        alert,
        mention(String(id), published),
        visibleFrom === undefined ? {} : { visibleFrom },
      )
    },
    /** Our messages in a channel, oldest first, with the mention ids that they show. */
    posted: (where = channel) => slack.control.messages(where).map(readReceipt),
    /** Whether the bot has looked at an alert of the channel for the first time. The first message proves nothing: on a Monday it may be a digest. */
    watches: (where = channel) =>
      slack.control.messages(where).some(({ text }) => text.startsWith('Watching ')),
    /** All ids posted so far, in the order of the messages. */
    ids: (where = channel) => world.posted(where).flatMap(({ ids }) => ids),
    /** Waits until the condition is true. The time limit only ends a test that hangs, which then fails with the bot's output. */
    async until(what: string, holds: () => boolean, ms = 200_000) {
      const end = Date.now() + ms
      while (!holds()) {
        if (Date.now() > end) throw new Error(`never happened: ${what}\n${output.slice(-4000)}`)
        await wait(50)
      }
    },
    async close() {
      await Promise.all(bots.map((one) => endOf(one, 'SIGKILL')))
      await Promise.all([service.close(), slack.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return world
}

/** Sends a signal to a process and waits for its end; returns its exit code. */
export async function endOf(bot: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (bot.exitCode === null && bot.signalCode === null) {
    const ended = once(bot, 'exit')
    bot.kill(signal)
    await ended
  }
  return bot.exitCode
}

/** A mention in the format of the service. */
export function mention(id: string, fields: Partial<MentionInput> = {}): MentionInput {
  return {
    id,
    date: Date.now(),
    reach: 1200,
    language: 'en',
    url: `https://news.example/${id}`,
    snippet: `Something about Acme, number ${id}`,
    title: `Acme in the news, ${id}`,
    done: false,
    starred: false,
    tags: [],
    author: { name: 'Kim Lee', avatar: '', audience: 10, url: 'news.example' },
    source: 'web',
    entities: { snippet: { highlighted_text: [] } },
    ...fields,
  }
}

type Stored = ReturnType<Workspace['control']['messages']>[number]

/** Reads the mention ids from the addresses in a message's text, because Slack may have dropped the metadata. */
function readReceipt({ ts, thread_ts: thread, text, metadata }: Stored) {
  const ids = [...text.matchAll(/https:\/\/news\.example\/(\d+)/g)].flatMap(([, id]) => id ?? [])
  return { ts, thread, text, payload: metadata?.event_payload ?? {}, ids }
}
