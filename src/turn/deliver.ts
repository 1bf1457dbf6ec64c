import { closeBurst, isOpen } from '../decide/bookmark.ts'
import { confirm } from './confirm.ts'
import { type Draft, draftAlone, nextDraft } from './draft.ts'
import { save } from './keep.ts'
import { noteQueued } from './note-waiting.ts'
import type { TurnDeps } from './ports.ts'
import { postDraft } from './post.ts'
import { lookAtStorm } from './storm/storm.ts'
import { asideOf, concludeTries, nextProbe, pauseOf } from './unclear.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/**
 * Posts what a subscription has waiting, message by message, until nothing is left, the time is over (`deadline`: UTC, ms) or
 * something stops it. What is left stays above the bookmark and comes again. The caller saves the last settling, unless something
 * joins a card first, which waits for Slack.
 */
export async function deliver(deps: TurnDeps, watch: Watch, deadline: number): Promise<Leave | undefined> {
  if (watch.waiting.length === 0) return undefined
  const pause = pauseOf(deps, watch)
  if (pause !== undefined) return pause
  const unconfirmed = await confirm(deps, watch)
  if (unconfirmed !== undefined) return unconfirmed
  // A burst takes its time at Slack's pace: a digest that is written meanwhile is to know what was found.
  if (watch.waiting.length > watch.subscription.burst) noteQueued(deps, watch, 'a burst is being posted')
  await lookAtStorm(deps, watch)
  const left = await concludeTries(deps, watch, await postWaiting(deps, watch, deadline))
  if (watch.joining.length > 0) await save(deps, watch)
  return left
}

async function postWaiting(deps: TurnDeps, watch: Watch, deadline: number): Promise<Leave | undefined> {
  for (;;) {
    watch.waiting = watch.waiting.filter(openIn(watch))
    const draft = draftOf(deps, watch)
    if (draft === undefined) return undefined
    if (deps.stopping.aborted) return leave('stopping')
    if (deps.now() >= deadline) return leave('the time of this turn is over', deps.now())
    if (draft.place.kind !== 'thread' && watch.bookmark.burst !== undefined) {
      watch.bookmark = closeBurst(watch.bookmark)
    }
    const end = await postDraft(deps, watch, draft, deadline)
    if (end.kind === 'leave') return end
  }
}

/** While Slack has taken nothing since it refused something with a code that nobody knows, another mention is tried by itself. */
function draftOf(deps: TurnDeps, watch: Watch): Draft | undefined {
  const aside = asideOf(deps, watch)
  if (aside.size === 0) return nextDraft(watch)
  const mention = nextProbe(watch, aside)
  return mention && draftAlone(watch, mention)
}

function openIn(watch: Watch): (mention: { id: string }) => boolean {
  const open = isOpen(watch.bookmark)
  return ({ id }) => open(id)
}
