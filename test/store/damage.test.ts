/** Whatever breaks one stored record: the start and all other records are not affected, and the damaged record is named and kept. */
import { isUtf8 } from 'node:buffer'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { messageSchemas } from '../../src/cli/doctor/local-checks.ts'
import { checkpointSchema } from '../../src/model/checkpoint.ts'
import { openCollection } from '../../src/model/collection.ts'
import { RecordDamagedError } from '../../src/model/damage.ts'
import { decisionRecordSchema } from '../../src/model/decision.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { inspectStore } from '../../src/store/inspect.ts'
import { checkpointRows } from '../../src/store/postgres/checkpoints.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { sealCheckpoint } from '../../src/store/sealed-checkpoint.ts'
import { oldCollections } from '../../src/store/sqlite/old-files.ts'
import type { Store } from '../../src/store/store.ts'
import { changeSchemas, reminderSchemas, storedKinds } from '../../src/stored-kinds.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
import { filesBelow, writeOldFolder } from '../tools/old-folder.ts'
import { runs } from '../tools/runs.ts'
import { fillStore, noon, sampleCheckpoints, sampleMessages, sampleRecords } from '../tools/stored-samples.ts'

const databases = useDatabases()
const deps = { now: () => noon, setTimer: () => () => undefined, log: { warn: () => undefined } }
const schemas = new Map<string, z.ZodType>([
  ...storedKinds.map(({ name, schema }) => [name, schema] as const),
  ...Object.entries(messageSchemas),
])

/** Everything that a store returns, as `COLLECTION KEY` and the value as JSON. */
async function contentsOf(store: Omit<Store, 'close'>): Promise<Map<string, string>> {
  await inspectStore(store, storedKinds, messageSchemas)
  const found = new Map<string, string>()
  const note = (collection: string, key: string, value: unknown) =>
    found.set(`${collection} ${key}`, canonical(value))
  for (const kind of storedKinds)
    for (const { key, value } of await openCollection(store, kind).entries()) note(kind.name, key, value)
  for (const [name, schema] of Object.entries(messageSchemas))
    for await (const value of store.messages(name, schema).since(0)) note(name, value.ts, value)
  for await (const { key, checkpoint } of store.checkpoints.all())
    note('checkpoints', key.subscription, checkpoint)
  for await (const entry of store.decisions.entries(0)) note('decisions', entry.id, entry)
  return found
}

/** JSON whose keys are sorted, because a schema returns the fields in its own order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type Json = unknown

/** Breaks a JSON value in one place: a field is deleted, renamed or added, or a part is replaced. `at` chooses the place. */
const breakValue: Record<string, (value: Json, at: number) => Json> = {
  'delete a field': (value, at) =>
    inPart(value, at, (fields, field) => {
      const { [field]: _, ...rest } = fields
      return rest
    }),
  'rename a kind': (value, at) =>
    inPart(value, at, (fields, field) => ({
      ...fields,
      [field]: typeof fields[field] === 'string' ? `${fields[field]}2` : fields[field],
    })),
  'add a foreign field': (value, at) => inPart(value, at, (fields) => ({ ...fields, foreign: { later: 1 } })),
  'replace a part by null': (value, at) =>
    inPart(value, at, (fields, field) => ({ ...fields, [field]: null })),
  'replace a part by a list': (value, at) =>
    inPart(value, at, (fields, field) => ({ ...fields, [field]: [] })),
  'replace everything by a list': () => [],
  'replace everything by null': () => null,
  'replace everything by a text': () => 'something else',
  'replace everything by a number': () => 7,
}

type Fields = Record<string, Json>
const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes one of all fields in a value, at any depth. */
function inPart(value: Json, at: number, change: (fields: Fields, field: string) => Fields): Json {
  const places = placesIn(value)
  const wanted = places[at % Math.max(places.length, 1)]
  const walk = (part: Json, path: string): Json => {
    if (Array.isArray(part)) return part.map((one, index) => walk(one, `${path}/${index}`))
    if (!isFields(part)) return part
    const walked = Object.fromEntries(
      Object.entries(part).map(([field, one]) => [field, walk(one, `${path}/${field}`)]),
    )
    return wanted?.path === path ? change(walked, wanted.field) : walked
  }
  return walk(value, '')
}

