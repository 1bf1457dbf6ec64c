import '../../../src/compile-cache.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSetup } from '../../../src/cli/setup/setup-wizard.ts'

/** Runs the setup at the terminal that it is started in, as the command does; files and addresses come from the environment. */

const { env } = process
process.exitCode = await runSetup({
  input: process.stdin,
  output: process.stdout,
  given: {},
  environment: { SLACK_API_URL: env.SLACK_API_URL, CONFIG_FILE: env.CONFIG_FILE },
  files: { env: env.ENV_FILE ?? '', configuration: env.CONFIG_FILE ?? '' },
  now: Date.now,
  sleep: async (ms, signal) => void (await sleep(ms, undefined, signal && { signal })),
  recall: async () => undefined,
  readSite: async () => ({ kind: 'no-page' }),
  tryFeed: async () => ({ isFeed: true, sentence: 'a feed with 2 entries.' }),
})
