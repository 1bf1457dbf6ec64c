import { compareIds } from '../../../src/model/id.ts'
import type { Held } from '../archive/held.ts'
import type { MentionQuery } from './mention-query.ts'

type Test = (mention: Held) => boolean

function oneOf(wanted: string[], fieldOf: (mention: Held) => string | undefined): Test {
  const values = new Set(wanted)
  return (mention) => values.has(fieldOf(mention) ?? 'unknown')
}

function tagged(wanted: string[], match: 'any' | 'all'): Test {
  return ({ tags }) =>
    match === 'all' ? wanted.every((tag) => tags.includes(tag)) : wanted.some((tag) => tags.includes(tag))
}

/** The tests that a query asks for, one a parameter; a mention must pass all of them. */
function testsOf(query: MentionQuery): Test[] {
  const { since_id, date_from, date_to, reach_from, reach_to, source, lang, country, tag, tag_match } = query
  const tests: (Test | undefined)[] = [
    since_id === undefined ? undefined : ({ id }) => compareIds(id, since_id) > 0,
    date_from === undefined ? undefined : ({ date }) => date >= date_from,
    date_to === undefined ? undefined : ({ date }) => date <= date_to,
    reach_from === undefined ? undefined : ({ reach }) => reach >= reach_from,
    reach_to === undefined ? undefined : ({ reach }) => reach <= reach_to,
    source && oneOf(source, (mention) => mention.source),
    lang && oneOf(lang, (mention) => mention.language),
    country && oneOf(country, (mention) => mention.country),
    tag && tagged(tag, tag_match),
  ]
  return tests.filter((test) => test !== undefined)
}

/** Whether a mention passes all filters of a query. */
export function filterFor(query: MentionQuery): Test {
  const tests = testsOf(query)
  return (mention) => tests.every((test) => test(mention))
}
