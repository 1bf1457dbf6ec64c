import { z } from 'zod'
import type { Time } from '../async/time.ts'
import {
  type Collection,
  type CollectionKind,
  type Collections,
  openCollection,
} from '../model/collection.ts'
import { timeSchema } from '../model/time.ts'

/** One store and the processes that use it. `since` is the time when the store was made (UTC, ms). */
const installationSchema = z.object({ id: z.string(), since: timeSchema })
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

const installationRecord = (store: Collections) => openCollection(store, installationKind)

export const otherInstallations = (store: Collections): Collection<OtherInstallation> =>
  openCollection(store, otherInstallationKind)

export function findInstallation(store: Collections): Promise<Installation | undefined> {
  return installationRecord(store).find(key)
}

/** Returns the installation of a store. A store without one gets it; of several processes, the first one decides. */
export async function openInstallation(
  store: Collections,
  now: () => Time,
  random: (below: number) => number,
): Promise<Installation> {
  const made = { id: newInstallationId(now(), random), since: now() }
  return (await installationRecord(store).change(key, (current) => current ?? made)) ?? made
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
