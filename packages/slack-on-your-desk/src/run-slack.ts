import { everything } from './everything.ts'
import { createFaultSwitches } from './fault-switches.ts'
import { optionsOfManifest } from './manifest.ts'
import type { WorkspaceOptions } from './options.ts'
import { pageHandler } from './page-server.ts'
import { createPanel } from './panel.ts'
import { createWorkspace } from './workspace.ts'

type RunOptions = {
  /** 0 takes any free port. */
  port: number
  /** The app's request URL. Without it, the app connects by Socket Mode. */
  requestUrl?: string
  /** The app's manifest. Without it, every command, scope and event is allowed. */
  manifest?: unknown
  channels?: WorkspaceOptions['channels']
  people?: WorkspaceOptions['users']
  /** Receives each line for the person at the terminal. */
  print: (line: string) => void
  now: () => number
}

/**
 * Runs a Slack workspace on the loopback address for any app. Without a manifest it takes every slash command, grants every scope and
 * sends every event. Rejects with EADDRINUSE if the port is taken.
 */
export async function runSlack({ port, requestUrl, manifest, channels, people, print, now }: RunOptions) {
  const page = pageHandler()
  const workspace = createWorkspace({
    now,
    control: true,
    page: (request, response) => {
      if (!panel.handle(request, response)) page(request, response)
    },
    ...(manifest === undefined ? everything : optionsOfManifest(manifest)),
    ...(channels && { channels }),
    ...(people && { users: people }),
    log: print,
    ...(requestUrl !== undefined && { requestUrl }),
  })
  const switches = createFaultSwitches(workspace.control)
  const panel = createPanel(
    () => ({
      tab: 'Faults',
      button: 'Limits and faults',
      sections: [
        {
          kind: 'levers',
          title: 'Limits and faults',
          levers: switches().map(({ pull: _, ...lever }) => lever),
        },
      ],
    }),
    switches,
  )
  const url = await workspace.listen(port).catch((error: unknown) => {
    panel.close()
    throw error
  })
  print(`The Slack workspace is at ${url}. Point an app at it with:`)
  const unused = requestUrl === undefined ? 'SLACK_SIGNING_SECRET' : 'SLACK_APP_TOKEN'
  for (const [name, value] of Object.entries(workspace.environment))
    if (name !== unused) print(`  ${name}=${value}`)
  print(`Channels: ${workspace.seed.channels.map(({ name }) => `#${name}`).join(', ')}`)
  print(`People: ${workspace.seed.users.map(({ name }) => name).join(', ')}`)
  if (requestUrl === undefined) print('It sends commands, button presses and events by Socket Mode.')
  else print(`It sends commands, button presses and events to ${requestUrl}, signed.`)
  return {
    env: workspace.environment,
    close(): Promise<void> {
      panel.close()
      return workspace.close()
    },
  }
}
