import type { PartialSettings } from '../../config/settings.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from './findings.ts'

/** The time of the other side, as its HTTP `Date` header tells it: UTC, ms; undefined where there is none. */
type FetchClock = (url: string) => Promise<number | undefined>

/** A difference that is more than a slow network and the header's whole seconds, in ms. */
const noticeableMs = 30_000

/** Slack's requests in HTTP mode are refused beyond this (its documentation), in ms. */
const unusableMs = 5 * 60_000

/** Whether our clock agrees with those of the other sides. */
export function clockChecks(
  { environment, usable }: PartialSettings,
  clockOf: FetchClock,
  now: () => number,
): Check[] {
  const sides: [name: string, url: string, isKnown: boolean][] = [
    ['the mention service', `${environment.MENTIONS_API_URL}/v1.0/alerts/list`, usable('MENTIONS_API_URL')],
    ['Slack', `${environment.SLACK_API_URL}api.test`, usable('SLACK_API_URL')],
  ]
  const run = async () =>
    Promise.all(
      sides.map(async ([name, url, isKnown]) =>
        isKnown
          ? clockFinding(name, await measureDifference(url, clockOf, now))
          : unknown(`The clock of ${name}: its address is not known.`),
      ),
    )
  return [{ area: 'Clocks', run }]
}

async function measureDifference(
  url: string,
  clockOf: FetchClock,
  now: () => number,
): Promise<number | undefined> {
  const asked = now()
  const theirs = await clockOf(url).catch(() => undefined)
  return theirs === undefined ? undefined : (asked + now()) / 2 - theirs
}

function clockFinding(name: string, ahead: number | undefined): Finding {
  if (ahead === undefined)
    return unknown(`The clock of ${name} is not known: it does not answer, or not with a date.`)
  if (Math.abs(ahead) < noticeableMs) return fine(`Our clock agrees with that of ${name}.`)
  const seconds = Math.round(Math.abs(ahead) / 1000)
  const what = `Our clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of ${name}.`
  const whatToDo = 'Let the machine keep its time by NTP (timedatectl set-ntp true).'
  return Math.abs(ahead) < unusableMs ? warning(what, whatToDo) : fault(what, whatToDo)
}

/** How long the other side may take, in ms. */
const clockTimeoutMs = 10_000

/** Asks for the date without a token: a refusal has one, too. */
export async function fetchHttpClock(url: string): Promise<number | undefined> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(clockTimeoutMs) })
  await response.body?.cancel()
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date
}
