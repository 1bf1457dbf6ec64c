import type { Sentiment } from '../../fields/sentiment/lexicon.ts'
import type { Database } from '../database.ts'

/** What a person said about a mention of an alert. */
export type StoredCorrection = { mention: number; sentiment: Sentiment; language: string; body: string }

/** Corrections of sentiments. They go with their mentions. */
export function createCorrections(database: Database) {
  return {
    /** Returns the key of the alert, or undefined if there is no such mention. Without a sentiment, the correction is taken back. */
    set(mention: string, sentiment: Sentiment | undefined): number | undefined {
      const found = database.get<{ seq: number; alert: number }>(
        'SELECT seq, alert FROM mentions WHERE seq = ? AND item IS NOT NULL',
        mention,
      )
      if (found === undefined) return undefined
      database.run('DELETE FROM corrections WHERE seq = ?', found.seq)
      if (sentiment !== undefined)
        database.run('INSERT INTO corrections (seq, sentiment) VALUES (?, ?)', found.seq, sentiment)
      return found.alert
    },
    /** The newest of an alert, oldest first. */
    of: (alert: number, most: number): StoredCorrection[] =>
      database
        .all<StoredCorrection>(
          `SELECT seq AS mention, corrections.sentiment AS sentiment, language, plain(body) AS body
           FROM corrections JOIN mentions USING (seq) JOIN bodies USING (seq) WHERE alert = ? ORDER BY seq DESC LIMIT ?`,
          alert,
          most,
        )
        .toReversed(),
    /** The newest mentions of an alert that were found and that nobody has corrected. */
    uncorrected: (alert: number, most: number) =>
      database.all<Pick<StoredCorrection, 'language' | 'body'>>(
        `SELECT language, plain(body) AS body FROM mentions INDEXED BY mentions_by_id JOIN bodies USING (seq)
         WHERE alert = ? AND item IS NOT NULL AND seq NOT IN (SELECT seq FROM corrections) ORDER BY mentions.id DESC LIMIT ?`,
        alert,
        most,
      ),
    /** The words and the alert of a mention that was found; undefined if there is none. */
    mention: (mention: string) =>
      database.get<{ alert: number; language: string; body: string }>(
        'SELECT alert, language, plain(body) AS body FROM mentions JOIN bodies USING (seq) WHERE seq = ? AND item IS NOT NULL',
        mention,
      ),
  }
}
