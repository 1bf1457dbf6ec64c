import { z } from 'zod'
import { defineSource, type FetchError, type Item, type Tools } from '../../source.ts'
import { lookAgainAtEach } from '../look-at-each.ts'
import {
  addressIn,
  askJson,
  changed,
  flag,
  metricsOf,
  number,
  readable,
  serverUrl,
  text,
} from '../searching/ask-json.ts'
import type { Ability } from '../searching/narrow.ts'
import { type Found, latelyFound, plannedSearches, type Question } from '../searching/planned-searches.ts'

/** Questions and answers of the sites of Stack Exchange, by their search for excerpts. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const pageSize = 100
/** The same request may not come again sooner. */
const repeatMs = minuteMs

const settings = z.strictObject({
  /** As `site` of the interface, such as `stackoverflow` or `unix`. */
  sites: z
    .array(z.string().regex(/^[a-z0-9.]+$/, 'expected a name such as stackoverflow or unix'))
    .min(1)
    .default(['stackoverflow']),
  /** Of an app at stackapps.com, free of charge: 10,000 requests a day instead of 300. */
  key: z.string().min(1).optional(),
  url: serverUrl.default('https://api.stackexchange.com/2.3'),
})
type Settings = z.output<typeof settings>

const ownDomains = new Set([
  'stackoverflow',
  'serverfault',
  'superuser',
  'askubuntu',
  'stackapps',
  'mathoverflow',
])
const hostOf = (site: string) =>
  site === 'mathoverflow'
    ? 'mathoverflow.net'
    : ownDomains.has(site.split('.').at(-1) ?? '')
      ? `${site}.com`
      : `${site}.stackexchange.com`

/** Before a host that is asked for by `url`. No word of `q` has it. */
const addressMark = 'url:'

/** `q` is "matched by an undocumented algorithm", so only words are sent. */
const abilityOf = ({ sites }: Settings): Ability => ({
  ...{ sources: ['stack-exchange', 'web'], types: ['post', 'comment'], hosts: sites.map(hostOf) },
  ...{ phrases: false, all: true, maxLength: 200, address: (host) => `${addressMark}${host}` },
})

const ownerSchema = z
  .object({ user_id: number, display_name: text, link: text, profile_image: text })
  .nullish()
  .catch(undefined)
const excerptSchema = z.object({
  item_type: z.enum(['question', 'answer']),
  question_id: z.int(),
  answer_id: z.int().nullish(),
  title: z.string(),
  excerpt: text,
  body: text,
  score: number,
  answer_count: number,
  creation_date: z.number(),
})
type Excerpt = z.output<typeof excerptSchema>
const postSchema = z.object({ post_id: z.int(), owner: ownerSchema, link: text })
const questionSchema = z.object({
  ...{ question_id: z.int(), answer_id: z.int().nullish(), title: text, body: text, owner: ownerSchema },
  ...{ score: number, answer_count: number, view_count: number, creation_date: z.number(), link: text },
})
const wrapperSchema = z.object({
  items: z.array(z.unknown()),
  has_more: flag,
  /** Seconds. */
  backoff: number,
  quota_remaining: number,
})

export const stackExchange = defineSource({
  name: 'stack-exchange',
  publishes: 'web',
  settings,
  channels: (given, searches) =>
    searches.length === 0
      ? []
      : [
          plannedSearches({
            ...{ key: 'search', searches, ability: abilityOf(given), variants: given.sites },
            limits: [
              { requests: given.key === undefined ? 300 : 10_000, perMs: dayMs },
              { requests: 30, perMs: minuteMs },
            ],
            ...{ leastEveryMs: 30 * minuteMs, overlapMs: hourMs, maxPages: 10, retryMs: repeatMs },
            ask: (question, tools) => ask(given, question, tools),
          }),
        ],
  /** The views of a question; an answer is seen by about half of those who see its question. */
  reach: ({ views }) => views,
  recheck: (given) => ({
    ...{ atAges: [dayMs, 3 * dayMs], size: 100, everyMs: 2 * hourMs },
    look: (ids, tools) => look(given, ids, tools),
  }),
  lately: (search, tools, given) =>
    latelyFound(search, abilityOf(given), tools.now(), (words) =>
      ask(given, { ...words, variant: given.sites[0] ?? '' }, tools),
    ),
})

