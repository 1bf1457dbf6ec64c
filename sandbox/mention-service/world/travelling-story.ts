import type { MentionInput } from '../archive/records.ts'
import type { Post } from './posts/post.ts'

/** A paper that prints the story, and how many that reaches. */
type Paper = { name: string; host: string; reach: number }

/** In the order in which they print it: twelve reach 1.3M together, and the thirteenth makes it tenfold of the first. */
const papers: Paper[] = [
  { name: 'The Morning Ledger', host: 'ledger.example.org', reach: 150_000 },
  { name: 'TechNews Daily', host: 'technews.example.com', reach: 96_000 },
  { name: 'The Herald', host: 'herald.example.net', reach: 210_000 },
  { name: 'Netzblick', host: 'netzblick.example.net', reach: 41_000 },
  { name: 'City Courier', host: 'courier.example.com', reach: 130_000 },
  { name: 'Startup Almanac', host: 'almanac.example.com', reach: 88_000 },
  { name: 'The Gazette', host: 'gazette.example.org', reach: 64_000 },
  { name: 'The Observer', host: 'observer.example.com', reach: 175_000 },
  { name: 'Evening Post', host: 'post.example.net', reach: 52_000 },
  { name: 'Tribune', host: 'tribune.example.org', reach: 119_000 },
  { name: 'The Chronicle', host: 'chronicle.example.com', reach: 83_000 },
  { name: 'Wire Report', host: 'wire.example.net', reach: 92_000 },
  { name: 'National Broadcast', host: 'broadcast.example.com', reach: 240_000 },
]

/** What a paper makes of a headline: as it came, with its name, or with a word of its own. */
const headlines = [
  (headline: string) => headline,
  (headline: string, { name }: Paper) => `${headline} | ${name}`,
  (headline: string) => `Breaking: ${headline}`,
]

const snippet =
  '…nothing leaves the building unless somebody wants it to, says Acme, and the app stays the same…'

/** What one paper prints: the words, and where they stand. */
export type Print = { post: Post; place: Pick<MentionInput, 'url' | 'reach' | 'author' | 'source'> }

/** What each paper prints of one story, in the order in which they do. `number`: stories of different numbers are not the same. */
export function storyIn(number: number): Print[] {
  const headline = `Acme lets ${number} companies keep all their notes on machines of their own`
  return papers.map((paper, place) => {
    const { name, host, reach } = paper
    const author = { name, avatar: `https://${host}/icon.png`, audience: reach * 3, url: host }
    const title = headlines[place % headlines.length]?.(headline, paper) ?? headline
    const url = `https://${host}/tech/acme-notes-${number}`
    return {
      post: { title, snippet, sentiment: 'neutral', language: 'en', press: true },
      place: { url, reach, author, source: 'news-blogs' },
    }
  })
}
