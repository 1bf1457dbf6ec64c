import type { Silence, SilentPart } from '../model/silence.ts'

/** A silence that was told: since when it lasts (UTC, ms). */
export type AnnouncedSilence = { what: SilentPart; since: number }

/** What to say of the alarms of a look, and what to keep: each silence is said once, until something comes again. */
export function newSilences(
  told: AnnouncedSilence[],
  alarms: Silence[],
): { toSay: Silence[]; told: AnnouncedSilence[] } {
  const isTold = ({ what, since }: Silence) =>
    told.some((one) => isSame(one.what, what) && one.since === since)
  return {
    toSay: alarms.filter((alarm) => !isTold(alarm)),
    told: alarms.map(({ what, since }) => ({ what, since })),
  }
}

function isSame(one: SilentPart, other: SilentPart): boolean {
  if (one.kind === 'alert' || other.kind === 'alert') return one.kind === other.kind
  return one.kind === other.kind && one.name === other.name
}
