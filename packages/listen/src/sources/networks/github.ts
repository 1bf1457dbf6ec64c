import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { defineSource, FetchError, type Item, type Tools } from '../../source.ts'
import { lookAgainAtEach } from '../look-at-each.ts'
import { addressIn, askJson, metricsOf, number, readable, serverUrl, text } from '../searching/ask-json.ts'
import type { Ability } from '../searching/narrow.ts'
import { type Found, latelyFound, plannedSearches, type Question } from '../searching/planned-searches.ts'

/** Issues and pull requests of GitHub by its search, and discussions by its GraphQL interface, which needs a token. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const usualUrl = 'https://api.github.com'
const pageSize = 100
const discussionsOfPage = 50

const settings = z.strictObject({
  /** A token without any permission is enough. */
  token: z.string().min(1).optional(),
  url: serverUrl.default(usualUrl),
})
type Settings = z.output<typeof settings>

/** https://docs.github.com/en/rest/search/search: 256 characters without qualifiers, five operators. */
const ability: Ability = {
  sources: ['github', 'web'],
  types: ['issue', 'post'],
  phrases: true,
  all: true,
  or: { most: 5, sign: ' OR ', groups: true },
  links: true,
  maxLength: 240,
}
const abilityAt = ({ url }: Settings): Ability => ({
  ...ability,
  ...(url === usualUrl && { hosts: ['github.com'] }),
})

const userSchema = z
  .object({ login: z.string(), html_url: text, url: text, avatar_url: text, avatarUrl: text })
  .nullish()
  .catch(undefined)
const issueSchema = z.object({
  number: z.int(),
  title: z.string(),
  body: text,
  html_url: z.string(),
  /** Of the interface. It has the name of the repository. */
  url: z.string(),
  user: userSchema,
  comments: number,
  reactions: z.object({ total_count: number }).nullish().catch(undefined),
  created_at: z.string(),
})
const answerSchema = z.object({ incomplete_results: z.boolean().default(false), items: z.array(z.unknown()) })

const discussionSchema = z.object({
  number: z.int().nullish(),
  url: z.string(),
  title: z.string(),
  bodyText: text,
  createdAt: z.string(),
  author: userSchema,
  upvoteCount: number,
  comments: z.object({ totalCount: number }).nullish().catch(undefined),
  repository: z.object({ stargazerCount: number }).nullish().catch(undefined),
})
const graphSchema = z.object({
  data: z.object({
    search: z.object({
      nodes: z.array(z.unknown()),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }).optional(),
    }),
  }),
})

export const github = defineSource({
  name: 'github',
  publishes: 'web',
  settings,
  channels: (given, searches) =>
    searches.length === 0
      ? []
      : [
          plannedSearches({
            ...{ key: 'search', searches, ability: abilityAt(given) },
            variants: ['issue', 'pull-request', ...(given.token === undefined ? [] : ['discussion'])],
            limits: [{ requests: given.token === undefined ? 10 : 30, perMs: minuteMs }],
            ...{ leastEveryMs: 5 * minuteMs, overlapMs: hourMs, maxPages: 10 },
            ask: (question, tools) => ask(given, question, tools),
          }),
        ],
  /** Of a hundred readers about ten react and twenty comment; one of a hundred who starred a repository sees a discussion. */
  reach: ({ comments, reactions, stars }) =>
    comments === undefined && reactions === undefined && stars === undefined
      ? undefined
      : Math.max((comments ?? 0) * 5, (reactions ?? 0) * 10, (stars ?? 0) * 0.01),
  // Without a token 60 requests an hour for one item each.
  recheck: (given) => ({
    ...{ atAges: [hourMs, dayMs, 3 * dayMs], size: 5, everyMs: 6 * minuteMs },
    look: (ids, tools) => look(given, ids, tools),
  }),
  lately: (search, tools, given) =>
    latelyFound(search, abilityAt(given), tools.now(), (words) =>
      ask(given, { ...words, variant: 'issue' }, tools),
    ),
})

const headersOf = ({ token }: Settings) => ({
  'x-github-api-version': '2022-11-28',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
})

