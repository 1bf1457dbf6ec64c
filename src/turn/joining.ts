import { isOpen, settle } from '../decide/bookmark.ts'
import { addressKey, cardPrints, joinedReason } from '../decide/duplicate.ts'
import { joinedTo } from '../decide/folded-story.ts'
import type { FirstCard, Joined } from '../model/first-card.ts'
import type { Mention } from '../model/mention.ts'
import { confirm } from './confirm.ts'
import { deliver } from './deliver.ts'
import { type Fate, fateOf } from './fate.ts'
import { move } from './keep.ts'
import type { TurnDeps } from './ports.ts'
import type { ComingUp } from './watch.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** A card that could not be changed is tried again after this, in ms. */
const tryAgainAfter = 30_000

/** A card that Slack refuses to change with a code that nobody knows is given up after this, in ms. */
const undrawnFor = 30 * 60_000

/** Lets a mention wait for a card of its own or, where it is the same as one that has or awaits a card, for joining that. */
export function queue({ firstCards, now }: TurnDeps, watch: Watch, mention: Mention): void {
  const { dedupe } = watch.subscription
  if (dedupe === undefined || firstCards === undefined) return void watch.waiting.push(mention)
  const prints = cardPrints(mention, dedupe)
  const at = now()
  const known = firstCards.find(watch.key, prints)
  const isSame = known !== undefined && known.first.mention !== mention.id
  const joins = isSame || watch.expected.find(prints, at) !== undefined
  watch[joins ? 'joining' : 'waiting'].push(mention)
  const first = { mention: mention.id, at }
  if (!joins) watch.expected.add(first, prints)
  // A copy of a copy is the same story; that it has the same title as a copy is not enough.
  else if (dedupe === 'story') watch.expected.add(first, { keys: addressKeys(mention) })
}

/**
 * Lets each repetition join its card: first it is stored with the card, durably, then the card is drawn, then the id is settled. A
 * crash between any two is made good by doing the same again. One whose card is gone, or whose first went up within a burst, or with
 * which its story comes up again, gets a card of its own.
 */
export async function joinFirsts(deps: TurnDeps, watch: Watch, deadline: number): Promise<Leave | undefined> {
  if (watch.joining.length === 0) return undefined
  const unconfirmed = await confirm(deps, watch)
  if (unconfirmed !== undefined) return unconfirmed
  const open = isOpen(watch.bookmark)
  watch.joining = watch.joining.filter(({ id }) => open(id))
  while (watch.joining.length > 0) {
    if (deps.stopping.aborted) return leave('stopping')
    if (deps.now() >= deadline) return leave('the time of this turn is over', deps.now())
    const fate = await joinTogether(deps, watch)
    if (fate.kind === 'failed') return leave('a card cannot be changed', deps.now() + tryAgainAfter)
    if (fate.kind === 'joined' || fate.kind === 'gone') continue
    const left = await postOwn(deps, watch, fate, deadline)
    if (left !== undefined) return left
  }
  return undefined
}

/** What does not join gets a card of its own. */
async function postOwn(
  deps: TurnDeps,
  watch: Watch,
  fate: Own,
  deadline: number,
): Promise<Leave | undefined> {
  const next = watch.joining.shift()
  if (next === undefined) return undefined
  if (fate.kind === 'comes up') watch.comingUp.set(next.id, await comingUp(deps, fate))
  watch.waiting.push(next)
  return deliver(deps, watch, deadline)
}

/** What becomes of a mention that joins none. */
type Own = Exclude<Fate, { kind: 'joins' }>

/** Lets the next ones that belong to one card join it, which is drawn once for all; else tells what becomes of the very next. */
async function joinTogether(
  deps: TurnDeps,
  watch: Watch,
): Promise<Own | { kind: 'joined' } | { kind: 'gone' } | { kind: 'failed' }> {
  const stored = await storeTogether(deps, watch)
  if (stored.kind !== 'stored') return stored
  const { card, joined } = stored
  const drawn = await deps.firstCards?.draw(card)
  if (drawn === 'failed' || (drawn === 'unclear' && mayBeDrawnLater(deps, watch, card)))
    return { kind: 'failed' }
  delete watch.memory.undrawn
  if (drawn !== 'updated') {
    await deps.firstCards?.forget(card)
    return { kind: 'gone' }
  }
  for (const one of joined) noteJoined(deps, watch, one, card)
  watch.joining.splice(0, joined.length)
  return { kind: 'joined' }
}

/** Nobody knows whether Slack will take a card that it refuses for an unknown reason: it gets half an hour, others wait for it. */
function mayBeDrawnLater({ now }: TurnDeps, { memory }: Watch, { mention }: FirstCard): boolean {
  if (memory.undrawn?.card !== mention) memory.undrawn = { card: mention, since: now() }
  return Math.abs(now() - memory.undrawn.since) < undrawnFor
}

/** Stores the next ones with the card that they all join. */
async function storeTogether(
  deps: TurnDeps,
  watch: Watch,
): Promise<Own | { kind: 'gone' } | { kind: 'stored'; card: FirstCard; joined: Joined[] }> {
  const joined: Joined[] = []
  let card: FirstCard | undefined
  for (const mention of watch.joining) {
    const fate = await fateOf(deps, watch, mention)
    if (fate.kind !== 'joins' && card === undefined) return fate
    if (fate.kind !== 'joins' || (card !== undefined && card.mention !== fate.first.mention)) break
    const after = await deps.firstCards?.change(fate.first, (kept) => joinedTo(kept, fate.joined))
    if (after === undefined) break
    card = after
    joined.push(fate.joined)
  }
  return card === undefined ? { kind: 'gone' } : { kind: 'stored', card, joined }
}

function addressKeys({ url }: Mention): string[] {
  const key = addressKey(url)
  return key === undefined ? [] : [key]
}

async function comingUp(
  { firstCards }: TurnDeps,
  { first, folded }: Extract<Fate, { kind: 'comes up' }>,
): Promise<ComingUp> {
  const link = await firstCards?.link(first)
  return { from: first.mention, folded, ...(link === undefined ? {} : { link }) }
}

function noteJoined(deps: TurnDeps, watch: Watch, { id, url, same }: Joined, first: FirstCard): void {
  const at = deps.now()
  const where = { channel: first.channel, ts: first.ts }
  const why = { became: 'skipped' as const, ...joinedReason(first.mention, same ?? { by: 'address' }) }
  watch.unrecorded.push({ at, ...watch.key, id, url, ...why, ...where })
  move(watch, settle(watch.bookmark, [id], at, watch.turnStart))
}
