import type { Database } from '../database.ts'

/** A mention that is no more because its source has removed the post. `found` is when it became a mention, UTC ms. */
export type RemovedMention = { mention: string; found: number }

/** As long as the bot keeps its cards, in ms. */
const keptMs = 90 * 24 * 60 * 60 * 1000
const mostKept = 20_000

/** Which mentions have gone with their posts, by numbers that grow. Only their ids are kept. */
export function createRemovals(database: Database) {
  const last = () =>
    database.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'removals'")?.seq ?? 0
  return {
    /** The number of the latest removal; 0 if there was none. */
    last,
    /** Call it before the mentions are removed. */
    add(seqs: readonly number[], now: number): void {
      for (const seq of seqs)
        database.run(
          'INSERT INTO removals (mention, found, at) SELECT id, stored, ? FROM mentions WHERE seq = ?',
          now,
          seq,
        )
    },
    /**
     * The removals after one, in order, at most `most`. All of them if the file has not had so many, because it is not the one that was asked
     * before.
     */
    after: (removal: number, most: number): (RemovedMention & { removal: number })[] =>
      database.all(
        'SELECT seq AS removal, CAST(mention AS TEXT) AS mention, found FROM removals WHERE seq > ? ORDER BY seq LIMIT ?',
        removal > last() ? 0 : removal,
        most,
      ),
    prune: (now: number): unknown =>
      database.run('DELETE FROM removals WHERE at < ? OR seq <= ?', now - keptMs, last() - mostKept),
  }
}
