import type { Ms, Time } from '@overheard/base/time'
import { compareIds, type Id, idBefore } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { ApplyCardAction } from '../../cards/card-actions.ts'
import type { OpenMention, OpenMentions } from '../../cards/open-mentions.ts'

type DoneInServiceDeps = {
  now: () => Time
  open: Pick<OpenMentions, 'all'>
  applyAction: ApplyCardAction
  /** Returns one page of mentions above an id, in ascending order, or undefined if the service fails. `last` is true if no mention follows. */
  readPage: (alert: Id, since: Id) => Promise<{ mentions: Mention[]; last: boolean } | undefined>
  /** The requests that are left in this minute, the rest of a pause in ms, and the number of waiting requests. */
  requests: () => Promise<{ requests: number; pausedForMs: Ms; waiting: number }>
}

/** Requests are sent only if at least this many of the minute are left, so that they never delay a poll or a command. */
const minRequestsLeft = 150
const maxPagesEachTime = 20
/** How long the first check waits after the start, in ms, because polls catch up first. */
const restAfterStartMs = 9 * 60_000

/**
 * Closes open mentions that are done in the mention service. Each call of `check` reads at most twenty pages and goes on where the last call
 * ended; it begins again after the last open mention. Rejects if the store fails.
 */
export function createDoneInService({ open, applyAction, readPage, requests, now }: DoneInServiceDeps) {
  const startedAt = now()
  let checked: { alert: Id; mention: Id } | undefined

  const isAhead = ({ alert, mention }: OpenMention) =>
    checked === undefined ||
    compareIds(alert, checked.alert) > 0 ||
    (alert === checked.alert && compareIds(mention, checked.mention) > 0)

  async function hasRequests(): Promise<boolean> {
    const { requests: left, pausedForMs, waiting } = await requests()
    return (
      now() - startedAt >= restAfterStartMs && left >= minRequestsLeft && pausedForMs === 0 && waiting === 0
    )
  }

  async function close({ channel, ts, mention }: OpenMention): Promise<void> {
    const action = { kind: 'close-by-service' } as const
    await applyAction({ message: { channel, ts }, mentions: [mention], user: '', action })
  }

  /** Reads one page, and returns the mentions behind it. Returns undefined if the page could not be read. */
  async function checkPage([next, ...others]: [OpenMention, ...OpenMention[]]): Promise<
    OpenMention[] | undefined
  > {
    const page = await readPage(next.alert, idBefore(next.mention))
    if (page === undefined) return undefined
    const end = page.last ? undefined : page.mentions.at(-1)?.id
    const isBehind = ({ alert, mention }: OpenMention) =>
      alert !== next.alert || (end !== undefined && compareIds(mention, end) > 0)
    const rest = others.filter(isBehind)
    const done = new Set(page.mentions.filter((mention) => mention.done).map(({ id }) => id))
    for (const one of [next, ...others.filter((other) => !isBehind(other))]) {
      if (done.has(one.mention)) await close(one)
      checked = one
    }
    return rest
  }

  return {
    async check(): Promise<void> {
      if (!(await hasRequests())) return
      const all = (await open.all())
        .filter((one) => !one.isFoundByPerson)
        .toSorted((a, b) => compareIds(a.alert, b.alert) || compareIds(a.mention, b.mention))
      let ahead: OpenMention[] | undefined = all.filter(isAhead)
      for (let pages = 0; pages < maxPagesEachTime; pages++) {
        const [next, ...others]: OpenMention[] = ahead
        if (next === undefined) break
        ahead = await checkPage([next, ...others])
        if (ahead === undefined || !(await hasRequests())) return
      }
      if (ahead.length === 0) checked = undefined
    },
  }
}
