import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { MessageKey } from '../model/collection.ts'
import { type Damage, placeOf } from '../model/damage.ts'
import type { Log } from '../model/log.ts'

/** Either a usable value, or why the stored one cannot be used. */
export type Checked<T> = { value: T; why?: never } | { why: string; value?: never }

/** Reads stored text. Damaged are bytes that are not UTF-8, and text that is not JSON. */
export function readJson(bytes: Buffer): Checked<unknown> {
  if (bytes.length === 0) return { why: 'it is empty' }
  if (!isUtf8(bytes)) return { why: 'it has characters that are not UTF-8' }
  try {
    return { value: JSON.parse(bytes.toString('utf8')) }
  } catch {
    return { why: 'it is not JSON' }
  }
}

/**
 * Checks a stored value. A field that the schema does not know is no damage, because a newer version may have added it: it is left out, and
 * it stays in the store until this version changes the record.
 */
export function checkShape<T>(schema: z.ZodType<T>, stored: unknown): Checked<T> {
  const parsed = schema.safeParse(stored)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  const field = issue?.path.map(String).join('.') ?? ''
  const where = field === '' ? 'it does not' : `its field ${field} does not`
  return { why: `${where} have the expected form; another version of Overheard may have written it` }
}

/** Checks the record of a message. It must not be that of another message, because people act on what it shows. */
export function checkMessage<T>(
  { channel, ts }: MessageKey,
  schema: z.ZodType<T>,
  stored: unknown,
): Checked<T> {
  const own = ownKey.safeParse(stored)
  if (own.success && (own.data.ts !== ts || own.data.channel !== channel))
    return { why: 'it is that of another message' }
  return checkShape(schema, stored)
}

const ownKey = z.object({ channel: z.string(), ts: z.string() })

/** What is damaged in the store, as far as it was read. */
export type DamageLog = {
  /** `scope` is a file or a table; `id` is the place in it. */
  found(scope: string, id: string, damage: Damage): void
  /** The place in the scope is readable now, or does not exist any more. */
  gone(scope: string, id: string): void
  /** The whole scope was read, and this is all that is damaged in it. */
  replace(scope: string, damages: ReadonlyMap<string, Damage>): void
  has(scope: string, id?: string): boolean
  all(): Damage[]
}

/** With more damaged records in a collection, only the first are logged. The doctor lists them all. */
const maxLogged = 100

export function createDamageLog(log: Pick<Log, 'warn'> = { warn: () => undefined }): DamageLog {
  const scopes = new Map<string, Map<string, Damage>>()
  const logged = new Map<string, Set<string>>()

  function logOnce(damage: Damage): void {
    const { collection, key, why } = damage
    const where = placeOf(damage)
    const known = logged.get(collection) ?? new Set()
    logged.set(collection, known)
    if (known.has(where) || known.size >= maxLogged) return
    known.add(where)
    log.warn(
      { collection, key, where, why },
      'a stored record is damaged; everything else goes on without it',
    )
  }

  return {
    found(scope, id, damage) {
      const known = scopes.get(scope) ?? new Map<string, Damage>()
      scopes.set(scope, known.set(id, damage))
      logOnce(damage)
    },
    gone(scope, id) {
      const known = scopes.get(scope)
      if (known?.delete(id) && known.size === 0) scopes.delete(scope)
    },
    replace(scope, damages) {
      if (damages.size === 0) scopes.delete(scope)
      else scopes.set(scope, new Map(damages))
      for (const damage of damages.values()) logOnce(damage)
    },
    has: (scope, id) => (id === undefined ? scopes.has(scope) : scopes.get(scope)?.has(id) === true),
    all: () => [...scopes.values()].flatMap((known) => [...known.values()]),
  }
}
