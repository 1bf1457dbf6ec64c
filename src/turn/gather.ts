import { fold, isOpen, settle } from '../decide/bookmark.ts'
import { type Id, idBefore, lesserId } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { Verdict, VerdictEntry } from '../model/verdict.ts'
import { queue } from './joining.ts'
import { move } from './keep.ts'
import { noteWaiting } from './note-waiting.ts'
import type { Page, TurnDeps } from './ports.ts'
import type { Watch } from './watch.ts'

/** Sorts a page's open mentions: what is skipped is settled at once (in memory), what is to be delivered waits for it. */
export function gather(deps: TurnDeps, watch: Watch, { mentions }: Page): void {
  if (mentions.length === 0) return
  const now = deps.now()
  const open = isOpen(watch.bookmark)
  const queued = new Set([...watch.waiting, ...watch.joining].map(({ id }) => id))
  const skipped: Id[] = []
  const held: Parameters<typeof noteWaiting>[2] = []
  for (const mention of mentions) {
    if (!open(mention.id) || queued.has(mention.id)) continue
    const verdict = watch.decide(mention, now)
    if (verdict.kind === 'deliver') queue(deps, watch, mention)
    if (verdict.kind === 'hold') {
      watch.heldFrom = lesserId(watch.heldFrom, mention.id)
      held.push([mention, verdict])
    }
    if (verdict.kind !== 'skip') continue
    skipped.push(mention.id)
    watch.unrecorded.push(entry(watch, mention, now, verdict))
  }
  noteWaiting(deps, watch, held)
  if (skipped.length === 0) return
  move(watch, settle(watch.bookmark, skipped, now, watch.turnStart))
}

function entry({ key }: Watch, { id, url }: Mention, at: number, { reason, detail }: Verdict): VerdictEntry {
  const why = detail === undefined ? { reason } : { reason, detail }
  return { at, ...key, id, url, became: 'skipped', ...why }
}

/** Remembers a reading as done so far (`upTo`): only what stands below everything that is held back, and was read in full, moves below `through`. */
export function foldUp(watch: Watch, upTo: Id | 'end'): void {
  const { memory, heldFrom } = watch
  const startedAt = memory.unfinished?.startedAt ?? watch.turnStart
  const held = heldFrom === undefined ? undefined : idBefore(heldFrom)
  const folded = fold(watch.bookmark, startedAt, lesserId(held, upTo === 'end' ? undefined : upTo))
  if (folded !== watch.bookmark) move(watch, folded)
  if (upTo === 'end') delete memory.unfinished
  else memory.unfinished = { readTo: upTo, startedAt }
}
