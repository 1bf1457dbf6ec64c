import type { RollUps } from './counts/roll-ups.ts'
import type { Database } from './database.ts'
import { idText, idValue, narrowestOf, type PageQuery, pageSql, type SortKeys, tagsText } from './page-sql.ts'

/** A mention as it is stored: the fields of filters and insights, and the JSON that is served. */
export type MentionRow = SortKeys & {
  source: string
  /** Lower case, or `unknown`. */
  language: string
  /** Upper case, or `unknown`. */
  country: string
  sentiment?: string | undefined
  tags: string[]
  gender?: string | undefined
  age?: string | undefined
  body: string
}

/** The item that the mention was found in, and the first item with the same address. */
export type Origin = { item: number; root: number }

/** `last` is absent on the last page. */
export type Page = { rows: (SortKeys & { body: string; item: string | null })[]; last?: SortKeys }

/** Ids that this database has not given, both included. */
export type IdGap = { first: number; last: number }
/**
 * Ids after a larger one that a client has read begin so far above it, because the client may have read still larger ones: as far as the ids of
 * starts that are 115 days apart.
 */
const roomAbove = 10_000_000_000
/** A larger id is none of ours. Above it not many ids would be left that JavaScript can count. */
const largestKnown = 4_000_000_000_000_000
/** So many of the newest gaps are told. Starts between which no id was given have one gap together. */
const maxGaps = 100

