import type { DecisionRecord } from '../model/verdict.ts'

/** A mention is settled again within so many ms at most: what was found before a period must be known as such. */
const recordedAgainWithinMs = 86_400_000

/** What became of one mention for one subscription. `foundAt`: UTC, ms. */
type FoundMention = { foundAt: number; last: DecisionRecord }

/**
 * The mentions that were found for the given subscriptions between two moments (UTC, ms, both included), each as the last entry that
 * settled it has it or, where none did, as it waits. A mention is found when the log has it first, waiting or settled, whenever it is
 * settled; so it belongs to one period, and what was held in one and posted in the next is told by the first. `log`: all there is of it, since a
 * hold may have begun long before the period.
 */
export async function findMentionsFound(
  log: AsyncIterable<DecisionRecord>,
  window: { from: number; to: number },
  subscriptions: string[],
): Promise<DecisionRecord[]> {
  const names = new Set(subscriptions)
  const mentions = new Map<string, FoundMention>()
  for await (const entry of log) {
    if (!names.has(entry.subscription)) continue
    const key = `${entry.alert} ${entry.id} ${entry.subscription}`
    const isOver = entry.outcome !== 'waiting' && entry.at < window.from - recordedAgainWithinMs
    if (isOver) mentions.delete(key)
    else mentions.set(key, withRecord(mentions.get(key), entry))
  }
  return [...mentions.values()]
    .filter(({ foundAt }) => foundAt >= window.from && foundAt <= window.to)
    .map(({ last }) => last)
}

function withRecord(known: FoundMention | undefined, entry: DecisionRecord): FoundMention {
  if (known === undefined) return { foundAt: entry.at, last: entry }
  const foundAt = Math.min(known.foundAt, entry.at)
  return { foundAt, last: isMoreFinal(entry, known.last) ? entry : known.last }
}

/** That it was settled tells more than that it waits, whatever came first; else the later one does. */
function isMoreFinal(entry: DecisionRecord, known: DecisionRecord): boolean {
  const [waits, waited] = [entry.outcome === 'waiting', known.outcome === 'waiting']
  return waits === waited ? entry.at >= known.at : waited
}
