import type { Limit } from '@overheard/mention-client/alert'
import { compareIds, type Id, type IdGap } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { NewestPage, PollDeps } from '../../src/engine/ports.ts'
import { idAfter } from '../../src/engine/progress/id-order.ts'

/** The mentions of one alert in memory. Each is visible from its time on; they are served in pages. */

type Entry = { mention: Mention; visibleFrom: number }

export function createFakeMentions(now: () => number, pageSize: number) {
  const entries: Entry[] = []
  let sorted: Entry[] | undefined
  const mentions = {
    /** The number of served pages. */
    pages: 0,
    /** A promise that each request awaits before it is sent. */
    queue: (): void => undefined,
    /** The plan's limits as every page reports them. */
    limits: [] as Limit[],
    /** How far the header `Date` of its answers is ahead of its clock (ms). */
    dateAhead: 0,
    /** The gaps in the ids, as our own service tells them. */
    idGaps: [] as IdGap[],
    /**
     * The service has lost its data, or all after the mention `above`, and finds the same mentions again, the last one first: they get new ids
     * from `from` on.
     */
    giveAgain(from: number, above: Id = '0') {
      const lost = entries.filter(({ mention }) => compareIds(mention.id, above) > 0)
      for (const [place, entry] of lost.reverse().entries())
        entry.mention = { ...entry.mention, id: String(from + place) }
      mentions.idGaps.push({ first: idAfter(above), last: String(from - 1) })
      sorted = undefined
    },
    add(mention: Mention, visibleFrom: number) {
      entries.push({ mention, visibleFrom })
      sorted = undefined
    },
    remove(id: Id) {
      entries.splice(
        entries.findIndex(({ mention }) => mention.id === id),
        1,
      )
      sorted = undefined
    },
    /** Removes all mentions with larger ids. */
    removeAbove(id: Id) {
      const kept = entries.filter(({ mention }) => compareIds(mention.id, id) <= 0)
      entries.splice(0, entries.length, ...kept)
      sorted = undefined
    },
    /** The visible mentions above an id, ascending. */
    visible(above: Id = '0', most = Number.POSITIVE_INFINITY): Mention[] {
      sorted ??= entries.toSorted((a, b) => compareIds(a.mention.id, b.mention.id))
      const shown: Mention[] = []
      for (let place = firstAbove(sorted, above); place < sorted.length && shown.length < most; place++) {
        const entry = sorted[place]
        if (entry && entry.visibleFrom <= now()) shown.push(entry.mention)
      }
      return shown
    },
    /** The port that a poll uses. `before` is called before each request and may throw. */
    source: (before: () => void): PollDeps['service'] => ({
      time: () => now() + mentions.dateAhead,
      async *mentionsSince(_alert, since) {
        let reached = since
        for (let last = false; !last; ) {
          before()
          mentions.queue()
          const found = mentions.visible(reached, pageSize + 1)
          last = found.length <= pageSize
          mentions.pages += 1
          yield page(found.slice(0, pageSize), last)
          reached = found.at(pageSize - 1)?.id ?? reached
        }
      },
      async newest(_alert, count) {
        before()
        mentions.queue()
        const all = mentions.visible()
        const shown = all.slice(-Math.min(count, pageSize)).reverse()
        return { ...page(shown, shown.length === all.length), mentionsCount: all.length }
      },
    }),
  }
  const page = (shown: Mention[], last: boolean): NewestPage => ({
    limits: mentions.limits,
    mentions: shown.filter(({ url }) => url !== unusable),
    unusable: shown.filter(({ url }) => url === unusable).length,
    last,
    ...(mentions.idGaps.length > 0 && { idGaps: mentions.idGaps }),
  })
  return mentions
}

/** The address of a mention that the client must skip, because its id is invalid. */
export const unusable = 'without a usable id'

function firstAbove(sorted: Entry[], id: Id): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareIds(sorted[middle]?.mention.id ?? '0', id) > 0) high = middle
    else low = middle + 1
  }
  return low
}
