import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MessageKey } from '../../src/model/collection.ts'
import { oldCollections } from '../../src/store/sqlite/old-files.ts'
import { storedKinds } from '../../src/stored-kinds.ts'
import { sampleDecisions, sampleMessages, sampleRecords } from './stored-samples.ts'

/** A data folder with the samples, as versions of the data before 3 had it: records in files. */

type OldFolderContents = {
  records: Record<string, Record<string, unknown>>
  messages: Record<string, MessageKey[]>
  decisions: { at: number }[]
}

const samples: OldFolderContents = {
  records: sampleRecords,
  messages: sampleMessages,
  decisions: sampleDecisions,
}

/** Writes the records of a folder with version 2. Leaves out collections that no version kept in files. */
export function writeOldFolder(folder: string, { records, messages, decisions } = samples): void {
  const files = new Map<string, string[]>()
  const add = (path: string, line: unknown) => {
    if (oldCollections.has(path.split(/[/.]/)[0] ?? ''))
      files.set(path, [...(files.get(path) ?? []), `${JSON.stringify(line)}\n`])
  }
  const large = new Set(storedKinds.filter(({ isLarge }) => isLarge).map(({ name }) => name))
  for (const [name, values] of Object.entries(records))
    if (large.has(name))
      for (const [key, value] of Object.entries(values))
        add(`${name}/${encodeURIComponent(key)}.json`, { [key]: value })
    else add(`${name}.json`, values)
  for (const [name, values] of Object.entries(messages))
    for (const value of values)
      add(`${name}/${encodeURIComponent(value.channel)}/${dayOf(Number(value.ts) * 1000)}.jsonl`, {
        ts: value.ts,
        value,
      })
  for (const entry of decisions) add(`decisions/${dayOf(entry.at)}.jsonl`, entry)
  for (const [path, lines] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), lines.join(''))
  }
  writeFileSync(join(folder, 'version'), '2\n')
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
