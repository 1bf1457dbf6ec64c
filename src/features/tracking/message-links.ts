import { canonicalAddress } from '@overheard/base/address'
import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { cut, webAddress } from '../../messages/kit/text.ts'
import { unescaped } from '../../typed/text.ts'
import type { Link } from './model.ts'

const messageSchema = z.object({
  ts: z.string().catch(''),
  text: z.string().catch(''),
  blocks: z.array(z.unknown()).catch([]),
  attachments: z.array(z.unknown()).catch([]),
})

const attachmentSchema = z.object({
  from_url: z.string().optional(),
  original_url: z.string().optional(),
  title_link: z.string().optional(),
  title: z.string().optional(),
})

/** `links` are different pages, in the order of the message. `words` is its text without addresses. */
export type ReadMessage = { links: Link[]; words: string }

const longestWords = 300
const longestTitle = 200

/** Reads what Slack sends of a message: formatted text, blocks, and previews of links. Links to other messages of Slack do not count. */
export function readMessage(message: unknown): ReadMessage {
  const { text, blocks, attachments } = messageSchema.catch(nothing).parse(message)
  const previews = attachments.flatMap((one) => attachmentSchema.safeParse(one).data ?? [])
  const titles = new Map(
    previews.flatMap(({ title, ...urls }) =>
      title === undefined ? [] : addressesOf(urls).map((url) => [canonicalAddress(url), title] as const),
    ),
  )
  const links = new Map<string, Link>()
  for (const written of [
    ...blocks.flatMap(linksIn),
    ...linksInText(text),
    ...previews.flatMap(addressesOf),
  ]) {
    const url = webAddress(written)
    const page = url && canonicalAddress(url)
    if (url === undefined || page === undefined || !isPublic(url) || links.has(page)) continue
    const title = cut(titles.get(page) ?? '', longestTitle)
    links.set(page, { url, ...(title !== '' && { title }) })
  }
  return { links: [...links.values()], words: cut(wordsOf(text), longestWords) }
}

const nothing = { ts: '', text: '', blocks: [], attachments: [] }

const addressesOf = (preview: Omit<z.output<typeof attachmentSchema>, 'title'>) =>
  Object.values(defined(preview)).filter((url) => typeof url === 'string')

/** Returns the addresses in a block: those of links and buttons, and those in its formatted texts. */
function linksIn(block: unknown): string[] {
  if (Array.isArray(block)) return block.flatMap(linksIn)
  if (typeof block !== 'object' || block === null) return []
  const own = 'url' in block && typeof block.url === 'string' ? [block.url] : []
  const isFormatted = 'type' in block && block.type === 'mrkdwn' && 'text' in block
  const inText = isFormatted && typeof block.text === 'string' ? linksInText(block.text) : []
  return [...own, ...inText, ...Object.values(block).flatMap(linksIn)]
}

/** Apps can write addresses that Slack does not make links. Such an address ends before the punctuation of the sentence. */
const bareAddress = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]]/gi
const linkOrAddress = new RegExp(`<https?:[^<>]*>|${bareAddress.source}`, 'gi')

/** Slack writes an address in a message as `<https://…|label>`. */
const stripLink = (text: string) =>
  text.replace(/^<([^|>]*)(?:\|[^>]*)?>$/, (_, address: string) => unescaped(address))

const linksInText = (text: string): string[] =>
  (text.match(linkOrAddress) ?? []).map((one) => (one.startsWith('<') ? stripLink(one) : unescaped(one)))

/** False for other messages of Slack, and for names such as `localhost`. */
function isPublic(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return hostname.includes('.') && !(hostname.endsWith('.slack.com') && pathname.startsWith('/archives/'))
}

/** Leaves out addresses and people, because a post names neither twice nor people without a reason. */
function wordsOf(text: string): string {
  const plain = text
    .replace(/<https?:[^<>|]*\|([^<>]*)>/gi, (_, label: string) => (/^https?:/i.test(label) ? '' : label))
    .replace(/<#[^<>|]*\|([^<>]*)>/g, '#$1')
    .replace(/<[^<>]*>/g, '')
    .replace(bareAddress, '')
  return unescaped(plain)
}
