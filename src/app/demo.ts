import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBot } from '../sandbox/demo/bot-process.ts'
import {
  demoConfiguration,
  demoSubscriptions,
  ownSubscriptions,
  type Watched,
} from '../sandbox/demo/configuration.ts'
import { countMentions, sum } from '../sandbox/demo/counter.ts'
import { beginningOf, keepWorld } from '../sandbox/demo/keep.ts'
import { leversOf, outageMs } from '../sandbox/demo/levers.ts'
import { createOutages } from '../sandbox/demo/outages.ts'
import { createPanel } from '../sandbox/demo/panel.ts'
import { machineTimer } from '../sandbox/machine-timer.ts'
import { type RunningService, runService } from '../sandbox/mention-service/run-service.ts'
import { pressAlert, quietAlert } from '../sandbox/mention-service/world/alerts.ts'
import { pageHandler } from '../sandbox/slack/page-server.ts'
import { createWorkspace } from '../sandbox/slack/workspace.ts'
import { SettingsError } from '../settings.ts'
import { troubleTeller } from './demo-troubles.ts'
import { connectMentionService } from './mention-service.ts'
import { createRuntime } from './runtime.ts'
import { createUndo } from './undo.ts'

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

/** Where the demo's mentions come from: an address, its token, what is watched, and the service itself where it is ours. */
type Source = { url: string; token: string; watched: Watched[]; embedded: RunningService | undefined }

const embeddedToken = 'demo-service-token'

/** Runs the whole world on the loopback address: mention service, Slack workspace with its page, and the bot as it runs in production. */
export async function startDemo(options: DemoOptions): Promise<{ url: string; stop: () => Promise<void> }> {
  const undo = createUndo()
  const folder = options.keep ?? (await mkdtemp(join(tmpdir(), 'overheard-demo-')))
  if (options.keep === undefined) undo.add(() => rm(folder, { recursive: true, force: true }))
  try {
    const source =
      options.service === 'real' ? await realSource(options.variables) : await embeddedSource(options.keep)
    undo.add(() => source.embedded?.close())
    const panel = createPanel(state, levers)
    const page = pageHandler()
    const slack = createWorkspace({
      now: Date.now,
      control: true,
      commands: demoCommands,
      page: (request, response) => {
        if (!panel.handle(request, response)) page(request, response)
      },
    })
    const url = await slack.listen(options.port).catch(() => slack.listen(0))
    undo.add(() => slack.close())
    undo.add(() => panel.close())
    if (options.keep !== undefined) undo.add(await keepWorld(folder, slack, source.embedded?.archive))

    const configuration = join(folder, 'overheard.yaml')
    await writeFile(configuration, demoConfiguration(source.watched))
    const bot = startBot({
      environment: {
        PATH: options.variables.PATH,
        MENTIONS_API_URL: source.url,
        MENTIONS_API_TOKEN: source.token,
        SLACK_BOT_TOKEN: slack.seed.token.bot,
        SLACK_APP_TOKEN: slack.seed.token.app,
        SLACK_API_URL: slack.apiUrl,
        CONFIG_FILE: configuration,
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
      },
      line: troubleTeller(Date.now, options.print),
      changed: panel.tell,
    })
    undo.add(() => bot.stop())

    const later = (run: () => void, ms: number) => void setTimeout(run, ms).unref()
    const outages = createOutages({ now: Date.now, later, ms: outageMs })
    function levers() {
      return leversOf({ service: source.embedded, slack, bot, outages, later })
    }
    function state() {
      // The copies of a story have no message of their own to be counted by.
      const countable = source.watched.filter(({ dedupe }) => dedupe === undefined)
      const counts = countable.map((counted) => {
        const mentions = source.embedded?.archive.mentions(counted.alert, 'id').map(({ id }) => id) ?? []
        return countMentions(mentions, slack.control.messages(counted.channel), counted)
      })
      const told = levers().map(({ pull: _, ...lever }) => lever)
      return {
        levers: told,
        counter: sum(counts),
        bot: bot.state(),
        service: { address: source.url, kind: options.service },
      }
    }
    return { url, stop: undo.all }
  } catch (error) {
    await undo.all()
    throw error
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

async function embeddedSource(keep: string | undefined): Promise<Source> {
  const embedded = await runService({
    port: 0,
    token: embeddedToken,
    print: () => undefined,
    now: Date.now,
    besides: [quietAlert, pressAlert],
    ...(keep === undefined ? {} : { pastUntil: await beginningOf(keep, Date.now()) }),
    setTimer: machineTimer,
  })
  return { url: embedded.url, token: embeddedToken, watched: demoSubscriptions, embedded }
}

/** One's own mentions: the first alerts of the account, each in a channel of the demo. Throws where the service cannot be used. */
async function realSource({
  MENTIONS_API_URL: url,
  MENTIONS_API_TOKEN: token,
}: DemoOptions['variables']): Promise<Source> {
  if (!url || !token)
    throw new SettingsError('Set MENTIONS_API_URL and MENTIONS_API_TOKEN (in .env) to see your own mentions.')
  const { service } = connectMentionService(
    { MENTIONS_API_URL: url, MENTIONS_API_TOKEN: token },
    createRuntime(),
    { warn: () => undefined },
  )
  try {
    const { alerts } = await service.listAlerts()
    return { url, token, watched: ownSubscriptions(alerts), embedded: undefined }
  } finally {
    await service.close()
  }
}
