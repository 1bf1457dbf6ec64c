import type { Time } from '@overheard/base/time'
import type { PartialSettings } from '../../config/settings.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from '../../model/finding.ts'

/** Returns the server's time from its HTTP `Date` header, in UTC ms, or undefined if the server sends none. */
type FetchClock = (url: string) => Promise<number | undefined>

type SendRequest = (url: string) => Promise<{ headers: { get(name: string): string | null } }>

/** A smaller difference, in ms, is not reported. It can come from a slow network and from the header's whole seconds. */
const noticeableMs = 30_000

/** If the clocks differ by more than this, in ms, HTTP mode refuses Slack's requests (Slack's documentation). */
const unusableMs = 5 * 60_000

export function clockChecks(
  { environment, usable, startsService }: PartialSettings,
  clockOf: FetchClock,
  now: () => Time,
): Check[] {
  const sides: [name: string, url: string, isKnown: boolean][] = [
    ['the mention service', `${environment.MENTIONS_API_URL}/v1.0/alerts/list`, usable('MENTIONS_API_URL')],
    ['Slack', `${environment.SLACK_API_URL}api.test`, usable('SLACK_API_URL')],
  ]
  const run = async () =>
    Promise.all(
      // The bot's own mention service has the clock of the bot.
      sides
        .slice(startsService ? 1 : 0)
        .map(async ([name, url, isKnown]) =>
          isKnown
            ? clockFinding(name, await measureDifference(url, clockOf, now))
            : unknown(`The clock of ${name} was not checked: its address is missing.`),
        ),
    )
  return [{ area: 'Clocks', run }]
}

async function measureDifference(
  url: string,
  clockOf: FetchClock,
  now: () => Time,
): Promise<number | undefined> {
  const sentAt = now()
  const theirs = await clockOf(url).catch(() => undefined)
  return theirs === undefined ? undefined : (sentAt + now()) / 2 - theirs
}

function clockFinding(name: string, ahead: number | undefined): Finding {
  if (ahead === undefined)
    return unknown(`The clock of ${name} was not checked: it does not answer, or sends no date.`)
  if (Math.abs(ahead) < noticeableMs) return fine(`Our clock agrees with that of ${name}.`)
  const seconds = Math.round(Math.abs(ahead) / 1000)
  const what = `Our clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of ${name}.`
  const whatToDo = 'Synchronise the clock of this machine by NTP (timedatectl set-ntp true).'
  return Math.abs(ahead) < unusableMs ? warning(what, whatToDo) : fault(what, whatToDo)
}

export const createFetchClock =
  (send: SendRequest): FetchClock =>
  async (url) => {
    const { headers } = await send(url)
    const date = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(date) ? undefined : date
  }
