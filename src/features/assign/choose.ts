import { createHash } from 'node:crypto'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { conditionsOf } from '../../engine/index.ts'
import { filterValueWords } from '../../messages/kit/filter-words.ts'
import type { RuleReason } from '../../model/card.ts'
import type { Filter } from '../../model/subscription.ts'
import type { Choice, Standing, Turns } from './model.ts'
import type { AssignRule } from './settings.ts'

/** Returns the first rule that applies to a mention. */
export const ruleOf = (rules: readonly AssignRule[], mention: Mention): AssignRule | undefined =>
  rules.find(({ when }) => conditionsOf(when).every(({ hit }) => hit(mention) !== undefined))

/** Returns the key of the turns of a rule. It stays the same when people join or leave the list. */
export const turnsKeyOf = ({ when }: AssignRule): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(when)))
    .digest('hex')
    .slice(0, 32)

const sorted = (when: AssignRule['when']) => Object.entries(when).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Returns the values of a mention that a rule is about, for example “German, negative”. */
export function aboutOf({ when }: AssignRule, mention: Mention): string {
  const parts = conditionsOf(when).map(({ key, hit }) => valueWords(key, hit(mention) ?? ''))
  const about = parts.join(', ')
  return about.charAt(0).toUpperCase() + about.slice(1)
}

/** The reason is kept beside the mention, and must not name its author after a request to forget them. */
const valueWords = (key: keyof Filter, value: string) =>
  key === 'author' && value !== 'unknown' ? 'author' : filterValueWords(key, value)

/** Returns the people of a rule, those first who have waited longest; in the order of the list if they never had a turn. */
function inOrder(to: readonly string[], { last }: Pick<Turns, 'last'>): string[] {
  const lastOf = (user: string) => last[user] ?? 0
  return to.toSorted((a, b) => lastOf(a) - lastOf(b))
}

export type People = ReadonlyMap<string, { standing: Standing; name: string }>

/** Chooses a person for each mention of a message, as if the mentions came one after the other. Nobody is chosen whose standing is not `here`. */
export function choose(
  to: readonly string[],
  turns: Pick<Turns, 'count' | 'last'>,
  people: People,
  mentions: readonly { id: Id; about: string }[],
): Choice[] {
  let present = turns
  return mentions.map(({ id, about }) => {
    const order = inOrder(to, present)
    const at = order.findIndex((user) => people.get(user)?.standing === 'here')
    const passed = (at < 0 ? order : order.slice(0, at)).filter(
      (user) => people.get(user)?.standing === 'away',
    )
    const away = passed.map((user) => people.get(user)?.name ?? user)
    const reason: RuleReason = { about, ...(away.length > 0 && { away }) }
    const chosen = order[at]
    if (chosen === undefined) return { mention: id, reason }
    present = withTurn(present, chosen)
    return { mention: id, to: chosen, reason: { ...reason, ...(to.length > 1 && { inTurn: true as const }) } }
  })
}

export function withTurn<Kept extends Pick<Turns, 'count' | 'last'>>(turns: Kept, user: string): Kept {
  const count = turns.count + 1
  return { ...turns, count, last: { ...turns.last, [user]: count } }
}
