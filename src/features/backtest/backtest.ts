import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { createRuntime, type Runtime } from '../../async/runtime.ts'
import { createLog } from '../../cli/log.ts'
import { createProgressBar } from '../../cli/progress-bar.ts'
import { exitCodes } from '../../cli/shutdown.ts'
import { proxySettings } from '../../config/environment.ts'
import {
  configurationPath,
  readConfigurationOnly,
  readPartialSettings,
  SettingsError,
  variables,
} from '../../config/settings.ts'
import { createAlertDirectory } from '../../mention-api/alert-directory.ts'
import { connectMentionService, type MentionService } from '../../mention-api/mention-service-client.ts'
import type { Alert } from '../../model/alert.ts'
import { ourCommand } from '../../model/our-command.ts'
import { createIsOwn } from '../../rules/own-voice.ts'
import { wallTimeOf } from '../../rules/quiet-hours.ts'
import { type BacktestDeps, createPastReader, runBacktest } from './replay-past.ts'
import { formatBacktestReport } from './report.ts'

const dayMs = 86_400_000

type BacktestOptions = { days: number; config?: string; compare?: string; json?: boolean }

export async function backtest(options: BacktestOptions): Promise<number> {
  const { days, config: file = configurationPath(variables), compare, json = false } = options
  const { subscriptions, own, timezone } = readConfigurationOnly({ CONFIG_FILE: file })
  const others =
    compare === undefined ? undefined : readConfigurationOnly({ CONFIG_FILE: compare }).subscriptions
  const runtime = createRuntime()
  const { service } = connectMentionService({
    ...readAccess(file),
    ...runtime,
    proxy: proxySettings(variables),
    log: createLog('silent', []),
  })
  try {
    const now = runtime.now()
    const period = { since: now - days * dayMs, now, dayOf: localDay(timezone) }
    const request = { subscriptions, others, isOwn: createIsOwn(own), ...period }
    const replay = await runBacktest(createBacktestDeps(service, runtime), request)
    const heading = { days, file, timezone, ...(compare === undefined ? {} : { compared: compare }) }
    process.stdout.write(
      `${json ? JSON.stringify({ ...heading, ...replay }, null, 2) : formatBacktestReport(replay, heading)}\n`,
    )
    return exitCodes.stopped
  } finally {
    await service.close()
  }
}

function readAccess(file: string) {
  const { environment, environmentErrors, usable } = readPartialSettings(variables, file, (path) =>
    readFileSync(path),
  )
  if (usable('MENTIONS_API_URL') && usable('MENTIONS_API_TOKEN'))
    return { baseUrl: environment.MENTIONS_API_URL, token: environment.MENTIONS_API_TOKEN }
  const errors = environmentErrors.filter((line) => line.startsWith('MENTIONS_'))
  throw new SettingsError([...errors, `Set it in .env, or run \`${ourCommand('setup')}\`.`].join('\n'))
}

function createBacktestDeps(service: MentionService, { now, stopping }: Runtime): BacktestDeps {
  return {
    alerts: createAlertDirectory(() => service.listAlerts(), now),
    readPast: createPastReader(service),
    expected: (alert, since) => countExpected(service, alert, since, now()),
    progress: createProgressBar(process.stderr, now),
    pause: setImmediate,
    signal: stopping,
  }
}

async function countExpected(service: MentionService, { id }: Alert, since: number, now: number) {
  const range = { from: utcDay(since), to: utcDay(now) }
  const total = await service.total(id, 'mentions', range).catch(() => undefined)
  return total?.value.total
}

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

const localDay = (timezone: string) => (at: number) => utcDay(wallTimeOf(at, timezone))
