import type { Id } from '@overheard/mention-client/id'
import type { DecisionRecord } from '../../model/decision.ts'

/** `of` returns the first mention of the story of a mention, and `places` how many mentions the story has. */
export type Stories = { of(mention: Id): Id; places(mention: Id): number }

/** Finds the stories of an alert in the decision log, whose entries about duplicates and repeated stories name an earlier mention. */
export function storiesOf(alert: Id, found: readonly DecisionRecord[]): Stories {
  const ofAlert = found.filter((entry) => entry.alert === alert)
  const earlier = new Map(ofAlert.flatMap((entry) => [[entry.id, earlierMention(entry)] as const]))
  function of(mention: Id): Id {
    const seen = new Set<Id>()
    let first = mention
    for (
      let next: Id | undefined = mention;
      next !== undefined && !seen.has(next);
      next = earlier.get(next)
    ) {
      seen.add(next)
      first = next
    }
    return first
  }
  const members = Map.groupBy(new Set(ofAlert.map(({ id }) => id)), of)
  return {
    of,
    places(mention) {
      const story = of(mention)
      return new Set([story, mention, ...(members.get(story) ?? [])]).size
    },
  }
}

function earlierMention({ reason, detail }: DecisionRecord): Id | undefined {
  return /^duplicate|^story\.again$/.test(reason) ? detail?.split(',')[0] : undefined
}

/** Returns the first mention of each story, so that a list has stories. */
export function onePerStory<T extends { id: Id }>(mentions: readonly T[], { of }: Pick<Stories, 'of'>): T[] {
  const shown = new Set<Id>()
  return mentions.filter(({ id }) => shown.size < shown.add(of(id)).size)
}
