import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { fold } from '../../query/fold.ts'
import {
  type Channel,
  defineSource,
  FetchError,
  type Item,
  type Search,
  type StreamChannel,
  type StreamTools,
  type Tools,
} from '../../source.ts'
import { lookAgainAtHosts } from '../look-at-each.ts'
import { searchedItems } from '../searched-items.ts'
import {
  addressIn,
  askJson,
  flag,
  hostIn,
  metricsOf,
  number,
  readable,
  serverUrl,
  text,
} from '../searching/ask-json.ts'
import { type Ability, narrow } from '../searching/narrow.ts'
import { type Found, plannedSearches, type Question } from '../searching/planned-searches.ts'

/**
 * Posts that a Mastodon server knows, also those of other servers: by their tags without an account; with a token also by their words, if the
 * server searches texts, and by a stream of each tag.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const pageSize = 40
/** So many streams of tags are opened. */
const maxStreams = 10
/** A stream that gave nothing for this long may be broken, if its server sends no pings. */
const silenceMs = hourMs

const settings = z.strictObject({
  instances: z
    .array(
      z.union([
        serverUrl.transform((url) => ({ url, token: undefined })),
        /** A token of an own account with the right `read`. */
        z.strictObject({ url: serverUrl, token: z.string().min(1).optional() }),
      ]),
    )
    .min(1)
    .default([{ url: 'https://mastodon.social', token: undefined }]),
})
type Instance = z.output<typeof settings>['instances'][number]

/** Mastodon compares words without the accents of these letters. */
const withoutAccents = (letters: RegExp) => (word: string) =>
  word.replaceAll(letters, (letter) => fold(letter).text)

const common = { sources: ['mastodon', 'web'], types: ['post', 'comment'], maxLength: 200 } as const
/** One tag and up to four others. The letters are those of lib/ascii_folding.rb. */
const tags: Ability = {
  ...common,
  phrases: false,
  all: false,
  singles: true,
  or: { most: 4, sign: ' ' },
  leastLetters: 2,
  form: withoutAccents(/(?![ßæœ])[\u00c0-\u017f]/g),
}
/** The index of texts has the filter `asciifolding` (chewy/statuses_index.rb). */
const texts: Ability = { ...common, phrases: true, all: true, form: withoutAccents(/\p{sc=Latin}/gu) }
/** Each tag is a stream, so only that of the word as it is written is opened. The polls find the other one. */
const streamed: Ability = { ...tags, or: { most: 0, sign: ' ' }, form: (word) => fold(word).text }

const accountSchema = z.object({
  id: z.string(),
  username: text,
  acct: text,
  display_name: text,
  url: text,
  avatar: text,
  note: text,
  followers_count: number,
  noindex: flag,
})
const statusSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  in_reply_to_id: text,
  visibility: text,
  language: text,
  uri: z.string(),
  url: text,
  replies_count: number,
  reblogs_count: number,
  favourites_count: number,
  spoiler_text: text,
  content: z.string(),
  reblog: z.unknown().optional(),
  account: accountSchema,
})
type Status = z.output<typeof statusSchema>

export const mastodon = defineSource({
  name: 'mastodon',
  publishes: 'web',
  settings,
  channels: ({ instances }, searches) =>
    searches.length === 0 ? [] : instances.flatMap((instance) => channelsOf(instance, searches)),
  /** As on Bluesky: one of twenty followers sees a post; of a hundred who see it ten like it, and five share it or answer. */
  reach: ({ followers, likes, reposts, replies }) =>
    likes === undefined
      ? undefined
      : Math.max(Math.round((followers ?? 0) * 0.05), likes * 10 + (reposts ?? 0) * 20 + (replies ?? 0) * 10),
  recheck: ({ instances }) => ({
    ...{ atAges: [hourMs, dayMs, 3 * dayMs], size: 20, everyMs: 5 * minuteMs },
    look: (ids, tools) => look(instances, ids, tools),
    ...(instances.length > 1 && { hostOf: hostIn }),
  }),
})

