import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cleanup, createCleanup } from '@overheard/base/cleanup'
import { defined } from '@overheard/base/defined'
import { parseJson } from '@overheard/base/json'
import { createRuntime } from '@overheard/base/runtime'
import type { Ms, Time } from '@overheard/base/time'
import { connectMentionService, readMention } from '@overheard/mention-client'
import type { Id } from '@overheard/mention-client/id'
import { z } from 'zod'
import manifest from '../../config/slack-manifest.json' with { type: 'json' }
import {
  createPanel,
  createWorkspace,
  optionsOfManifest,
  type Panel,
  pageHandler,
  type Workspace,
} from '../../packages/slack-on-your-desk/src/index.ts'
import { createBot } from '../../sandbox/demo/bot-process.ts'
import {
  demoConfiguration,
  demoSubscriptions,
  demoTeam,
  digestChannel,
  ownSubscriptions,
  type Watched,
  webhookSecret,
  webhookSecretName,
} from '../../sandbox/demo/configuration.ts'
import { countMentions, sum } from '../../sandbox/demo/counter.ts'
import { addDeals, dealsAuthor } from '../../sandbox/demo/deals.ts'
import { createDemoClock, type DemoClock } from '../../sandbox/demo/demo-clock.ts'
import { createLeftOut } from '../../sandbox/demo/left-out.ts'
import { createOutages, type Demo, type LeverClock, leversOf, outageMs } from '../../sandbox/demo/levers.ts'
import { demoPanel } from '../../sandbox/demo/panel.ts'
import { firstStartOf, keepDemo, savedClockOffset } from '../../sandbox/demo/saved-demo.ts'
import { createTicketTracker } from '../../sandbox/demo/ticket-tracker.ts'
import { machineTimer } from '../../sandbox/machine-timer.ts'
import { pressAlert, quietAlert } from '../../sandbox/mention-service/generator/alerts.ts'
import { type RunningService, runService } from '../../sandbox/mention-service/run-service.ts'
import { type Receiver, startReceiver } from '../../sandbox/webhook-receiver.ts'
import { configurationSchema, entryKeys, formerNames } from '../config/configuration-schema.ts'
import { SettingsError, variables } from '../config/settings.ts'
import { muteFinder, volumeCollection } from '../engine/index.ts'
import type { Language } from '../messages/kit/locale.ts'
import { postedCardSchema } from '../model/card.ts'
import { type Collections, openCollection } from '../model/collection.ts'
import { FolderTakenError, lockFolder } from '../store/file/folder-lock.ts'
import { makeFolder } from '../store/file/make-folder.ts'
import { openFolder, readableFolder } from '../store/file/open-folder.ts'
import { muteKind } from '../stored-kinds.ts'
import { exitCodes, maxStopMs, waitForSignal } from './shutdown.ts'

export async function demo(deps: Pick<DemoDeps, 'service' | 'port' | 'keep' | 'language'>): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const asked = waitForSignal()
  const running = await startDemo({
    ...deps,
    program: process.argv[1] ?? '',
    variables,
    print,
  })
  print(
    `\n  Overheard is running at ${running.url}\n${running.mcp}  New mentions keep arriving. Try the levers on the page. Ctrl-C stops the demo.\n`,
  )
  await asked
  setTimeout(() => process.exit(exitCodes.stopped), maxStopMs).unref()
  await running.stop()
  return exitCodes.stopped
}

type DemoDeps = {
  service: 'embedded' | 'real'
  /** Undefined: the usual port, or any other if it is taken. */
  port?: number
  keep?: string
  /** The language of the bot, and of the people in Slack. */
  language?: Language
  /** The file that Node runs for the bot. */
  program: string
  variables: Record<string, string | undefined>
  print: (line: string) => void
  leverClock?: LeverClock
  /** Ms within which the bot must acknowledge a request, and use a trigger. Default: 3,000, as in Slack. */
  ackMs?: Ms
}

