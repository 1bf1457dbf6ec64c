/**
 * What each network can be asked for, by its documentation: the measure of `npm run recall`. A mention counts as expressible if some request that
 * the network documents gives it, within the limits, to a client without knowledge of its text. What the documentation leaves open counts as `no`.
 *
 * This table was written before the sources that ask the networks, and by somebody else. `from` says where its facts stand; the day of reading
 * is 29 November 2026. Nothing was asked of a live network.
 */

/** What a part of a query looks for. One alternative of a query is a set of them that must all occur. */
export type Term = {
  kind: 'word' | 'phrase' | 'prefix' | 'signs' | 'cjk' | 'address' | 'author' | 'site'
  /** As it stands in the query, without its operators: `acme`, `acme app`, `acm`, `C++`, `星河云`, `acme.example`, `kim`, `github.com/acme`. */
  text: string
}

/** `yes`: by itself. `wider`: with more than it asks for, so the client must compare again. `no`: not at all, or nobody says so. */
type Answer = 'yes' | 'wider' | 'no'

export type Network = {
  name: NetworkName
  /** `all`: every new post can be read, whatever the query is. `search`: only what a term finds. `tags`: only posts with a hashtag. */
  gives: 'all' | 'search' | 'tags'
  /** Of `search` and `tags`. A term that is `wider` or `yes` is enough to reach a post, because the other terms are compared here. */
  terms?: Record<Term['kind'], Answer>
  /** Letters that a term must have to be searched. */
  minLetters?: number
  /** Of one request, without qualifiers. */
  maxCharacters?: number
  /** AND, OR and NOT in one request. 0: one request asks for one term, or for several that must all occur. */
  operators: number
  /** Posts of a page, and how many pages can be had. */
  perPage: number
  pages: number
  /** The interval at which a polite client asks for one alert, in minutes; 0 is a stream. */
  everyMinutes: number
  /** Minutes until the network gives a new post: usually, and for the one in twenty that is late. */
  lateMinutes: [usual: number, late: number]
  /** Minutes from the time when the network gives a post until it must be found: twice the interval, and what the budgets allow. */
  withinMinutes: number
  /** It tells that a post was edited or deleted. */
  tells: 'edits and deletions' | 'edits' | 'by asking for the post' | 'nothing'
  /** The limits that the fake counts. */
  limits: string
  from: string
}

export const networkNames = [
  'github',
  'stack-exchange',
  'lobsters',
  'lemmy',
  'discourse',
  'dev-to',
  'mastodon',
  'app-store',
  'searxng',
  'youtube',
  'hacker-news',
  'bluesky',
  'feeds',
  'news',
] as const
export type NetworkName = (typeof networkNames)[number]

