import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import {
  type Collection,
  type CollectionKind,
  type Collections,
  openCollection,
} from '../model/collection.ts'

/**
 * One store and the processes that use it. `since` is the time when the store was made (UTC, ms). `isWithoutFile`: no process ever used it with a
 * configuration file; versions that do not know this field always did.
 */
const installationSchema = z.object({
  id: z.string(),
  since: timeSchema,
  isWithoutFile: z.literal(true).exactOptional(),
})
type Installation = z.infer<typeof installationSchema>

/**
 * Another installation that posts for one of our subscriptions. Without `id`, it posts with our own id (it has a copy of our store) or with
 * none (an older version).
 */
const otherInstallationSchema = z.object({
  subscription: z.string(),
  alert: z.string(),
  id: z.string().exactOptional(),
  /** The time when it was noticed (UTC, ms). */
  since: timeSchema,
  /** The time of its newest known message (UTC, ms), which older versions need, and Slack's `ts` of it. */
  lastAt: timeSchema,
  lastTs: z.string(),
})
export type OtherInstallation = z.infer<typeof otherInstallationSchema>

/** Crockford's base 32: lower case, in the order of the characters, so that ids sort by age. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz'

const [timeDigits, randomDigits] = [7, 5]

/** Neither restricts: a store without its id gets another one, and other installations are noticed again. */
const installationKind: CollectionKind<Installation> = { name: 'installation', schema: installationSchema }
const otherInstallationKind: CollectionKind<OtherInstallation> = {
  name: 'other-installations',
  schema: otherInstallationSchema,
}

export const installationKinds = [installationKind, otherInstallationKind]

/** The installation is stored under this key, the only one. */
const key = 'store'

/** Where a store keeps its id. Two stores with the same id have the same data, or had it once. */
export const installationPlace = { collection: installationKind.name, key }

const installationRecord = (store: Collections) => openCollection(store, installationKind)

export const otherInstallations = (store: Collections): Collection<OtherInstallation> =>
  openCollection(store, otherInstallationKind)

export function findInstallation(store: Collections): Promise<Installation | undefined> {
  return installationRecord(store).find(key)
}

/**
 * Returns the installation of a store, and notes if there is a configuration file. A store without an installation gets one; of several processes,
 * the first one decides. A store with checkpoints was used with a file if it does not say otherwise.
 */
export async function openInstallation(
  store: Collections & { checkpoints?: { all(): AsyncIterable<unknown> } },
  now: () => Time,
  random: (below: number) => number,
  hasFile = true,
): Promise<Installation> {
  const isUsed = hasFile || (await hasAny(store.checkpoints?.all()))
  const made: Installation = {
    id: newInstallationId(now(), random),
    since: now(),
    ...(!isUsed && { isWithoutFile: true }),
  }
  const noted = ({ isWithoutFile: _, ...current }: Installation): Installation => current
  const next = (current = made) => (hasFile && current.isWithoutFile ? noted(current) : current)
  return (await installationRecord(store).change(key, next)) ?? made
}

async function hasAny(found: AsyncIterable<unknown> | undefined): Promise<boolean> {
  for await (const _ of found ?? []) return true
  return false
}

/**
 * Returns an id of 12 characters: the time in seconds, then chance. It says nothing about the machine. A younger store has a larger id.
 * `random` returns a number from 0 up to, but not including, `below`.
 */
export function newInstallationId(now: Time, random: (below: number) => number): string {
  const seconds = Math.max(0, Math.floor(now / 1000))
  return encode(seconds, timeDigits) + encode(random(digits.length ** randomDigits), randomDigits)
}

function encode(number: number, length: number): string {
  let [text, rest] = ['', number]
  while (text.length < length) {
    text = (digits[rest % digits.length] ?? '') + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}

/** Two installations always agree which of them is older. */
export function isOlder(id: string, than: string): boolean {
  return id < than
}
