import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createAlertBook } from '../alerts.ts'
import { createPast } from '../backtest/past.ts'
import { createProgress } from '../backtest/progress.ts'
import { reportText } from '../backtest/report.ts'
import { type ReplayDeps, runReplay } from '../backtest/run.ts'
import { wallOf } from '../decide/wall-clock.ts'
import type { MentionService } from '../mentions/service.ts'
import type { Alert } from '../model/alert.ts'
import { seeSettings } from '../settings/settings-seen.ts'
import { configurationFile, readConfigurationOnly, SettingsError, variables } from '../settings.ts'
import { exitCodes } from './exit-codes.ts'
import { createLog } from './log.ts'
import { connectMentionService } from './mention-service.ts'
import { createRuntime, type Runtime } from './runtime.ts'

const day = 86_400_000
const mostDays = 90

/** `npm run backtest -- --days 7 [--config FILE] [--compare OTHER] [--json]`: what would have been posted in the last days. */
export async function backtest(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: '7' },
      config: { type: 'string', default: configurationFile(variables) },
      compare: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { config: file, compare, json } = values
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > mostDays)
    throw new Error(`--days is a whole number from 1 to ${mostDays}.`)
  const { subscriptions, timezone } = readConfigurationOnly({ CONFIG_FILE: file })
  const others =
    compare === undefined ? undefined : readConfigurationOnly({ CONFIG_FILE: compare }).subscriptions
  const runtime = createRuntime()
  const { service } = connectMentionService(access(file), runtime, createLog('silent', []))
  try {
    const now = runtime.now()
    const order = { subscriptions, others, since: now - days * day, now, dayOf: dayIn(timezone) }
    const replay = await runReplay(replayDeps(service, runtime), order)
    const heading = { days, file, timezone, ...(compare === undefined ? {} : { compared: compare }) }
    process.stdout.write(
      `${json ? JSON.stringify({ ...heading, ...replay }, null, 2) : reportText(replay, heading)}\n`,
    )
    return exitCodes.stopped
  } finally {
    await service.close()
  }
}

/** The mention service's address and token; nothing of Slack is needed. */
function access(file: string) {
  const { environment, environmentFaults, usable } = seeSettings(variables, file, (path) =>
    readFileSync(path),
  )
  if (usable('MENTIONS_API_URL') && usable('MENTIONS_API_TOKEN')) return environment
  const faults = environmentFaults.filter((line) => line.startsWith('MENTIONS_'))
  throw new SettingsError([...faults, 'Set it in .env, or run npm run setup.'].join('\n'))
}

function replayDeps(service: MentionService, { now, stopping }: Runtime): ReplayDeps {
  return {
    alerts: createAlertBook(async () => (await service.listAlerts()).alerts, now),
    past: createPast(service),
    expected: (alert, since) => expectedOf(service, alert, since, now()),
    progress: createProgress(process.stderr, now),
    pause: setImmediate,
    signal: stopping,
  }
}

/** The service's own count of whole days, for the bar alone: it is roughly right, or not there (leads alerts have none). */
async function expectedOf(service: MentionService, { id }: Alert, since: number, now: number) {
  const range = { from: utcDay(since), to: utcDay(now) }
  const total = await service.total(id, 'mentions', range).catch(() => undefined)
  return total?.value.total
}

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10)

const dayIn = (timezone: string) => (at: number) => utcDay(wallOf(at, timezone))