function channelsOf(instance: Instance, searches: readonly Search[]): Channel[] {
  const { url, token } = instance
  /** 300 requests in five minutes are allowed, for all channels together. */
  const limits = [{ requests: 100, perMs: 5 * minuteMs }]
  const planned = { searches, limits, overlapMs: hourMs / 2, maxPages: 20 }
  const byTags = plannedSearches({
    ...{ ...planned, key: `${url} tags`, ability: tags, leastEveryMs: 5 * minuteMs, isForward: true },
    ask: (question, tools) => askTags(instance, question, tools),
  })
  if (token === undefined) return [byTags]
  const byTexts = plannedSearches({
    ...{ ...planned, key: `${url} texts`, ability: texts, leastEveryMs: 10 * minuteMs },
    ask: (question, tools) => askTexts(instance, question, tools),
  })
  const wanted = narrow(searches, streamed).requests.slice(0, maxStreams)
  return [byTags, byTexts, ...wanted.map(({ text: tag }) => streamOf(instance, tag, searches))]
}

const headersOf = ({ token }: Instance): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** Ids grow with the time: its milliseconds, and 16 bits. */
const idAt = (time: number) => String(BigInt(Math.max(0, Math.floor(time))) << 16n)
const timeOf = (id: string) => (/^\d+$/.test(id) ? Number(BigInt(id) >> 16n) : undefined)
const identified = z.object({ id: z.string() })

async function askTags(
  instance: Instance,
  { text: words, since, page }: Question,
  tools: Tools,
): Promise<Found> {
  const [tag = '', ...others] = words.split(' ')
  const minId = typeof page === 'string' ? page : idAt(since)
  const address = addressIn(instance.url, `/api/v1/timelines/tag/${encodeURIComponent(tag)}`, {
    limit: pageSize,
    min_id: minId,
  })
  for (const other of others) address.searchParams.append('any[]', other)
  const given = await askJson(z.array(z.unknown()), address, tools, {
    headers: headersOf(instance),
    hostPauseMs: 1000,
  })
  // A page goes on above the greatest id of the one before, whoever wrote it: a whole stretch may be by hidden authors.
  const ids = readable(given, (one) => identified.safeParse(one).data).map(({ id }) => id)
  const greatest = ids.reduce((best, id) => (isGreater(id, best) ? id : best), minId)
  const hasMore = given.length >= pageSize && greatest !== minId
  return {
    items: itemsIn(instance, given),
    newest: timeOf(greatest),
    next: hasMore ? greatest : undefined,
  }
}

const resultsSchema = z.object({ statuses: z.array(z.unknown()) })

/**
 * The search gives the newest first, and has no pages by ids: newer servers refuse `min_id`, and older ones give the newest above it. It takes
 * hidden authors out of each page, so a page that is not full need not be the last.
 */
async function askTexts(
  instance: Instance,
  { text: words, since, page }: Question,
  tools: Tools,
): Promise<Found> {
  const offset = typeof page === 'number' ? page : undefined
  const address = addressIn(instance.url, '/api/v2/search', {
    q: words,
    type: 'statuses',
    limit: pageSize,
    offset,
  })
  const { statuses } = await askJson(resultsSchema, address, tools, {
    headers: headersOf(instance),
    hostPauseMs: 1000,
  })
  const times = statusesIn(statuses).map(({ created_at }) => Date.parse(created_at))
  const hasMore = times.length > 0 && times.every((time) => time > since)
  return {
    items: itemsIn(instance, statuses).filter(({ publishedAt = 0 }) => publishedAt >= since),
    next: hasMore ? (offset ?? 0) + pageSize : undefined,
  }
}

const statusesIn = (given: readonly unknown[]): Status[] =>
  readable(given, (one) => statusSchema.safeParse(one).data)

const itemsIn = (instance: Instance, given: readonly unknown[]): Item[] =>
  statusesIn(given)
    .filter(isWelcome)
    .map((status) => itemOf(instance, status))

