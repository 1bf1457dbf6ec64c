import type { Random } from '../sandbox/mention-service/generator/random.ts'

const words = Array.from(
  { length: 20_000 },
  (_, index) => `${'bcdfghklmnprst'[index % 14]}${index.toString(36)}a`,
)

/** Zipf-like: the first words are common and the last rare, as in a language. */
export const wordBy = (random: Random) => words[Math.floor(words.length ** random.next()) - 1] ?? 'acme'

/** Queries of alerts for brands, each with words that are common, too: with a hundred of them each third post is a mention. */
export const queriesOf = (alerts: number, random: Random): string[] => {
  const word = () => wordBy(random)
  return Array.from(
    { length: alerts },
    (_, key) =>
      `(brand${key} OR "${word()} ${word()}" OR #brand${key} OR brand${key}app* OR 商標${key}) -"${word()} ${word()}" -jobs`,
  )
}

/** Queries of alerts for brands that nothing else is called: a hundred of them find each twentieth post. */
export const rareQueriesOf = (alerts: number, random: Random): string[] =>
  Array.from(
    { length: alerts },
    (_, key) =>
      `(brand${key} OR #brand${key} OR brand${key}app* OR 商標${key}) -"${wordBy(random)} ${wordBy(random)}" -jobs`,
  )

/** Texts of posts by their numbers. Each twentieth names one of the first 100 brands. */
export function createPostTexts(random: Random): (number: number) => string {
  return (number) => {
    const text = Array.from({ length: random.whole(5, 45) }, () => wordBy(random)).join(' ')
    const tail = number % 4 === 0 ? ' naïve — 東京で 👍🏽' : ''
    const brand = number % 20 === 0 ? ` #brand${random.whole(0, 99)}` : ''
    return `${text}${tail}${brand}`
  }
}
