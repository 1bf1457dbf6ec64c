import { createRuntime } from '@overheard/base/runtime'
import { connectMentionService } from '@overheard/mention-client'
import { requestShares } from '@overheard/mention-client/request-limit'
import { proxySettings } from '../config/environment.ts'
import {
  configurationPath,
  readConfigurationOnly,
  readConfigurationText,
  readPartialSettings,
  SettingsError,
  variables,
} from '../config/settings.ts'
import { features } from '../features.ts'
import type { CommandTools, ReplayRule } from '../kernel/command.ts'
import type { Records } from '../model/collection.ts'
import { ourCommand } from '../model/our-command.ts'
import { readRecords } from '../store/read-records.ts'
import { storedConfiguration } from './export-config.ts'
import { createLog } from './log.ts'
import { createProgressBar } from './progress-bar.ts'
import { storedSettings } from './stored-settings.ts'

export function createCommandTools(): CommandTools {
  const runtime = createRuntime()
  const tools: CommandTools = {
    runtime,
    async readConfiguration(file) {
      const stored = file === undefined ? await storedConfiguration() : undefined
      if (stored !== undefined)
        return { title: 'what is stored', ...readConfigurationText('What is stored', stored) }
      const title = file ?? configurationPath(variables)
      return { title, ...readConfigurationOnly({ CONFIG_FILE: title }) }
    },
    async connectService(file) {
      const access = await readAccess(file)
      const log = createLog('silent', [])
      return connectMentionService({ ...access, ...runtime, proxy: proxySettings(variables), log }).service
    },
    readRecords(read) {
      const file = configurationPath(variables)
      const { environment } = readPartialSettings(variables, file)
      return readRecords(environment, runtime, read)
    },
    async replayRules() {
      const read = await tools.readRecords(replayRulesFrom)
      return read.kind === 'read' ? read.value : replayRulesFrom(undefined)
    },
    progress: createProgressBar(process.stderr, runtime.now),
    print: (text) => void process.stdout.write(text),
  }
  return tools
}

async function replayRulesFrom(records: Records | undefined): Promise<ReplayRule[]> {
  const rules = await Promise.all(features.map(({ replayRule }) => replayRule?.(records)))
  return rules.filter((rule) => rule !== undefined)
}

async function readAccess(given: string | undefined) {
  const made = given === undefined ? (await storedSettings(variables)).made : undefined
  const file = given ?? configurationPath(variables)
  const { environment, environmentErrors, usable, configuration, startsService } = readPartialSettings(
    variables,
    file,
    undefined,
    made,
  )
  if (usable('MENTIONS_API_URL') && usable('MENTIONS_API_TOKEN'))
    return {
      baseUrl: environment.MENTIONS_API_URL,
      token: environment.MENTIONS_API_TOKEN,
      shares: requestShares(configuration?.polling.requestsPerMinute),
    }
  if (startsService) throw new SettingsError(serviceOfBot)
  const errors = environmentErrors.filter((line) => line.startsWith('MENTIONS_'))
  throw new SettingsError([...errors, `Set it in .env, or run \`${ourCommand('setup')}\`.`].join('\n'))
}

const serviceOfBot = `The bot runs the mention service of \`listen\` itself, and only the bot can ask it. If it runs by itself (\`${ourCommand('listen')}\`), and MENTIONS_API_URL and MENTIONS_API_TOKEN name it, this command can ask it, too.`
