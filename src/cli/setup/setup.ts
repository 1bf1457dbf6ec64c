import { setTimeout as wait } from 'node:timers/promises'
import { createSlackDispatcher } from '@overheard/post-once/client'
import { proxySettings } from '../../config/environment.ts'
import {
  configurationPath,
  givenVariables,
  hasConfigurationFile,
  readPartialSettings,
  variables,
} from '../../config/settings.ts'
import { shippedFile } from '../../model/shipped-file.ts'
import { storePlaceOf } from '../../store/of-commands.ts'
import { lookUpChannelName } from '../channel-name.ts'
import { createSlackCalls } from '../credential-checks.ts'
import { manifestFor } from '../slack-app.ts'
import { storedSettings } from '../stored-settings.ts'
import { apiUrlOf, runSetup } from './setup-wizard.ts'
import { createStoredAnswers } from './stored-answers.ts'
import { updateApp } from './update-app.ts'

export async function setup({
  update = false,
  file = false,
}: {
  update?: boolean
  file?: boolean
} = {}): Promise<number> {
  if (update) return updateOwnApp()
  const place = storePlaceOf(variables)
  const { needsFile } = await storedSettings(variables)
  return runSetup({
    input: process.stdin,
    output: process.stdout,
    environment: variables,
    given: givenVariables,
    files:
      file || needsFile || hasConfigurationFile(variables)
        ? {
            env: '.env',
            configuration: configurationPath(variables),
            example: shippedFile('overheard.example.yaml'),
          }
        : {
            env: '.env',
            configuration: place.DATABASE_URL === undefined ? place.DATA_DIR : 'the database of DATABASE_URL',
            stored: createStoredAnswers(place, Date.now),
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
      const { createReadSite } = await import('./read-site.ts')
      return createReadSite(proxySettings(variables))(address, signal)
    },
    recall: lookUpChannelName(place),
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  })
}

async function updateOwnApp(): Promise<number> {
  const slack = createSlackCalls(
    apiUrlOf(variables),
    Date.now,
    createSlackDispatcher(proxySettings(variables)),
  )
  const botToken = variables.SLACK_BOT_TOKEN?.trim() || undefined
  const { made } = await storedSettings(variables)
  const { configuration } = readPartialSettings(variables, configurationPath(variables), undefined, made)
  const ours = manifestFor(configuration?.written ?? {})
  return updateApp({ input: process.stdin, output: process.stdout, slack, botToken, ours })
}
