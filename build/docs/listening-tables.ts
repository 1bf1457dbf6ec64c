import { canonicalAddress } from '@overheard/base/address'
import { fold, foldExactly } from '../../packages/listen/src/query/fold.ts'
import { resolveName } from '../../packages/listen/src/sources/feeds/short-names.ts'
import { usualPaths } from '../../packages/listen/src/sources/intake/fields.ts'
import type { GeneratedParts } from './generated-parts.ts'
import { markdownTable } from './markdown-table.ts'

const feedNames = [
  ...['mastodon.social/tags/acme', 'mastodon.social/@acme', 'lemmy.world/c/acme'],
  ...['bsky.app/profile/acme.example', 'github.com/acme/app', 'github.com/acme/app/tags'],
  ...['github.com/acme/app/commits/main', 'github.com/acme/app/discussions', 'stackoverflow.com/tags/acme'],
  ...['youtube.com/channel/UCacme', 'youtube.com/playlist?list=acme', 'youtube.com/@acme'],
  ...['reddit.com/r/acme', 'reddit.com/r/acme/comments', 'lobste.rs', 'lobste.rs/t/programming'],
  ...['medium.com/tag/acme', 'dev.to/t/acme', 'acme.tumblr.com/tagged/app'],
]

const words = [
  ...['ACMÉ', 'Straße', 'ﬁne', 'Acme’s', 'C♯', 'a–b', 'ＡＣＭＥ', 'ⒶⒸⓂⒺ', 'ᴀᴄᴍᴇ', 'a̶c̶m̶e̶'],
  ...['𝐀𝐜𝐦𝐞', 'Ⅷ', 'CO₂', 'ｶﾞｽ', 'ي', 'ك', 'ة', 'أ', '٣', 'محـمد'],
]

const addresses = [
  ...['http://www.News.example:80/a/', 'https://news.example/index.html', 'https://news.example/?b=1&a=2'],
  ...['https://news.example/a?utm_source=x&fbclid=1', 'https://news.example/a?ref=rss'],
  ...['https://amp.news.example/a', 'https://news.example/a.amp.html'],
  ...['https://www.google.com/amp/s/news.example/a', 'https://youtu.be/dQw4w9WgXcQ'],
  ...['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://old.reddit.com/r/acme/comments/1abc/title/'],
  ...['https://twitter.com/acme/status/1', 'https://t.me/s/acme/1', 'https://news.example/a#comments'],
  ...['https://news.example/a#:~:text=x', 'https://news.example:8443/A', 'https://news.example/a?ref=12'],
  ...['https://news.example/?p=1', 'https://news.example/a#comment-2', 'https://news.example/#/shop'],
]

const code = (text: string) => `\`${text}\``

/** Returns the tables of docs/reference/listening.md: what the code makes of each example. */
export const listeningTables = (): GeneratedParts => ({
  feeds: markdownTable(
    ['Name', 'Read', 'Note'],
    feedNames.map((name) => {
      const { addresses, site } = resolveName(name)
      return [code(name), addresses.map(code).join(', else '), site.note ?? '']
    }),
  ),
  words: markdownTable(
    ['Written', 'Counts as', 'With `=` or backticks'],
    words.map((word) => [word, fold(word).text, foldExactly(word).text].map(code)),
  ),
  addresses: markdownTable(
    ['Address', 'Counts as'],
    addresses.map((address) => [address, canonicalAddress(address) ?? ''].map(code)),
  ),
  fields: markdownTable(
    ['Field', 'The first of these with a value'],
    Object.entries(usualPaths).map(([field, paths]) => [code(field), paths.map(code).join(', ')]),
  ),
})
