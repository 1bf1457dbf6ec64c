import type { Lever, Workspace } from '../../packages/slack-on-your-desk/src/index.ts'
import { quietAlert } from '../mention-service/generator/alerts.ts'
import type { RunningService } from '../mention-service/run-service.ts'
import type { BotProcess } from './bot-process.ts'
import { urgentTag } from './configuration.ts'
import type { DemoClock } from './demo-clock.ts'

/** Length of an outage started by a lever, in ms. */
export const outageMs = 30_000
const outageSeconds = outageMs / 1000

/** The clock of what levers start: outages, and the papers of a story. */
export type LeverClock = { now: () => number; later: (run: () => void, ms: number) => void }

/** Ms between two papers that publish the story, and between posts of two networks. */
export const betweenPapers = 1200

const hourMs = 60 * 60_000

/** Everything the levers act on. `service` is absent if the mentions come from the user's own service. */
export type Demo = {
  service: RunningService | undefined
  slack: Workspace
  bot: BotProcess
  outages: Outages
  clock: Pick<DemoClock, 'advance' | 'offsetMs'>
  /** Rewrites the bot's configuration file so that a digest is due when the bot starts. */
  makeDigestDue: () => Promise<void>
  later: LeverClock['later']
  /** True when the bot knows how many mentions are usual in #support. Until then it takes a crisis for a burst. */
  knowsUsualVolume: () => boolean
}

/** Returns the levers that work now. Those that need the embedded mention service are left out without it. */
export function leversOf(demo: Demo): Lever[] {
  const { service } = demo
  return [...(service === undefined ? [] : serviceLevers(service, demo)), ...slackLevers(demo)]
}

function serviceLevers(
  service: RunningService,
  { bot, clock, outages, later, slack, knowsUsualVolume }: Demo,
): Lever[] {
  const { arrivals, faults } = service
  const refuse = (status: number, code: number, message: string) => () =>
    faults.plan({ fault: { kind: 'status', status, code, message } })
  return [
    {
      id: 'mention',
      label: 'A new mention',
      hint: 'One card in #brand-watch.',
      pull: () => void arrivals?.burst(1),
    },
    {
      id: 'burst',
      label: 'A burst of 20',
      hint: '#brand-watch: one message, one thread.',
      pull: () => void arrivals?.burst(20),
    },
    {
      id: 'crisis',
      label: 'A crisis',
      hint: '#support: 60 negative mentions, one spike.',
      ...(!knowsUsualVolume() && { blocked: 'Not yet: the bot first reads how many mentions are usual.' }),
      pull: () => void arrivals?.crisis(quietAlert.alert.alert_id),
    },
    {
      id: 'urgent',
      label: 'An urgent mention',
      hint: '#support: unclaimed for 20 s, it calls Ana, then Ben.',
      pull: () => void arrivals?.tagged(urgentTag, quietAlert.alert.alert_id),
    },
    {
      id: 'hour',
      label: 'An hour passes',
      hint: 'All clocks move ahead: spikes and snoozes end.',
      pull: () =>
        bot.restart(() => {
          clock.advance(hourMs)
          slack.control.setClockOffset(clock.offsetMs())
        }),
    },
    {
      id: 'story',
      label: 'A story travels',
      hint: '#general: thirteen papers, two cards.',
      pull: () => {
        for (const [index, addCopy] of (arrivals?.story() ?? []).entries())
          later(addCopy, index * betweenPapers)
      },
    },
    {
      id: 'coverage',
      label: 'One story, fourteen places',
      hint: '#general: in their own words, one card with a thread.',
      pull: () => {
        for (const [index, print] of (arrivals?.coverage() ?? []).entries())
          later(print, index * betweenPapers)
      },
    },
    {
      id: 'namesake',
      label: 'A namesake is in the news',
      hint: '#general: held back. /mentions held shows them.',
      pull: () => void arrivals?.namesakes(),
    },
    {
      id: 'networks',
      label: 'Four networks speak',
      hint: '#brand-watch: GitHub, Mastodon, YouTube, a review.',
      pull: () => {
        for (const [index, add] of (arrivals?.networks() ?? []).entries()) later(add, index * betweenPapers)
      },
    },
    {
      id: 'limit',
      label: 'The service is rate-limited',
      hint: `It refuses every request for ${outageSeconds} s.`,
      ...during(outages.left('limit'), 'The service refuses'),
      pull: () => outages.begin('limit', refuse(403, 11, 'Too many requests')),
    },
    {
      id: 'token',
      label: `The token is refused for ${outageSeconds} s`,
      hint: 'Ana, the owner, gets a direct message.',
      ...during(outages.left('token'), 'The token is refused'),
      pull: () => outages.begin('token', refuse(401, 20, 'Missing or wrong access token')),
    },
    {
      id: 'archive',
      label: `A channel is archived for ${outageSeconds} s`,
      hint: '#brand-watch. The owner gets a message.',
      ...during(outages.left('archive'), '#brand-watch is archived'),
      pull: () => {
        outages.begin('archive', () => {
          void slack.people.changeChannel({ do: 'archive', channel: 'brand-watch' })
          return () => void slack.people.changeChannel({ do: 'unarchive', channel: 'brand-watch' })
        })
        // The bot notices at its next post.
        arrivals?.burst(1)
      },
    },
  ]
}

function slackLevers({ slack: { control }, bot, makeDigestDue, outages }: Demo): Lever[] {
  const down = () => {
    const fault = control.fault({ method: '*', act: { do: 'status', status: 503 } })
    control.dropSockets()
    return () => control.clearFaults(fault)
  }
  return [
    {
      id: 'digest',
      label: 'A digest now',
      hint: '#marketing. The bot starts again for it.',
      pull: () => bot.restart(makeDigestDue),
    },
    {
      id: 'slack-down',
      label: `Slack is down for ${outageSeconds} s`,
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

type OutagesDeps = LeverClock & { ms: number }

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
