import { isDeepStrictEqual } from 'node:util'
import { defined } from '@overheard/base/defined'
import type { Environment } from './environment.ts'
import type { Settings } from './settings.ts'

/** The store and the connections are opened with these variables, and stay open while the settings are read again. */
const openedWith = [
  'MENTIONS_API_URL',
  'MENTIONS_API_TOKEN',
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_API_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'PORT',
  'HOST',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
] as const satisfies (keyof Environment)[]

/** The address and the token of the own mention service are made up at each reading. */
const madeUp: readonly string[] = ['MENTIONS_API_URL', 'MENTIONS_API_TOKEN']

/**
 * Returns the settings that apply after they were read again: those of `present` that only a restart changes, and otherwise those of `read`.
 * `names` are the changed ones that need the restart.
 */
export function untilRestart(present: Settings, read: Settings): { settings: Settings; names: string[] } {
  const startsSame = present.startsService === read.startsService
  const compared = openedWith.filter((name) => !(read.startsService && startsSame && madeUp.includes(name)))
  const names: string[] = compared.filter((name) => present.environment[name] !== read.environment[name])
  // The own mention service is started again with other settings, but its address stays.
  const isChangeable =
    present.startsService &&
    startsSame &&
    present.configuration.listen?.port === read.configuration.listen?.port
  const { listen } = isChangeable ? read.configuration : present.configuration
  if (!isDeepStrictEqual(listen, read.configuration.listen)) names.push('listen')
  const { requestsPerMinute } = present.configuration.polling
  if (requestsPerMinute !== read.configuration.polling.requestsPerMinute)
    names.push('polling.requestsPerMinute')
  const { listen: _, ...configuration } = read.configuration
  const { STATUS_TOKEN: _status, MCP_TOKEN: _mcp, MCP_PRIVATE_TOKEN: _private, ...kept } = present.environment
  const { CONFIG_FILE, LOG_LEVEL, STATUS_TOKEN, MCP_TOKEN, MCP_PRIVATE_TOKEN } = read.environment
  const environment: Environment = {
    ...kept,
    CONFIG_FILE,
    LOG_LEVEL,
    ...defined({ STATUS_TOKEN, MCP_TOKEN, MCP_PRIVATE_TOKEN }),
  }
  return {
    settings: {
      ...read,
      environment,
      configuration: {
        ...configuration,
        ...defined({ listen }),
        polling: { ...configuration.polling, requestsPerMinute },
      },
      startsService: present.startsService,
    },
    names,
  }
}
