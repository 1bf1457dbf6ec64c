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

/** Returns, for example, “German, their turn, Ben is away”. */
export function ruleWords(rule: RuleReason): string {
  const turn = rule.inTurn ? say.turn() : ''
  return [aboutOf(rule), turn, awayWords(rule)].filter(Boolean).join(', ')
}

/** What the sentences about an assignment by a rule need: what the rule is about, and who was passed over because they are away. */
export function reasonValues(rule: RuleReason) {
  const { away = [], inTurn = false } = rule
  const turn = away.length > 0 ? ('away' as const) : inTurn ? ('yes' as const) : ('no' as const)
  return { about: aboutOf(rule), turn, away: namesOf(away), count: away.length }
}

/** Says to whom a rule assigned a mention, and why. */
export const assignedToWords = (name: string, rule: RuleReason) =>
  say.assignedTo({ person: isolate(cut(name, longestName)) || say.somebody(), ...reasonValues(rule) })

/** Says that a rule applies, but that nobody on its list can have the mention. */
export function nobodyWords(rule: RuleReason): string {
  const { away = [] } = rule
  const about = aboutOf(rule)
  return away.length === 0
    ? say.assignedToNobody({ about })
    : say.assignedToNobodyAway({ about, people: namesOf(away), count: away.length })
}
