import type { VerdictEntry } from '../model/verdict.ts'

/** A mention is settled again within so many ms at most: what was found before a period must be known as such. */
const settledAgainWithin = 86_400_000

/** What became of one mention for one subscription. `foundAt`: UTC, ms. */
type Fate = { foundAt: number; last: VerdictEntry }

/**
 * The mentions that were found for the given subscriptions between two moments (UTC, ms, both included), each as the last entry that
 * settled it has it or, where none did, as it waits. A mention is found when the log has it first, waiting or settled, whenever it is
 * settled; so it belongs to one period, and what was held in one and posted in the next is told by the first. `log`: all there is of it, since a
 * hold may have begun long before the period.
 */
export async function foundIn(
  log: AsyncIterable<VerdictEntry>,
  window: { from: number; to: number },
  subscriptions: string[],
): Promise<VerdictEntry[]> {
  const names = new Set(subscriptions)
  const fates = new Map<string, Fate>()
  for await (const entry of log) {
    if (!names.has(entry.subscription)) continue
    const key = `${entry.alert} ${entry.id} ${entry.subscription}`
    const isOver = entry.became !== 'waiting' && entry.at < window.from - settledAgainWithin
    if (isOver) fates.delete(key)
    else fates.set(key, after(fates.get(key), entry))
  }
  return [...fates.values()]
    .filter(({ foundAt }) => foundAt >= window.from && foundAt <= window.to)
    .map(({ last }) => last)
}

function after(known: Fate | undefined, entry: VerdictEntry): Fate {
  if (known === undefined) return { foundAt: entry.at, last: entry }
  const foundAt = Math.min(known.foundAt, entry.at)
  return { foundAt, last: tellsMore(entry, known.last) ? entry : known.last }
}

/** That it was settled tells more than that it waits, whatever came first; else the later one does. */
function tellsMore(entry: VerdictEntry, known: VerdictEntry): boolean {
  const [waits, waited] = [entry.became === 'waiting', known.became === 'waiting']
  return waits === waited ? entry.at >= known.at : waited
}