/**
 * When a method may be asked again that has asked for a pause, and when a request may be repeated, whatever it was sent for. UTC ms, by method
 * or address.
 */
const notBefore = new Map<string, number>()

async function untilAllowed(tools: Tools, ...names: string[]): Promise<void> {
  const now = tools.now()
  for (const [name, time] of notBefore) if (time <= now) notBefore.delete(name)
  const waitMs = Math.max(...names.map((name) => notBefore.get(name) ?? 0)) - now
  if (waitMs > 0) await tools.sleep(waitMs)
}

async function request(
  given: Settings,
  path: string,
  parameters: Record<string, string | number>,
  tools: Tools,
) {
  const url = addressIn(given.url, path, {
    ...parameters,
    ...(given.key !== undefined && { key: given.key }),
  })
  const method = `${given.url}${path.replace(/\d[\d;]*$/, '')}`
  await untilAllowed(tools, method, url.href)
  const answer = await askJson(wrapperSchema, url, tools, { explain: explainThrottle }).finally(() =>
    notBefore.set(url.href, tools.now() + repeatMs),
  )
  const isUsedUp = answer.quota_remaining === 0
  // Two seconds more, because their clock and ours begin to count at different times.
  const backoffMs = answer.backoff ? (answer.backoff + 2) * 1000 : 0
  if (backoffMs > 0) notBefore.set(method, tools.now() + backoffMs)
  return { ...answer, restMs: isUsedUp ? Math.max(backoffMs, dayMs - (tools.now() % dayMs)) : backoffMs }
}

const errorSchema = z.object({ error_name: z.string(), error_message: z.string() })

/** Too many requests get status 400, with the wait in the sentence. */
function explainThrottle(error: FetchError, body: unknown, now: number): FetchError | undefined {
  const known = errorSchema.safeParse(body).data
  if (known === undefined || !['throttle_violation', 'temporarily_unavailable'].includes(known.error_name))
    return undefined
  const seconds = Number(/available in (\d+) seconds/.exec(known.error_message)?.[1] ?? 600)
  return changed(error, {
    kind: 'busy',
    message: `${error.message}: ${known.error_message}`,
    retryAt: now + Math.min(seconds * 1000, dayMs),
  })
}

async function ask(
  given: Settings,
  { text: words, variant: site, since, page, isSearched }: Question,
  tools: Tools,
): Promise<Found> {
  const place = typeof page === 'number' ? page : 1
  const [hosts, others] = parted(words.split(' '), (word) => word.startsWith(addressMark))
  const answer = await request(
    given,
    '/search/excerpts',
    {
      site,
      ...(others.length > 0 && { q: others.join(' ') }),
      ...(hosts[0] !== undefined && { url: `*${hosts[0].slice(addressMark.length)}*` }),
      sort: 'creation',
      order: 'desc',
      fromdate: Math.floor(since / 1000),
      pagesize: pageSize,
      page: place,
    },
    tools,
  )
  const excerpts = readable(answer.items, (one) => excerptSchema.safeParse(one).data)
  const items = excerpts.map((one) => itemOf(site, one, undefined))
  const isUnknown = items.map((item) => tools.authorOf(item.id) === undefined && isSearched(item))
  const asked = excerpts.filter((_one, place) => isUnknown[place])
  const owners = asked.length === 0 ? undefined : await ownersOf(given, site, asked, tools)
  return {
    items: excerpts.map((one, place): Item => {
      const item = itemOf(site, one, owners?.posts.get(idOf(one)))
      return isUnknown[place] ? item : { ...item, author: tools.authorOf(item.id) ?? item.author }
    }),
    next: answer.has_more ? place + 1 : undefined,
    requests: owners === undefined ? 1 : 2,
    restMs: Math.max(answer.restMs, owners?.restMs ?? 0),
  }
}

