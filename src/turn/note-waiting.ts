import { isOpen } from '../decide/bookmark.ts'
import { compareIds } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Verdict, VerdictEntry } from '../model/verdict.ts'
import { readsFrom } from './hold.ts'
import type { TurnDeps } from './ports.ts'
import type { Failure, Leave, Watch } from './watch.ts'

/** Why a mention waits. */
type Why = Pick<Verdict, 'reason' | 'detail'>

/**
 * Notes in the log of verdicts that mentions were found and wait. At once, unlike what is settled: no bookmark moves for it. What is
 * read again within the look-back is noted once; after a restart it is noted anew.
 */
export function noteWaiting(deps: Pick<TurnDeps, 'now' | 'record'>, watch: Watch, found: [Mention, Why][]) {
  const { memory, key } = watch
  const noted = memory.noted ?? new Set()
  memory.noted = noted
  const from = readsFrom(watch)
  const entries: VerdictEntry[] = []
  for (const [{ id, url }, { reason, detail }] of found) {
    // Below it everything was noted already, and is read only because another subscription reads from there.
    if (noted.has(id) || compareIds(id, from) <= 0) continue
    noted.add(id)
    const why = detail === undefined ? { reason } : { reason, detail }
    entries.push({ at: deps.now(), ...key, id, url, became: 'waiting', ...why })
  }
  if (entries.length > 0) deps.record(entries)
}

/** Notes what is to be posted or to join a card and is not settled yet; `why`: half a sentence. */
export function noteQueued(deps: Pick<TurnDeps, 'now' | 'record'>, watch: Watch, why: string): void {
  const open = isOpen(watch.bookmark)
  const queued = [...watch.waiting, ...watch.joining].filter(({ id }) => open(id))
  noteWaiting(
    deps,
    watch,
    queued.map((mention) => [mention, { reason: 'queued', detail: why }]),
  )
}

/** Notes what a subscription that ends its part of the turn early leaves behind. */
export function noteLeft(deps: TurnDeps, watch: Watch, end: Leave | Failure): void {
  noteQueued(deps, watch, end.kind === 'leave' ? end.why : 'the turn failed')
}

/** Forgets, before a reading, what this one does not show again, or shows as settled: the memory stays as small as a look-back. */
export function forgetNoted(watch: Watch): void {
  const { memory, bookmark } = watch
  if (memory.noted === undefined) return
  const open = isOpen(bookmark)
  const from = readsFrom(watch)
  memory.noted = new Set([...memory.noted].filter((id) => open(id) && compareIds(id, from) > 0))
}
