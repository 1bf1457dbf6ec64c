import type { Time } from '@overheard/base/time'
import type { Access } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Collection } from '../../model/collection.ts'
import type { ProblemBoard } from '../../model/problem.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { ReminderKind } from '../../reminders/reminder-kind.ts'
import { nextRunOf } from '../../scheduler/cron.ts'
import type { createFilter } from './filter.ts'
import { type HeldWeek, heldLine, say, steppedBack } from './messages.ts'
import { type Held, type HeldLine, heldKey, keptMs, type Learning } from './model.ts'
import { aboutOf, nameIn } from './settings.ts'

type DailyDeps = {
  now: () => Time
  timezone: string
  filter: Pick<ReturnType<typeof createFilter>, 'verdictOf'>
  registry: { all(): RegisteredSubscription[]; find(name: string): RegisteredSubscription | undefined }
  finder: Pick<SubscriptionFinder, 'channelOf'>
  access: Pick<Access, 'readableSubscriptions'>
  held: Pick<Collection<Held>, 'all' | 'entries' | 'change'>
  /** The leader writes with these. */
  led: {
    held: Pick<Collection<Held>, 'all' | 'change'>
    learning: Pick<Collection<Learning>, 'find' | 'change'>
    lines: Pick<Collection<HeldLine>, 'change'>
  }
  problems: Pick<ProblemBoard, 'raise'>
}

const dayMs = 86_400_000

/** When channels are told. */
export const dailyCron = '0 9 * * *'

const mostWords = 4

/** More than this share of what was held back must not come back. Fewer mentions than `fewestBack` say nothing. */
const promisedShare = 0.02
const fewestBack = 3
const cautionStep = 0.5
const mostCaution = 3
const shownMs = 7 * dayMs

/** Tells each channel once a day what is held back, and holds back less after too much was brought back. */
export function createDaily(deps: DailyDeps) {
  const { now, registry, led } = deps

  const listedWithAbout = () =>
    registry.all().flatMap(({ subscription }) => {
      const about = aboutOf(subscription)
      return about === undefined ? [] : [{ subscription, name: nameIn(about) }]
    })

  const markTold = async (subscription: string, ids: readonly string[]) => {
    for (const id of ids)
      await led.held.change(heldKey(subscription, id), (current) => current && { ...current, told: true })
  }

  /**
   * Tells what was held back before the last slot, because the job also runs after each start. The id of a line follows from its first mention,
   * so that a line is stored once. It is stored before its mentions are marked as told.
   */
  async function tell(all: readonly Held[]): Promise<void> {
    const slot = nextRunOf(dailyCron, deps.timezone)(now() - dayMs + 1) ?? now()
    for (const { subscription } of listedWithAbout()) {
      const listed = registry.find(subscription.name)
      const channel = listed && (await deps.finder.channelOf(listed))
      const untold = all
        .filter(
          (one) =>
            one.subscription === subscription.name &&
            one.state === 'held' &&
            one.told === undefined &&
            one.dismissed === undefined &&
            one.at <= slot,
        )
        .toSorted((a, b) => a.at - b.at)
      const ids = untold.map(({ mention }) => mention.id)
      if (channel === undefined || ids.length === 0) continue
      const at = now()
      const found = untold.flatMap(
        ({ mention }) => deps.filter.verdictOf(subscription, mention)?.against ?? [],
      )
      const id = `held-line ${heldKey(subscription.name, ids[0] ?? '')}`
      const line: HeldLine = {
        ...{ id, kind: 'held-line', created: at, due: at },
        subscription: subscription.name,
        channel,
        ids,
        words: mostFrequent(found),
      }
      await led.lines.change(id, (current) => current ?? line)
      await markTold(subscription.name, ids)
    }
  }

  async function stepBack(all: readonly Held[]): Promise<void> {
    for (const { subscription, name } of listedWithAbout()) {
      const own = all.filter((one) => one.subscription === subscription.name)
      const alert = own[0]?.alert
      const known = alert === undefined ? undefined : await led.learning.find(alert)
      const since = known?.caution?.at ?? 0
      const { held, back } = countOf(own.filter(({ at }) => at > since))
      if (alert === undefined || back < fewestBack || back / held <= promisedShare) continue
      await led.learning.change(alert, (current) => ({
        ...(current ?? { alert, seen: [] }),
        caution: { by: Math.min(mostCaution, (current?.caution?.by ?? 0) + cautionStep), at: now() },
      }))
      deps.problems.raise(`relevance ${subscription.name}`, {
        stops: say.stopped({ subscription: subscription.name }),
        code: 'too_much_brought_back',
        ...steppedBack(name, back, held),
        until: now() + shownMs,
      })
    }
  }

  return {
    async run(): Promise<void> {
      const all = await led.held.all()
      await tell(all)
      await stepBack(all)
    },
    lines: {
      async due({ subscription, channel, ids, words }) {
        const listed = registry.find(subscription)
        const about = listed && aboutOf(listed.subscription)
        if (about === undefined) return 'over'
        return { channel, content: heldLine({ name: nameIn(about), subscription, ids, words }) }
      },
      logFields: ({ subscription, channel }) => ({ subscription, channel }),
      ended: ({ subscription, ids }) => markTold(subscription, ids),
      isNotice: true,
    } satisfies ReminderKind<HeldLine>,
    /** The last 7 days of the subscriptions that a person may see in their channels. */
    async weeksFor(user: string, channels: ReadonlySet<string>): Promise<HeldWeek[]> {
      const on = registry.all().filter(({ subscription }) => aboutOf(subscription) !== undefined)
      if (on.length === 0) return []
      const readable = await deps.access.readableSubscriptions({ user, channel: '' }, on)
      const recent = (await deps.held.all()).filter(({ at }) => at > now() - shownMs)
      const weeks: HeldWeek[] = []
      for (const listed of readable) {
        const channel = await deps.finder.channelOf(listed)
        if (channel === undefined || !channels.has(channel)) continue
        const { name, alert } = listed.subscription
        const counts = countOf(recent.filter(({ subscription }) => subscription === name))
        const about = aboutOf(listed.subscription)
        if (counts.held > 0) weeks.push({ name: nameIn(about ?? { text: alert }), ...counts })
      }
      return weeks
    },
    async prune(time: Time): Promise<void> {
      for (const { key, value } of await deps.held.entries())
        if (value.at < time - keptMs) await deps.held.change(key, () => undefined)
    },
  }
}

function countOf(some: readonly Held[]): { held: number; back: number } {
  const back = some.filter(({ state }) => state === 'brought-back').length
  return { held: some.filter(({ state }) => state === 'held').length + back, back }
}

function mostFrequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostWords)
    .map(([word]) => word)
}
