import type { Hints } from '../feed.ts'
import { childOf, childrenOf, type Element, textIn, textOf } from './tree.ts'

const periods = new Map([
  ['hourly', 3_600_000],
  ['daily', 86_400_000],
  ['weekly', 7 * 86_400_000],
  ['monthly', 30 * 86_400_000],
  ['yearly', 365 * 86_400_000],
])
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** `ttl`, `skipHours` and `skipDays` of RSS, and `sy:` of RSS 1.0. */
export function hintsOf(channel: Element): Hints {
  const minutes = Number(textIn(channel, 'ttl'))
  const period = periods.get(textIn(channel, 'sy:updateperiod')?.toLowerCase() ?? '')
  const frequency = Number(textIn(channel, 'sy:updatefrequency') ?? 1)
  const waits = [
    ...(minutes > 0 ? [minutes * 60_000] : []),
    ...(period !== undefined ? [period / (frequency >= 1 ? frequency : 1)] : []),
  ].filter(Number.isFinite)
  const hours = textsWithin(channel, 'skiphours', 'hour').map(Number)
  const skipHours = hours.filter((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 24)
  const skipDays = textsWithin(channel, 'skipdays', 'day').map((day) => days.indexOf(day.toLowerCase()))
  return {
    ...(waits.length > 0 && { everyMs: Math.max(...waits) }),
    ...(skipHours.length > 0 && { skipHours: [...new Set(skipHours.map((hour) => hour % 24))] }),
    ...(skipDays.some((day) => day >= 0) && { skipDays: [...new Set(skipDays.filter((day) => day >= 0))] }),
  }
}

function textsWithin(channel: Element, list: string, name: string): string[] {
  const element = childOf(channel, list)
  return element === undefined ? [] : childrenOf(element, name).map((child) => textOf(child).trim())
}
