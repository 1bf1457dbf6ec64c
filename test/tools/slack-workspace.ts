import type { WorkspaceOptions } from '../../packages/slack-on-your-desk/src/index.ts'
import * as slack from '../../packages/slack-on-your-desk/test/open.ts'
import { overheardWorkspace } from '../../sandbox/demo/configuration.ts'

export { clientOf, type OpenWorkspace, socketApp } from '../../packages/slack-on-your-desk/test/open.ts'

/** A listening workspace with the channels and people of the demo. It has no rate limits unless the options set them. */
export const openWorkspace = (options: Partial<WorkspaceOptions> = {}) =>
  slack.openWorkspace({ ...overheardWorkspace, ...options })
