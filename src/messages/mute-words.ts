import type { Mute } from '../model/mute.ts'
import { sourceName } from './kit/labels.ts'
import { cut, isolate } from './kit/text.ts'
import { say } from './say.ts'

export const mutedName = ({ kind, name }: Pick<Mute, 'kind' | 'name'>) =>
  isolate(kind === 'source' ? sourceName(name) : cut(name, 100))

/** Returns, for example, “source News and blogs”. */
export const muteLabel = (mute: Pick<Mute, 'kind' | 'name'>) =>
  say.muteLabel({ kind: mute.kind, name: mutedName(mute) })
