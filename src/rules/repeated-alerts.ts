import type { Filter, Range, Subscription } from '../model/subscription.ts'
import { wholePatterns } from './patterns.ts'

type Filters = Pick<Subscription, 'only' | 'except'>

/**
 * Finds subscriptions that may post a mention to a channel which an earlier subscription of the list posts there, too. `placeOf` returns equal
 * texts for the same alert in the same channel.
 */
export function findRepeatedAlerts<T extends Filters>(
  subscriptions: T[],
  placeOf: (subscription: T) => string,
): { repeated: T; earlier: T }[] {
  const places = Map.groupBy(subscriptions, placeOf)
  return subscriptions.flatMap((repeated) => {
    const others = places.get(placeOf(repeated)) ?? []
    const earlier = others.find((other) => other === repeated || !excludeEachOther(other, repeated))
    return earlier === undefined || earlier === repeated ? [] : [{ repeated, earlier }]
  })
}

const sentiments = ['positive', 'negative', 'neutral', 'unknown']

/**
 * Returns true if the keys with a short list of values (source, language, country, sentiment, the flags and the ranges) show that no mention
 * passes both filters. Returns false if they do not show it.
 */
export function excludeEachOther(a: Filters, b: Filters): boolean {
  const allow = (key: 'source' | 'language' | 'country' | 'sentiment', value: string) =>
    [a, b].every(
      ({ only, except }) =>
        (only[key] === undefined || isListed(only[key], value)) && !isListed(except[key] ?? [], value),
    )
  const haveNoCommonValue = (['source', 'language', 'country', 'sentiment'] as const).some((key) => {
    const lists = key === 'sentiment' ? [sentiments] : [a.only[key], b.only[key]]
    const values = lists.find((list) => list?.every((value) => !value.includes('*')))
    return values !== undefined && !values.some((value) => allow(key, value))
  })
  const needBothStates = (['starred', 'done'] as const).some(
    (key) => ![true, false].some((state) => [a, b].every((filters) => allowsState(filters, key, state))),
  )
  return (
    haveNoCommonValue ||
    needBothStates ||
    areApart(a.only.reach, b.only.reach) ||
    areApart(a.only.audience, b.only.audience)
  )
}

const isListed = (patterns: string[], value: string) => wholePatterns(patterns)(value) !== undefined

function allowsState(
  { only, except }: Filters,
  key: keyof Filter & ('starred' | 'done'),
  state: boolean,
): boolean {
  return (only[key] ?? state) === state && except[key] !== state
}

function areApart({ from = 0, to = Number.POSITIVE_INFINITY }: Range = {}, other: Range = {}): boolean {
  return to < (other.from ?? 0) || (other.to ?? Number.POSITIVE_INFINITY) < from
}
