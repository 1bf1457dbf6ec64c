const words = ['zero', 'one', 'two', 'three', 'four', 'five']

/** The stars of a review, from 0 to 5, of `4`, `4/5`, `8 out of 10`, `★★★★☆` or `FOUR`. Undefined for anything else, such as 80 of unknown 100. */
export function starsOf(given: unknown, best?: unknown): number | undefined {
  const text = String(given ?? '').trim()
  const drawn = /^(?=[★☆⭐])((?:★|⭐\u{FE0F}?)*)☆*$/u.exec(text)?.[1]
  if (drawn !== undefined) return inScale([...drawn.replaceAll('\u{FE0F}', '')].length, 5)
  const word = words.indexOf(text.toLowerCase())
  if (word !== -1) return word
  const [, value, of] =
    /^(\d{1,3}(?:[.,]\d+)?)(?: ?(?:\/|of|out of) ?(\d{1,3}))?(?: ?stars?)?$/i.exec(text) ?? []
  return value === undefined ? undefined : inScale(Number(value.replace(',', '.')), Number(of ?? best ?? 5))
}

/** A page has one review at its beginning. */
const searchedHtml = 20_000
const reviewClass = /\bclass=["'](?:[^"'<>]*\s)?h-?review[\s"']/i
const ratingTag =
  /<\w+([^<>]{0,300}?\bclass=["'](?:[^"'<>]{0,100}\s)?(?:p-)?rating[\s"'][^<>]{0,300})>([^<]{0,20})/i

const ratingProperty =
  /<\w+[^<>]{0,200}\bitemprop=["']ratingValue["'](?:[^<>]{0,200}\bcontent=["']([^"']{1,10})["'][^<>]{0,100}>|[^<>]{0,200}>([^<]{1,10})<)/i
/** In JSON of schema.org; `aggregateRating` is that of all readers. */
const ratingObject = /"reviewRating"\s*:\s*\{([^{}]{0,300})\}/
const numberNamed = (name: string, json: string) =>
  new RegExp(`"${name}"\\s*:\\s*"?(\\d[\\d.]{0,9})`).exec(json)?.[1]
const bestProperty = /\bitemprop=["']bestRating["'][^<>]{0,200}?(?:\bcontent=["']|>)(\d{1,3})/i

/** The stars of a review that is marked in HTML. With microdata and JSON, those of `ratingValue`; with hReview or h-review, those in `title` or `value`, or the text of the element. */
export function starsInHtml(html: string): number | undefined {
  const page = html.slice(0, searchedHtml)
  const [, marked, text] = ratingProperty.exec(page) ?? []
  if (marked !== undefined || text !== undefined) return starsOf(marked ?? text, bestProperty.exec(page)?.[1])
  const [, json] = ratingObject.exec(page) ?? []
  if (json !== undefined) return starsOf(numberNamed('ratingValue', json), numberNamed('bestRating', json))
  if (!reviewClass.test(page)) return undefined
  const [, attributes = '', written = ''] = ratingTag.exec(page) ?? []
  return starsOf(/\b(?:title|value)=["']([^"']{1,30})["']/i.exec(attributes)?.[1] ?? written)
}

function inScale(value: number, best: number): number | undefined {
  if (!(best >= 2) || !(value <= best)) return undefined
  return Math.round((value / best) * 50) / 10
}

/** A writer who gives stars says what they think more clearly than their words. */
export function sentimentOfStars(stars: number): 'positive' | 'negative' | 'neutral' {
  if (stars >= 3.5) return 'positive'
  return stars <= 2.5 ? 'negative' : 'neutral'
}
