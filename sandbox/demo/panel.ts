import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import type { Lever, PanelSection, PanelState } from '../../packages/slack-on-your-desk/src/index.ts'
import type { ReceivedEvent } from '../webhook-receiver.ts'
import type { BotProcess } from './bot-process.ts'
import type { Count } from './counter.ts'

type DemoFacts = {
  counter: Count
  bot: ReturnType<BotProcess['state']>
  levers: Lever[]
  received: readonly ReceivedEvent[]
  service: Record<string, string | number>
}

/** The panel of the demo: the count of mentions, the bot, the levers, the log of the webhook's receiver and the mention service. */
export function demoPanel({ counter, bot, levers, received, service }: DemoFacts): PanelState {
  return {
    tab: 'Demo',
    button: 'Demo levers',
    sections: [
      figuresOf(counter),
      lampOf(bot),
      {
        kind: 'levers',
        title: 'Try it',
        note: 'Everybody has their own home tab and direct messages: change who you act as below the channels, or at the top of a phone.',
        levers: levers.map(({ pull: _, ...lever }) => lever),
      },
      ...(received.length === 0 ? [] : [webhooksOf(received)]),
      { kind: 'facts', title: 'The mention service', facts: service },
    ],
  }
}

function figuresOf({ made, posted, waiting, leftOut, lost, twice }: Count): PanelSection {
  const toneOf = (value: number) => (value === 0 ? ('good' as const) : ('bad' as const))
  return {
    kind: 'figures',
    title: 'Mentions',
    figures: [
      { label: 'made', value: made },
      { label: 'posted', value: posted },
      { label: 'waiting', value: waiting, ...(waiting > 0 && { tone: 'pending' as const }) },
      ...(leftOut > 0 ? [{ label: 'left out', value: leftOut }] : []),
      { label: 'lost', value: lost, tone: toneOf(lost) },
      { label: 'twice', value: twice, tone: toneOf(twice) },
    ],
    ...(leftOut > 0 && {
      note: 'Left out: muted, or skipped by a rule. /mentions why LINK names the reason.',
    }),
  }
}

function lampOf(bot: DemoFacts['bot']): PanelSection {
  const more = startWords(bot)
  return {
    kind: 'lamp',
    state: bot.state,
    text: `The bot is ${bot.state}`,
    ...defined({ more }),
  }
}

function startWords({ state, pid, restarts }: DemoFacts['bot']): string | undefined {
  if (state === 'stopped') return undefined
  if (restarts > 0) return `restarted ${restarts === 1 ? 'once' : `${restarts} times`}`
  return pid === undefined ? undefined : `process ${pid}`
}

const shownEvents = 20

const described = z.object({
  data: z.object({
    mention: z.object({ title: z.string() }).optional(),
    by: z.object({ name: z.string() }).optional(),
    subscription: z.string().optional(),
    digest: z.string().optional(),
    what: z.string().optional(),
  }),
})

/** The log of the receiver of webhooks: its last events, newest first. */
function webhooksOf(received: readonly ReceivedEvent[]): PanelSection {
  const events = received
    .slice(-shownEvents)
    .reverse()
    .map(({ id, type, at, body, problem }) => {
      const { mention, by, ...data } = described.safeParse(body).data?.data ?? {}
      const about = mention?.title ?? data.what ?? data.digest ?? data.subscription ?? ''
      return {
        id,
        at,
        title: type || 'not accepted',
        detail: problem ?? '✓ verified',
        about: by === undefined ? about : `${by.name}: ${about}`,
      }
    })
  return {
    kind: 'events',
    title: 'Webhook receiver',
    note: 'Signed events that the bot sent to another program, newest first.',
    events,
  }
}
