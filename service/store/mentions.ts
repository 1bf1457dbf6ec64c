import type { Database, Value } from './database.ts'
import type { RollUps } from './roll-ups.ts'

/** The fields that mentions are sorted by. `id` is decimal digits, at most 20. `date` is UTC ms. */
export type SortKeys = { id: string; date: number; reach: number }
export type SortField = keyof SortKeys

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

/** Filters and sorting of the interface (4.2). Without `after` the first page. */
export type PageQuery = {
  sortBy: SortField
  ascending: boolean
  limit: number
  after?: SortKeys | undefined
  sinceId?: string | undefined
  dateFrom?: number | undefined
  dateTo?: number | undefined
  reachFrom?: number | undefined
  reachTo?: number | undefined
  sources?: string[] | undefined
  languages?: string[] | undefined
  countries?: string[] | undefined
  tags?: string[] | undefined
  allTags?: boolean
}

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
    database.run('INSERT INTO bodies (seq, body) VALUES (?, ?)', seq, row.body)
    database.run('UPDATE alerts SET mentions = mentions + 1 WHERE key = ?', alert)
    if (origin !== undefined)
      database.run('UPDATE items SET mentions = mentions + 1, matched = 1 WHERE key = ?', origin.item)
    return true
  }

  function removeSeqs(seqs: number[]): void {
    rollUps.subtract(seqs)
    for (const seq of seqs) {
      database.run(
        'UPDATE alerts SET mentions = mentions - 1 WHERE key = (SELECT alert FROM mentions WHERE seq = ?)',
        seq,
      )
      database.run(
        'UPDATE items SET mentions = mentions - 1 WHERE key = (SELECT item FROM mentions WHERE seq = ?)',
        seq,
      )
      database.run('DELETE FROM bodies WHERE seq = ?', seq)
      database.run('DELETE FROM mentions WHERE seq = ?', seq)
    }
  }

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
          `UPDATE bodies SET seq = seq + ?1, body = '{"id":' || (seq + ?1) || substr(body, instr(body, ',')) WHERE seq >= ?2`,
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
        `SELECT seq, alert, ${idText}, reach, body FROM mentions JOIN bodies USING (seq) WHERE item = ?`,
        item,
      ),
    /** The alerts that have a mention of one of the items with this root. */
    alertsOfRoot: (root: number): number[] =>
      database
        .all<{ alert: number }>('SELECT alert FROM mentions WHERE root = ?', root)
        .map(({ alert }) => alert),
    change: (seq: number, row: MentionRow): void =>
      database.transaction(() => {
        rollUps.subtract([seq])
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
        database.run('UPDATE bodies SET body = ? WHERE seq = ?', row.body, seq)
        rollUps.addAgain([seq])
      }),
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
      const { sql, values } = pageSql(alert, query)
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

/** Ids of at most 20 digits as SQLite sorts them: integers, and after them texts of equal length. */
function idValue(id: string): Value {
  const value = BigInt(id)
  return value < 2n ** 63n ? value : id.padStart(20, '0')
}
const idText = "ltrim(CAST(mentions.id AS TEXT), '0') || CASE mentions.id WHEN 0 THEN '0' ELSE '' END AS id"

/** The facts of the item that identify the mention; null if the mention was given and not found. No index has them, so each costs two look-ups. */
const itemJson = `(SELECT json_object('source', items.source, 'channel', items.channel, 'id', items.id, 'address', items.address,
  'title', items.title, 'published', items.published, 'stored', items.stored)
  FROM mentions AS found JOIN items ON items.key = found.item WHERE found.seq = bodies.seq)`

/** No tag has this character, so each tag can be found with one around it. */
const separator = '\u001f'

const tagsText = (tags: string[]) =>
  tags.length === 0
    ? null
    : `${separator}${tags.map((tag) => tag.replaceAll(separator, '')).join(separator)}${separator}`

/** Sorts after every id. */
const afterAllIds = ':'

const sinceValue = (id: string): Value => (id.length > 20 ? afterAllIds : idValue(id))

/** The statement of a page, and its values. One mention more than the page has shows if there is another page. */
export function pageSql(alert: number, query: PageQuery): { sql: string; values: Value[] } {
  const { sortBy, ascending, after } = query
  const conditions = ['alert = ?']
  const values: Value[] = [alert]
  const demand = (condition: string, ...given: Value[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  const bound = (condition: string, value: number | undefined) => {
    if (value !== undefined) demand(condition, value)
  }
  const oneOf = (column: string, wanted: string[] | undefined) => {
    if (wanted !== undefined) demand(`${column} IN (${wanted.map(() => '?').join(', ')})`, ...wanted)
  }
  if (query.sinceId !== undefined) demand('id > ?', sinceValue(query.sinceId))
  bound('date >= ?', query.dateFrom)
  bound('date <= ?', query.dateTo)
  bound('reach >= ?', query.reachFrom)
  bound('reach <= ?', query.reachTo)
  oneOf('source', query.sources)
  oneOf('language', query.languages)
  oneOf('country', query.countries)
  const tagged = (query.tags ?? []).map((tag) => tagsText([tag]) ?? '')
  if (tagged.length > 0)
    demand(`(${tagged.map(() => 'instr(tags, ?) > 0').join(query.allTags ? ' AND ' : ' OR ')})`, ...tagged)
  const sorted = sortBy === 'id' ? ['id'] : [sortBy, 'id']
  // A page begins after a mention, not at an offset, so mentions that are added between two pages shift nothing.
  if (after !== undefined) {
    const place = sortBy === 'id' ? [idValue(after.id)] : [after[sortBy], idValue(after.id)]
    demand(`(${sorted.join(', ')}) ${ascending ? '>' : '<'} (${sorted.map(() => '?').join(', ')})`, ...place)
  }
  const order = sorted.map((field) => `mentions.${field} ${ascending ? 'ASC' : 'DESC'}`).join(', ')
  return {
    sql: `SELECT ${idText}, date, reach, body, ${sortBy === 'id' ? itemJson : 'NULL'} AS item FROM mentions INDEXED BY mentions_by_${sortBy} JOIN bodies USING (seq) WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ?`,
    values: [...values, query.limit + 1],
  }
}
