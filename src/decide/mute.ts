import type { Mention } from '../model/mention.ts'
import type { Mute } from '../model/mute.ts'
import { isSameName, nameKey } from '../model/name.ts'
import { hostForms } from './filter.ts'
import type { Rule } from './rule.ts'

/** Skips what the channel has muted. The list is asked each time: a mute or its end counts from the next mention on. */
export const mute: Rule = (_subscription, { mutes }) => {
  return (mention, now, channel) => {
    if (channel === undefined) return undefined
    const found = mutes(channel).find((one) => isMuted(one, mention, now))
    return found && { kind: 'skip', reason: `mute.${found.kind}`, detail: found.name }
  }
}

/** Whether a mute is in force at `now` (UTC, ms) and means this mention. */
function isMuted({ kind, name, until }: Mute, mention: Mention, now: number): boolean {
  if (until !== undefined && until <= now) return false
  if (kind === 'domain') return hostForms(mention.url).some((host) => isAtOrBelow(host, nameKey(name)))
  return isSameName(kind === 'author' ? mention.author.name : mention.source, name)
}

const isAtOrBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
