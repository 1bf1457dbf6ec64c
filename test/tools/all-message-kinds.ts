import { globSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  messageKinds as coreMessageKinds,
  viewKinds as coreViewKinds,
  type MessageKind,
  type Names,
  usual,
  type ViewKind,
} from './message-kinds.ts'

/** The kinds of messages, dialogs and home tabs of the core and of each feature: `test/features/NAME/message-kinds.ts`. */

type Kinds = { messageKinds(names: Names): MessageKind[]; viewKinds(names: Names): ViewKind[] }

const root = resolve(import.meta.dirname, '../..')
const ofFeatures = await Promise.all(
  globSync('test/features/*/message-kinds.ts', { cwd: root })
    .toSorted()
    .map(async (file) => {
      const kinds: Kinds = await import(pathToFileURL(resolve(root, file)).href)
      return { folder: resolve(root, dirname(file)), kinds }
    }),
)

/** `folder` is where the tests of the kinds are. */
export const sources: { folder: string; kinds: Kinds }[] = [
  {
    folder: resolve(root, 'test/messages'),
    kinds: { messageKinds: coreMessageKinds, viewKinds: coreViewKinds },
  },
  ...ofFeatures,
]

export const messageKinds = (names = usual) => sources.flatMap(({ kinds }) => kinds.messageKinds(names))
export const viewKinds = (names = usual) => sources.flatMap(({ kinds }) => kinds.viewKinds(names))
