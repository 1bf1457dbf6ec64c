import type { RuleReason } from '../../model/card.ts'
import { plural } from './numbers.ts'
import { cut, isolate } from './text.ts'

const longestAbout = 80
const longestName = 40
const mostNames = 3

/** Returns, for example, “Ana, Ben, Cleo and 2 others”. */
export function namesOf(people: string[]): string {
  const names = people.slice(0, mostNames).map((name) => isolate(cut(name, longestName)))
  const left = people.length - names.length
  const all = left > 0 ? [...names, plural(left, 'other')] : names
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
}

function awayWords({ away = [] }: RuleReason): string {
  return away.length === 0 ? '' : `${namesOf(away)} ${away.length === 1 ? 'is' : 'are'} away`
}

const aboutOf = ({ about }: RuleReason) => isolate(cut(about, longestAbout))

/** Returns, for example, “German, their turn, Ben is away”. `whose` is the person that a rule chose. */
export function ruleWords(rule: RuleReason, whose: 'their' | 'your' = 'their'): string {
  const turn = rule.inTurn ? `${whose} turn` : ''
  return [aboutOf(rule), turn, awayWords(rule)].filter(Boolean).join(', ')
}

/** Says to whom a rule assigned a mention, and why. */
export const assignedToWords = (name: string, rule: RuleReason) =>
  `Assigned to ${isolate(cut(name, longestName)) || 'somebody'}: ${ruleWords(rule)}`

/** Says that a rule applies, but that nobody on its list can have the mention. */
export function nobodyWords(rule: RuleReason): string {
  const why = awayWords(rule) || 'nobody on the list can have it'
  return `Assigned to nobody: ${aboutOf(rule)}, but ${why}`
}