/** All mentions of all alerts. `alert` is always the key of one. */
export function createMentions(database: Database, rollUps: RollUps) {
  const nextSeq = () => {
    const row = database.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'mentions'")
    return (row?.seq ?? 0) + 1
  }

  let firstOfThisStart = nextSeq()

  function setLastId(id: number): void {
    const changed = database.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'mentions'", id)
    if (changed === 0) database.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('mentions', ?)", id)
  }

  function skipIds(first: number, last: number): void {
    setLastId(last)
    const longer = database.run('UPDATE id_gaps SET last = ? WHERE last = ?', last, first - 1)
    if (longer === 0) database.run('INSERT INTO id_gaps (first, last) VALUES (?, ?)', first, last)
  }

  /** Returns false if the alert has a mention with that id. A mention that was found has its id as `seq`, too. */
  function insert(alert: number, row: MentionRow, stored: number, origin?: Origin): boolean {
    const id = idValue(row.id)
    const seq = database.insert(
      `INSERT INTO mentions (seq, alert, id, date, reach, source, language, country, sentiment, tags, gender, age, item, root, stored)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM mentions INDEXED BY mentions_by_id WHERE alert = ? AND id = ?)`,
      origin === undefined ? null : id,
      alert,
      id,
      row.date,
      row.reach,
      row.source,
      row.language,
      row.country,
      row.sentiment ?? null,
      tagsText(row.tags),
      row.gender ?? null,
      row.age ?? null,
      origin?.item ?? null,
      origin?.root ?? null,
      stored,
      alert,
      id,
    )
    if (seq === undefined) return false
    database.run('INSERT INTO bodies (seq, body) VALUES (?, packed(?))', seq, row.body)
    database.run('UPDATE alerts SET mentions = mentions + 1 WHERE key = ?', alert)
    if (origin !== undefined)
      database.run('UPDATE items SET mentions = mentions + 1, matched = 1 WHERE key = ?', origin.item)
    return true
  }

  const removeSeqs = (seqs: number[]): void =>
    rollUps.recount(seqs, () => {
      for (const seq of seqs) {
        for (const [table, column] of [
          ['alerts', 'alert'],
          ['items', 'item'],
        ])
          database.run(
            `UPDATE ${table} SET mentions = mentions - 1 WHERE key = (SELECT ${column} FROM mentions WHERE seq = ?)`,
            seq,
          )
        database.run('DELETE FROM bodies WHERE seq = ?', seq)
        database.run('DELETE FROM mentions WHERE seq = ?', seq)
      }
    })

  return {
    /** Ids that are given from now on are this one or larger. They go on from the largest one that was given. */
    startIdsAt: (id: number): void =>
      database.transaction(() => {
        if (nextSeq() < id) skipIds(nextSeq(), id - 1)
        firstOfThisStart = nextSeq()
      }),
    /**
     * A client has read the mention `known`. If this database has not given so large an id, the ids of this start began too low, because the
     * clock is behind: its mentions, which no client that reads on from `known` would find, get new ids above it.
     */
    giveIdsAbove: (known: string): void =>
      database.transaction(() => {
        const next = nextSeq()
        if (Number(known) < next || Number(known) > largestKnown) return
        const offset = Number(known) + roomAbove - firstOfThisStart
        rollUps.catchUp()
        skipIds(firstOfThisStart, firstOfThisStart + offset - 1)
        for (const column of ['id', 'seq'])
          database.run(
            `UPDATE mentions SET ${column} = ${column} + ? WHERE seq >= ?`,
            offset,
            firstOfThisStart,
          )
        database.run(
          `UPDATE bodies SET seq = seq + ?1, body = packed('{"id":' || (seq + ?1) || substr(plain(body), instr(plain(body), ','))) WHERE seq >= ?2`,
          offset,
          firstOfThisStart,
        )
        firstOfThisStart += offset
        setLastId(next + offset - 1)
        rollUps.startAfter(next + offset - 1)
      }),
    /** The newest gaps, ascending. A client that knows an id in one of them knows more than this database. */
    idGaps: (): IdGap[] =>
      database.all<IdGap>('SELECT first, last FROM id_gaps ORDER BY first DESC LIMIT ?', maxGaps).reverse(),
    has: (alert: number, id: string): boolean =>
      database.get('SELECT 1 FROM mentions WHERE alert = ? AND id = ?', alert, idValue(id)) !== undefined,
    /** Adds a mention with an id from outside. Returns false if the alert has that id. */
    add: (alert: number, row: MentionRow, stored: number): boolean =>
      database.transaction(() => insert(alert, row, stored)),
    /**
     * Adds a mention that was found, with the next id: larger than every id before, also those of removed mentions and whatever the clock
     * says.
     */
    addFound: (alert: number, origin: Origin, stored: number, rowOf: (id: string) => MentionRow): string =>
      database.transaction(() => {
        const row = rowOf(String(nextSeq()))
        insert(alert, row, stored, origin)
        return row.id
      }),
    /** The mentions that an item has become. */
    ofItem: (item: number): { seq: number; alert: number; id: string; reach: number; body: string }[] =>
      database.all(
        `SELECT seq, alert, ${idText}, reach, plain(body) AS body FROM mentions JOIN bodies USING (seq) WHERE item = ?`,
        item,
      ),
    /** The alerts that have a mention of one of the items with this root. */
    alertsOfRoot: (root: number): number[] =>
      database
        .all<{ alert: number }>('SELECT alert FROM mentions WHERE root = ?', root)
        .map(({ alert }) => alert),
    change: (seq: number, row: MentionRow): void =>
      database.transaction(() =>
        rollUps.recount([seq], () => {
          database.run(
            `UPDATE mentions SET date = ?, reach = ?, source = ?, language = ?, country = ?, sentiment = ?, tags = ? WHERE seq = ?`,
            row.date,
            row.reach,
            row.source,
            row.language,
            row.country,
            row.sentiment ?? null,
            tagsText(row.tags),
            seq,
          )
          database.run('UPDATE bodies SET body = packed(?) WHERE seq = ?', row.body, seq)
        }),
      ),
    remove: (seqs: number[]): void => database.transaction(() => removeSeqs(seqs)),
    /** Removes the mentions that were stored before a time (UTC ms), oldest first. Returns how many, at most `most`. */
    removeStoredBefore: (time: number, most: number): number =>
      database.transaction(() => {
        const rows = database.all<{ seq: number }>(
          'SELECT seq FROM mentions WHERE stored < ? ORDER BY stored LIMIT ?',
          time,
          most,
        )
        removeSeqs(rows.map(({ seq }) => seq))
        return rows.length
      }),
    removeAlert: (alert: number): void =>
      database.transaction(() => {
        rollUps.removeAlert(alert)
        database.run(
          'UPDATE items SET mentions = mentions - 1 WHERE key IN (SELECT item FROM mentions WHERE alert = ?)',
          alert,
        )
        database.run('DELETE FROM bodies WHERE seq IN (SELECT seq FROM mentions WHERE alert = ?)', alert)
        database.run('DELETE FROM mentions WHERE alert = ?', alert)
      }),
    page(alert: number, query: PageQuery): Page {
      const { sql, values } = pageSql(alert, query, narrowestOf(database, alert, query))
      const rows = database.all<Page['rows'][number]>(sql, ...values)
      if (rows.length <= query.limit) return { rows }
      rows.length = query.limit
      const last = rows.at(-1)
      return { rows, ...(last && { last: { id: last.id, date: last.date, reach: last.reach } }) }
    },
    /** Ascending. */
    ids: (alert: number): string[] =>
      database
        .all<{ id: string }>(
          `SELECT ${idText} FROM mentions INDEXED BY mentions_by_id WHERE alert = ? ORDER BY mentions.id`,
          alert,
        )
        .map(({ id }) => id),
    /** The largest id of all alerts; "0" if there is none. */
    largestId: (): string =>
      database.get<{ id: string }>(`SELECT ${idText} FROM mentions ORDER BY mentions.id DESC LIMIT 1`)?.id ??
      '0',
  }
}