/** Runs the demo on the loopback address: the mention service, the Slack workspace with its page, and the bot as it runs in production. */
export async function startDemo(
  deps: DemoDeps,
): Promise<{ url: string; mcp: string; stop: () => Promise<void> }> {
  const undo = createCleanup()
  try {
    const folder = await demoFolder(deps.keep, undo)
    const clock = createDemoClock(Date.now, deps.keep === undefined ? 0 : await savedClockOffset(deps.keep))
    const source =
      deps.service === 'real' ? await realSource(deps.variables) : await embeddedSource(deps.keep, clock)
    undo.add(() => source.embedded?.close())
    const receiver = await startReceiver({
      secret: webhookSecret,
      now: clock.now,
      arrived: () => panel.sendChange(),
    })
    undo.add(receiver.close)
    const bot = createBot({
      program: deps.program,
      clockOffsetMs: clock.offsetMs,
      line: printErrors(Date.now, deps.print),
      changed: () => panel.sendChange(),
    })
    const { leftOut, knowsUsualVolume } = watchStore(join(folder, 'data'), clock, undo)
    const { leverClock = machineLeverClock } = deps
    const { later } = leverClock
    const outages = createOutages({ ...leverClock, ms: outageMs })
    // A page of an earlier demo can ask for the panel before the bot has started.
    const panel = createPanel(
      () => panelState({ source, receiver, leftOut, now: clock.now }, parts(), deps.service),
      () => leversOf(parts()),
    )
    const slack = createDemoWorkspace(panel, deps)
    slack.control.setClockOffset(clock.offsetMs())
    const url = await listenOn(slack, deps.port)
    undo.add(() => slack.close())
    undo.add(() => panel.close())
    if (deps.keep !== undefined) undo.add(await keepDemo(folder, slack, source.embedded?.mentionStore, clock))

    const addresses = { page: url, receiver: receiver.url }
    const language = defined({ language: deps.language })
    await writeConfiguration(folder, {
      ...demoConfiguration(source.watched, addresses, clock.now()),
      ...language,
    })
    if (source.embedded !== undefined) await writePast(join(folder, 'data'), source.embedded, clock.now())
    const assistants = source.embedded === undefined ? {} : await assistantEnvironment()
    bot.start({
      PATH: deps.variables.PATH,
      ...botEnvironment(folder, source, slack),
      ...assistants,
    })
    undo.add(bot.stop)
    function makeDigestDue() {
      const digest = { name: nextDigestName(slack), slotAt: clock.now() - minuteMs }
      return writeConfiguration(folder, {
        ...demoConfiguration(source.watched, addresses, clock.now(), digest),
        ...language,
      })
    }
    function parts(): Demo {
      return { service: source.embedded, slack, bot, outages, clock, makeDigestDue, later, knowsUsualVolume }
    }
    const { PORT, MCP_TOKEN } = assistants
    const mcp =
      PORT && `  AI assistants can ask http://127.0.0.1:${PORT}/mcp with the bearer token ${MCP_TOKEN}\n`
    return { url, mcp: mcp ?? '', stop: undo.all }
  } catch (error) {
    await undo.all()
    throw error
  }
}

const usualPort = 4280

/** A port that somebody chose is in a bookmark or a script, so it is not replaced by another one. */
const listenOn = (slack: Workspace, port: number | undefined): Promise<string> =>
  port === undefined ? slack.listen(usualPort).catch(() => slack.listen(0)) : slack.listen(port)

/** AI assistants reach the bot of the demo here, if the port is free. The token is no secret, because the mentions are made up. */
const assistantPort = 4283
const assistantToken = 'overheard-demo-token'

function assistantEnvironment(): Promise<{ PORT?: string; MCP_TOKEN?: string }> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve({}))
    server.listen(assistantPort, '127.0.0.1', () =>
      server.close(() => resolve({ PORT: String(assistantPort), MCP_TOKEN: assistantToken })),
    )
  })
}

const machineLeverClock: LeverClock = {
  now: Date.now,
  later: (run, ms) => void setTimeout(run, ms).unref(),
}

const supportAlert = quietAlert.alert.alert_id

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const log = { warn: () => undefined }

/** Returns a new name for each digest of the demo, because a digest is posted only once for its name and period. */
function nextDigestName({ control }: Workspace): string {
  const digests = control.messages(digestChannel).map(({ metadata }) => metadata?.event_payload?.name)
  const posted = new Set(digests.filter((name) => typeof name === 'string')).size
  return posted === 0 ? 'weekly' : `weekly ${posted + 1}`
}

const configurationIn = (folder: string) => join(folder, 'overheard.yaml')

/** JSON is valid YAML. */
const writeConfiguration = (folder: string, configuration: Readonly<Record<string, unknown>>) =>
  writeFile(configurationIn(folder), JSON.stringify(withKnownKeys(configuration)))

function createDemoWorkspace(
  panel: Panel,
  { ackMs, language }: Pick<DemoDeps, 'ackMs' | 'language'>,
): Workspace {
  const page = pageHandler()
  const tracker = createTicketTracker()
  return createWorkspace({
    now: Date.now,
    control: true,
    ...defined({ ackMs }),
    ...optionsOfManifest(manifest),
    ...demoTeam,
    users: demoTeam.users.map((user) => ({ ...user, ...defined({ locale: language }) })),
    page: (request, response) => {
      if (!panel.handle(request, response) && !tracker.handle(request, response)) page(request, response)
    },
  })
}

