import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBot } from '../sandbox/demo/bot-process.ts'
import { demoConfiguration } from '../sandbox/demo/configuration.ts'
import { countMentions, sum } from '../sandbox/demo/counter.ts'
import { keepWorld } from '../sandbox/demo/keep.ts'
import type { World } from '../sandbox/demo/levers.ts'
import { leversOf, outageMs } from '../sandbox/demo/levers.ts'
import { createOutages } from '../sandbox/demo/outages.ts'
import { createPanel } from '../sandbox/demo/panel.ts'
import { pageHandler } from '../sandbox/slack/page-server.ts'
import type { Workspace } from '../sandbox/slack/workspace.ts'
import { createWorkspace } from '../sandbox/slack/workspace.ts'
import { demoFolder } from './demo-folder.ts'
import { embeddedSource, realSource, type Source } from './demo-source.ts'
import { printErrors } from './demo-troubles.ts'
import { createCleanup } from './undo.ts'

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
    if (options.keep !== undefined) undo.add(await keepWorld(folder, slack, source.embedded?.archive))

    await writeFile(configurationIn(folder), demoConfiguration(source.watched))
    const bot = startBot({
      environment: { PATH: options.variables.PATH, ...botEnvironment(folder, source, slack) },
      line: printErrors(Date.now, options.print),
      changed: panel.tell,
    })
    undo.add(() => bot.stop())
    const outages = createOutages({ now: Date.now, later, ms: outageMs })
    function world(): World {
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
function panelState(source: Source, world: World, kind: DemoOptions['service']) {
  const { embedded, watched, url: address } = source
  const countable = watched.filter(({ dedupe }) => dedupe === undefined)
  const counts = countable.map((counted) => {
    const mentions = embedded?.archive.mentions(counted.alert, 'id').map(({ id }) => id) ?? []
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
