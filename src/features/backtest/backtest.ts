import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Time } from '../../async/time.ts'
import { createIsOwn } from '../../engine/index.ts'
import type { CommandTools } from '../../kernel/command.ts'
import { createAlertDirectory } from '../../mention-api/alert-directory.ts'
import type { MentionService } from '../../mention-api/mention-service-client.ts'
import type { Alert } from '../../model/alert.ts'
import { dateOf } from '../../model/calendar-date.ts'
import { defined } from '../../model/defined.ts'
import { type BacktestDeps, createPastReader, runBacktest } from './replay-past.ts'
import { formatBacktestReport } from './report.ts'
import { recordedSpikes } from './stored-spikes.ts'

const dayMs = 86_400_000

const optionsSchema = z.object({
  days: z.coerce.number().default(7),
  config: z.string().optional(),
  compare: z.string().optional(),
  json: z.boolean().default(false),
  /** If false, only the mentions of `days` are read. */
  spikes: z.boolean().default(true),
})

export async function backtest(options: object, tools: CommandTools): Promise<void> {
  const { days, config: file = tools.configurationFile, compare, json, spikes } = optionsSchema.parse(options)
  const { subscriptions, own, timezone } = tools.readConfiguration(file)
  const others = compare === undefined ? undefined : tools.readConfiguration(compare).subscriptions
  const service = tools.connectService(file)
  try {
    const now = tools.runtime.now()
    const period = { since: now - days * dayMs, now, dayOf: (at: Time) => dateOf(at, timezone) }
    const stored = spikes ? await tools.readRecords((records) => recordedSpikes(records, now)) : undefined
    const rules = await tools.replayRules()
    const request = { subscriptions, others, isOwn: createIsOwn(own), rules, stored, ...period }
    const replay = await runBacktest(createBacktestDeps(service, tools), request)
    const heading = { days, file, timezone, ...defined({ compared: compare }) }
    const report = json
      ? JSON.stringify({ ...heading, ...replay }, null, 2)
      : formatBacktestReport(replay, heading)
    tools.print(`${report}
`)
  } finally {
    await service.close()
  }
}

function createBacktestDeps(
  service: MentionService,
  { runtime: { now, stopping }, progress }: CommandTools,
): BacktestDeps {
  return {
    alerts: createAlertDirectory(() => service.listAlerts(), now),
    readPast: createPastReader(service),
    expected: (alert, since) => countExpected(service, alert, since, now()),
    progress,
    pause: setImmediate,
    signal: stopping,
  }
}

async function countExpected(service: MentionService, { id }: Alert, since: Time, now: Time) {
  const range = { from: dateOf(since), to: dateOf(now) }
  const total = await service.total(id, 'mentions', range).catch(() => undefined)
  return total?.value.total
}
