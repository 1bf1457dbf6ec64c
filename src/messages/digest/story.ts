import { daysIn } from '../../insights/range.ts'
import { findHighlights, type PeriodHighlight } from '../../insights/story.ts'
import type { PeriodSummary } from '../../insights/summary.ts'
import { dayWords, weekday } from '../dates.ts'
import { grouped, percent, plural } from '../numbers.ts'
import { countryName } from '../place.ts'
import { sourceName } from '../source-name.ts'
import { cut, isolate } from '../text.ts'

/** The story of a period in plain sentences. They name sources, countries and topics as the service does: foreign text. */
export function highlightSentences(summary: PeriodSummary): string[] {
  const nameDay = daysIn(summary.range) <= 7 ? weekday : dayWords
  return findHighlights(summary).map((fact) => highlightSentence(fact, nameDay))
}

function highlightSentence(fact: PeriodHighlight, nameDay: (date: string) => string): string {
  switch (fact.kind) {
    case 'busiest': {
      const days = fact.days.map(({ from }) => nameDay(from)).join(' and ')
      return fact.days.length === 1
        ? `${days} was the busiest day (${plural(fact.count, 'mention')}).`
        : `${days} were the busiest days (${plural(fact.count, 'mention')} each).`
    }
    case 'source-moved':
      return `${sourceName(fact.name)} moved most: ${movement(fact)}.`
    case 'country-moved':
      return `Of the countries, ${countryName(fact.name.toUpperCase()) ?? isolate(cut(fact.name, 30))} moved most: ${movement(fact)}.`
    case 'mood-turned':
      return `The mood turned ${fact.to}.`
    case 'negative-share-moved':
      return `The negative share ${fact.to > fact.from ? 'rose' : 'fell'} from ${percent(fact.from)} to ${percent(fact.to)}.`
    case 'new-topics':
      return `New among the topics: ${fact.topics.map((topic) => isolate(cut(topic, 40))).join(', ')}.`
  }
}

function movement({ from, to }: { from: number; to: number }): string {
  if (from === 0) return `${grouped(to)}, none before`
  return `${grouped(to)}, ${to > from ? 'up' : 'down'} from ${grouped(from)}`
}