function placesIn(value: Json, path = ''): { path: string; field: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => placesIn(one, `${path}/${index}`))
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([field, one]) => [
    { path, field },
    ...placesIn(one, `${path}/${field}`),
  ])
}

/** Breaks bytes. `at` chooses the place. */
const breakBytes: Record<string, (bytes: Buffer, at: number) => Buffer> = {
  truncate: (bytes, at) => bytes.subarray(0, at % bytes.length),
  'flip a bit': (bytes, at) => {
    const flipped = Buffer.from(bytes)
    const index = at % bytes.length
    flipped[index] = (bytes[index] ?? 0) ^ (1 << (at % 8))
    return flipped
  },
  'overwrite with zeros': (bytes, at) => {
    const zeroed = Buffer.from(bytes)
    return zeroed.fill(0, at % bytes.length, Math.min(bytes.length, (at % bytes.length) + 20))
  },
  'insert a line break': (bytes, at) =>
    Buffer.concat([
      bytes.subarray(0, at % bytes.length),
      Buffer.from('\n'),
      bytes.subarray(at % bytes.length),
    ]),
  ...Object.fromEntries(
    Object.entries(breakValue).map(([how, change]) => [
      how,
      (bytes: Buffer, at: number) => {
        const lines = bytes.toString().trim().split('\n')
        const line = at % lines.length
        return Buffer.from(
          lines
            .map((text, index) => (index === line ? JSON.stringify(change(JSON.parse(text), at)) : text))
            .join('\n') + (lines.length > 1 ? '\n' : ''),
        )
      },
    ]),
  ),
}

const parsed = (bytes: Buffer): { json: Json } | undefined => {
  try {
    return isUtf8(bytes) ? { json: JSON.parse(bytes.toString()) } : undefined
  } catch {
    return undefined
  }
}

/** A checkpoint is whole if it is what was stored. Without its checksum it looks like one of an older version. */
function isWholeCheckpoint(key: { subscription: string; alert: string }, stored: Json): boolean {
  if (!isFields(stored)) return false
  if (!('sum' in stored)) return checkpointSchema.safeParse(stored).success
  const original = sampleCheckpoints.find((one) => canonical(one.key) === canonical(key))
  return original !== undefined && canonical(stored) === canonical(sealCheckpoint(key, original.checkpoint))
}

type Expected = { good: Map<string, string>; damaged: number }

/** What a broken file should still give, and how many places in it are damaged, worked out from its bytes alone. */
function expectedOf(path: string, bytes: Buffer): Expected {
  const [first = ''] = path.split('/')
  if (first === 'checkpoints') return expectedOfCheckpoint(bytes)
  if (!path.endsWith('.jsonl')) return expectedOfRecords(first.replace(/\.json$/, ''), bytes)
  if (bytes.length === 0) return { good: new Map(), damaged: 1 }
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parsed(Buffer.from(line, 'latin1'))?.json)
  return first === 'decisions' ? expectedOfDecisions(lines) : expectedOfMessages(path, lines)
}

function expectedOfCheckpoint(bytes: Buffer): Expected {
  const file = z
    .object({ subscription: z.string(), alert: z.string(), checkpoint: z.unknown() })
    .safeParse(parsed(bytes)?.json)
  if (!file.success) return { good: new Map(), damaged: 1 }
  const { checkpoint, ...key } = file.data
  if (!isWholeCheckpoint(key, checkpoint)) return { good: new Map(), damaged: 1 }
  const kept = canonical(checkpointSchema.parse(checkpoint))
  return { good: new Map([[`checkpoints ${key.subscription}`, kept]]), damaged: 0 }
}

function expectedOfRecords(collection: string, bytes: Buffer): Expected {
  const records = parsed(bytes)?.json
  if (!isFields(records)) return { good: new Map(), damaged: 1 }
  const entries = Object.entries(records)
  const good = new Map(
    entries.flatMap(([key, value]) => {
      const fits = schemas.get(collection)?.safeParse(value)
      return fits?.success ? [[`${collection} ${key}`, canonical(fits.data)]] : []
    }),
  )
  return { good, damaged: entries.length - good.size }
}