async function ask(
  given: Settings,
  { text: words, variant, since, page }: Question,
  tools: Tools,
): Promise<Found> {
  const from = `created:>=${new Date(since).toISOString().replace(/\.\d+/, '')}`
  const query = `${words.includes(' OR ') ? `(${words})` : words} in:title,body ${from}`
  if (variant === 'discussion') return askDiscussions(given, query, page, tools)
  const place = typeof page === 'number' ? page : 1
  const url = addressIn(given.url, '/search/issues', {
    ...{ q: `${query} is:${variant}`, sort: 'created', order: 'desc', per_page: pageSize, page: place },
    advanced_search: 'true',
  })
  const answer = await askJson(answerSchema, url, tools, {
    accept: 'application/vnd.github+json',
    headers: headersOf(given),
    hostPauseMs: 1000,
  })
  return {
    items: readable(answer.items, issueOf),
    next: answer.items.length >= pageSize ? place + 1 : undefined,
    isPartial: answer.incomplete_results,
  }
}

function issueOf(given: unknown): Item | undefined {
  const { data } = issueSchema.safeParse(given)
  if (data === undefined) return undefined
  const [, repository] = /\/repos\/([^/]+\/[^/]+)\/issues\//.exec(data.url) ?? []
  return {
    ...{ id: `${repository ?? ''}#${data.number}`, url: data.html_url, title: data.title, type: 'issue' },
    text: { plain: data.body ?? '' },
    publishedAt: Date.parse(data.created_at),
    author: authorOf(data.user),
    ...metricsOf({ comments: data.comments, reactions: data.reactions?.total_count }),
  }
}

const authorOf = (user: z.output<typeof userSchema>): Item['author'] => ({
  name: user?.login ?? 'ghost',
  ...defined({
    id: user?.login,
    url: user?.html_url ?? user?.url ?? undefined,
    avatar: user?.avatar_url ?? user?.avatarUrl ?? undefined,
  }),
})

const discussionQuery = `query($words: String!, $first: Int!, $after: String) { search(query: $words, type: DISCUSSION, first: $first, after: $after) {
  pageInfo { hasNextPage endCursor }
  nodes { ... on Discussion { id number url title bodyText createdAt upvoteCount author { login url avatarUrl } comments { totalCount } repository { nameWithOwner stargazerCount } } } } }`

async function askDiscussions(
  given: Settings,
  words: string,
  page: Question['page'],
  tools: Tools,
): Promise<Found> {
  const after = typeof page === 'string' ? page : null
  const answer = await askJson(graphSchema, addressIn(graphUrl(given), '/graphql'), tools, {
    ...{ method: 'POST', hostPauseMs: 1000 },
    headers: { ...headersOf(given), 'content-type': 'application/json' },
    body: JSON.stringify({ query: discussionQuery, variables: { words, first: discussionsOfPage, after } }),
  })
  const { nodes, pageInfo } = answer.data.search
  return {
    items: readable(nodes, discussionOf),
    next: pageInfo?.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
  }
}

/** GitHub Enterprise has the other interface below `/api/v3`. */
const graphUrl = ({ url }: Settings) => url.replace(/\/v3$/, '')

function discussionOf(given: unknown): Item | undefined {
  const { data } = discussionSchema.safeParse(given)
  if (data === undefined) return undefined
  return {
    ...{ id: `discussion ${data.url}`, url: data.url, title: data.title, type: 'post' },
    text: { plain: data.bodyText ?? '' },
    publishedAt: Date.parse(data.createdAt),
    author: authorOf(data.author),
    ...metricsOf({
      points: data.upvoteCount,
      comments: data.comments?.totalCount,
      stars: data.repository?.stargazerCount,
    }),
  }
}

/** Issues get their numbers anew. Those that were deleted, or whose repository is private now, are removed. */
function look(given: Settings, ids: readonly string[], tools: Tools) {
  return lookAgainAtEach(
    ids.filter((id) => placeOf(id) !== undefined),
    tools,
    async (id) => {
      const url = addressIn(given.url, placeOf(id) ?? '')
      const options = { accept: 'application/vnd.github+json', headers: headersOf(given) }
      try {
        const answer = await askJson(z.unknown(), url, tools, options)
        // An issue that was transferred, or whose repository was renamed, answers with its new place.
        return { items: readable([answer], issueOf).map((item) => ({ ...item, id })) }
      } catch (error) {
        if (!(error instanceof FetchError) || ![404, 410, 451].includes(error.status ?? 0)) throw error
        return { removals: [{ item: id }] }
      }
    },
  )
}

/** Undefined for a discussion. */
function placeOf(id: string): string | undefined {
  const [, repository, place] = /^([^/# ]+\/[^/# ]+)#(\d+)$/.exec(id) ?? []
  return repository && `/repos/${repository}/issues/${place}`
}
