import { overheardWorkspace } from '../../sandbox/demo/configuration.ts'
import type { WorkspaceOptions } from '../../sandbox/slack/src/index.ts'
import * as slack from '../../sandbox/slack/test/open.ts'

export { clientOf, type OpenWorkspace, socketApp } from '../../sandbox/slack/test/open.ts'

/** A listening workspace with the channels and people of the demo. It has no rate limits unless the options set them. */
export const openWorkspace = (options: Partial<WorkspaceOptions> = {}) =>
  slack.openWorkspace({ ...overheardWorkspace, ...options })
