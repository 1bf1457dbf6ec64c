import type { ListeningClient, Suggestion } from '@overheard/mention-client/listening-client'
import { type NewListen, withPrivate } from './listen-steps.ts'
import type { Dialogue } from './prompt.ts'

/** Reads the front page of a site. */
export type ReadSite = (
  ...asked: Required<Parameters<ListeningClient['readSite']>>
) => ReturnType<ListeningClient['readSite']>

const ownWord = 'own'
const accountWord = 'account'

/** What a person answers to a suggestion. */
export type TakenSuggestion = NewListen | typeof ownWord | typeof accountWord

/** Shows what a site suggests. Enter takes all of it. */
export async function askSuggestion(dialogue: Dialogue, suggestion: Suggestion): Promise<TakenSuggestion> {
  const { alerts, feeds, sources } = suggestion
  dialogue.say(suggestionText(suggestion))
  const all = alerts.map((_alert, place) => place + 1).join(' ')
  const answer = await dialogue.ask({
    text: `Which of these alerts (${ownWord}: write them yourself; ${accountWord}: this is my mention service)`,
    known: all,
    validate: (given) =>
      placesIn(given, alerts.length) === undefined && !isWord(given) ? wrongPlaces(alerts.length) : undefined,
  })
  if (isWord(answer)) return answer.trim().toLowerCase() === ownWord ? ownWord : accountWord
  const taken = placesIn(answer, alerts.length) ?? []
  return withPrivate({
    alerts: alerts.flatMap(({ name, query }, place) => (taken.includes(place + 1) ? { name, query } : [])),
    ...(feeds.length > 0 && { feeds }),
    ...(sources.length > 0 && {
      sources: Object.fromEntries(sources.map((source) => [source, true as const])),
    }),
  })
}

const isWord = (answer: string) => [ownWord, accountWord].includes(answer.trim().toLowerCase())

const wrongPlaces = (most: number) =>
  `Answer with numbers from 1 to ${most}, such as 1, or with ${ownWord} or ${accountWord}.`

/** Undefined if an answer is no list of numbers from 1 to `most`. */
function placesIn(answer: string, most: number): number[] | undefined {
  const places = answer
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(Number)
  const isGood = places.length > 0 && places.every((one) => Number.isInteger(one) && one >= 1 && one <= most)
  return isGood ? places : undefined
}

function suggestionText({ host, name, description, alerts, feeds, sources }: Suggestion): string {
  return [
    `${host} is ${name}${description === '' ? '' : `: ${description}`}`,
    'Overheard would listen for:',
    ...alerts.flatMap((alert, place) => [
      `  ${place + 1}. ${alert.name}: ${alert.query}`,
      ...foundText(alert),
    ]),
    `in: ${[...feeds, ...sources].join(', ')}. Feeds and other sources can be added later (docs/run/listen.md).`,
  ].join('\n')
}

function foundText({ found }: Suggestion['alerts'][number]): string[] {
  if (found === undefined) return []
  if (found.found === 0) return ['     It would have found nothing lately.']
  const [example] = found.examples
  const posts = found.found === 1 ? 'one post' : `${found.found} posts`
  return [
    `     It would have found ${posts} lately${example === undefined ? '' : `, such as “${example.title.slice(0, 80)}” (${example.source})`}.`,
  ]
}