function botEnvironment(folder: string, source: Source, slack: Workspace): Record<string, string> {
  return {
    MENTIONS_API_URL: source.url,
    MENTIONS_API_TOKEN: source.token,
    SLACK_BOT_TOKEN: slack.seed.token.bot,
    SLACK_APP_TOKEN: slack.seed.token.app,
    SLACK_API_URL: slack.apiUrl,
    CONFIG_FILE: configurationIn(folder),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    [webhookSecretName]: webhookSecret,
  }
}

type LeftOut = ReturnType<typeof createLeftOut>

type PanelDeps = { source: Source; receiver: Receiver; leftOut: LeftOut; now: () => Time }

/**
 * Reads every second what the bot has left out, so the counter can tell it from what is lost, and if it knows how many mentions are usual. What
 * was known before stays known.
 */
function watchStore(folder: string, { now }: DemoClock, undo: Cleanup) {
  // The folder is not there until the bot has made it.
  const open = () => readableFolder(folder, { now, setTimer: machineTimer, log })
  const reading = async <T>(read: (store: Collections) => Promise<T>) => {
    const store = open()
    return read(store).finally(store.close)
  }
  const leftOut = createLeftOut(
    {
      async *decisionsSince(since) {
        const store = open()
        yield* store.decisions.entries(since)
        await store.close()
      },
      mutes: () => reading(async (store) => (await openCollection(store, muteKind).readAll()).entries),
    },
    muteFinder(),
    // A kept world has left out mentions in earlier runs, too.
    0,
    now,
  )
  let isKnown = false
  async function refresh(): Promise<void> {
    await leftOut.refresh()
    isKnown ||= (await reading((store) => volumeCollection(store).find(supportAlert))) !== undefined
  }
  const timer = setInterval(() => void refresh().catch(() => undefined), 1000)
  undo.add(() => clearInterval(timer))
  return { leftOut, knowsUsualVolume: () => isKnown }
}

function panelState({ source, receiver, leftOut, now }: PanelDeps, demo: Demo, kind: DemoDeps['service']) {
  const { embedded, watched, url: address } = source
  const countable = watched.filter(({ dedupe }) => dedupe === undefined)
  const counts = countable.map((counted) => {
    const { alert, subscription } = counted
    const mentions = embedded?.mentionStore.ids(alert) ?? []
    const channel =
      demoTeam.channels.find(({ name }) => `#${name}` === counted.channel)?.id ?? counted.channel
    const read = (id: Id) => {
      const found = embedded?.mentionStore.mentions(alert, 'id').find((one) => one.id === id)
      return readMention(found?.body, id, now())
    }
    const isLeftOut = (id: Id) => leftOut.has({ subscription, channel, id }, () => read(id))
    return countMentions(mentions, demo.slack.control.messages(counted.channel), counted, isLeftOut)
  })
  return demoPanel({
    counter: sum(counts),
    bot: demo.bot.state(),
    levers: leversOf(demo),
    received: receiver.received,
    service: { address, kind },
  })
}

type Source = {
  url: string
  token: string
  watched: Watched[]
  embedded: RunningService | undefined
}

const embeddedToken = 'demo-service-token'

async function embeddedSource(keep: string | undefined, clock: DemoClock): Promise<Source> {
  const pastUntil = keep === undefined ? clock.now() : await firstStartOf(keep, clock.now())
  const embedded = await runService({
    port: 0,
    token: embeddedToken,
    print: () => undefined,
    now: clock.now,
    besides: [quietAlert, pressAlert],
    pastUntil,
    setTimer: machineTimer,
  })
  addDeals(embedded.mentionStore, pastUntil)
  return { url: embedded.url, token: embeddedToken, watched: demoSubscriptions, embedded }
}

/** A mention is posted this long after the service has collected it, in ms. */
const demoDelayMs = 60_000

/**
 * Writes what a bot would have stored that posted the mentions of #support from 30 to 16 days ago: half of them done, and those about other
 * goods ignored. So the bot has mutes to propose. Does nothing if a bot has used the folder.
 */