function expectedOfDecisions(lines: Json[]): Expected {
  const entries = lines.flatMap((line) => decisionRecordSchema.safeParse(line).data ?? [])
  const good = new Map(entries.map((entry) => [`decisions ${entry.id}`, canonical(entry)]))
  return { good, damaged: lines.length - entries.length }
}

function expectedOfMessages(path: string, lines: Json[]): Expected {
  const [collection = '', channel = ''] = path.split('/')
  const day = path.slice(-'2026-11-20.jsonl'.length, -'.jsonl'.length)
  const lineSchema = z.object({
    ts: z.string().refine((ts) => new Date(Number(ts) * 1000).toJSON()?.startsWith(day)),
    // A line without a value removes the record.
    value: z.unknown().optional(),
  })
  const fitting = lines.flatMap((line) => lineSchema.safeParse(line).data ?? [])
  const newest = new Map(fitting.map(({ ts, value }) => [ts, value ?? undefined]))
  const kept = [...newest].filter(([, value]) => value !== undefined)
  const good = new Map(
    kept.flatMap(([ts, value]) =>
      isWholeMessage(collection, { channel, ts }, value)
        ? [[`${collection} ${ts}`, canonical(schemas.get(collection)?.parse(value))]]
        : [],
    ),
  )
  return { good, damaged: lines.length - fitting.length + kept.length - good.size }
}

function isWholeMessage(collection: string, key: { channel: string; ts: string }, value: Json): boolean {
  const own = z.object({ channel: z.literal(key.channel), ts: z.literal(key.ts) })
  return own.safeParse(value).success && schemas.get(collection)?.safeParse(value).success === true
}

