import { join } from 'node:path'
import { createRuntime } from '@overheard/base/runtime'
import { coalesced } from '@overheard/base/serial'
import { startListening } from '@overheard/listen/listening'
import type { ListenSettings } from '@overheard/listen/settings'
import packageFile from '../../../package.json' with { type: 'json' }
import { proxySettings } from '../../config/environment.ts'
import {
  createEnvironmentReader,
  readConfigurationOnly,
  readVariables,
  SettingsError,
  variables,
} from '../../config/settings.ts'
import { mentionsFile } from '../../model/listening.ts'
import { errorMessage } from '../../model/log.ts'
import { ourCommand } from '../../model/our-command.ts'
import { makeFolder } from '../../store/file/make-folder.ts'
import { createLog } from '../log.ts'
import { passwordsIn } from '../redact.ts'
import { exitCodes, waitForSignal } from '../shutdown.ts'
import { exchangeOpml } from './opml.ts'
import { trySource } from './try-source.ts'

/** 4283 belongs to the demo. */
const defaultPort = 4284

type ListenOptions = {
  port?: number
  host: string
  token?: string
  try?: string[]
  query?: string
  json?: true
  opml?: string
}

/** Runs the mention service alone until a signal, or shows what one source would give. Throws if it cannot start. */
export async function listen(options: ListenOptions): Promise<number> {
  if (options.opml !== undefined) {
    process.stdout.write(`${exchangeOpml(options.opml, readListen())}\n`)
    return exitCodes.stopped
  }
  if (options.try !== undefined)
    return trySource(options.try, { json: options.json === true, query: options.query })
  if (options.query !== undefined)
    throw new SettingsError('--query shows what a query finds in --try SOURCE.')
  const settings = readListen()
  const token = options.token ?? variables.MENTIONS_API_TOKEN?.trim() ?? ''
  if (token.length < leastToken)
    throw new SettingsError(
      `Set MENTIONS_API_TOKEN, here and for the bot, or --token, to a long random text (at least ${leastToken} characters).`,
    )
  const readEnvironment = createEnvironmentReader()
  let reload = (): void => undefined
  const asked = waitForSignal(() => reload())
  const proxy = proxySettings(variables)
  const proxies = [proxy.httpProxy, proxy.httpsProxy]
  const log = createLog(variables.LOG_LEVEL?.trim() || 'info', [
    token,
    ...proxies,
    ...passwordsIn(...proxies),
  ])
  const folder = variables.DATA_DIR?.trim() || './data'
  await makeFolder(folder)
  // The file has queries of private alerts.
  process.umask(0o077)
  const { now, steady, setTimer, sleep } = createRuntime()
  const service = await startListening({
    settings,
    file: join(folder, mentionsFile),
    port: options.port ?? settings.port ?? defaultPort,
    host: options.host,
    token,
    version: packageFile.version,
    variables,
    proxy,
    log: {
      info: (fields, sentence) => log.info(fields, sentence),
      warn: (fields, sentence) => log.warn(fields, sentence),
      error: (fields, sentence) => log.error(fields, sentence),
    },
    ...{ now, steady, setTimer, sleep, random: Math.random },
  })
  const readAgain = coalesced(async () => {
    try {
      const changed = readVariables(readEnvironment())
      await service.reconfigure(readListen(changed), changed)
      log.info({}, 'the mention service has read its settings again')
    } catch (error) {
      log.error({ reason: errorMessage(error) }, 'the mention service goes on with its settings')
    }
  })
  reload = () => void readAgain()
  log.info(
    { url: service.url },
    'the mention service is running; set MENTIONS_API_URL of the bot to its address',
  )
  await asked
  await service.close()
  log.info({}, 'the mention service has stopped')
  return exitCodes.stopped
}

const leastToken = 16

/** Throws SettingsError. */
export function readListen(given = variables): ListenSettings {
  const { listen: settings } = readConfigurationOnly(given)
  if (settings !== undefined) return settings
  throw new SettingsError(
    `The configuration file has no \`listen\`: it says what to listen for. \`${ourCommand('setup')}\` can write it, and docs/run/listen.md explains it.`,
  )
}
