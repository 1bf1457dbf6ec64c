import { kindWords, termWords } from '../../messages/mutes/words.ts'
import { sourceName } from '../../messages/source-name.ts'
import { cut, isolate } from '../../messages/text.ts'
import type { Mention } from '../../model/mention.ts'
import { type Mute, type MuteKind, type MuteTerm, muteTerms } from '../../model/mute.ts'
import { isSameName } from '../../model/name.ts'
import type { Mutes } from '../../store/mutes.ts'
import { type Changes, isSame } from '../changes.ts'

/** Mutes of a channel, told there. */
export type Muting = {
  mute(wish: { channel: string; user: string; kind: MuteKind; name: string; term: MuteTerm }): Promise<void>
  /** Ends every mute of that name (of that kind only, where one is given); returns what it ended. */
  unmute(wish: { channel: string; user: string; kind?: MuteKind; name: string }): Promise<Mute[]>
}

type MutingDeps = { now: () => number; mutes: Mutes; changes: Pick<Changes, 'tell'> }

/** Room for a name in a line of the channel, in characters. */
const longestTold = 100

/** "source News and blogs". */
const called = ({ kind, name }: Mute) =>
  `${kindWords[kind]} ${isolate(kind === 'source' ? sourceName(name) : cut(name, longestTold))}`

/** Makes the muting and its end. A mute of the same author, source or site takes the place of the one before. */
export function createMuting({ now, mutes, changes }: MutingDeps): Muting {
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
        removed = present.filter((one) => isSame(one, mute))
        return [...present.filter((one) => !isSame(one, mute)), mute]
      })
      const did = `muted the ${called(mute)} ${termWords[term]}`
      await changes.tell(channel, user, did, { kind: 'mute', channel, added: [mute], removed })
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
      const did = `unmuted the ${called(first)}`
      await changes.tell(channel, user, did, { kind: 'mute', channel, added: [], removed })
      return removed
    },
  }
}

/** What is muted of a mention; undefined where it has no such thing. */
export function nameToMute(kind: MuteKind, mention: Mention): string | undefined {
  if (kind === 'domain') return hostToMute(mention.url)
  const name = kind === 'author' ? mention.author.name : mention.source
  return name.trim() === '' ? undefined : name
}

/** The host without its `www.`: who mutes a site means all of it. */
function hostToMute(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/^www\./, '') || undefined
}