async function writePast(folder: string, { mentionStore }: RunningService, now: Time): Promise<void> {
  if (existsSync(folder)) return
  const [channel, person] = [demoTeam.channels.find(({ name }) => name === 'support'), demoTeam.users[1]]
  const { subscription, alert } = demoSubscriptions.find((one) => one.channel === '#support') ?? {}
  if (!channel || !person || subscription === undefined || alert === undefined) return
  const store = await openFolder(folder, { now: () => now - 16 * dayMs, setTimer: machineTimer, log })
  const cards = store.messages('cards', postedCardSchema)
  for (const [index, { id, body }] of mentionStore.mentions(alert, 'id').entries()) {
    const mention = readMention(body, id, now)
    const at = mention.date + demoDelayMs
    if (at < now - 30 * dayMs || at > now - 16 * dayMs) continue
    const place = { channel: channel.id, ts: (at / 1000 + index / 1e6).toFixed(6), subscription, alert }
    const press = { user: person.id, by: person.displayName ?? person.name, at: at + 20 * demoDelayMs }
    const isDeal = mention.author.name === dealsAuthor
    const state = isDeal ? ('not-relevant' as const) : ('done' as const)
    const isHandled = index % (isDeal ? 3 : 2) === 0
    const record = { ...place, mention: id, state, ...press, firstAt: press.at }
    store.decisions.record([{ ...place, at, id, url: mention.url, outcome: 'posted', reason: 'passed' }])
    await cards.add(place, {
      ...place,
      shows: { kind: 'card', mention, style: 'full' },
      actions: isHandled ? [record] : [],
    })
  }
  await store.close()
}

async function realSource({
  MENTIONS_API_URL: url,
  MENTIONS_API_TOKEN: token,
}: Record<string, string | undefined>): Promise<Source> {
  if (!url || !token)
    throw new SettingsError('Set MENTIONS_API_URL and MENTIONS_API_TOKEN (in .env) to see your own mentions.')
  const { service } = connectMentionService({
    ...createRuntime(),
    baseUrl: url,
    token,
    log: { warn: () => undefined },
  })
  try {
    return { url, token, watched: ownSubscriptions(await service.listAlerts()), embedded: undefined }
  } finally {
    await service.close()
  }
}

const tell = (what: string) => void process.stderr.write(`${what}\n`)

/** A folder of a demo has at least one of these, even if the demo was killed early. */
const demoFiles = new Set(['lock', 'owner', 'begun', 'overheard.yaml'])

export async function demoFolder(keep: string | undefined, undo: Cleanup): Promise<string> {
  if (keep !== undefined) {
    // Errors of these two calls name the folder. Errors of the lock would name a file in it.
    await makeFolder(keep)
    const files = await readdir(keep)
    if (files.length > 0 && !files.some((name) => demoFiles.has(name)))
      throw new Error(
        `The folder ${keep} has files that are not of a demo. Choose an empty folder with --keep.`,
      )
    const { now, setTimer } = createRuntime()
    const lock = await lockFolder(keep, { now, setTimer, warn: tell }).catch((error) => {
      throw toDemoError(error, keep)
    })
    undo.add(lock.release)
    return keep
  }
  const folder = await mkdtemp(join(tmpdir(), 'overheard-demo-'))
  undo.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function toDemoError(error: unknown, keep: string): unknown {
  if (!(error instanceof FolderTakenError)) return error
  return new Error(`Another demo is using ${keep}. Stop it, or choose another folder with --keep.`)
}

const error = 50

/** The same error is printed again only after this time, in ms, because a bot that retries every second also logs it every second. */
const repeatAfterMs = 60_000

const logLine = z.object({
  level: z.number(),
  msg: z.string(),
  err: z.object({ message: z.string() }).optional(),
})

export function printErrors(now: () => Time, print: (line: string) => void): (line: string) => void {
  let last = { sentence: '', at: Number.NEGATIVE_INFINITY }
  return (line) => {
    const parsed = logLine.safeParse(parseJson(line))
    if (!parsed.success || parsed.data.level < error) return
    const { msg, err } = parsed.data
    const sentence = err === undefined ? msg : `${msg}: ${err.message}`
    const at = now()
    if (sentence === last.sentence && at - last.at < repeatAfterMs) return
    last = { sentence, at }
    print(sentence)
  }
}

/** Leaves out the keys of the file and of its subscriptions that belong to no feature of this version, for files that were not written for it. */
export function withKnownKeys(file: Readonly<Record<string, unknown>>) {
  const { subscriptions, ...others } = knownOf(file, {
    ...configurationSchema.shape,
    ...Object.fromEntries(formerNames),
  })
  return {
    ...others,
    ...(Array.isArray(subscriptions) && {
      subscriptions: subscriptions.map((entry) => knownOf(entry, entryKeys)),
    }),
  }
}

const knownOf = (written: object, keys: object) =>
  Object.fromEntries(Object.entries(written).filter(([key]) => key in keys))
