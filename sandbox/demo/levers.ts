import { quietAlert } from '../mention-service/generator/alerts.ts'
import type { RunningService } from '../mention-service/run-service.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { BotProcess } from './bot-process.ts'

/**
 * A button of the demo panel. `during` replaces the label while the lever's effect lasts; it includes the seconds
 * left.
 */
export type Lever = { id: string; label: string; hint: string; during?: string; pull: () => void }

/** Length of an outage started by a lever, in ms. */
export const outageMs = 30_000

/** Ms between two papers that publish the story. */
const betweenPapers = 1200

/** Everything the levers act on. `service` is absent if the mentions come from the user's own service. */
export type Demo = {
  service: RunningService | undefined
  slack: Workspace
  bot: BotProcess
  outages: Outages
  later: (run: () => void, ms: number) => void
}

/** Returns the levers that work now. Those of the mention service need the embedded one. */
export function leversOf({ service, slack, bot, outages, later }: Demo): Lever[] {
  return [
    ...(service === undefined ? [] : serviceLevers(service, outages, later)),
    ...slackLevers(slack, bot, outages),
  ]
}

function serviceLevers(
  { arrivals, faults }: RunningService,
  outages: Outages,
  later: Demo['later'],
): Lever[] {
  const rateLimit = () => {
    faults.plan({ fault: { kind: 'status', status: 403, code: 11, message: 'Too many requests' } })
    return () => faults.clear()
  }
  return [
    {
      id: 'mention',
      label: 'A new mention',
      hint: 'One more is heard, in #brand-watch.',
      pull: () => void arrivals?.burst(1),
    },
    {
      id: 'burst',
      label: 'A burst of 20',
      hint: 'In #brand-watch: one message, one thread.',
      pull: () => void arrivals?.burst(20),
    },
    {
      id: 'crisis',
      label: 'A crisis',
      hint: 'Sixty negative ones in #support: one spike.',
      pull: () => void arrivals?.crisis(quietAlert.alert.alert_id),
    },
    {
      id: 'story',
      label: 'A story travels',
      hint: 'In #general: thirteen papers, two cards.',
      pull: () => {
        for (const [place, print] of (arrivals?.story() ?? []).entries()) later(print, place * betweenPapers)
      },
    },
    {
      id: 'limit',
      label: 'The service is rate-limited',
      hint: 'It refuses every request for 30 s.',
      ...during(outages.left('limit'), 'The service refuses'),
      pull: () => outages.begin('limit', rateLimit),
    },
  ]
}

function slackLevers({ control }: Workspace, bot: BotProcess, outages: Outages): Lever[] {
  const down = () => {
    const fault = control.fault({ method: '*', act: { do: 'status', status: 503 } })
    control.dropSockets()
    return () => control.clearFaults(fault)
  }
  return [
    {
      id: 'slack-down',
      label: 'Slack is down for 30 s',
      hint: 'Every call fails; nothing may be lost.',
      ...during(outages.left('slack-down'), 'Slack is down'),
      pull: () => outages.begin('slack-down', down),
    },
    { id: 'kill', label: 'Kill the bot', hint: 'With SIGKILL; it is started again.', pull: () => bot.kill() },
  ]
}

const during = (left: number | undefined, what: string) =>
  left === undefined ? {} : { during: `${what}: ${left} s left` }

/** Effects that last for a while after somebody pulled a lever. */
export type Outages = {
  /** Starts an outage. If it is running already, it lasts for the full time again from now. */
  begin(id: string, start: () => () => void): void
  /** Seconds until the outage ends; undefined if there is none. */
  left(id: string): number | undefined
}

type OutagesDeps = { now: () => number; later: (run: () => void, ms: number) => void; ms: number }

/** Tracks outages of `ms` each. The function that `start` returns ends the outage. */
export function createOutages({ now, later, ms }: OutagesDeps): Outages {
  const until = new Map<string, number>()
  const watch = (id: string, end: () => void) =>
    later(
      () => {
        if (now() < (until.get(id) ?? 0)) return watch(id, end)
        until.delete(id)
        end()
      },
      Math.max(1, (until.get(id) ?? 0) - now()),
    )
  return {
    begin(id, start) {
      const isNew = !until.has(id)
      until.set(id, now() + ms)
      if (isNew) watch(id, start())
    },
    left(id) {
      const end = until.get(id)
      return end === undefined ? undefined : Math.max(1, Math.ceil((end - now()) / 1000))
    },
  }
}
