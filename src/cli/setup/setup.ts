import { setTimeout as wait } from 'node:timers/promises'
import { proxySettings } from '../../config/environment.ts'
import { configurationPath, givenVariables, variables } from '../../config/settings.ts'
import { shippedFile } from '../../model/shipped-file.ts'
import { createSlackDispatcher } from '../../slack/client.ts'
import { lookUpChannelName } from '../channel-name.ts'
import { createSlackCalls } from '../credential-checks.ts'
import { apiUrlOf, runSetup } from './setup-wizard.ts'
import { updateApp } from './update-app.ts'

export async function setup({ update = false }: { update?: boolean } = {}): Promise<number> {
  if (update) return updateOwnApp()
  const DATABASE_URL = variables.DATABASE_URL?.trim() || undefined
  const DATA_DIR = variables.DATA_DIR?.trim() || './data'
  return runSetup({
    input: process.stdin,
    output: process.stdout,
    environment: variables,
    given: givenVariables,
    files: {
      env: '.env',
      configuration: configurationPath(variables),
      example: shippedFile('overheard.example.yaml'),
    },
    now: Date.now,
    // The mention service is loaded only if there is something to ask.
    tryFeed: async (feed) => {
      const tried = await (await import('../listen/try-source.ts')).askSourceOnce(feed)
      if (tried.kind === 'none') return { isFeed: false, sentence: tried.sentence }
      const { length } = tried.mentions
      return { isFeed: true, sentence: `a feed with ${length === 1 ? 'one entry' : `${length} entries`}.` }
    },
    readSite: async (address, signal) => {
      const { createReadSite, previewsOfSources } = await import('./read-site.ts')
      return createReadSite(() => previewsOfSources(proxySettings(variables)))(address, signal)
    },
    recall: lookUpChannelName({ DATABASE_URL, DATA_DIR }),
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  })
}

function updateOwnApp(): Promise<number> {
  const slack = createSlackCalls(
    apiUrlOf(variables),
    Date.now,
    createSlackDispatcher(proxySettings(variables)),
  )
  const botToken = variables.SLACK_BOT_TOKEN?.trim() || undefined
  return updateApp({ input: process.stdin, output: process.stdout, slack, botToken })
}
