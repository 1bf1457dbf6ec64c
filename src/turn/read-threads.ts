import type { HistoryResult, PostedMessage, ReadHistory } from '../deliver/history.ts'
import type { RunState } from './watch.ts'

/** What nobody has gone on with for so long is read again, in ms: another process may have posted there. */
const threadsKeptMs = 10 * 60_000

/**
 * Reads the replies to some of our messages (by `ts`), as one look. Slack takes about fifty such calls a minute, of all
 * subscriptions together: what was read before it took no more is remembered, and the next turn goes on from there. Or those that
 * have lost their bookmarks at once would keep each other from ever reading to the end.
 */
export async function readThreads(
  look: ReadHistory,
  state: RunState,
  { channel, parents }: { channel: string; parents: string[] },
  now: () => number,
): Promise<HistoryResult> {
  const known = state.threads
  let bounded = false
  const isFresh = known?.channel === channel && now() - known.at < threadsKeptMs
  const byParent = isFresh ? known.byParent : new Map<string, PostedMessage[]>()
  for (const parent of parents.filter((ts) => !byParent.has(ts))) {
    const replies = await look({ channel, thread: parent })
    if (replies.kind !== 'seen') return replies
    byParent.set(parent, replies.messages)
    bounded ||= replies.bounded
    state.threads = { channel, at: now(), byParent }
  }
  delete state.threads
  return { kind: 'seen', messages: parents.flatMap((ts) => byParent.get(ts) ?? []), bounded }
}
