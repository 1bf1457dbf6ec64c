import type { RuleReason } from '../../model/card.ts'
import { list, type Spoken } from './say.ts'
import { cut, isolate } from './text.ts'
import { say } from './texts.ts'

const longestAbout = 80
const longestName = 40
const mostNames = 3

/** Returns, for example, “Ana, Ben, Cleo and 2 others”. */
export function namesOf(people: string[]): Spoken {
  const names = people.slice(0, mostNames).map((name) => isolate(cut(name, longestName)))
  const count = people.length - names.length
  return (language) => list(count > 0 ? [...names, say.others({ count })] : names)(language)
}

const awayWords = ({ away = [] }: RuleReason) =>
  away.length === 0 ? '' : say.away({ people: namesOf(away), count: away.length })

const aboutOf = ({ about }: RuleReason) => isolate(cut(about, longestAbout))

/** Returns, for example, “German, their turn, Ben is away”. `whose` is the person that a rule chose. */
export function ruleWords(rule: RuleReason, whose: 'their' | 'your' = 'their'): string {
  const turn = rule.inTurn ? say.turn({ whose }) : ''
  return [aboutOf(rule), turn, awayWords(rule)].filter(Boolean).join(', ')
}

/** Says to whom a rule assigned a mention, and why. */
export const assignedToWords = (name: string, rule: RuleReason) =>
  say.assignedTo({ person: isolate(cut(name, longestName)) || say.somebody(), why: ruleWords(rule) })

/** Says that a rule applies, but that nobody on its list can have the mention. */
export function nobodyWords(rule: RuleReason): string {
  const { away = [] } = rule
  const about = aboutOf(rule)
  return away.length === 0
    ? say.assignedToNobody({ about })
    : say.assignedToNobodyAway({ about, people: namesOf(away), count: away.length })
}
