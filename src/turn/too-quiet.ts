import { type SilenceCheck, silenceNotice } from '../messages/notices/too-quiet.ts'
import type { Alert } from '../model/alert.ts'
import { detectSilences } from '../weather/quiet-alarm.ts'
import { newSilences } from '../weather/quiet-state.ts'
import type { PollVolume } from './alert-weather.ts'
import type { PollDeps } from './ports.ts'
import type { SubscriptionRun } from './watch.ts'

/** While another alert has brought something within this time, the service collects. In ms. */
const movingWithinMs = 24 * 60 * 60_000

/** A subscription that has been due for longer without having read to the end is behind its schedule. In ms. */
const behindAfterMs = 10 * 60_000

/** An alert in the course of a turn: what is counted of it, and its subscriptions. */
export type PolledAlert = { alert: Alert; volume: PollVolume; runs: SubscriptionRun[] }

/**
 * Says once in the channels of an alert what is quieter than chance explains. That it was said is durable before it is said: a
 * message that is missing after a crash is better than one that comes twice. Returns in how many ms a channel has room for it that
 * has none now; then nothing is said yet.
 */
export async function announceSilences(deps: PollDeps, heard: PolledAlert): Promise<number> {
  const { alert, volume, runs } = heard
  const { stored: kept } = volume
  if (kept === undefined || deps.volume === undefined) return 0
  const { toSay, told } = newSilences(kept.announced, detectSilences(kept.counts, deps.now()))
  if (JSON.stringify(told) === JSON.stringify(kept.announced)) return 0
  const channels = new Set(runs.map(({ channel }) => channel))
  for (const channel of toSay.length > 0 ? channels : []) {
    const wait = await deps.channelRate.take(channel, 0)
    if (wait > 0) return wait
  }
  volume.stored = { ...kept, announced: told }
  await deps.volume.save(alert.id, volume.stored)
  const checks = toSay.length > 0 ? await checksOf(deps, heard) : []
  for (const silence of toSay) {
    const content = silenceNotice({ alertName: alert.name, silence, checks })
    for (const channel of channels) await deps.post({ channel, content })
  }
  return 0
}

async function checksOf(
  { volume, now }: PollDeps,
  { alert, volume: { hasAnswered, limit, isLimited }, runs }: PolledAlert,
): Promise<SilenceCheck[]> {
  const newest = await volume?.newestOfOthers(alert.id)
  const lag = (await volume?.lagOf(runs.map(({ subscription }) => subscription.name))) ?? 0
  const moving = newest !== undefined && newest > now() - movingWithinMs ? 'sound' : 'faulty'
  return [
    { what: 'service', found: hasAnswered ? 'sound' : 'faulty' },
    { what: 'token', found: hasAnswered ? 'sound' : 'unknown' },
    { what: 'plan-limit', found: limit === undefined ? 'unknown' : isLimited ? 'faulty' : 'sound' },
    { what: 'ids-moving', found: newest === undefined ? 'unknown' : moving },
    { what: 'schedule', found: lag > behindAfterMs ? 'faulty' : 'sound' },
  ]
}
