import type { Database, Value } from './database.ts'

/** The fields that mentions are sorted by. `id` is decimal digits, at most 20. `date` is UTC ms. */
export type SortKeys = { id: string; date: number; reach: number }
export type SortField = keyof SortKeys

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

/** Ids of at most 20 digits as SQLite sorts them: integers, and after them texts of equal length. */
export function idValue(id: string): Value {
  const value = BigInt(id)
  return value < 2n ** 63n ? value : id.padStart(20, '0')
}
export const idText =
  "ltrim(CAST(mentions.id AS TEXT), '0') || CASE mentions.id WHEN 0 THEN '0' ELSE '' END AS id"

/** What is told of the item, and the facts that identify the mention; null if the mention was given and not found. No index has them, so each costs two look-ups. */
const itemJson = `(SELECT json_object('source', items.source, 'channel', items.channel, 'id', items.id, 'address', items.address,
  'url', items.content ->> '$.url', 'title', items.title,
  'text', items.content ->> '$.text', 'isBorrowed', items.content -> '$.isBorrowed', 'links', items.content -> '$.links', 'published', items.published, 'stored', items.stored)
  FROM mentions AS found JOIN items ON items.key = found.item WHERE found.seq = bodies.seq)`

/** No tag has this character, so each tag can be found with one around it. */
const separator = '\u001f'

export const tagsText = (tags: string[]) =>
  tags.length === 0
    ? null
    : `${separator}${tags.map((tag) => tag.replaceAll(separator, '')).join(separator)}${separator}`

/** Sorts after every id. */
const afterAllIds = ':'

const sinceValue = (id: string): Value => (id.length > 20 ? afterAllIds : idValue(id))

/** What a mention must meet. `index` finds the mentions that do. */
type Condition = { index?: Index; sql: string; values: Value[] }

type Index = SortField | 'source' | 'language' | 'country' | 'tags'

function conditionsOf(query: PageQuery): Condition[] {
  const { sinceId, tags = [] } = query
  const bound = (index: Index, sql: string, value: Value | undefined): Condition[] =>
    value === undefined ? [] : [{ index, sql, values: [value] }]
  const oneOf = (index: Index, wanted: string[] | undefined): Condition[] =>
    wanted === undefined
      ? []
      : [{ index, sql: `${index} IN (${wanted.map(() => '?').join(', ')})`, values: wanted }]
  /** The index leaves out unknown values, which SQLite only sees from a condition that says so. */
  const known = (index: Index, wanted: string[] | undefined): Condition[] =>
    oneOf(index, wanted).map((one) =>
      wanted?.includes('unknown')
        ? { sql: one.sql, values: one.values }
        : { ...one, sql: `${one.sql} AND ${index} <> 'unknown'` },
    )
  const tagged = tags.map(() => 'instr(tags, ?) > 0').join(query.allTags ? ' AND ' : ' OR ')
  return [
    ...bound('id', 'id > ?', sinceId === undefined ? undefined : sinceValue(sinceId)),
    ...bound('date', 'date >= ?', query.dateFrom),
    ...bound('date', 'date <= ?', query.dateTo),
    ...bound('reach', 'reach >= ?', query.reachFrom),
    ...bound('reach', 'reach <= ?', query.reachTo),
    ...oneOf('source', query.sources),
    ...known('language', query.languages),
    ...known('country', query.countries),
    ...(tags.length === 0
      ? []
      : [
          {
            index: 'tags' as const,
            sql: `tags IS NOT NULL AND (${tagged})`,
            values: tags.map((tag) => tagsText([tag])),
          },
        ]),
  ]
}

/** The indexes that find what a query wants. */
export const indexesOf = (query: PageQuery): Index[] => [
  ...new Set(conditionsOf(query).flatMap(({ index }) => index ?? [])),
]

/** To find and sort so many mentions is faster than to look for them among all, in the order of the page. */
const few = 5000

/**
 * The index of the condition that the fewest mentions meet, if they are few. Undefined if there is none, or if the index of the order is as
 * good.
 */
export function narrowestOf(database: Database, alert: number, query: PageQuery): Index | undefined {
  const indexes = indexesOf(query)
  if (indexes.every((index) => index === query.sortBy)) return undefined
  const conditions = conditionsOf(query)
  const counted = indexes.map((index) => {
    const own = conditions.filter((one) => one.index === index)
    const sql = `SELECT count(*) AS mentions FROM (SELECT 1 FROM mentions INDEXED BY mentions_by_${index}
      WHERE alert = ?${own.map((one) => ` AND ${one.sql}`).join('')} LIMIT ${few + 1})`
    const row = database.get<{ mentions: number }>(sql, alert, ...own.flatMap(({ values }) => values))
    return { index, mentions: row?.mentions ?? 0 }
  })
  const narrow = counted.filter(({ mentions }) => mentions <= few).sort((a, b) => a.mentions - b.mentions)
  return narrow.some(({ index }) => index === query.sortBy) ? undefined : narrow[0]?.index
}

/**
 * The statement of a page, and its values. It reads along the index of the order, or finds the mentions by the `narrow` index and sorts them.
 * One mention more than the page has shows if there is another page.
 */
export function pageSql(alert: number, query: PageQuery, narrow?: Index): { sql: string; values: Value[] } {
  const { sortBy, ascending, after } = query
  const conditions: Condition[] = [{ sql: 'alert = ?', values: [alert] }, ...conditionsOf(query)]
  const sorted = sortBy === 'id' ? ['id'] : [sortBy, 'id']
  // A page begins after a mention, not at an offset, so mentions that are added between two pages shift nothing.
  if (after !== undefined) {
    const place = sortBy === 'id' ? [idValue(after.id)] : [after[sortBy], idValue(after.id)]
    const sql = `(${sorted.join(', ')}) ${ascending ? '>' : '<'} (${sorted.map(() => '?').join(', ')})`
    conditions.push({ sql, values: place })
  }
  const where = conditions.map(({ sql }) => sql).join(' AND ')
  const order = sorted.map((field) => `mentions.${field} ${ascending ? 'ASC' : 'DESC'}`).join(', ')
  const found =
    narrow === undefined
      ? `mentions INDEXED BY mentions_by_${sortBy} JOIN bodies USING (seq) WHERE ${where} ORDER BY ${order} LIMIT ?`
      : `(SELECT seq, id, date, reach FROM mentions INDEXED BY mentions_by_${narrow} WHERE ${where} ORDER BY ${order} LIMIT ?)
         AS mentions JOIN bodies USING (seq) ORDER BY ${order}`
  return {
    sql: `SELECT ${idText}, date, reach, plain(body) AS body, ${sortBy === 'id' ? itemJson : 'NULL'} AS item FROM ${found}`,
    values: [...conditions.flatMap(({ values }) => values), query.limit + 1],
  }
}