const networks: readonly Network[] = [
  {
    name: 'github',
    gives: 'search',
    // "Symbols" are not searched in issues (github.com/orgs/community/discussions/206889), so of `C++` only `C` is left. No wildcards.
    terms: {
      ...{ word: 'yes', phrase: 'yes', prefix: 'no', signs: 'wider', cjk: 'no' },
      ...{ address: 'wider', author: 'yes', site: 'yes' },
    },
    minLetters: 2,
    maxCharacters: 256,
    operators: 5,
    perPage: 100,
    pages: 10,
    everyMinutes: 5,
    lateMinutes: [1, 15],
    withinMinutes: 20,
    tells: 'by asking for the post',
    limits:
      '10 searches a minute without a token, 30 with; 256 characters and 5 operators, else 422; 1,000 results; other requests 60 or 5,000 an hour; 900 points a minute',
    from: 'github/docs content/rest/search/search.md, content/search-github/searching-on-github/searching-issues-and-pull-requests.md; docs.github.com rate limits of the REST API',
  },
  {
    name: 'stack-exchange',
    gives: 'search',
    // `q` is "a free form text parameter" whose algorithm is not documented. `url` is: a URL that the post contains.
    terms: {
      ...{ word: 'yes', phrase: 'wider', prefix: 'no', signs: 'wider', cjk: 'no' },
      ...{ address: 'yes', author: 'no', site: 'no' },
    },
    minLetters: 2,
    operators: 0,
    perPage: 100,
    pages: 25,
    everyMinutes: 30,
    lateMinutes: [1, 10],
    // 10,000 requests a day for three sites and about sixty terms are one round in 26 minutes.
    withinMinutes: 90,
    tells: 'by asking for the post',
    limits:
      '300 requests a day for an address, 10,000 with a key; 30 a second; `backoff` of a method; the same request once a minute',
    from: 'api.stackexchange.com/docs/excerpt-search, /docs/advanced-search, /docs/throttle, /docs/wrapper, /docs/paging (more than 25 pages need an access token)',
  },
  {
    name: 'lobsters',
    gives: 'all',
    operators: 0,
    // Stories: 25 in /newest.rss. Comments: 20 in /comments.rss; what more than 20 newer ones have pushed out cannot be read.
    perPage: 25,
    pages: 1,
    everyMinutes: 120,
    lateMinutes: [2, 10],
    withinMinutes: 270,
    tells: 'edits',
    limits:
      '4 requests a second, 30 a minute, 100 in 10 minutes, 400 an hour; each feed at most every 120 minutes (its ttl); robots.txt forbids all other pages',
    from: 'lobsters/lobsters config/initializers/rack_attack.rb, public/robots.txt, app/views/home/stories.rss.builder, app/models/stories_paginator.rb at 57268d76',
  },
  {
    name: 'lemmy',
    gives: 'search',
    // `%q%` with ILIKE and `%` for each space, in one field: parts of words and signs are found, words only in their order.
    terms: {
      ...{ word: 'yes', phrase: 'wider', prefix: 'yes', signs: 'yes', cjk: 'yes' },
      ...{ address: 'yes', author: 'no', site: 'no' },
    },
    minLetters: 1,
    operators: 0,
    perPage: 50,
    pages: 3,
    everyMinutes: 10,
    lateMinutes: [1, 180],
    // 60 searches in 10 minutes for about sixty terms are one round in 10 minutes and more.
    withinMinutes: 60,
    tells: 'edits and deletions',
    limits:
      '60 searches in 10 minutes for an address (the default of an instance): then 400 rate_limit_error',
    from: 'LemmyNet/lemmy 0.19.20: crates/db_schema/src/utils.rs (fuzzy_search, FETCH_LIMIT_MAX), crates/db_views/src/post_view.rs, crates/apub/src/api/search.rs, crates/utils/src/rate_limit, crates/utils/src/error.rs',
  },
  {
    name: 'discourse',
    gives: 'all',
    minLetters: 3,
    operators: 0,
    perPage: 50,
    pages: 100,
    everyMinutes: 10,
    lateMinutes: [1, 2],
    withinMinutes: 30,
    tells: 'by asking for the post',
    limits:
      'searches: 2 a second, 15 a minute for an address; all requests: 50 in 10 seconds, 200 a minute; page 11 of a search is a 400',
    from: 'discourse/discourse app/controllers/search_controller.rb, posts_controller.rb (latest), lib/middleware/request_tracker.rb, config/site_settings.yml; discourse_api_docs',
  },
  {
    name: 'dev-to',
    gives: 'all',
    // The list has no texts: each new article is asked for once, or a search finds the word in it.
    minLetters: 3,
    operators: 0,
    perPage: 100,
    pages: 10,
    everyMinutes: 15,
    lateMinutes: [1, 5],
    withinMinutes: 45,
    tells: 'edits',
    limits: '3 requests a second for an address, with Retry-After; 403 without a User-Agent',
    from: 'forem/forem config/initializers/rack_attack.rb, app/controllers/concerns/api/articles_controller.rb, app/queries/articles/api_search_query.rb, swagger/v1/api_v1.json',
  },
  {
    name: 'mastodon',
    // With a token. Without one only `tags`: a word of the query that stands in the post as a hashtag.
    gives: 'search',
    // Elasticsearch's standard tokens: signs are lost, each CJK character is a token. Only authors with `indexable`.
    terms: {
      ...{ word: 'yes', phrase: 'yes', prefix: 'no', signs: 'wider', cjk: 'yes' },
      ...{ address: 'wider', author: 'yes', site: 'no' },
    },
    minLetters: 2,
    operators: 0,
    perPage: 40,
    pages: 10,
    everyMinutes: 5,
    lateMinutes: [1, 30],
    withinMinutes: 30,
    tells: 'by asking for the post',
    limits: '300 requests in 5 minutes for an address or a token; paging 300 in 15 minutes for an address',
    from: 'mastodon/documentation methods/search.md, methods/timelines.md, api/rate-limits.md; mastodon/mastodon config/initializers/rack_attack.rb, app/lib/search_query_transformer.rb',
  },
  {
    name: 'app-store',
    gives: 'all',
    operators: 0,
    perPage: 50,
    pages: 10,
    everyMinutes: 60,
    lateMinutes: [60, 360],
    withinMinutes: 150,
    tells: 'edits',
    limits:
      'none is documented; counted here: 20 requests a minute, which Apple names for the search API beside it',
    from: 'no documentation of Apple; readers of the feed (facundoolano/app-store-scraper issues 4, 5; jcoynel/app-store-reviews issue 4; amrrs/itunesr issue 1); Apple, iTunes Search API, "approximately 20 calls per minute"',
  },
  {
    name: 'searxng',
    gives: 'search',
    // The query goes to the engines as it is. All of them know words and phrases; nobody says so of signs or beginnings of words.
    terms: {
      ...{ word: 'yes', phrase: 'yes', prefix: 'no', signs: 'no', cjk: 'yes' },
      ...{ address: 'wider', author: 'no', site: 'yes' },
    },
    minLetters: 2,
    operators: 0,
    perPage: 10,
    pages: 5,
    everyMinutes: 60,
    lateMinutes: [60, 300],
    withinMinutes: 240,
    tells: 'nothing',
    limits:
      "403 unless the instance allows format=json; its limiter (off by default): 4 requests an hour that are not HTML, 15 in 20 seconds, 150 in 10 minutes. Counted here: 150 in 10 minutes, as an instance of one's own has no limiter",
    from: 'searxng/searxng docs/dev/search_api.rst, searx/webapp.py, searx/webutils.py, searx/botdetection/ip_limit.py at 9fea4120',
  },
  {
    name: 'youtube',
    gives: 'search',
    // "Boolean NOT (-) and OR (|)". Nothing is said of quotes.
    terms: {
      ...{ word: 'yes', phrase: 'wider', prefix: 'no', signs: 'wider', cjk: 'yes' },
      ...{ address: 'no', author: 'no', site: 'no' },
    },
    minLetters: 2,
    operators: 20,
    perPage: 50,
    pages: 10,
    // 100 searches a day for 50 alerts, one after the other, are two a day for each; several alerts in one search are faster.
    everyMinutes: 360,
    lateMinutes: [15, 120],
    withinMinutes: 900,
    tells: 'by asking for the post',
    limits:
      '100 searches a day, and 10,000 units a day for everything else, until midnight in Los Angeles; then 403 quotaExceeded; each page is a search; invalid requests count',
    from: 'developers.google.com/youtube/v3/determine_quota_cost ("search.list … own quota buckets … 100 per day. The quota cost is 1 per call"; older copies say 100 units of 10,000), /docs/search/list',
  },
  {
    name: 'hacker-news',
    gives: 'all',
    operators: 0,
    perPage: 1000,
    pages: 1,
    everyMinutes: 5,
    lateMinutes: [2, 45],
    withinMinutes: 15,
    tells: 'by asking for the post',
    limits: '10,000 requests an hour for an address; 1,000 hits of a query',
    from: 'algolia/hn-search app/models/item.rb, app/javascript/views/Api.tsx; HackerNews/API',
  },
  {
    name: 'bluesky',
    gives: 'all',
    operators: 0,
    perPage: 1,
    pages: 1,
    everyMinutes: 0,
    lateMinutes: [0, 1],
    withinMinutes: 10,
    tells: 'edits and deletions',
    limits: '3,000 requests in 5 minutes for an address',
    from: 'bluesky-social/jetstream docs; bluesky-social/atproto lexicons',
  },
  {
    name: 'feeds',
    gives: 'all',
    operators: 0,
    perPage: 20,
    pages: 1,
    everyMinutes: 60,
    lateMinutes: [1, 15],
    withinMinutes: 135,
    tells: 'edits',
    limits: 'no second request before max-age and ttl; conditional ones',
    from: 'RFC 9110, RFC 9111, RSS 2.0, docs/run/feeds.md',
  },
  {
    name: 'news',
    gives: 'search',
    // Google finds headlines, and this is all that it shows. Nothing of it is documented.
    terms: {
      ...{ word: 'yes', phrase: 'yes', prefix: 'no', signs: 'no', cjk: 'yes' },
      ...{ address: 'no', author: 'no', site: 'no' },
    },
    minLetters: 2,
    operators: 0,
    perPage: 100,
    pages: 1,
    // Two searches for each of about sixty terms, each in half a minute.
    everyMinutes: 60,
    lateMinutes: [5, 60],
    withinMinutes: 180,
    tells: 'nothing',
    limits: 'none is documented; counted here: 30 requests a minute to each',
    from: 'no documentation; docs/run/feeds.md "News"',
  },
]

