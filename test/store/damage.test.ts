/** Whatever breaks one stored record: the start and all other records are not affected, and the damaged record is named and kept. */
import { isUtf8 } from 'node:buffer'
import { globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkpointSchema } from '../../src/model/checkpoint.ts'
import { openCollection } from '../../src/model/collection.ts'
import { placeOf } from '../../src/model/damage.ts'
import { decisionRecordSchema } from '../../src/model/decision.ts'
import { openFolder } from '../../src/store/file/open-folder.ts'
import { inspectStore } from '../../src/store/inspect.ts'
import { checkpointRows } from '../../src/store/postgres/checkpoints.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { openDatabaseStore } from '../../src/store/postgres/open-database.ts'
import { sealCheckpoint } from '../../src/store/sealed-checkpoint.ts'
import type { Store } from '../../src/store/store.ts'
import { changeSchemas, messageSchemas, reminderSchemas, storedKinds } from '../../src/stored-kinds.ts'
import { useDatabases } from '../tools/databases.ts'
import { emptyFolder } from '../tools/folder.ts'
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

/** The version of the data is no record: if its file is damaged, the start is refused (folder-version.test.ts). */
const noRecords = ['lock', 'owner', 'version']

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !noRecords.includes(name))
    .sort()

/** Stores every sample again. A collection that restricts refuses to replace a damaged record. */
async function putAgain(
  store: Store,
  kind: (typeof storedKinds)[number],
  damaged: { key?: string }[],
): Promise<void> {
  for (const [key, value] of Object.entries(sampleRecords[kind.name] ?? {})) {
    const putting = openCollection(store, kind).put(key, kind.schema.parse(value))
    const isDamaged = damaged.some((one) => one.key === undefined || one.key === key)
    if (isDamaged && kind.restricts) await expect(putting).rejects.toThrow('is damaged')
    else await putting
  }
}

/** True if a file still has what was damaged in the broken file: all of it, or one record. */
function keeps(bytes: Buffer, { key }: { key?: string }, broken: Buffer): boolean {
  if (key === undefined) return bytes.equals(broken)
  const [kept, lost] = [parsed(bytes)?.json, parsed(broken)?.json]
  return isFields(kept) && isFields(lost) && canonical(kept[key]) === canonical(lost[key])
}

describe('a folder in which one file was broken in one place', () => {
  it('opens, gives every record that is whole, names the place of the damage, and keeps every byte', async () => {
    const folder = emptyFolder()
    const filled = await openFolder(folder, deps)
    await fillStore(filled, filled.leading.checkpoints().save)
    const everything = await contentsOf(filled)
    await filled.close()
    const files = filesIn(folder)
    const whole = new Map(files.map((name) => [name, readFileSync(join(folder, name))]))
    expect(new Set(files.map((name) => name.split('/')[0]?.replace('.json', '')))).toEqual(
      new Set([...schemas.keys(), 'checkpoints', 'decisions']),
    )
    const goodIn = new Map([...whole].map(([name, bytes]) => [name, expectedOf(name, bytes).good]))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.constantFrom(...Object.keys(breakBytes)),
        fc.nat(100_000),
        async (name, how, at) => {
          const path = join(folder, name)
          const original = whole.get(name) ?? Buffer.alloc(0)
          const broken = breakBytes[how]?.(original, at) ?? Buffer.alloc(0)
          writeFileSync(path, broken)
          const { good: left, damaged } = expectedOf(name, broken)
          const good = new Map(
            [...goodIn].flatMap(([other, records]) => [...(other === name ? left : records)]),
          )
          const store = await openFolder(folder, deps)
          const found = await contentsOf(store)
          const places = store.damage.all().map((one) => relative(folder, placeOf(one)))
          await store.close()
          expect([...found].sort()).toEqual([...good].sort())
          expect(places).toHaveLength(damaged)
          for (const place of places) expect(place.startsWith(name)).toBe(true)
          expect(readFileSync(path)).toEqual(broken)
          expect(filesIn(folder)).toEqual(files)
          writeFileSync(path, original)
        },
      ),
      { numRuns: runs(300) },
    )
    for (const [name, bytes] of whole) expect(readFileSync(join(folder, name))).toEqual(bytes)
    expect(everything.size).toBeGreaterThan(40)
  })

  it('gets new records in every collection, refuses those of collections that restrict, and loses nothing of the damage', async () => {
    const folder = emptyFolder()
    const filled = await openFolder(folder, deps)
    await fillStore(filled, filled.leading.checkpoints().save)
    await filled.close()
    const files = filesIn(folder)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...storedKinds.filter(({ fileForEach }) => fileForEach === undefined)),
        fc.constantFrom(...Object.keys(breakBytes)),
        fc.nat(100_000),
        async (kind, how, at) => {
          const path = join(folder, `${kind.name}.json`)
          const original = readFileSync(path)
          const broken = breakBytes[how]?.(original, at) ?? Buffer.alloc(0)
          writeFileSync(path, broken)
          const store = await openFolder(folder, deps)
          const { damaged } = await openCollection(store, kind).readAll()
          await putAgain(store, kind, damaged)
          await store.close()
          const left = filesIn(folder)
            .filter((other) => other.startsWith(`${kind.name}.json`))
            .map((other) => join(folder, other))
          const kept = left.map((file) => readFileSync(file))
          for (const one of damaged) expect(kept.some((bytes) => keeps(bytes, one, broken))).toBe(true)
          for (const file of left) rmSync(file)
          writeFileSync(path, original)
          expect(filesIn(folder)).toEqual(files)
        },
      ),
      { numRuns: runs(150) },
    )
  })
})