describe('a folder of an older version in which one file was broken in one place', () => {
  it('is upgraded, gives every record that is whole, names the damage or sets the file aside, and has a copy with every byte', async () => {
    const original = emptyFolder()
    const written = await openFolder(original, deps)
    for (const { key, checkpoint } of sampleCheckpoints)
      await written.leading.checkpoints().save(key, checkpoint)
    await written.close()
    rmSync(join(original, 'records.sqlite'))
    writeOldFolder(original)
    const files = filesBelow(original).filter((name) => !['lock', 'owner', 'version'].includes(name))
    const whole = new Map(files.map((name) => [name, readFileSync(join(original, name))]))
    expect(new Set(files.map((name) => name.split('/')[0]?.replace('.json', '')))).toEqual(
      new Set([
        'checkpoints',
        'decisions',
        ...[...schemas.keys()].filter((name) => oldCollections.has(name)),
      ]),
    )
    const goodIn = new Map([...whole].map(([name, bytes]) => [name, expectedOf(name, bytes).good]))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.constantFrom(...Object.keys(breakBytes)),
        fc.nat(100_000),
        async (name, how, at) => {
          const folder = emptyFolder()
          cpSync(original, folder, { recursive: true })
          const broken = breakBytes[how]?.(whole.get(name) ?? Buffer.alloc(0), at) ?? Buffer.alloc(0)
          writeFileSync(join(folder, name), broken)
          const { good: left, damaged } = expectedOf(name, broken)
          const good = [...goodIn].flatMap(([other, records]) => [...(other === name ? left : records)])
          const store = await openFolder(folder, deps)
          const found = await contentsOf(store)
          const named = store.damage.all()
          await store.close()
          expect([...found].sort()).toEqual(good.sort())
          const aside = join(folder, `${name}.damaged`)
          const isAside = existsSync(aside)
          if (isAside) expect(readFileSync(aside)).toEqual(broken)
          expect(named.length > 0 || isAside).toBe(damaged > 0)
          expect(named.length).toBeLessThanOrEqual(damaged)
          for (const one of named) expect(one.collection).toBe(name.split('/')[0]?.replace('.json', ''))
          expect(readFileSync(join(folder, 'version-2.copy', name))).toEqual(broken)
          rmSync(folder, { recursive: true })
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it.each(['mutes', 'reminders'])(
    'keeps the file of %s that is not JSON, until a write needs its place',
    async (name) => {
      const folder = emptyFolder()
      writeOldFolder(folder)
      writeFileSync(join(folder, `${name}.json`), '{"C1":')
      const store = await openFolder(folder, deps)
      const kind = storedKinds.find((one) => one.name === name)
      if (kind === undefined) throw new Error(name)
      const putting = openCollection(store, kind).put(
        'new',
        kind.schema.parse(Object.values(sampleRecords[name] ?? {})[0]),
      )
      if (kind.restricts) {
        await expect(putting).rejects.toThrow(`${join(folder, name)}.json is damaged: it is not JSON`)
        await expect(openCollection(store, kind).find('any')).rejects.toThrow(RecordDamagedError)
        expect(readFileSync(join(folder, `${name}.json`), 'utf8')).toBe('{"C1":')
      } else {
        await putting
        expect(store.damage.all()).toEqual([])
        expect(existsSync(join(folder, `${name}.json`))).toBe(false)
        expect(readFileSync(join(folder, `${name}.json.damaged`), 'utf8')).toBe('{"C1":')
      }
      await store.close()
    },
  )
})

type BrokenTable = (typeof tables)[number]
const tables = [
  { table: 'records', value: 'value', of: (row: Fields) => String(row.collection) },
  { table: 'messages', value: 'value', of: (row: Fields) => String(row.collection) },
  { table: 'checkpoints', value: 'checkpoint', of: () => 'checkpoints' },
  { table: 'decisions', value: 'entry', of: () => 'decisions' },
]
const rowsSchema = z.array(z.record(z.string(), z.unknown()))

function isWhole(table: string, row: Fields, stored: Json): boolean {
  if (table === 'decisions') return decisionRecordSchema.safeParse(stored).success
  if (table === 'checkpoints')
    return isWholeCheckpoint({ subscription: String(row.subscription), alert: String(row.alert) }, stored)
  const collection = String(row.collection)
  if (table === 'messages')
    return isWholeMessage(collection, { channel: String(row.channel), ts: String(row.ts) }, stored)
  return schemas.get(collection)?.safeParse(stored).success === true
}

/** `set` returns the place in which the row is then. */
type BrokenDatabase = {
  tables: BrokenTable[]
  rowsOf(table: BrokenTable): Promise<Fields[]>
  set(table: BrokenTable, text: unknown, place: unknown): Promise<unknown>
  open(): Promise<Store>
  placeIn(table: string): string
}

async function inPostgres(): Promise<BrokenDatabase> {
  const { open } = await databases.fresh()
  const { database } = await open()
  const filled = await openDatabaseStore(database, deps)
  await fillStore(filled, checkpointRows(database).writtenUnder(0n).save)
  return {
    tables,
    rowsOf: async ({ table, value }) =>
      rowsSchema.parse(
        (
          await database.query(
            `select *, ctid::text as place, ${value}::text as text from overheard.${table}`,
          )
        ).rows,
      ),
    async set({ table, value }, text, place) {
      const { rows } = await database.query(
        `update overheard.${table} set ${value} = $1 where ctid = $2::tid returning ctid::text as place`,
        [text, place],
      )
      return rowsSchema.parse(rows)[0]?.place
    },
    open: () => openDatabaseStore(database, deps),
    placeIn: (table) => `overheard.${table}`,
  }
}

async function inSqlite(): Promise<BrokenDatabase> {
  const folder = emptyFolder()
  const filled = await openFolder(folder, deps)
  await fillStore(filled, filled.leading.checkpoints().save)
  await filled.close()
  const path = join(folder, 'records.sqlite')
  const use = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(path)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  return {
    tables: tables.filter(({ table }) => table !== 'checkpoints'),
    rowsOf: async ({ table, value }) =>
      use((database) =>
        rowsSchema
          .parse(database.prepare(`select *, rowid as place, ${value} as text from ${table}`).all())
          .map((row) => ({ ...row, [value]: JSON.parse(String(row.text)) })),
      ),
    async set({ table, value }, text, place) {
      use((database) =>
        database.prepare(`update ${table} set ${value} = ? where rowid = ?`).run(String(text), Number(place)),
      )
      return place
    },
    open: () => openFolder(folder, deps),
    placeIn: (table) => `${table} in ${path}`,
  }
}

describe.each([
  ['PostgreSQL', inPostgres],
  ['the SQLite file of a folder', inSqlite],
] as const)('a database in which one value was broken, in %s,', (_name, create) => {
  it('opens, gives every other row, names the broken one with its table and key, and leaves it in its place', async () => {
    const broken = await create()
    const contents = async () => {
      const store = await broken.open()
      const found = await contentsOf(store)
      const places = store.damage.all().map(({ place }) => place)
      await store.close()
      return { found, places }
    }
    const { found: everything } = await contents()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...broken.tables),
        fc.constantFrom(...Object.keys(breakValue)),
        fc.nat(100_000),
        fc.nat(100_000),
        async (table, how, which, at) => {
          const rows = await broken.rowsOf(table)
          const row = rows[which % rows.length] ?? {}
          const value = breakValue[how]?.(row[table.value], at)
          const place = await broken.set(table, JSON.stringify(value), row.place)
          try {
            const { found, places } = await contents()
            const stored = (await broken.rowsOf(table)).find((one) => one.place === place)
            expect(stored?.text).toBe(JSON.stringify(value))
            const whole = isWhole(table.table, row, value)
            expect(places).toEqual(
              whole ? [] : [{ kind: 'row', table: broken.placeIn(table.table), keys: expect.anything() }],
            )
            const missing = [...everything.keys()].filter((key) => !found.has(key))
            expect(missing.length).toBeLessThanOrEqual(1)
            if (whole) expect(found.size).toBe(everything.size)
            else expect(missing).toEqual([expect.stringMatching(`^${table.of(row)} `)])
          } finally {
            await broken.set(table, row.text, place)
          }
        },
      ),
      { numRuns: runs(100) },
    )
    expect((await contents()).found).toEqual(everything)
  })

  it('gets new records in every collection, refuses those of collections that restrict, and keeps what was damaged', async () => {
    const broken = await create()
    const [records = { table: '', value: '', of: () => '' }] = broken.tables
    const rows = await broken.rowsOf(records)
    for (const kind of storedKinds) {
      const row = rows.find(({ collection }) => collection === kind.name) ?? {}
      const place = await broken.set(records, JSON.stringify({ broken: kind.name }), row.place)
      const store = await broken.open()
      const putting = openCollection(store, kind).put(String(row.key), kind.schema.parse(row.value))
      if (kind.schema.safeParse({ broken: kind.name }).success) await putting
      else if (kind.restricts) await expect(putting).rejects.toThrow('is damaged')
      else await putting
      await store.close()
      const left = (await broken.rowsOf(records)).map(({ text }) => String(text).replaceAll(' ', ''))
      expect(left.some((text) => text.includes(`{"broken":"${kind.name}"}`))).toBe(
        !kind.schema.safeParse({ broken: kind.name }).success,
      )
      if (kind.restricts) await broken.set(records, row.text, place)
    }
  })
})

