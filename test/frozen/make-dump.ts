// @ts-nocheck: it runs on the code of commit 5728a9f9 only.
import pg from 'pg'

/** Writes the data of both schemas as SQL. `ddl` are the statements that made the schemas. */
export async function dumpOf(url: string, ddl: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async (text: string, values: unknown[] = []): Promise<Record<string, string>[]> =>
    (await client.query(text, values)).rows
  const parts = [...ddl]
  const tables = await rows(
    `select c.oid::regclass::text as name, c.oid::text as oid from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('overheard') and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  // Others refer to the queues.
  tables.sort((a, b) => Number(b.name?.endsWith('.queue')) - Number(a.name?.endsWith('.queue')))
  for (const { name, oid } of tables) {
    const columns = await rows(
      `select quote_ident(attname) as column, atthasdef::text as filled from pg_attribute where attrelid = $1::oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [oid],
    )
    for (const one of columns.filter(({ filled }) => filled !== 'true')) {
      const used = await rows(`select 1 from ${name} where ${one.column} is not null limit 1`)
      if (used.length === 0) columns.splice(columns.indexOf(one), 1)
    }
    if (columns.length === 0) continue
    const list = columns.map(({ column }) => column).join(', ')
    const values = columns.map(({ column }) => `quote_nullable(${column}::text)`).join(` || ', ' || `)
    const found = await rows(`select '(' || ${values} || ')' as row from ${name} order by 1`)
    parts.push(`delete from ${name}`)
    if (found.length > 0)
      parts.push(
        `insert into ${name} (${list}) overriding system value values\n${found.map(({ row }) => row).join(',\n')}`,
      )
  }
  const sequences = await rows(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('overheard') and relkind = 'S' order by 1`,
  )
  for (const { name } of sequences) {
    const [last] = await rows(`select last_value, is_called from ${name}`)
    parts.push(`select setval('${name}', ${last?.last_value}, ${last?.is_called})`)
  }
  await client.end()
  return `${parts.join(';\n')};\n`
}

/** Everything that the catalog knows about both schemas. */
export async function catalogOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const inOurs = `in ('overheard')`
  const queries = [
    `select n.nspname, c.relname, c.relkind, c.reloptions, c.relispartition, pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${inOurs} order by 1, 2`,
    `select c.oid::regclass::text, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid) as default
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where n.nspname ${inOurs} and a.attnum > 0 order by 1, 3`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(o.oid) from pg_constraint o join pg_namespace n on n.oid = connamespace where nspname ${inOurs} order by 1, 2`,
    `select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where nspname ${inOurs} order by 1`,
    `select p.oid::regprocedure::text, pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname ${inOurs} order by 1`,
    `select t.typname, array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder) from pg_type t join pg_namespace n on n.oid = typnamespace where nspname ${inOurs} and typtype in ('e', 'd') order by 1`,
    `select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2`,
    `select * from pg_sequences where schemaname ${inOurs} order by 1, 2`,
  ]
  const found: unknown[] = []
  for (const query of queries) found.push((await client.query(query)).rows)
  await client.end()
  return JSON.stringify(found, undefined, 1)
}
