import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { features } from '../../src/features.ts'
import type { Additions, Feature, WrittenFile } from '../../src/kernel/feature.ts'
import { createRunningFeatures } from '../../src/kernel/running.ts'
import type { DigestSection } from '../../src/messages/digest-section.ts'
import type { Sentence } from '../../src/messages/kit/dates.ts'
import type { Block } from '../../src/model/message.ts'
import { anyRooms } from './anything.ts'
import { fileWithEverySetting } from './every-setting.ts'

/** The examples of some settings switch their feature off. */
const settings: Record<string, WrittenFile> = fileWithEverySetting
const file = Object.fromEntries(
  Object.entries(settings).map(([name, value]) => [name, value === false ? true : value]),
)

/**
 * What a feature adds to views and messages that features share, drawn at its greatest: its sections of the home tab in their order, its line of
 * `/mentions status`, and its end of a digest. Each feature that adds one says so in test/features/NAME/greatest.ts.
 */
export type Greatest = { home?: Block[][]; status?: Sentence; digest?: DigestSection }

const root = resolve(import.meta.dirname, '../..')

/** The name of each feature's folder. Its `name` may be another one, which is in the log. */
const folders = new Map<unknown, string>(
  await Promise.all(
    globSync('src/features/*/feature.ts', { cwd: root }).map(async (file): Promise<[unknown, string]> => {
      const exported: Record<string, unknown> = await import(pathToFileURL(resolve(root, file)).href)
      const listed = Object.values(exported).find((one) => features.some((feature) => feature === one))
      return [listed, file.split('/')[2] ?? '']
    }),
  ),
)

/** The features with everything that their settings can switch on. Each name is that of the folder. */
export function allAdditions(): (Additions & { name: string })[] {
  const named = (feature: Feature) => {
    const running = feature.create(anyRooms(), file)
    return running === undefined ? [] : [{ ...running.adds, name: folders.get(feature) ?? feature.name }]
  }
  return features.flatMap(named)
}

/** By the names of the folders. */
export async function greatestOfFeatures(): Promise<Map<string, Greatest>> {
  const files = globSync('test/features/*/greatest.ts', { cwd: root }).toSorted()
  const loaded = files.map(async (file): Promise<[string, Greatest]> => {
    const { greatest }: { greatest: Greatest } = await import(pathToFileURL(resolve(root, file)).href)
    return [file.split('/')[2] ?? '', greatest]
  })
  return new Map(await Promise.all(loaded))
}

/** All features together, with everything that their settings can switch on. */
export function everyFeature() {
  const running = createRunningFeatures({ error: () => undefined })
  running.create(features, anyRooms({ features: { tables: () => running.all('tables') } }), file)
  return running
}
