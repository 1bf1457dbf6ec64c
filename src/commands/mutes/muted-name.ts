import { readSourceName } from '../../messages/source-name.ts'
import type { Mute, MuteKind } from '../../model/mute.ts'
import { isSameName, nameKey } from '../../model/name.ts'
import { linksToLabels, stripLink } from '../as-typed.ts'

/** What a mute is to be called: of an address only its host, without `www.`; a source as the service calls it. */
export function normalizeMutedName(what: MuteKind, name: string): string {
  if (what === 'author') return linksToLabels(name)
  if (what === 'source') return readSourceName(name)
  return stripLink(name)
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** A host, or the end of one such as "example". */
export const isHost = (text: string) => /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u.test(text)

/** Which mute is to end: that of the name, or else the only one (of that kind) whose name has what was written in it. */
export function findMute(mutes: Mute[], written: { what?: MuteKind; name: string }) {
  const ofKind = mutes.filter(({ kind }) => written.what === undefined || kind === written.what)
  if (ofKind.some(({ name }) => isSameName(name, written.name))) return written
  const [only, ...others] = ofKind.filter(({ name }) => nameKey(name).includes(nameKey(written.name)))
  return only === undefined || others.length > 0 ? written : { what: only.kind, name: only.name }
}
