import type { MentionInput } from '../records.ts'
import type { Post } from './posts/parse-posts.ts'

/** A paper that publishes the story, and its reach. */
type Paper = { name: string; host: string; reach: number }

/**
 * Papers in the order of publication. The first twelve reach 1.3 million together; the thirteenth makes the total more than ten times the
 * reach of the first.
 */
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

/** Variants of the headline: unchanged, with the paper's name, or with a prefix. */
const headlines = [
  (headline: string) => headline,
  (headline: string, { name }: Paper) => `${headline} | ${name}`,
  (headline: string) => `Breaking: ${headline}`,
]

const snippet =
  '…nothing leaves the building unless somebody wants it to, says Acme, and the app stays the same…'

/** One paper's copy of the story. */
export type ArticleCopy = { post: Post; place: Pick<MentionInput, 'url' | 'reach' | 'author' | 'source'> }

/** The copies of one story, in the order of publication. Different numbers make different stories. */
export function storyCopies(number: number): ArticleCopy[] {
  const headline = `Acme lets ${number} companies keep all their notes on machines of their own`
  return papers.map((paper, place) => {
    const title = headlines[place % headlines.length]?.(headline, paper) ?? headline
    return articleOf(paper, { title, snippet, path: `tech/acme-notes-${number}`, sentiment: 'neutral' })
  })
}

type Article = { title: string; snippet: string; path: string; sentiment: 'neutral' | 'negative' }

function articleOf({ name, host, reach }: Paper, { path, ...said }: Article): ArticleCopy {
  const author = { name, avatar: `https://${host}/icon.png`, audience: reach * 3, url: host }
  return {
    post: { ...said, language: 'en', press: true },
    place: { url: `https://${host}/${path}`, reach, author, source: 'news-blogs' },
  }
}

/**
 * What fourteen places say about one event, each in its own words. `N` stands for a number of thousands, which makes another event of each
 * story. The last place corrects the others.
 */
const articles: [title: string, snippet: string][] = [
  [
    'Acme outage leaves N users without their notes',
    'The sync of Acme failed on Friday morning. About N users could not open their notes for five hours, the company said.',
  ],
  [
    'N Acme users locked out of their notes as sync fails',
    'Acme says that a change of its servers was to blame.',
  ],
  ['Acme sync outage: N users cannot open notes', 'It is the longest outage of Acme this year.'],
  ['Acme is down: N users lose access to notes', 'The outage of Acme began at 8:10 on Friday.'],
  [
    'Acme outage: what we know about the failure that hit N users',
    'The sync of Acme works again since noon.',
  ],
  [
    'Acme apologises to N users after sync outage',
    'Acme wants to publish a report about the outage next week.',
  ],
  [
    'Sync failure at Acme: N users wait for their notes',
    'Users of Acme complain that the status page said nothing.',
  ],
  [
    'Five hours without notes: Acme outage affects N users',
    'Schools and small companies felt the outage of Acme most.',
  ],
  ['Acme outage hits N users, sync restored at noon', 'No notes were lost, says Acme.'],
  ['Acme blames server change for outage of N users', 'The outage of Acme lasted five hours.'],
  ['N users of Acme could not sync their notes on Friday', 'Acme offers them a free month.'],
  ['After the outage: Acme gives N users a free month', 'The sync of Acme had failed on Friday.'],
  ['Acme outage: notes of N users out of reach for hours', 'Acme says that all notes are safe.'],
  [
    'Correction: Acme outage hit N users, for four hours and not five',
    'An earlier version of this article about the sync of Acme was wrong.',
  ],
]

const blog = { name: 'Night Owl Weekly', host: 'night-owl.example.org', reach: 18_000 }

/** The articles about one event, in the order of publication. The place with the widest reach is the first, so that its story gets no second card. */
export function coverageArticles(thousands: number): ArticleCopy[] {
  const places = [...papers, blog].toSorted((a, b) => b.reach - a.reach)
  return articles.flatMap(([title, snippet], index) => {
    const [place] = places.slice(index)
    const withNumber = (text: string) =>
      text.replaceAll('N users', `${thousands},000 users`).replaceAll('N Acme', `${thousands},000 Acme`)
    const said = { title: withNumber(title), snippet: withNumber(snippet) }
    return place === undefined
      ? []
      : [articleOf(place, { ...said, path: `tech/acme-outage-${thousands}`, sentiment: 'negative' })]
  })
}
