import { sourceName } from '../messages/labels.ts'
import { muteKindWords, muteTermWords } from '../messages/mutes.ts'
import { cut, isolate } from '../messages/text.ts'
import type { Mention } from '../model/mention.ts'
import { type Mute, type MuteKind, type MuteTerm, muteTerms } from '../model/mute.ts'
import { isSameName } from '../model/name.ts'
import type { Mutes } from '../store/mutes.ts'
import { type ChangeLog, isSameMute } from './change-log.ts'

/** Mutes of a channel, told there. */
export type MuteService = {
  mute(request: {
    channel: string
    user: string
    kind: MuteKind
    name: string
    term: MuteTerm
  }): Promise<void>
  /** Ends every mute of that name (of that kind only, where one is given); returns what it ended. */
  unmute(request: { channel: string; user: string; kind?: MuteKind; name: string }): Promise<Mute[]>
}

type MuteServiceDeps = { now: () => number; mutes: Mutes; changes: Pick<ChangeLog, 'announce'> }

/** Room for a name in a line of the channel, in characters. */
const longestName = 100

/** "source News and blogs". */
const muteLabel = ({ kind, name }: Mute) =>
  `${muteKindWords[kind]} ${isolate(kind === 'source' ? sourceName(name) : cut(name, longestName))}`

/** Makes the muting and its end. A mute of the same author, source or site takes the place of the one before. */
export function createMuteService({ now, mutes, changes }: MuteServiceDeps): MuteService {
  return {
    async mute({ channel, user, kind, name, term }) {
      const length = muteTerms[term]
      const at = now()
      const mute: Mute = {
        channel,
        kind,
        name,
        by: user,
        at,
        ...(length === undefined ? {} : { until: at + length }),
      }
      let removed: Mute[] = []
      await mutes.change(channel, (present) => {
        removed = present.filter((one) => isSameMute(one, mute))
        return [...present.filter((one) => !isSameMute(one, mute)), mute]
      })
      const did = `muted the ${muteLabel(mute)} ${muteTermWords[term]}`
      await changes.announce(channel, user, did, { kind: 'mute', channel, added: [mute], removed })
    },
    async unmute({ channel, user, kind, name }) {
      const isMeant = (mute: Mute) =>
        isSameName(mute.name, name) && (kind === undefined || mute.kind === kind)
      let removed: Mute[] = []
      await mutes.change(channel, (present) => {
        removed = present.filter(isMeant)
        return present.filter((mute) => !isMeant(mute))
      })
      const [first] = removed
      if (first === undefined) return []
      const did = `unmuted the ${muteLabel(first)}`
      await changes.announce(channel, user, did, { kind: 'mute', channel, added: [], removed })
      return removed
    },
  }
}

/** What is muted of a mention; undefined where it has no such thing. */
export function mutedNameOf(kind: MuteKind, mention: Mention): string | undefined {
  if (kind === 'domain') return mutedHostOf(mention.url)
  const name = kind === 'author' ? mention.author.name : mention.source
  return name.trim() === '' ? undefined : name
}

/** The host without its `www.`: who mutes a site means all of it. */
function mutedHostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/^www\./, '') || undefined
}
