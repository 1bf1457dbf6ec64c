import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readNote } from '../../listeners/payloads.ts'
import type { Block } from '../../model/message.ts'
import { type SettingKey, settingsInputs } from './values.ts'

/**
 * What the inputs of a form held when it was opened: a short digest of each, by its name. People may change the settings elsewhere while a form
 * is open, and a form has no input for what does not fit into one.
 */
export type ShownInputs = Readonly<Record<string, string>>

const noteSchema = z.object({ shown: z.record(z.string(), z.string()).catch({}) }).catch({ shown: {} })

export const noteOf = (shown: ShownInputs) => JSON.stringify({ shown })

/** A form without a note is one that an older version opened. */
export const shownIn = (metadata: string): ShownInputs => readNote(noteSchema, metadata).shown

type Element = {
  initial_options?: { value: string }[]
  initial_option?: { value: string }
  [key: string]: unknown
}

export function shownInputs(blocks: readonly Block[]): ShownInputs {
  const inputs = blocks.flatMap((block) => {
    if (block.type !== 'input') return []
    const { block_id: name = '', element } = block as Block & { block_id?: string; element: Element }
    const [, single] =
      Object.entries(element).find(([key]) => /^initial_(user|time|conversation|value)$/.test(key)) ?? []
    const value = element.initial_options?.map((one) => one.value) ?? element.initial_option?.value ?? single
    return [[name, digestOf(value)] as const]
  })
  return Object.fromEntries(inputs)
}

/** An input without a value may be sent as an empty text, an empty list, or not at all. The order of choices means nothing. */
function digestOf(value: unknown): string {
  const plain = Array.isArray(value) ? value.toSorted() : typeof value === 'string' ? value.trim() : ''
  const written = plain.length === 0 ? '' : JSON.stringify(plain)
  return createHash('sha256').update(written).digest('hex').slice(0, 12)
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
  { shown, now }: { shown: ShownInputs; now: ShownInputs },
): 'no' | 'yes' | 'also-elsewhere' {
  const names = inputsOf[key].filter((name) => shown[name] !== undefined)
  if (names.every((name) => digestOf(values.get(name)) === shown[name])) return 'no'
  return names.every((name) => now[name] === shown[name]) ? 'yes' : 'also-elsewhere'
}
