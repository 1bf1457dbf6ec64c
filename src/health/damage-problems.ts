import type { Time } from '@overheard/base/time'
import type { createDamageTexts } from '../messages/problems/damage-texts.ts'
import { type Damage, placeOf } from '../model/damage.ts'
import type { Problem, ProblemBoard } from '../model/problem.ts'

type DamageTexts = ReturnType<typeof createDamageTexts>

type DamageProblemsDeps = {
  damage: { all(): Damage[] }
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** The names of the collections in which damage stops something. */
  stopping: ReadonlySet<string>
  texts: DamageTexts
  now: () => Time
}

/** Damage without which everything goes on is shown for this time after it was found, in ms. The doctor shows it as long as it is there. */
const shownMs = 86_400_000

export const damageCode = 'record_damaged'

/** The returned function raises the problems of what is damaged now, and ends those that are over. It must be called again and again. */
export function createDamageProblems({
  damage,
  problems,
  stopping,
  texts,
  now,
}: DamageProblemsDeps): () => void {
  const foundAt = new Map<string, number>()
  let raised = new Set<string>()

  function withTimes(): { damage: Damage; until: Time }[] {
    const all = new Map(damage.all().map((one) => [placeOf(one), one]))
    for (const place of foundAt.keys()) if (!all.has(place)) foundAt.delete(place)
    return [...all].map(([place, one]) => {
      const at = foundAt.get(place) ?? now()
      foundAt.set(place, at)
      return { damage: one, until: at + shownMs }
    })
  }

  return () => {
    if (raised.size === 0 && damage.all().length === 0) return
    const [first, others] = partition(withTimes(), ({ damage: { collection } }) => stopping.has(collection))
    const present = new Map<string, Problem>([
      ...first.map((one) => stoppingProblem(texts, one.damage)),
      ...otherProblems(
        texts,
        others.filter(({ until }) => until > now()),
      ),
    ])
    for (const [key, problem] of present) problems.raise(key, problem)
    // A problem that was shown for a day ends without a report, because its damage is still there.
    const left = new Set([
      ...present.keys(),
      ...others.map(({ damage: { collection } }) => otherProblemKey(collection)),
    ])
    for (const key of raised) if (!left.has(key)) problems.clear(key)
    raised = left
  }
}

function partition<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** The first words of the keys. Metrics show them as the kind of a problem. */
const stoppingKey = 'record'
const otherProblemKey = (collection: string) => `damage ${collection}`

/** The key of the problem about a record, or about a whole file. */
export const recordProblemKey = (collection: string, record?: string) =>
  [stoppingKey, collection, ...(record === undefined ? [] : [record])].join(' ')

function stoppingProblem(texts: DamageTexts, damage: Damage): [string, Problem] {
  const { collection, key } = damage
  const problem = { code: damageCode, ...concerned(texts, damage), ...texts.stopping(damage) }
  return [recordProblemKey(collection, key), problem]
}

/** One problem for each collection, because a whole collection may be in the form of another version. */
function otherProblems(texts: DamageTexts, found: { damage: Damage; until: Time }[]): [string, Problem][] {
  return [...Map.groupBy(found, ({ damage: { collection } }) => collection)].flatMap(
    ([collection, some]): [string, Problem][] => {
      const [first, ...more] = some.map(({ damage }) => damage)
      if (first === undefined) return []
      const until = Math.max(...some.map((one) => one.until))
      const text = { stops: texts.recordsName(collection), ...texts.others(first, more) }
      return [[otherProblemKey(collection), { code: damageCode, ...text, until }]]
    },
  )
}

function concerned(
  { recordsName }: DamageTexts,
  { collection, key }: Damage,
): Pick<Problem, 'subscription' | 'channel' | 'stops'> {
  if (key === undefined) return { stops: recordsName(collection) }
  if (collection === 'pauses' || collection === 'subscriptions') return { subscription: key }
  if (collection === 'mutes' || collection === 'known-channels')
    return { channel: key, stops: 'the subscriptions of this channel' }
  return { stops: recordsName(collection) }
}
