import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { type Collection, type CollectionKind, type Collections, openCollection } from './collection.ts'

/** The value of one key of the configuration file, as it would stand there, which somebody set without a file. `by` is a Slack member id, or `setup`. */
const madeSettingSchema = z.object({ value: z.json(), by: z.string(), at: timeSchema })
export type MadeSetting = z.infer<typeof madeSettingSchema>

/** Each record has a key of the top level of the configuration file as its key. */
export const settingKind: CollectionKind<MadeSetting> = { name: 'settings', schema: madeSettingSchema }

type Value = z.core.util.JSONType

/** What people set without a file, by the keys that a file would have. */
export type MadeSettings = Readonly<Record<string, Value>>

/** The settings by the keys that stand at the top level of a file, for those who show and change them. `null` is no value. */
export type SettingsFromSlack = {
  /** The value that counts now. If it is in the file, nothing else can change it. */
  of(key: string): { value: Value | undefined; isInFile: boolean }
  /** What would be wrong with other values, by the schema of the file. */
  faults(changed: MadeSettings): { path: PropertyKey[]; what: string }[]
  /** All processes apply what is changed here soon. */
  stored: Pick<Collection<MadeSetting>, 'find' | 'change'>
}

/** Rejects if the store cannot be read. A damaged value counts as not set. */
export async function readMadeSettings(records: Collections): Promise<MadeSettings> {
  const entries = await openCollection(records, settingKind).entries()
  return Object.fromEntries(entries.map(({ key, value }) => [key, value.value]))
}
