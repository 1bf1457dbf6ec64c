import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import { dateOf } from '../../model/calendar-date.ts'
import type { MessageKey, MessageRecords, OpenMessageRecords } from '../../model/collection.ts'
import { checkMessage, createDamageLog } from '../damage.ts'
import { rowChanger, rowCheck, rowStatements, rowsFound } from './change-row.ts'
import { noCache, type RowDeps } from './collections.ts'
import type { NewMessage, RecordDatabase } from './dialect.ts'

type RefusedRecord = Awaited<ReturnType<MessageRecords<unknown>['addAll']>>[number]
const pageLength = 500

const rowsOfMessages = z.array(z.object({ channel: z.string(), ts: z.string(), value: z.unknown() }))
const counted = z.tuple([z.object({ count: z.number() })])

/** Reads what other processes have changed. `check` returns undefined for a damaged record. */
export type ReadChanges = <T>(
  collection: string,
  mark: string | undefined,
  check: (key: MessageKey, value: unknown) => T | undefined,
) => ReturnType<MessageRecords<T>['changes']>

/** One process alone: nobody else changes a record. */
const noChanges: ReadChanges = async () => ({ changed: [], mark: '' })

/** Stores records of messages in one table. */
export function messageRows(
  database: RecordDatabase,
  deps: RowDeps & { readChanges?: ReadChanges } = {},
): OpenMessageRecords {
  const { now = Date.now, damage = createDamageLog(), cache = noCache(), readChanges = noChanges } = deps
  const { dialect } = database
  const table = `${dialect.schema}messages`
  const { insert: insertOf, ...statements } = rowStatements(dialect, 'messages', [
    'collection',
    'channel',
    'ts',
  ])
  const insert = insertOf(['day'], [dialect.dayOf('$3')])
  const change = rowChanger(database, now)

  const messagesSince = `select channel, ts, value from ${table}
    where collection = $1 and day >= $2 and (cast($3 as text) is null or channel = $3) and (channel, ts) > ($4, $5)
    order by channel, ts limit ${pageLength}`

  async function* read(collection: string, since: Time, channel: string | undefined) {
    let last = { channel: '', ts: '' }
    for (;;) {
      const values = [collection, dateOf(since), channel ?? null, last.channel, last.ts]
      const found = rowsOfMessages.parse((await database.query(messagesSince, values)).rows)
      yield* found
      if (found.length < pageLength) return
      last = found.at(-1) ?? last
    }
  }

  return <T>(name: string, schema: z.ZodType<T>): MessageRecords<T> => {
    const topic = `messages ${name}`
    const scope = `${table} ${name}`
    const idOf = ({ channel, ts }: MessageKey) => `${channel} ${ts}`
    const { check } = rowCheck(
      damage,
      (key: MessageKey, value) => checkMessage(key, schema, value),
      scope,
      ({ channel, ts }) => ({
        id: idOf({ channel, ts }),
        collection: name,
        place: dialect.place('messages', { collection: name, channel, ts }),
      }),
    )
    async function find({ channel, ts }: MessageKey): Promise<T | undefined> {
      const [row] = rowsFound.parse((await database.query(statements.find, [name, channel, ts])).rows)
      return row === undefined ? undefined : check({ channel, ts }, row.value).value
    }
    const changeRow: MessageRecords<T>['change'] = async ({ channel, ts }, next) => {
      const after = await change(
        { place: [name, channel, ts], insert, ...statements },
        { check: (value) => check({ channel, ts }, value) },
        next,
      )
      cache.changed(topic)
      return after
    }
    /** Stores the record unless a usable one exists. */
    const replaceDamaged = async (key: MessageKey, value: T) =>
      (await changeRow(key, (known) => known ?? value)) ?? value
    return {
      find,
      async add(key, value) {
        const { rowCount } = await database.write(
          insert,
          [name, key.channel, key.ts, JSON.stringify(value)],
          1,
        )
        cache.changed(topic)
        return rowCount === 1 ? value : ((await find(key)) ?? replaceDamaged(key, value))
      },
      async addAll(entries) {
        const isDamaged = ({ key }: NewMessage) => damage.has(scope, idOf(key))
        for (const { key, value } of entries.filter(isDamaged)) await replaceDamaged(key, value)
        try {
          await database.addMessages(name, entries)
          return []
        } catch (error) {
          // If the values are not to blame, each entry would fail in the same way.
          if (!database.refusesContent(error)) throw error
          return await addSingly(database, name, entries)
        } finally {
          cache.changed(topic)
        }
      },
      count: (channel) =>
        cache.read(topic, `count ${channel}`, async () => {
          const text = `select cast(count(*) as int) as count from ${table} where collection = $1 and channel = $2`
          const [{ count }] = counted.parse((await database.query(text, [name, channel])).rows)
          return count
        }),
      change: changeRow,
      async *since(since, channel) {
        for await (const row of read(name, since, channel)) {
          const { value, why } = check(row, row.value)
          if (why === undefined && Number(row.ts) * 1000 >= since) yield value
        }
      },
      changes: (mark) => readChanges(name, mark, (key, value) => check(key, value).value),
      async prune(before) {
        await database.write(`delete from ${table} where collection = $1 and day < $2`, [
          name,
          dateOf(before),
        ])
      },
    }
  }
}

async function addSingly(
  database: RecordDatabase,
  collection: string,
  entries: NewMessage[],
): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = []
  for (const entry of entries) {
    try {
      await database.addMessages(collection, [entry])
    } catch (error) {
      if (!database.refusesContent(error)) throw error
      refused.push({ key: entry.key, reason: error.message })
    }
  }
  return refused
}
