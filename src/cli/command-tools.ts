import { createRuntime } from '../async/runtime.ts'
import { proxySettings } from '../config/environment.ts'
import {
  configurationPath,
  readConfigurationOnly,
  readPartialSettings,
  SettingsError,
  variables,
} from '../config/settings.ts'
import { features } from '../features.ts'
import type { CommandTools, ReplayRule } from '../kernel/command.ts'
import { connectMentionService } from '../mention-api/mention-service-client.ts'
import type { Records } from '../model/collection.ts'
import { ourCommand } from '../model/our-command.ts'
import { requestShares } from '../model/request-limit.ts'
import { readRecords } from '../store/read-records.ts'
import { createLog } from './log.ts'
import { createProgressBar } from './progress-bar.ts'

export function createCommandTools(): CommandTools {
  const runtime = createRuntime()
  const tools: CommandTools = {
    runtime,
    configurationFile: configurationPath(variables),
    readConfiguration: (file) => readConfigurationOnly({ CONFIG_FILE: file }),
    connectService(configurationFile) {
      const access = readAccess(configurationFile)
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

function readAccess(file: string) {
  const { environment, environmentErrors, usable, configuration } = readPartialSettings(variables, file)
  if (usable('MENTIONS_API_URL') && usable('MENTIONS_API_TOKEN'))
    return {
      baseUrl: environment.MENTIONS_API_URL,
      token: environment.MENTIONS_API_TOKEN,
      shares: requestShares(configuration?.polling.requestsPerMinute),
    }
  const errors = environmentErrors.filter((line) => line.startsWith('MENTIONS_'))
  throw new SettingsError([...errors, `Set it in .env, or run \`${ourCommand('setup')}\`.`].join('\n'))
}
