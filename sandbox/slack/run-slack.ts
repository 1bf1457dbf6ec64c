import { createPanel } from '../demo/panel.ts'
import { createFaultSwitches } from './fault-switches.ts'
import { optionsOfManifest } from './manifest.ts'
import { pageHandler } from './page-server.ts'
import { createWorkspace } from './workspace.ts'

type RunOptions = {
  /** 0 takes any free port. */
  port: number
  /** The app's request URL. Without it, the app connects by Socket Mode. */
  requestUrl?: string
  /** The app's manifest. Without it, every command, scope and event is allowed. */
  manifest?: unknown
  /** Receives each line for the person at the terminal. */
  print: (line: string) => void
  now: () => number
}

/** Every scope that the workspace checks, so that any app can use all of it. */
const everyScope = [
  ...['channels', 'groups', 'im'].flatMap((family) =>
    ['read', 'history', 'write'].map((right) => `${family}:${right}`),
  ),
  'channels:join',
  'chat:write',
  'commands',
  'files:write',
  'metadata.message:read',
  'reactions:read',
  'reactions:write',
  'users:read',
]

/** Every event that the workspace sends. */
const everyEvent = [
  'app_home_opened',
  'channel_archive',
  'channel_left',
  'channel_rename',
  'channel_unarchive',
  'member_joined_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message_metadata_posted',
  'reaction_added',
  'reaction_removed',
]

/**
 * Runs a Slack workspace on the loopback address for any app. Without a manifest it takes every slash command, grants every scope and
 * sends every event. Rejects with EADDRINUSE if the port is taken.
 */
export async function runSlack({
  port,
  requestUrl,
  manifest,
  print,
  now,
}: RunOptions): Promise<{ close: () => Promise<void> }> {
  const page = pageHandler()
  const workspace = createWorkspace({
    now,
    control: true,
    page: (request, response) => {
      if (!panel.handle(request, response)) page(request, response)
    },
    ...(manifest === undefined
      ? { scopes: everyScope, subscribedEvents: everyEvent, metadataSubscriptions: ['*'] }
      : optionsOfManifest(manifest)),
    log: print,
    ...(requestUrl !== undefined && { requestUrl }),
  })
  const switches = createFaultSwitches(workspace.control)
  const panel = createPanel(() => ({ levers: switches().map(({ pull: _, ...lever }) => lever) }), switches)
  const url = await workspace.listen(port).catch((error: unknown) => {
    panel.close()
    throw error
  })
  const { token, signingSecret, channels, users } = workspace.seed
  print(`The Slack workspace is at ${url}. Point an app at it with:`)
  print(`  SLACK_API_URL=${workspace.apiUrl}`)
  print(`  SLACK_BOT_TOKEN=${token.bot}`)
  if (requestUrl === undefined) print(`  SLACK_APP_TOKEN=${token.app}`)
  else print(`  SLACK_SIGNING_SECRET=${signingSecret}`)
  print(`Channels: ${channels.map(({ name }) => `#${name}`).join(', ')}`)
  print(`People: ${users.map(({ name }) => name).join(', ')}`)
  if (requestUrl === undefined) print('It sends commands, button presses and events by Socket Mode.')
  else print(`It sends commands, button presses and events to ${requestUrl}, signed.`)
  return {
    close() {
      panel.close()
      return workspace.close()
    },
  }
}
