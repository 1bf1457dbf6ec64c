import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { startService, token } from '../../../packages/listen/test/api/start-service.ts'
import type { Workspace, WorkspaceOptions } from '../../../packages/slack-on-your-desk/src/index.ts'
import { createMentionStore, type MentionStore } from '../../../sandbox/mention-service/store.ts'
import { runSetup } from '../../../src/cli/setup/setup-wizard.ts'
import type { ReadSite } from '../../../src/cli/setup/site-steps.ts'
import { createStoredAnswers, type StoredAnswers } from '../../../src/cli/setup/stored-answers.ts'
import { readVariables } from '../../../src/config/settings.ts'
import { openWorkspace } from '../../tools/slack-workspace.ts'
import { answering, type Typed } from './conversation.ts'

type File = 'env' | 'configuration'

/** The surroundings of a setup: a mention service and a Slack workspace, both over the network, and a folder. */
export type World = {
  /** The base URL of the mention service and its one good token. */
  url: string
  accessToken: string
  mentionStore: MentionStore
  workspace: Workspace
  files: Record<File, string>
  environment: Record<string, string>
  /** Which channels the bot knows by names that they had. */
  known: Map<string, string>
  /** What the front pages of sites suggest, by their addresses. */
  sites: Map<string, Awaited<ReturnType<ReadSite>>>
  /** Runs the setup with these answers; more variables come on top. A new configuration file is made from `example`. */
  setUp: (
    answers: Typed[],
    more?: Record<string, string>,
    example?: string,
  ) => Promise<{ code: number; said: string }>
  read: (file: File) => Promise<string>
  write: (file: File, text: string) => Promise<void>
  /** Answers are kept in this folder from now on, as those of a newcomer, and not in a file. */
  withoutFile: () => string
  /** The rights of a file, like 0o600. */
  modeOf: (file: File) => Promise<number>
}

const channels = [
  { id: 'C0GENERAL', name: 'general', botIsMember: true },
  { id: 'C0BRANDWATCH', name: 'brand-watch', botIsMember: false },
  { id: 'C0BRANDNEWS', name: 'brand-news', botIsMember: false },
]

/** Starts both services, with three alerts and three channels, until the end of the test. */
export async function openWorld(options: Partial<WorkspaceOptions> = {}): Promise<World> {
  const mentionStore = createMentionStore({ now: Date.now })
  mentionStore.addAlert({ alert_id: '1001', alert_name: 'Acme brand' })
  mentionStore.addAlert({ alert_id: '1002', alert_name: 'Acme competitors' })
  mentionStore.addAlert({ alert_id: '9007199254740993', alert_name: 'Leads', alert_type: 'leads' })
  const { url } = await startService({ mentionStore })
  const workspace = await openWorkspace({ channels, ...options })
  const folder = await mkdtemp(join(tmpdir(), 'overheard-setup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = { env: join(folder, '.env'), configuration: join(folder, 'overheard.yaml') }
  const environment: Record<string, string> = {
    SLACK_API_URL: workspace.apiUrl,
    CONFIG_FILE: files.configuration,
  }
  let stored: StoredAnswers | undefined

  async function setUp(answers: Typed[], more: Record<string, string> = {}, example?: string) {
    const { input, output, said } = answering(answers)
    const code = await runSetup({
      input,
      output,
      environment: readVariables({ ...environment, ...more }),
      given: { ...environment, ...more },
      files: {
        ...files,
        ...(example !== undefined && { example: resolve(example) }),
        ...(stored !== undefined && { configuration: 'the data folder', stored }),
      },
      now: Date.now,
      sleep: async () => undefined,
      recall: async (name) => world.known.get(name),
      tryFeed: async (feed) =>
        feed.includes('nofeed')
          ? { isFeed: false, sentence: 'This page has no feed.' }
          : { isFeed: true, sentence: 'a feed with 2 entries.' },
      readSite: async (address) => world.sites.get(address) ?? { kind: 'no-page' },
    })
    return { code, said: said() }
  }

  const world: World = {
    ...{ url, accessToken: token, mentionStore, workspace, files, environment, setUp },
    known: new Map(),
    sites: new Map(),
    withoutFile() {
      delete environment.CONFIG_FILE
      const place = { DATA_DIR: join(folder, 'data') }
      stored = createStoredAnswers(place, Date.now)
      return place.DATA_DIR
    },
    read: (file) => readFile(files[file], 'utf8'),
    write: (file, text) => writeFile(files[file], text),
    modeOf: async (file) => (await stat(files[file])).mode & 0o777,
  }
  return world
}

/** Valid answers to the token questions, for tests of other questions. */
export const goodTokens = ({ url, accessToken, workspace }: World) => [
  url,
  accessToken,
  workspace.seed.token.bot,
  workspace.seed.token.app,
]
