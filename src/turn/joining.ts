import { settle } from '../decide/bookmark.ts'
import { type Fingerprint, fingerprintsOf } from '../decide/duplicate.ts'
import type { FirstCard } from '../model/first-card.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { deliver } from './deliver.ts'
import type { TurnDeps } from './ports.ts'
import { type Leave, leave, type Watch } from './watch.ts'

/** A mention that has the address or title of an earlier one, and joins that one's card. */
export type Joining = { mention: Mention; by: Fingerprint['by'] }

/** A card that could not be changed is tried again after this, in ms. */
const tryAgainAfter = 30_000

/** Whether a mention repeats one that has a card, or one that waits for its own. */
export function repeats(deps: TurnDeps, watch: Watch, mention: Mention): Joining | undefined {
  if (watch.subscription.dedupe === undefined || deps.firstCards === undefined) return undefined
  const waiting = new Set(watch.waiting.flatMap(fingerprintsOf).map(({ key }) => key))
  for (const { by, key } of fingerprintsOf(mention)) {
    const first = deps.firstCards.find(watch.key, [key])
    if (waiting.has(key) || (first !== undefined && first.mention !== mention.id)) return { mention, by }
  }
  return undefined
}

/** What a posted card is known by, so that others can join it; nothing where the subscription does not want that. */
export async function rememberFirst(
  deps: TurnDeps,
  { subscription, key, channel }: Watch,
  mention: Mention,
  ts: string,
): Promise<void> {
  if (subscription.dedupe === undefined) return
  const keys = fingerprintsOf(mention).map((print) => print.key)
  await deps.firstCards?.keep({ ...key, mention: mention.id, channel, ts, at: deps.now(), keys, also: [] })
}

/**
 * Lets each repetition join its card: first its id is stored with the card, durably, then the card is drawn, then the id is settled. A
 * crash between any two is made good by doing the same again. Where the card is gone, or the first went up within a burst, the
 * repetition gets a card of its own.
 */
export async function joinFirsts(deps: TurnDeps, watch: Watch, deadline: number): Promise<Leave | undefined> {
  for (let next = watch.joining.shift(); next !== undefined; next = watch.joining.shift()) {
    const joined = await join(deps, watch, next.mention)
    if (joined === 'failed') return leave('a card cannot be changed', deps.now() + tryAgainAfter)
    if (joined !== 'none') {
      noteJoined(deps, watch, next, joined)
      continue
    }
    watch.waiting.push(next.mention)
    const left = await deliver(deps, watch, deadline)
    if (left !== undefined) return left
  }
  return undefined
}

async function join(deps: TurnDeps, watch: Watch, mention: Mention): Promise<FirstCard | 'none' | 'failed'> {
  const { firstCards } = deps
  const first = firstCards?.find(watch.key, keysOf(mention))
  if (firstCards === undefined || first === undefined || first.mention === mention.id) return 'none'
  const joined = await firstCards.join(first, { id: mention.id, url: mention.url })
  const drawn = joined === undefined ? 'gone' : await deps.drawFirst?.(joined)
  if (drawn === 'failed') return 'failed'
  if (drawn === 'updated' && joined !== undefined) return joined
  await firstCards.forget(first)
  return 'none'
}

function noteJoined(deps: TurnDeps, watch: Watch, { mention, by }: Joining, first: FirstCard): void {
  const at = deps.now()
  const { id, url } = mention
  const ids: Id[] = [id]
  const where = { channel: first.channel, ts: first.ts }
  const why = { became: 'skipped' as const, reason: `duplicate.${by}`, detail: first.mention }
  watch.unrecorded.push({ at, ...watch.key, id, url, ...why, ...where })
  watch.bookmark = settle(watch.bookmark, ids, at, watch.turnStart)
  watch.unsaved = true
}

const keysOf = (mention: Mention) => fingerprintsOf(mention).map(({ key }) => key)
