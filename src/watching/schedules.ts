import type { Subscription } from '../model/subscription.ts'
import type { Ticker } from '../schedule/engine.ts'

type Scheduled = Pick<Subscription, 'schedule' | 'timezone'>

/** Is told that a schedule has fired for a time (UTC, ms), and who is on it. */
type Fired = (isOn: (one: Scheduled) => boolean, slot: number) => Promise<void>

/** Makes what lets the schedules of subscriptions tick: one entry of the engine each, however many subscriptions are on it. */
export function createCronSchedules(ticks: Pick<Ticker, 'every'>, fired: Fired): (one: Scheduled) => void {
  const known = new Set<string>()
  return ({ schedule, timezone }) => {
    const key = `${schedule} ${timezone}`
    if (known.has(key)) return
    known.add(key)
    const isOn = (one: Scheduled) => one.schedule === schedule && one.timezone === timezone
    ticks.every(`polls ${key}`, schedule, timezone, (slot) => fired(isOn, slot))
  }
}
