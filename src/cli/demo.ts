import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startBot } from '../../sandbox/demo/bot-process.ts'
import {
  demoConfiguration,
  demoSubscriptions,
  ownSubscriptions,
  type Watched,
} from '../../sandbox/demo/configuration.ts'
import { countMentions, sum } from '../../sandbox/demo/counter.ts'
import { createOutages, type Demo, leversOf, outageMs } from '../../sandbox/demo/levers.ts'
import { createPanel } from '../../sandbox/demo/panel.ts'
import { firstStartOf, keepDemo } from '../../sandbox/demo/saved-demo.ts'
import { machineTimer } from '../../sandbox/machine-timer.ts'
import { pressAlert, quietAlert } from '../../sandbox/mention-service/generator/alerts.ts'
import { type RunningService, runService } from '../../sandbox/mention-service/run-service.ts'
import { pageHandler } from '../../sandbox/slack/page-server.ts'
import { createWorkspace, type Workspace } from '../../sandbox/slack/workspace.ts'
import { type Cleanup, createCleanup } from '../async/cleanup.ts'
import { createRuntime } from '../async/runtime.ts'
import { SettingsError, variables } from '../config/settings.ts'
import { connectMentionService } from '../mention-api/mention-service-client.ts'
import { FolderTakenError, lockFolder } from '../store/file/folder-lock.ts'
import { makeFolder } from '../store/file/open-folder.ts'
import { portOption } from './output.ts'
import { exitCodes, longestStop, waitForSignal } from './shutdown.ts'

/** Where the page is served, unless told otherwise or taken. */
const usualPort = 4280

/** `npm run demo [-- --service real] [--port N] [--keep FOLDER]`: the whole world until Ctrl-C. */
export async function demo(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      service: { type: 'string', default: 'embedded' },
      port: { type: 'string', default: String(usualPort) },
      keep: { type: 'string' },
    },
  })
  const { service, port, keep } = values
  if (service !== 'embedded' && service !== 'real') throw new Error("--service is 'embedded' or 'real'.")
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const asked = waitForSignal()
  const running = await startDemo({
    service,
    port: portOption(port),
    ...(keep === undefined ? {} : { keep }),
    variables,
    print,
  })
  print(
    `\n  Overheard is running at ${running.url}\n  Mentions keep arriving; the levers of the page show what it withstands. Ctrl-C ends everything.\n`,
  )
  await asked
  setTimeout(() => process.exit(exitCodes.stopped), longestStop).unref()
  await running.stop()
  return exitCodes.stopped
}

/** How the demo is asked for. */
type DemoOptions = {
  /** `real`: the mention service of MENTIONS_API_URL and MENTIONS_API_TOKEN instead of the embedded one. */
  service: 'embedded' | 'real'
  /** Of the page; any free one where it is taken. */
  port: number
  /** A folder in which the world is kept from one run to the next; everything is fresh where absent. */
  keep?: string
  variables: Record<string, string | undefined>
  print: (line: string) => void
}

/** Runs the whole world on the loopback address: mention service, Slack workspace with its page, and the bot as it runs in production. */
export async function startDemo(options: DemoOptions): Promise<{ url: string; stop: () => Promise<void> }> {
  const undo = createCleanup()
  try {
    const folder = await demoFolder(options.keep, undo)
    const source =
      options.service === 'real' ? await realSource(options.variables) : await embeddedSource(options.keep)
    undo.add(() => source.embedded?.close())
    const panel = createPanel(
      () => panelState(source, world(), options.service),
      () => leversOf(world()),
    )
    const slack = workspaceWith(panel)
    const url = await slack.listen(options.port).catch(() => slack.listen(0))
    undo.add(() => slack.close())
    undo.add(() => panel.close())
    if (options.keep !== undefined) undo.add(await keepDemo(folder, slack, source.embedded?.mentionStore))

    await writeFile(configurationIn(folder), demoConfiguration(source.watched))
    const bot = startBot({
      environment: { PATH: options.variables.PATH, ...botEnvironment(folder, source, slack) },
      line: printErrors(Date.now, options.print),
      changed: panel.tell,
    })
    undo.add(() => bot.stop())
    const outages = createOutages({ now: Date.now, later, ms: outageMs })
    function world(): Demo {
      return { service: source.embedded, slack, bot, outages, later }
    }
    return { url, stop: undo.all }
  } catch (error) {
    await undo.all()
    throw error
  }
}

const later = (run: () => void, ms: number) => void setTimeout(run, ms).unref()

const configurationIn = (folder: string) => join(folder, 'overheard.yaml')

