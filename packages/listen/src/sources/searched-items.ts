import { plainText, tidy } from '../fields/plain-text.ts'
import { createMatcher, neededTerms } from '../query/matcher.ts'
import { queryOf } from '../query/parse-query.ts'
import { joined } from '../query/query.ts'
import type { Item, Search } from '../source.ts'

export type IsSearched = (item: Item) => boolean

/**
 * True for an item with a word that an alert needs, whatever else its query asks for: the service compares the whole query. `otherwise` is the
 * answer for other items if an alert needs no word, only a site or an author.
 */
export function searchedItems(searches: readonly Search[], otherwise: boolean): IsSearched {
  const needed = searches.map((search) => ({
    alert: search.alert,
    terms: neededTerms(queryOf(search)) ?? [],
  }))
  const isAny = otherwise && needed.some(({ terms }) => terms.length === 0)
  const match = createMatcher(
    needed.flatMap(({ alert, terms }) =>
      terms.length === 0 ? [] : [{ key: alert, query: joined('or', terms) }],
    ),
  )
  return ({ title = '', text: given, url, links: other = [], author }) => {
    if (isAny) return true
    const { text, links } = plainText(given, url)
    const searched = { title: tidy(title), text, url, links: [...links, ...other], author }
    return match({ ...searched, language: () => '', sources: [], type: 'post', numbers: {} }).length > 0
  }
}