describe('a database in which one value was broken', () => {
  const tables = [
    { table: 'records', value: 'value', of: (row: Fields) => String(row.collection) },
    { table: 'messages', value: 'value', of: (row: Fields) => String(row.collection) },
    { table: 'checkpoints', value: 'checkpoint', of: () => 'checkpoints' },
    { table: 'decisions', value: 'entry', of: () => 'decisions' },
  ]
  const rowsSchema = z.array(z.record(z.string(), z.unknown()))
  const rowsOf = async (database: Database, { table, value }: (typeof tables)[number]) =>
    rowsSchema.parse(
      (await database.query(`select *, ctid::text as place, ${value}::text as text from overheard.${table}`))
        .rows,
    )

  const isWhole = (table: string, row: Fields, stored: Json): boolean => {
    if (table === 'decisions') return decisionRecordSchema.safeParse(stored).success
    if (table === 'checkpoints')
      return isWholeCheckpoint({ subscription: String(row.subscription), alert: String(row.alert) }, stored)
    const collection = String(row.collection)
    if (table === 'messages')
      return isWholeMessage(collection, { channel: String(row.channel), ts: String(row.ts) }, stored)
    return schemas.get(collection)?.safeParse(stored).success === true
  }

  it('opens, gives every other row, names the broken one with its table and key, and leaves it in its place', async () => {
    const { open } = await databases.fresh()
    const { database } = await open()
    const filled = await openDatabaseStore(database, deps)
    await fillStore(filled, checkpointRows(database).writtenUnder(0n).save)
    const everything = await contentsOf(filled)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...tables),
        fc.constantFrom(...Object.keys(breakValue)),
        fc.nat(100_000),
        fc.nat(100_000),
        async (table, how, which, at) => {
          const rows = await rowsOf(database, table)
          const row = rows[which % rows.length] ?? {}
          const broken = breakValue[how]?.(row[table.value], at)
          const set = `update overheard.${table.table} set ${table.value} = $1 where`
          const written = await database.query(`${set} ctid = $2::tid returning ctid::text as place`, [
            JSON.stringify(broken),
            row.place,
          ])
          const [{ place }] = z.tuple([z.object({ place: z.string() })]).parse(written.rows)
          try {
            const collection = table.of(row)
            const store = await openDatabaseStore(database, deps)
            const found = await contentsOf(store)
            const places = store.damage.all()
            const stored = (await rowsOf(database, table)).find((one) => one.place === place)
            expect(stored?.text).toBe(JSON.stringify(broken))
            const whole = isWhole(table.table, row, broken)
            expect(places.map((one) => one.place)).toEqual(
              whole ? [] : [{ kind: 'row', table: `overheard.${table.table}`, keys: expect.anything() }],
            )
            const missing = [...everything.keys()].filter((key) => !found.has(key))
            expect(missing.length).toBeLessThanOrEqual(1)
            if (whole) expect(found.size).toBe(everything.size)
            else expect(missing).toEqual([expect.stringMatching(`^${collection} `)])
          } finally {
            // Another row can have the broken value, too.
            await database.query(`${set} ctid = $2::tid`, [row.text, place])
          }
        },
      ),
      { numRuns: runs(150) },
    )
    expect(await contentsOf(await openDatabaseStore(database, deps))).toEqual(everything)
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
