import { type Check, tooQuiet } from '../messages/notices/too-quiet.ts'
import type { Alert } from '../model/alert.ts'
import { judgeQuiet } from '../weather/quiet-alarm.ts'
import { nextQuiet } from '../weather/quiet-state.ts'
import type { AlertWeather } from './alert-weather.ts'
import type { TurnDeps } from './ports.ts'
import type { Watch } from './watch.ts'

/** While another alert has brought something within this time, the service collects. In ms. */
const movingWithin = 24 * 60 * 60_000

/** A subscription that has been due for longer without having read to the end is behind its schedule. In ms. */
const behindAfter = 10 * 60_000

/** An alert in the course of a turn: what is counted of it, and its subscriptions. */
export type HeardAlert = { alert: Alert; weather: AlertWeather; watches: Watch[] }

/**
 * Says once in the channels of an alert what is quieter than chance explains. That it was said is durable before it is said: a
 * message that is missing after a crash is better than one that comes twice. Returns in how many ms a channel has room for it that
 * has none now; then nothing is said yet.
 */
export async function tellSilences(deps: TurnDeps, heard: HeardAlert): Promise<number> {
  const { alert, weather, watches } = heard
  const { kept } = weather
  if (kept === undefined || deps.weather === undefined) return 0
  const { toSay, told } = nextQuiet(kept.told, judgeQuiet(kept.counts, deps.now()))
  if (JSON.stringify(told) === JSON.stringify(kept.told)) return 0
  const channels = new Set(watches.map(({ channel }) => channel))
  for (const channel of toSay.length > 0 ? channels : []) {
    const wait = await deps.pace.take(channel, 0)
    if (wait > 0) return wait
  }
  weather.kept = { ...kept, told }
  await deps.weather.keep(alert.id, weather.kept)
  const checks = toSay.length > 0 ? await checksOf(deps, heard) : []
  for (const silence of toSay) {
    const content = tooQuiet({ alertName: alert.name, silence, checks })
    for (const channel of channels) await deps.post({ channel, content })
  }
  return 0
}

async function checksOf(
  { weather, now }: TurnDeps,
  { alert, weather: { hasAnswered, limit, isLimited }, watches }: HeardAlert,
): Promise<Check[]> {
  const newest = await weather?.newestOfOthers(alert.id)
  const lag = (await weather?.lagOf(watches.map(({ subscription }) => subscription.name))) ?? 0
  const moving = newest !== undefined && newest > now() - movingWithin ? 'sound' : 'faulty'
  return [
    { what: 'service', found: hasAnswered ? 'sound' : 'faulty' },
    { what: 'token', found: hasAnswered ? 'sound' : 'unknown' },
    { what: 'plan-limit', found: limit === undefined ? 'unknown' : isLimited ? 'faulty' : 'sound' },
    { what: 'ids-moving', found: newest === undefined ? 'unknown' : moving },
    { what: 'schedule', found: lag > behindAfter ? 'faulty' : 'sound' },
  ]
}
