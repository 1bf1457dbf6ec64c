import { setImmediate } from 'node:timers/promises'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { MentionService } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { createAlertDirectory } from '@overheard/mention-client/alert-directory'
import { z } from 'zod'
import { createIsOwn } from '../../engine/index.ts'
import type { CommandTools } from '../../kernel/command.ts'
import { dateOf } from '../../model/calendar-date.ts'
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
  const { days, config, compare, json, spikes } = optionsSchema.parse(options)
  const { title: file, subscriptions, ownPosts, timezone } = await tools.readConfiguration(config)
  const others = compare === undefined ? undefined : (await tools.readConfiguration(compare)).subscriptions
  const service = await tools.connectService(config)
  try {
    const now = tools.runtime.now()
    const period = { since: now - days * dayMs, now, dayOf: (at: Time) => dateOf(at, timezone) }
    const stored = spikes ? await tools.readRecords((records) => recordedSpikes(records, now)) : undefined
    const rules = await tools.replayRules()
    const request = { subscriptions, others, isOwn: createIsOwn(ownPosts), rules, stored, ...period }
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