const parted = (words: string[], isFirst: (word: string) => boolean): [string[], string[]] => [
  words.filter(isFirst),
  words.filter((word) => !isFirst(word)),
]

const idOf = ({ answer_id, question_id }: Pick<Excerpt, 'answer_id' | 'question_id'>) =>
  answer_id ?? question_id

type Post = z.output<typeof postSchema>

/**
 * Excerpts have no authors. Those of stored posts are known, also after a kill: so no post is asked for again when the next search finds it.
 */
async function ownersOf(
  given: Settings,
  site: string,
  excerpts: Excerpt[],
  tools: Tools,
): Promise<{ posts: Map<number, Post>; restMs: number }> {
  const ids = excerpts.map(idOf).join(';')
  const answer = await request(given, `/posts/${ids}`, { site, pagesize: pageSize }, tools)
  const posts = readable(answer.items, (one) => postSchema.safeParse(one).data)
  return { posts: new Map(posts.map((post) => [post.post_id, post])), restMs: answer.restMs }
}

function itemOf(site: string, one: Excerpt, post: Post | undefined): Item {
  const isAnswer = one.item_type === 'answer'
  return {
    ...commonOf(site, { ...one, owner: post?.owner }),
    text: { html: one.body ?? one.excerpt ?? '' },
    ...metricsOf({ points: one.score, answers: isAnswer ? undefined : one.answer_count }),
  }
}

type Common = Pick<Excerpt, 'question_id' | 'answer_id' | 'creation_date'> & {
  title?: string | null | undefined
  owner?: z.output<typeof ownerSchema>
}

function commonOf(
  site: string,
  { question_id, answer_id, title, creation_date, owner }: Common,
): Omit<Item, 'text'> {
  const isAnswer = typeof answer_id === 'number'
  return {
    id: isAnswer ? `${site} a${answer_id}` : `${site} q${question_id}`,
    url: `https://${hostOf(site)}/${isAnswer ? `a/${answer_id}` : `q/${question_id}`}`,
    ...(title && { [isAnswer ? 'threadTitle' : 'title']: unescaped(title) }),
    type: isAnswer ? 'comment' : 'post',
    publishedAt: creation_date * 1000,
    author: {
      name: unescaped(owner?.display_name ?? ''),
      ...(owner?.user_id && { id: `${site} ${owner.user_id}` }),
      ...(owner?.link && { url: owner.link }),
      ...(owner?.profile_image && { avatar: owner.profile_image }),
    },
  }
}

/** Titles and names are plain text with entities. */
const unescaped = (given: string) =>
  given.replaceAll(/&(?:#(\d{1,7})|(amp|lt|gt|quot));/g, (_whole, code, name) =>
    name === undefined
      ? String.fromCodePoint(Math.min(Number(code), 0x10ffff))
      : { amp: '&', lt: '<', gt: '>', quot: '"' }[name as 'amp'],
  )

/** Questions and answers with their numbers. Those that are missing in the answer were deleted. */
async function look(given: Settings, ids: readonly string[], tools: Tools) {
  const asked = Map.groupBy(ids, (id) => id.replace(/\d+$/, ''))
  return lookAgainAtEach([...asked], tools, async ([prefix, some]) => {
    const [site = '', kind] = prefix.split(' ')
    const numbers = some.map((id) => id.slice(prefix.length))
    const answer = await request(
      given,
      `/${kind === 'a' ? 'answers' : 'questions'}/${numbers.join(';')}`,
      { site, pagesize: pageSize, filter: 'withbody' },
      tools,
    )
    const found = readable(answer.items, (one) => questionSchema.safeParse(one).data).map(
      (one): Item => ({
        ...commonOf(site, one),
        text: { html: one.body ?? '' },
        ...metricsOf({ points: one.score, answers: one.answer_count, views: one.view_count }),
      }),
    )
    return {
      // An answer has no title of its own here, and without it the mention would change.
      items: found.filter(({ title, threadTitle }) => title !== undefined || threadTitle !== undefined),
      removals: some.filter((id) => !found.some((item) => item.id === id)).map((item) => ({ item })),
    }
  })
}
