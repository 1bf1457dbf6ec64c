import type { Mute, MuteKind, MuteTerm } from '../model/mute.ts'
import { sourceName } from './kit/labels.ts'
import { cut, isolate } from './kit/text.ts'

export const muteKindWords: Record<MuteKind, string> = {
  author: 'author',
  source: 'source',
  domain: 'site',
  word: 'word',
}

export const muteTermWords: Record<MuteTerm, string> = {
  '1d': 'for 1 day',
  '7d': 'for 7 days',
  '30d': 'for 30 days',
  forever: 'until unmuted',
}

/** Returns, for example, “source News and blogs”. */
export const muteLabel = ({ kind, name }: Pick<Mute, 'kind' | 'name'>) =>
  `${muteKindWords[kind]} ${isolate(kind === 'source' ? sourceName(name) : cut(name, 100))}`
