import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { AbsenceOf } from '../../model/absence.ts'
import type { Collection } from '../../model/collection.ts'
import type { Post } from '../../model/outbox.ts'
import type { Problem } from '../../model/problem.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import type { Users } from '../../slack/users.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import { handedOn, handedOnNotice, sayProblem, unreachable } from './messages.ts'
import type { OnWatch, SwapChange, WatchPlan, WatchSwap } from './model.ts'
import { onWatchAt, personAfter, swapEnd } from './turns.ts'

export type Watch = {
  plan: WatchPlan
  /** Leaves out people whom Slack cannot reach, and who are away. Rejects if the store cannot be read. */
  onWatch(): Promise<OnWatch>
  /** Returns the people to call, in order: who is on watch, and then everybody else on the list. */
  callOrder(): Promise<string[]>
  /** `gone` means that Slack does not know the person, or that the account is deactivated or belongs to an app. */
  presenceOf: Users['presenceOf']
  absenceOf: AbsenceOf
  /** Returns whom a swap would put on watch; undefined if that person is on watch already. */
  swapTo(to?: string): Promise<string | undefined>
  /** Hands the watch on for a day: to a person, or else to the next one on the list. Returns undefined if that person is on watch already. */
  swap(request: { user: string; channel: string; to?: string }): Promise<OnWatch | undefined>
  undo(change: SwapChange): Promise<'undone' | 'changed-since'>
  /** Raises or clears the problem that the person on watch cannot be called. */
  check(): Promise<void>
  /** Removes the swap that has ended, because it names people. */
  prune(time: Time): Promise<void>
}

type WatchDeps = {
  plan: WatchPlan
  now: () => Time
  newId: () => string
  swaps: Pick<Collection<WatchSwap>, 'find' | 'change'>
  users: Pick<Users, 'nameOf' | 'presenceOf'>
  absenceOf: AbsenceOf
  problems: { raise(key: string, problem: Problem): void; clear(key: string): unknown }
  post: Post
  announce: ChangeLog['announce']
  speakTo: Pick<SpeakTo, 'person'>
}

/** There is at most one swap at a time. */
const swapKey = 'now'

const problemKey = 'watch'

export function createWatch({
  plan,
  now,
  newId,
  swaps,
  users,
  absenceOf,
  problems,
  post,
  announce,
  speakTo,
}: WatchDeps): Watch {
  const current = async () => onWatchAt(plan, await swaps.find(swapKey), now())

  function orderFrom({ user }: Pick<OnWatch, 'user'>): string[] {
    const first = Math.max(0, plan.users.indexOf(user))
    return [...new Set([user, ...plan.users.slice(first), ...plan.users])]
  }

  /** Returns the list from the person after `user` on. */
  function afterPerson(user: string): string[] {
    const first = personAfter(plan, user, now())
    return orderFrom({ user: first }).filter((one) => one !== user)
  }

  async function firstReachable(order: string[]): Promise<string | undefined> {
    for (const user of order) if ((await users.presenceOf(user)) !== 'gone') return user
    return undefined
  }

  /** The first who is not away and has an active account. Do-not-disturb counts only for a call. */
  async function firstPresent(order: string[]): Promise<string | undefined> {
    const present: string[] = []
    for (const user of order) if ((await absenceOf(user, 'work')) === undefined) present.push(user)
    return firstReachable(present)
  }

  async function reachable(planned: OnWatch): Promise<OnWatch> {
    const order = orderFrom(planned)
    const user = (await firstPresent(order)) ?? (await firstReachable(order)) ?? planned.user
    return { ...planned, user }
  }

  async function swapTo(to?: string): Promise<string | undefined> {
    const present = (await reachable(await current())).user
    const next = to ?? (await firstPresent(afterPerson(present)))
    return next === present ? undefined : next
  }

  return {
    plan,
    onWatch: async () => reachable(await current()),
    callOrder: async () => orderFrom(await current()),
    presenceOf: users.presenceOf,
    absenceOf,
    swapTo,
    async swap({ user, channel, to }) {
      const next = await swapTo(to)
      if (next === undefined) return undefined
      const id = newId()
      let before: WatchSwap | undefined
      const stored = await swaps.change(swapKey, (found) => {
        const at = now()
        before = found && at < found.until ? found : undefined
        return { id, by: user, at, to: next, until: swapEnd(plan, at) }
      })
      if (stored === undefined) return undefined
      const change: SwapChange = { kind: 'watch', after: stored, ...defined({ before }) }
      const toName = await users.nameOf(stored.to)
      await announce(channel, user, () => handedOn(toName, stored.until), change)
      if (stored.to !== user)
        await speakTo.person(stored.to, async () =>
          post({
            channel: stored.to,
            content: handedOnNotice({ by: await users.nameOf(user), until: stored.until }),
          }),
        )
      return onWatchAt(plan, stored, now())
    },
    async undo({ before, after }) {
      let outcome: 'undone' | 'changed-since' = 'changed-since'
      await swaps.change(swapKey, (stored) => {
        outcome = stored?.id === after.id ? 'undone' : 'changed-since'
        return outcome === 'undone' ? before : stored
      })
      return outcome
    },
    async check() {
      const planned = await current()
      const presence = await users.presenceOf(planned.user)
      // While Slack does not answer, the problem stays as it is.
      if (presence === 'unknown') return
      if (presence === 'active') return void problems.clear(problemKey)
      const found = await firstReachable(orderFrom(planned))
      const missing = await users.nameOf(planned.user)
      const instead = found && (await users.nameOf(found))
      problems.raise(problemKey, {
        stops: sayProblem.stopped(),
        code: `watch_${planned.user}`,
        ...unreachable(missing, instead),
      })
    },
    async prune(time) {
      await swaps.change(swapKey, (swap) => (swap !== undefined && swap.until <= time ? undefined : swap))
    },
  }
}