it('the list of collections has every collection that the code opens', () => {
  const sources = globSync('src/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/CollectionKind<.*> = \{\s*name: '([\w-]+)'/g)].map(([, name]) => name),
  )
  expect(named.sort()).toEqual(storedKinds.map(({ name }) => name).sort())
  const opening = sources.filter(({ text }) => /\bcollection(<.*>)?\(\s*'/.test(text))
  expect(opening.map(({ path }) => path)).toEqual([])
})

it('the samples have a record of every collection, those of a feature in test/features/NAME/stored-samples.ts', () => {
  expect(Object.keys(sampleRecords).sort()).toEqual(storedKinds.map(({ name }) => name).sort())
  expect(Object.keys(sampleMessages).sort()).toEqual(Object.keys(messageSchemas).sort())
})

const kindSchema = z.object({ kind: z.string() })

it('the samples have a reminder of every kind, those of a feature in test/features/NAME/stored-samples.ts', () => {
  const sampled = Object.values(sampleRecords.reminders ?? {}).map((one) => kindSchema.parse(one).kind)
  expect([...reminderSchemas.keys()].filter((kind) => !sampled.includes(kind))).toEqual([])
})

it('the samples have an announced change of every kind, those of a feature in test/features/NAME/stored-samples.ts', () => {
  const changes = z
    .array(z.object({ change: kindSchema }))
    .parse(Object.values(sampleRecords['announced-changes'] ?? {}))
  const sampled = changes.map(({ change }) => change.kind)
  expect([...changeSchemas.keys()].filter((kind) => !sampled.includes(kind))).toEqual([])
})