/** The Slack workspace, whose page has the panel beside it. */
function workspaceWith(panel: ReturnType<typeof createPanel>): Workspace {
  const page = pageHandler()
  return createWorkspace({
    now: Date.now,
    control: true,
    commands: demoCommands,
    page: (request, response) => {
      if (!panel.handle(request, response)) page(request, response)
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
  }
}

/** What the panel shows. The copies of a story have no message of their own to be counted by. */
function panelState(source: Source, world: Demo, kind: DemoOptions['service']) {
  const { embedded, watched, url: address } = source
  const countable = watched.filter(({ dedupe }) => dedupe === undefined)
  const counts = countable.map((counted) => {
    const mentions = embedded?.mentionStore.mentions(counted.alert, 'id').map(({ id }) => id) ?? []
    return countMentions(mentions, world.slack.control.messages(counted.channel), counted)
  })
  return {
    levers: leversOf(world).map(({ pull: _, ...lever }) => lever),
    counter: sum(counts),
    bot: world.bot.state(),
    service: { address, kind },
  }
}

const demoCommands = [
  {
    command: '/mentions-stats',
    description: 'Totals and a sentiment sparkline',
    usage: '[alert] [7d|30d|90d] [by:day|week|month] [source:web,reddit]',
  },
  {
    command: '/mentions',
    description: 'Run Overheard from here',
    usage: 'help | list | subscribe | mute | why | status',
    escapes: true,
  },
]

/** Where the demo's mentions come from: an address, its token, what is watched, and the service itself where it is ours. */
type Source = { url: string; token: string; watched: Watched[]; embedded: RunningService | undefined }

const embeddedToken = 'demo-service-token'

/** The generated world, as it was left in the folder `keep` where that is named. */
async function embeddedSource(keep: string | undefined): Promise<Source> {
  const embedded = await runService({
    port: 0,
    token: embeddedToken,
    print: () => undefined,
    now: Date.now,
    besides: [quietAlert, pressAlert],
    ...(keep === undefined ? {} : { pastUntil: await firstStartOf(keep, Date.now()) }),
    setTimer: machineTimer,
  })
  return { url: embedded.url, token: embeddedToken, watched: demoSubscriptions, embedded }
}

/** One's own mentions: the first alerts of the account, each in a channel of the demo. Throws where the service cannot be used. */
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
    const { alerts } = await service.listAlerts()
    return { url, token, watched: ownSubscriptions(alerts), embedded: undefined }
  } finally {
    await service.close()
  }
}

const tell = (what: string) => void process.stderr.write(`${what}\n`)

/**
 * The folder of a demo's world, until `undo` gives it back: the one to keep, or a fresh one that is removed then. Throws where another
 * demo has the one to keep: each would write its own world over the other's.
 */
export async function demoFolder(keep: string | undefined, undo: Cleanup): Promise<string> {
  if (keep !== undefined) {
    // What they fail by names the folder; what its lock fails by, a file within.
    await makeFolder(keep)
    await readdir(keep)
    const { now, setTimer } = createRuntime()
    const lock = await lockFolder(keep, { now, setTimer, tell }).catch((error) => {
      throw inWordsOfTheDemo(error, keep)
    })
    undo.add(lock.release)
    return keep
  }
  const folder = await mkdtemp(join(tmpdir(), 'overheard-demo-'))
  undo.add(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function inWordsOfTheDemo(error: unknown, keep: string): unknown {
  if (!(error instanceof FolderTakenError)) return error
  return new Error(`Another demo keeps its world in ${keep}. End it, or name another folder with --keep.`)
}

/** pino's number for an error. */
const error = 50

/** The same is said again after this long, in ms: a bot that tries every second says it every second. */
const sayAgain = 60_000

const logLine = z.object({
  level: z.number(),
  msg: z.string(),
  err: z.object({ message: z.string() }).optional(),
})

/** The bot's log is for machines: a person at the terminal hears what went wrong and why, once a minute. Other lines are passed over. */
export function printErrors(now: () => number, print: (line: string) => void): (line: string) => void {
  let last = { sentence: '', at: Number.NEGATIVE_INFINITY }
  return (line) => {
    const parsed = logLine.safeParse(jsonOf(line))
    if (!parsed.success || parsed.data.level < error) return
    const { msg, err } = parsed.data
    const sentence = err === undefined ? msg : `${msg}: ${err.message}`
    const at = now()
    if (sentence === last.sentence && at - last.at < sayAgain) return
    last = { sentence, at }
    print(sentence)
  }
}

/** Not each line is the log's: Node prints warnings, too. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
