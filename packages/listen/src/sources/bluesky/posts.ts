import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { readDate } from '../../fields/read-date.ts'
import type { Item, Metrics } from '../../source.ts'

/** A post as it stands in the repository of its author. Anybody can write anything there. */
export type Post = { uri: string; did: string; rkey: string; record: unknown; seenMs: number }

/** What is public about an author. `isHidden`: the author asks not to be shown to people who are not signed in. */
export type Profile = {
  handle?: string
  name?: string
  avatar?: string
  description?: string
  followers?: number
  isHidden: boolean
}

/** Authors with this label ask not to be shown to people who are not signed in. */
const hiddenLabel = '!no-unauthenticated'

/** What is shown beside the text of a post, and what separates it from what is before. */
type Addition = { lead: string; text: string }

const maxText = 10_000
const maxParts = 50

/** Undefined if the record is no post, or if its author asks not to be shown. */
export function itemOf(post: Post, profile?: Profile, counts: Metrics = {}): Item | undefined {
  const { uri, did, rkey, seenMs } = post
  const record = objectOf(post.record)
  if (typeof record?.text !== 'string' || profile?.isHidden || hasHiddenLabel(record.labels)) return undefined
  const embed = embedOf(record.embed)
  const links = [...linksIn(record.facets), ...embed.links]
  const language = listOf(record.langs).find((code) => typeof code === 'string')
  const metrics = { ...counts, ...defined({ followers: profile?.followers }) }
  return {
    id: uri,
    // By the permanent id of the author, because handles change.
    url: `https://bsky.app/profile/${did}/post/${rkey}`,
    text: { plain: textWith(record.text, [...hiddenTags(record), ...embed.texts]) },
    ...(links.length > 0 && { links: links.slice(0, maxParts) }),
    publishedAt: publishedAt(record.createdAt, seenMs),
    author: authorOf(did, profile),
    ...(typeof language === 'string' && { language }),
    ...(Object.keys(metrics).length > 0 && { metrics }),
  }
}

/** Cards often repeat the text, or have the same title and description. */
function textWith(text: string, others: Addition[]): string {
  let whole = text
  for (const { lead, text: other } of others)
    if (!whole.includes(other)) whole = whole === '' ? other : `${whole}${lead}${other}`
  return whole.slice(0, maxText)
}

/** Authors choose `createdAt`, and may choose a time that is yet to come. */
function publishedAt(createdAt: unknown, seenMs: number): number {
  const created = typeof createdAt === 'string' ? readDate(createdAt) : undefined
  return created !== undefined && created < seenMs ? created : seenMs
}

/** Without a profile the name is the permanent id, because the stream has no other. */
function authorOf(did: string, profile: Profile | undefined): Item['author'] {
  const { handle, name, avatar, description } = profile ?? {}
  return {
    id: did,
    name: name || handle || did,
    url: `https://bsky.app/profile/${handle ?? did}`,
    ...(avatar && { avatar }),
    ...(description && { description }),
    ...defined({ audience: profile?.followers }),
  }
}

/** The post shows a shortened form of its links, so the whole addresses stand beside the text. */
function linksIn(facets: unknown): string[] {
  const features = listOf(facets).flatMap((facet) => listOf(objectOf(facet)?.features))
  return features.flatMap((feature) => textOf(objectOf(feature)?.uri)).filter(isWebAddress)
}

/** Tags that the app does not show within the text. */
function hiddenTags({ tags }: Record<string, unknown>): Addition[] {
  return listOf(tags)
    .flatMap(textOf)
    .map((name) => ({ lead: ' ', text: `#${name.replace(/^#/, '')}` }))
}

/** What stands below the text: the card of a link, descriptions of pictures, a quoted post. */
function embedOf(given: unknown): { texts: Addition[]; links: string[] } {
  const embed = objectOf(given)
  const media = objectOf(embed?.media) ?? embed
  const card = objectOf(media?.external)
  const quoted = textOf(objectOf(objectOf(embed?.record)?.record)?.uri ?? objectOf(embed?.record)?.uri)
  const pictures = [media, ...listOf(media?.images).map(objectOf)]
  return {
    texts: [
      ...[...textOf(card?.title), ...textOf(card?.description)].map((text) => ({ lead: ' · ', text })),
      ...pictures.flatMap((picture) => textOf(picture?.alt)).map((alt) => ({ lead: ' ', text: `[${alt}]` })),
    ],
    links: [...textOf(card?.uri).filter(isWebAddress), ...quoted.flatMap(pageOf)],
  }
}

function pageOf(uri: string): string[] {
  const [, did, rkey] = /^at:\/\/(did:[^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? []
  return did === undefined ? [] : [`https://bsky.app/profile/${did}/post/${rkey}`]
}

const labelsSchema = z.array(z.object({ val: z.string() }).catch({ val: '' }))

/** Of a list of labels, or of the labels that an author has put into a record. */
export function hasHiddenLabel(labels: unknown): boolean {
  const known = labelsSchema.safeParse(objectOf(labels)?.values ?? labels).data ?? []
  return known.some(({ val }) => val === hiddenLabel)
}

const isWebAddress = (address: string) => /^https?:\/\//i.test(address) && address.length <= 2000

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxParts) : [])

const textOf = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? [value.slice(0, maxText)] : []
