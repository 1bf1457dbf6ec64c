/** The public interface of the package. Its page is docs/tests.md. */

export { checkBlocks, checkView } from './block-kit/blocks.ts'
export type { Problem } from './block-kit/schema.ts'
export type { SetTimer } from './clock.ts'
export { signatureOf } from './delivery.ts'
export type {
  Ack,
  Act,
  CallRecord,
  Change,
  Channel,
  EntityDetails,
  EnvelopeRecord,
  Fault,
  Person,
} from './events.ts'
export { optionsOfManifest, readManifest } from './manifest.ts'
export type { ChannelSeed, Command, PersonSeed, WorkspaceOptions } from './options.ts'
export { pageHandler } from './page-server.ts'
export { createPanel, type Lever, type Panel, type PanelSection, type PanelState } from './panel.ts'
export { runSlack } from './run-slack.ts'
export {
  type PlannedFault,
  type ShownMessage,
  type Slack,
  type SlackOptions,
  startSlack,
} from './start-slack.ts'
export type { Block, Message, View } from './wire.ts'
export { createWorkspace, type Workspace } from './workspace.ts'