export const networkOf = (name: NetworkName): Network => {
  const found = networks.find((network) => network.name === name)
  if (found === undefined) throw new Error(`there is no network ${name}`)
  return found
}

/** What makes a post reachable besides its words. */
export type PostFacts = {
  /** Hashtags of a post of Mastodon, in lower case. */
  tags?: readonly string[]
  /** False if its author does not want to be found by searches (Mastodon). */
  isIndexable?: boolean
  /** Comments of dev.to are in no list and in no search. */
  isUnlisted?: boolean
}

/** Whether the network has a token or key of the user, if it knows one. */
export type Access = { hasKey: boolean }

/** Why a post that has all terms of this alternative of a query cannot be asked for; undefined if it can. */
export function whyInexpressible(
  name: NetworkName,
  alternative: readonly Term[],
  post: PostFacts,
  { hasKey }: Access,
): string | undefined {
  const network = networkOf(name)
  if (post.isUnlisted) return 'no list and no search has it'
  if (name === 'youtube' && !hasKey) return 'needs a key'
  if (network.gives === 'all') return undefined
  if (name === 'mastodon') {
    if (alternative.some((term) => isTagOf(term, post.tags ?? []))) return undefined
    if (!hasKey) return 'without a token only posts with the word as a hashtag'
    if (post.isIndexable === false) return 'the author does not want to be found'
  }
  return alternative.some((term) => canBeAsked(network, term)) ? undefined : 'no term can be asked for'
}

function isTagOf({ kind, text }: Term, tags: readonly string[]): boolean {
  const word = text.replace(/^#/, '').toLowerCase()
  return (kind === 'word' || kind === 'cjk' || kind === 'signs') && tags.includes(word)
}

/** Words of fewer than three letters are left of `C++`, and would find everything. */
const lettersOfSigns = 3

function canBeAsked(network: Network, { kind, text }: Term): boolean {
  const { name, terms, minLetters = 1, maxCharacters = 1000 } = network
  const answer = terms?.[kind] ?? 'no'
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (answer === 'no' || [...text].length > maxCharacters) return false
  // `repo:` and `org:` name places of GitHub only.
  if (name === 'github' && kind === 'site') return /^github\.com\/[^/]+/.test(text)
  return letters >= (kind === 'signs' && answer === 'wider' ? lettersOfSigns : minLetters)
}