const isGreater = (a: string, b: string) => a.length > b.length || (a.length === b.length && a > b)

/** Public, no repost of another, and by nobody who asks programs to stay away. */
const isWelcome = ({ visibility, reblog, account }: Status) =>
  (visibility ?? 'public') === 'public' &&
  (reblog ?? null) === null &&
  account.noindex !== true &&
  !/#?\b(?:nobot|noindex|nosearch)\b/i.test(account.note ?? '')

/** The address under which the server has the post, so that it can be looked at again. */
const idOf = ({ url }: Instance, id: string) => `${url}/api/v1/statuses/${id}`

function itemOf(instance: Instance, status: Status): Item {
  const { account, spoiler_text: warning } = status
  return {
    ...{ id: idOf(instance, status.id), url: status.url ?? status.uri },
    type: status.in_reply_to_id ? 'comment' : 'post',
    text: { html: warning ? `<p>${escaped(warning)}</p>${status.content}` : status.content },
    publishedAt: Date.parse(status.created_at),
    author: {
      ...{
        name: account.display_name || account.acct || account.username || '',
        id: `${instance.url} ${account.id}`,
      },
      ...defined({
        url: account.url ?? undefined,
        avatar: account.avatar ?? undefined,
        audience: account.followers_count ?? undefined,
      }),
    },
    ...defined({ language: status.language ?? undefined }),
    ...metricsOf({
      ...{ likes: status.favourites_count, reposts: status.reblogs_count, replies: status.replies_count },
      followers: account.followers_count,
    }),
  }
}

const escaped = (given: string) => given.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const eventSchema = z.object({ event: z.string(), payload: z.string() })

/** New posts with a tag within seconds, and what becomes of them. What is missed between two connections is found by the tag. */
function streamOf(instance: Instance, tag: string, searches: readonly Search[]): StreamChannel {
  const isSearched = searchedItems(searches, true)
  const address = addressIn(instance.url.replace(/^http/, 'ws'), '/api/v1/streaming', {
    stream: 'hashtag',
    tag,
    access_token: instance.token,
  })
  return {
    ...{ kind: 'stream', key: `${instance.url} #${tag}` },
    async open(_cursor, tools) {
      try {
        for await (const frame of tools.socket(address.href, { silenceMs, countsPings: true }))
          await take(frame, tools)
      } catch (error) {
        if (!(error instanceof FetchError) || error.kind !== 'timeout') throw error
        // A tag may be silent for hours. Storing nothing says that all is well, and then the stream begins anew.
        await tools.store({ items: [] })
      }
    },
  }

  async function take(frame: string, tools: StreamTools): Promise<void> {
    const event = eventSchema.safeParse(JSON.parse(frame)).data
    if (event?.event === 'delete')
      await tools.store({ items: [], removals: [{ item: idOf(instance, event.payload) }] })
    if (event?.event !== 'update' && event?.event !== 'status.update') return
    const items = itemsIn(instance, [JSON.parse(event.payload)]).filter(isSearched)
    if (items.length > 0) await tools.store({ items })
  }
}

/** Posts with their numbers. Those that are missing were deleted. */
async function look(instances: readonly Instance[], ids: readonly string[], tools: Tools) {
  const instanceOf = (id: string) => instances.find(({ url }) => id.startsWith(`${url}/`))
  const lookAt = async (id: string) => {
    const instance = instanceOf(id)
    if (instance === undefined) return {}
    try {
      const given = await askJson(z.unknown(), new URL(id), tools, {
        headers: headersOf(instance),
        hostPauseMs: 1000,
      })
      return { items: itemsIn(instance, [given]) }
    } catch (error) {
      if (!(error instanceof FetchError) || ![404, 410].includes(error.status ?? 0)) throw error
      return { removals: [{ item: id }] }
    }
  }
  return lookAgainAtHosts(ids, tools, lookAt, hostIn)
}
