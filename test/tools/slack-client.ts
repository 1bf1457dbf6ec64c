import { withoutProxy } from '@overheard/base/http'
import { createSlackDispatcher, slackClient } from '@overheard/post-once/client'
import type { WorkspaceOptions } from '../../packages/slack-on-your-desk/src/index.ts'
import { type OpenWorkspace, openWorkspace } from './slack-workspace.ts'

export const brand = 'C00000BRAND'
const nothing = () => undefined
const quiet = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  setName: nothing,
  getLevel: () => 'error',
}

/** The bot's client for a workspace. */
export function ourClient(workspace: { apiUrl: string; seed: { token: { bot: string } } }, timeout: number) {
  const logger = { ...quiet, getLevel: quiet.getLevel as never }
  const dispatcher = createSlackDispatcher(withoutProxy)
  return slackClient(
    { apiUrl: workspace.apiUrl, token: workspace.seed.token.bot, logger, dispatcher },
    timeout,
  )
}

/** A listening workspace and the bot's client for it. */
export async function connected(
  options: Partial<WorkspaceOptions> = {},
  timeout = 10_000,
): Promise<{ workspace: OpenWorkspace; client: ReturnType<typeof ourClient> }> {
  const workspace = await openWorkspace(options)
  return { workspace, client: ourClient(workspace, timeout) }
}
