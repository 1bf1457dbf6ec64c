import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readNote } from '../../listeners/payloads.ts'
import type { Block } from '../../model/message.ts'
import { type Present, type SettingKey, settingsInputs } from './values.ts'

/**
 * What a person was shown: a short hash of what each input held, by its name, and of what was stored of each setting. People may change the
 * settings elsewhere while a form is open, and a form has no input for what does not fit into one.
 */
type Note = { shown: Hashes; stored: Hashes }

type Hashes = Readonly<Record<string, string>>

const hashesSchema = z.record(z.string(), z.string()).catch({})
const nothing: Note = { shown: {}, stored: {} }
const noteSchema = z.object({ shown: hashesSchema, stored: hashesSchema }).catch(nothing)

export const noteOf = (blocks: readonly Block[], present: Present) =>
  JSON.stringify({ shown: shownInputs(blocks), stored: storedSettings(present) } satisfies Note)

/** A form without a note, or without a part of it, is one that an older version opened. */
export const readShown = (metadata: string): Note => readNote(noteSchema, metadata)

type Element = {
  initial_options?: { value: string }[]
  initial_option?: { value: string }
  [key: string]: unknown
}

function shownInputs(blocks: readonly Block[]): Hashes {
  const inputs = blocks.flatMap((block) => {
    if (block.type !== 'input') return []
    const { block_id: name = '', element } = block as Block & { block_id?: string; element: Element }
    const [, single] =
      Object.entries(element).find(([key]) => /^initial_(user|time|conversation|value)$/.test(key)) ?? []
    const value = element.initial_options?.map((one) => one.value) ?? element.initial_option?.value ?? single
    return [[name, hashOfInput(value)] as const]
  })
  return Object.fromEntries(inputs)
}

/** An input without a value may be sent as an empty text, an empty list, or not at all. The order of choices means nothing. */
function hashOfInput(value: unknown): string {
  const plain = Array.isArray(value) ? value.toSorted() : typeof value === 'string' ? value.trim() : ''
  const written = plain.length === 0 ? '' : JSON.stringify(plain)
  return shortHash(written)
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * The parts of the settings that the form changes. They are compared instead of inputs, because which inputs a form has, and with what they
 * begin, depends on more than the settings.
 */
function storedSettings({ owner, quiet, digest, listen }: Present): Record<SettingKey, string> {
  const hashOf = (value: unknown) => shortHash(JSON.stringify(value) ?? '')
  return {
    owner: hashOf(owner),
    quiet: hashOf(quiet),
    digests: hashOf(digest),
    listen: hashOf(listen && [listen.feeds, listen.sources]),
  }
}

export const inputsOf: Record<SettingKey, readonly string[]> = {
  owner: [settingsInputs.owner],
  quiet: [settingsInputs.quietFrom, settingsInputs.quietTo],
  digests: [settingsInputs.digestChannel, settingsInputs.digestAlerts, settingsInputs.digestSchedule],
  listen: [settingsInputs.feeds, settingsInputs.sources],
}

/** Tells if a person has changed the inputs of a setting, and if somebody else has changed the setting since the form was opened. */
export function touched(
  key: SettingKey,
  values: ReadonlyMap<string, unknown>,
  { shown, stored }: Note,
  present: Present,
): 'no' | 'yes' | 'also-elsewhere' {
  if (Object.keys(shown).length === 0) return 'yes'
  const names = inputsOf[key].filter((name) => shown[name] !== undefined)
  if (names.every((name) => hashOfInput(values.get(name)) === shown[name])) return 'no'
  const isSame = stored[key] === undefined || stored[key] === storedSettings(present)[key]
  return isSame ? 'yes' : 'also-elsewhere'
}
