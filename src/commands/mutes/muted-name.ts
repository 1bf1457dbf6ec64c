import { sourceCalled } from '../../messages/source-name.ts'
import type { MuteKind } from '../../model/mute.ts'
import { labelled, unlinked } from '../as-typed.ts'

/** What a mute is to be called: of an address only its host, without `www.`; a source as the service calls it. */
export function nameFor(what: MuteKind, name: string): string {
  if (what === 'author') return labelled(name)
  if (what === 'source') return sourceCalled(name)
  return unlinked(name)
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** A host, or the end of one such as "example". */
export const isHost = (text: string) => /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u.test(text)
