/**
 * Publishers of feeds with a hidden truth: which article each entry of each document is. A kind is a publisher with a habit. Publishers write
 * ids, addresses and times as well-known programs do; habits are what editors, caches and moves do to any of them. Nothing here knows the
 * rules that are measured.
 */

export const hour = 3_600_000
const day = 24 * hour
export const begun = Date.UTC(2026, 8, 1, 6)

/** As it is at a look. `number` is the truth. */
export type Article = { number: number; title: string; slug: string; text: string; at: number; edits: number }

/** What a document says of an article. */
export type Facts = { id?: string; link?: string; title?: string; text: string; at?: number; file?: string }

/** `fetch` counts from 0, `place` is that in the document, and `age` is the number of looks since the article came. */
type Look = { fetch: number; place: number; age: number }

export type Publisher = {
  /** The page of the feed. */
  page: string
  /** Entries of a document. */
  window?: number
  /** New articles at each look. */
  pace?: number
  /** What is special about its articles. */
  article?: (article: Article) => Article
  write: (article: Article, look: Look) => Facts
  /** A second feed, which gives some of the articles in its own way. */
  other?: { page: string; has: (article: Article) => boolean; write: (article: Article, look: Look) => Facts }
  /** False for articles that cannot be edited, such as commits. */
  edits?: false
  /** So many stored items are compared; 2000 if the publisher does not say. */
  compared?: number
}

export type Habit = {
  article?: (article: Article, look: Omit<Look, 'place'>) => Article
  /** The newest first. */
  list?: (published: Article[], fetch: number) => Article[]
  facts?: (facts: Facts, look: Look, article: Article) => Facts
  /** The fetch whose document is given. */
  cached?: (fetch: number) => number
  /** The configured address, if that changes. */
  channel?: (fetch: number) => string
  /** The page of the feed, if that changes. */
  page?: (page: string, fetch: number) => string
  /** False for publishers that do not have the habit. */
  fits?: (publisher: Publisher, name: string) => boolean
}

export const mixed = (...numbers: number[]): number => {
  let hash = 2_166_136_261
  for (const number of numbers) {
    hash = Math.imul(hash ^ (number & 0xffff), 16_777_619)
    hash = Math.imul(hash ^ (number >>> 16), 16_777_619)
    hash ^= hash >>> 13
  }
  return hash >>> 0
}
const hex = (...numbers: number[]) =>
  [1, 2, 3]
    .map((step) =>
      mixed(...numbers, step)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')

const vocabulary =
  `acme announces shop cook train river court opera garden bridge school market museum harbour forest bakery stadium the a of in to for and new after
  with over opens closes wins loses moves grows burns hires sells builds plans delays sues buys tests ends starts visits city council minister price
  record year week monday report study people workers union strike deal storm rain summer winter festival film music award team coach match final
  season goal player police fire road closed traffic airport flight airline ship port energy gas power solar wind bank rate tax budget vote election party leader speech`
    .split(/\s+/)
    .filter((word) => word !== '')

const words = (count: number, ...seed: number[]) =>
  Array.from({ length: count }, (_, step) => vocabulary[mixed(...seed, step) % vocabulary.length] ?? '')

/** Articles of one publisher. About one in eight has no more than a sentence. */
export function articleOf(seed: number, number: number, at: number): Article {
  const title = ['Acme', ...words(4 + (mixed(seed, number) % 4), seed, number, 1)].join(' ')
  const length = mixed(seed, number, 2) % 8 === 0 ? 9 : 20 + (mixed(seed, number, 3) % 40)
  return {
    ...{ number, title, at, edits: 0, text: `Acme ${words(length, seed, number, 4).join(' ')}.` },
    slug: title.toLowerCase().replaceAll(/\W+/g, '-'),
  }
}

const iso = (at: number) => new Date(at).toISOString()
const dated = (at: number) => iso(at).slice(0, 10).replaceAll('-', '/')
const midnight = (at: number) => at - (at % day)
const issue = (name: string) => (article: Article) => ({
  ...article,
  title: `${name} ${article.number + 40}`,
})
const repeated =
  (...titles: string[]) =>
  (article: Article) => ({ ...article, title: titles[mixed(article.number, 9) % titles.length] ?? '' })
const textless = (article: Article) => ({ ...article, text: '' })

const all = ({ title, text, at }: Article) => ({ title, text, at })
const site = 'https://x.example/'

const wordPress = (article: Article): Facts => ({
  ...{ id: `${site}?p=${article.number + 100}`, link: `${site}${dated(article.at)}/${article.slug}/` },
  ...all(article),
})
const plainSite = (article: Article): Facts => ({
  ...{ id: `${site}news/${article.slug}`, link: `${site}news/${article.slug}`, ...all(article) },
})

/** Publishers by what they are. */
export const publishers: Record<string, Publisher> = {
  WordPress: { page: site, write: wordPress },
  'comments of WordPress': {
    page: site,
    article: repeated('By: Jo', 'By: Kim Lee', 'By: Ann'),
    write: (one) => {
      const link = `${site}2026/11/acme-opens/#comment-${one.number + 500}`
      return { id: link, link, ...all(one) }
    },
  },
  'comments at one address': {
    page: site,
    article: repeated('Re: Acme opens a shop', 'Re: Acme hires cooks'),
    write: (one) => ({ id: `c${one.number}`, link: `${site}acme/${mixed(one.number, 9) % 2}`, ...all(one) }),
  },
  Ghost: {
    page: site,
    write: (one) => ({ id: hex(one.number), link: `${site}${one.slug}/`, ...all(one) }),
  },
  Medium: {
    page: site,
    write: (one) => ({
      id: `https://medium.example/p/${hex(one.number).slice(0, 12)}`,
      link: `https://medium.example/@acme/${one.slug}-${hex(one.number).slice(0, 12)}?source=rss-${hex(7).slice(0, 12)}------2`,
      ...all(one),
    }),
  },
  Substack: {
    page: site,
    write: (one) => ({ id: `${site}p/${one.slug}`, link: `${site}p/${one.slug}`, ...all(one) }),
  },
  Blogger: {
    page: site,
    write: (one) => ({
      id: `tag:blogger.com,1999:blog-77.post-${mixed(one.number)}${mixed(one.number, 1)}`,
      ...{ link: `http://x.example/2026/11/${one.slug.slice(0, 30)}.html`, ...all(one) },
    }),
  },
  Squarespace: {
    page: site,
    write: (one) => ({
      id: `${hex(1)}:${hex(2)}:${hex(one.number)}`,
      ...{ link: `${site}blog/2026/11/${one.number % 28}/${one.slug}`, ...all(one) },
    }),
  },
  Wix: {
    page: site,
    write: (one) => ({ id: hex(one.number), link: `${site}post/${one.slug}`, ...all(one) }),
  },
  Drupal: {
    page: site,
    write: (one) => ({
      id: `${one.number + 900} at ${site}`,
      link: `${site}node/${one.number + 900}`,
      ...all(one),
    }),
  },
  TYPO3: {
    page: site,
    write: (one, { fetch }) => ({
      id: `news-${one.number}`,
      link: `${site}aktuell?tx_news%5Bnews%5D=${one.number}&cHash=${hex(fetch, one.number).slice(0, 32)}`,
      ...all(one),
    }),
  },
  'a static site': { page: site, write: plainSite },
  'a static site without ids': {
    page: site,
    write: (one) => ({ link: `${site}news/${one.slug}`, ...all(one) }),
  },
  'Jekyll that was given a time zone': {
    page: site,
    write: (one, { fetch }) => {
      const at = fetch < 10 ? one.at : one.at - 5 * hour
      return {
        id: `${site}${dated(at)}/${one.slug}`,
        link: `${site}${dated(at)}/${one.slug}`,
        ...all(one),
        at,
      }
    },
  },
  phpBB: {
    page: site,
    article: repeated('Board • Re: Acme is slow', 'Board • Re: Where to buy', 'Board • Re: Acme 2'),
    write: (one) => ({
      id: `${site}viewtopic.php?p=${one.number + 70}#p${one.number + 70}`,
      ...{ link: `${site}viewtopic.php?p=${one.number + 70}#p${one.number + 70}`, ...all(one) },
    }),
  },
  'topics of Discourse': {
    page: site,
    write: (one) => ({
      id: `x.example-topic-${one.number}`,
      link: `${site}t/${one.slug}/${one.number}`,
      ...all(one),
    }),
  },
  'posts of Discourse': {
    page: site,
    article: repeated('Acme is slow', 'Where to buy', 'Acme 2'),
    write: (one) => {
      const topic = mixed(one.number, 9) % 3
      return {
        id: `x.example-post-${topic}-${one.number}`,
        link: `${site}t/acme/${topic}/${one.number + 1}`,
        ...all(one),
      }
    },
  },
  Reddit: {
    page: 'https://www.reddit.com/r/acme/',
    write: (one) => ({
      id: `t3_${hex(one.number).slice(0, 7)}`,
      link: `https://www.reddit.com/r/acme/comments/${hex(one.number).slice(0, 7)}/${one.slug.slice(0, 40).replaceAll('-', '_')}/`,
      ...all(one),
    }),
  },
  YouTube: {
    page: 'https://www.youtube.com/channel/UC1',
    write: (one) => ({
      id: `yt:video:${hex(one.number).slice(0, 11)}`,
      link: `https://www.youtube.com/watch?v=${hex(one.number).slice(0, 11)}`,
      ...all(one),
    }),
  },
  'releases of GitHub': {
    page: 'https://github.com/acme/app/releases',
    article: (one) => ({
      ...one,
      title: `v2.${one.number}.0`,
      text: `Acme: ${one.number % 3 === 0 ? one.text : 'bug fixes.'}`,
    }),
    write: (one) => ({
      id: `tag:github.com,2008:Repository/9/${one.title}`,
      ...{ link: `https://github.com/acme/app/releases/tag/${one.title}`, ...all(one) },
    }),
  },
  'commits of GitHub': {
    page: 'https://github.com/acme/app/commits',
    edits: false,
    article: repeated('Bump acme', 'Fix tests', 'Update README'),
    write: (one) => ({
      id: `tag:github.com,2008:Grit::Commit/${hex(one.number)}`,
      ...{ link: `https://github.com/acme/app/commit/${hex(one.number)}`, ...all(textless(one)) },
    }),
  },
  arXiv: {
    page: 'https://arxiv.org/list/cs.CL/recent',
    pace: 3,
    window: 12,
    article: (one) => ({ ...one, at: midnight(one.at) }),
    write: (one, { age }) => {
      const version = one.number % 4 === 0 && age > 2 ? 2 : 1
      const name = `2611.${String(one.number + 1000).padStart(5, '0')}`
      return {
        ...{ id: `oai:arXiv.org:${name}v${version}`, link: `https://arxiv.org/abs/${name}`, ...all(one) },
        at: one.at + (version - 1) * day,
      }
    },
  },
  'Google News': {
    page: 'https://news.google.com/search?q=acme',
    article: textless,
    write: (one) => ({
      ...{
        id: `CBMi${hex(one.number)}`,
        link: `https://news.google.com/rss/articles/CBMi${hex(one.number)}?oc=5`,
      },
      ...{ ...all(one), title: `${one.title} - Paper ${one.number % 5}` },
    }),
  },
  'a podcast with one page': {
    page: `${site}show`,
    article: (one) => ({ ...one, title: `${one.number + 10}: ${one.title}` }),
    write: (one) => ({
      ...{ id: hex(one.number), link: `${site}show`, file: `${site}audio/${one.number}.mp3`, ...all(one) },
    }),
  },
  'a podcast without pages': {
    page: `${site}show`,
    article: issue('Acme daily'),
    write: (one, { fetch }) => ({
      ...{ id: hex(one.number), file: `https://cdn.example/${one.number}.mp3?token=${fetch}`, ...all(one) },
    }),
  },
  'a government with days for times': {
    page: site,
    article: (one) => ({ ...one, at: midnight(one.at) }),
    write: (one) => ({ id: `${site}doc/${one.number}`, link: `${site}doc/${one.number}`, ...all(one) }),
  },
  'jobs with days for times': {
    page: site,
    pace: 2,
    // The same job is to be had several times.
    article: (one) => ({
      ...repeated('Acme: nurse', 'Acme: cook')(one),
      ...{
        text: 'Acme seeks people who like to work in a team of twelve, full time, from January on.',
        at: midnight(one.at),
      },
    }),
    write: (one) => ({ id: `${one.number + 7000}`, link: `${site}job?id=${one.number + 7000}`, ...all(one) }),
  },
  'minutes of a council without ids': {
    page: site,
    article: (one) => ({ ...textless(repeated('Acme: minutes', 'Acme: tender')(one)), at: midnight(one.at) }),
    write: (one) => ({ link: `${site}files/${hex(one.number).slice(0, 8)}.pdf`, ...all(one) }),
  },
  photos: {
    page: site,
    article: repeated('Acme photo'),
    write: (one) => ({ id: hex(one.number), link: `${site}photo/${hex(one.number)}`, ...all(textless(one)) }),
  },
  'photos without times': {
    page: site,
    article: repeated('Acme photo'),
    write: ({ number, title }) => ({ id: hex(number), link: `${site}photo/${hex(number)}`, title, text: '' }),
  },
  'the newest photo at one address': {
    page: site,
    window: 1,
    article: repeated('Acme photo of the day'),
    write: (one) => ({ id: hex(one.number), link: `${site}today`, ...all(textless(one)) }),
  },
  'two towns with the same notices': {
    page: site,
    article: (one) => ({ ...repeated('Acme: notice', 'Acme: roads')(one), at: midnight(one.at) }),
    write: (one) => ({ id: `n${one.number}`, link: `${site}a/${one.number}`, ...all(textless(one)) }),
    other: {
      page: 'https://b.example/',
      has: () => false,
      write: (one) => ({
        id: `n${one.number}`,
        link: `https://b.example/a/${one.number}`,
        ...all(one),
        title: 'Acme: notice',
      }),
    },
  },
  'a government without ids and times': {
    page: site,
    write: ({ at: _, ...one }) => ({
      link: `${site}press/${one.number}.html`,
      title: one.title,
      text: one.text,
    }),
  },
  'a newspaper with signed links': {
    page: site,
    write: (one, { fetch }) => ({
      link: `${site}a/${one.slug}?sig=${hex(fetch, one.number)}&exp=${fetch * 3600}`,
      ...all(one),
    }),
  },
  'a newspaper with signed links and texts to come': {
    page: site,
    article: textless,
    write: (one, { fetch }) => ({ link: `${site}a/${one.slug}?sig=${hex(fetch, one.number)}`, ...all(one) }),
  },
  'an agency with revisions': {
    page: site,
    write: (one, { age }) => {
      const revision = one.number % 3 === 0 && age > 1 ? Math.min(age - 1, 3) : 0
      return {
        ...{ id: `${site}n/${one.number}#${revision}`, link: `${site}n/${one.number}`, ...all(one) },
        at: one.at + revision * 20 * 60_000,
      }
    },
  },
  'a search that makes up ids and addresses': {
    page: site,
    article: textless,
    write: (one, { fetch, place }) => ({
      ...{ id: `t${fetch}-${place}`, link: `${site}go/${hex(fetch, place).slice(0, 12)}`, ...all(one) },
    }),
  },
  'a search that makes up ids, addresses and times': {
    page: site,
    write: (one, { fetch, place }) => ({
      ...{ id: `t${fetch}-${place}`, link: `${site}go/${hex(fetch, place).slice(0, 12)}`, ...all(one) },
      at: begun + fetch * hour,
    }),
  },
  'a program that makes up ids': {
    page: site,
    write: (one, { fetch, place }) => ({
      id: hex(fetch, place, 5),
      link: `${site}a/${one.number}`,
      ...all(one),
    }),
  },
  'ids that are hashes of texts': {
    page: site,
    write: (one) => ({
      ...{ id: hex(one.number, one.edits), link: `${site}a/${one.number}`, ...all(one) },
    }),
  },
  'ids that are places in the document': {
    page: site,
    write: (one, { place }) => ({ id: String(place + 1), link: `${site}a/${one.number}`, ...all(one) }),
  },
  'one id for all': {
    page: site,
    write: (one) => ({ id: '0', link: `${site}a/${one.number}`, ...all(one) }),
  },
  'one id and one page for all': {
    page: site,
    write: (one) => ({ id: 'x', link: `${site}live`, ...all(one) }),
  },
  'a status page': {
    page: 'https://status.example/',
    article: (one) => ({ ...one, text: `Investigating - ${one.text}` }),
    write: (one, { age }) => ({
      id: `tag:status.example,2005:Incident/${one.number + 5000}`,
      link: `https://status.example/incidents/${hex(one.number).slice(0, 12)}`,
      ...{
        ...all(one),
        text: age > 1 ? `Resolved - All is well. ${one.text}` : one.text,
        at: one.at + age * 600_000,
      },
    }),
  },
  'a status page without ids': {
    page: 'https://status.example/',
    write: (one) => ({ link: 'https://status.example/', ...all(one) }),
  },
  'two status pages at one address': {
    page: 'https://status.example/',
    write: (one) => ({ id: `api-${one.number}`, link: 'https://status.example/', ...all(one) }),
    other: {
      page: 'https://status.example/',
      has: () => false,
      write: (one) => ({ id: `web-${one.number}`, link: 'https://status.example/', ...all(one) }),
    },
  },
  'entries with nothing but a title': {
    page: site,
    write: ({ title, at }) => ({ title, at, text: '' }),
  },
  'entries with nothing but a text': {
    page: site,
    write: ({ text, at }) => ({ text, at }),
  },
  'an application of one page': {
    page: `${site}#/`,
    write: (one) => ({ id: `${one.number}`, link: `${site}#/news/n${one.number}`, ...all(one) }),
  },
  'an application of one page without ids': {
    page: `${site}#/`,
    write: (one) => ({ link: `${site}#!/news/${one.slug}`, ...all(one) }),
  },
  'warnings at one page': {
    page: site,
    article: repeated('Acme wind warning', 'Acme rain warning'),
    write: (one) => ({ id: `urn:oid:2.49.0.${one.number}`, link: `${site}warnings`, ...all(textless(one)) }),
  },
  'reviews of one product': {
    page: 'https://apps.example/acme',
    article: repeated('Great', 'Does not work', 'I love it', 'Bad'),
    write: (one) => ({
      id: `${one.number + 12_000}`,
      link: 'https://apps.example/acme?reviews',
      ...all(one),
    }),
  },
  'changes of a wiki': {
    page: site,
    edits: false,
    article: repeated('Acme', 'Talk:Acme'),
    write: (one) => {
      const link = `${site}index.php?title=Acme&diff=${one.number + 50}&oldid=${one.number + 49}`
      return { id: link, link, ...all(one) }
    },
  },
  'activities of a tracker': {
    page: site,
    article: (one) => ({ ...one, title: `Kim commented on ACME-${one.number % 3}` }),
    write: (one) => ({
      id: `urn:uuid:${hex(one.number)}`,
      link: `${site}browse/ACME-${one.number % 3}`,
      ...all(one),
    }),
  },
  'a mailing list': {
    page: site,
    article: repeated('Re: [acme] release', '[acme] meeting', 'Re: [acme] meeting'),
    write: (one) => ({
      id: `${site}2026-11/msg${one.number}.html`,
      link: `${site}2026-11/msg${one.number}.html`,
      ...all(one),
    }),
  },
  Mastodon: {
    page: 'https://social.example/@acme',
    write: ({ number, text, at }) => {
      const link = `https://social.example/@acme/11${mixed(number)}`
      return { id: link, link, text, at }
    },
  },
  'small ads that come again': {
    page: site,
    // Each fourth is the one before it, put up again: people see a new offer.
    article: (one) =>
      one.number % 4 === 3
        ? {
            ...one,
            title: `Acme bike, size ${one.number - 1}`,
            text: 'Acme bike, red, hardly used, to be collected.',
          }
        : {
            ...one,
            title: `Acme bike, size ${one.number}`,
            text: 'Acme bike, red, hardly used, to be collected.',
          },
    write: (one) => ({
      id: `${site}ad/${mixed(one.number)}.html`,
      link: `${site}ad/${mixed(one.number)}.html`,
      ...all(one),
    }),
  },
  'a weekly thread': {
    page: site,
    article: repeated('Open thread for Acme'),
    write: (one) => ({ id: `${site}t/${one.number}`, link: `${site}t/${one.number}`, ...all(textless(one)) }),
  },
  'issues of a bulletin': {
    page: site,
    article: issue('Acme bulletin, issue'),
    write: (one) => ({ id: hex(one.number), link: `${site}issue/${one.number + 40}`, ...all(textless(one)) }),
  },
  'one entry at a time': {
    page: site,
    window: 1,
    write: (one) => ({ id: hex(one.number), link: `${site}a/${one.slug}`, ...all(one) }),
  },
  'one page of today without ids': {
    page: site,
    window: 1,
    write: (one) => ({ link: `${site}today`, ...all(one) }),
  },
  'entries without times': {
    page: site,
    write: ({ number, slug, title, text }) => ({ id: `a${number}`, link: `${site}a/${slug}`, title, text }),
  },
  'the time of the request for all': {
    page: site,
    write: (one, { fetch }) => ({
      id: `a${one.number}`,
      link: `${site}a/${one.slug}`,
      ...all(one),
      at: begun + fetch * hour,
    }),
  },
  'sessions in links': {
    page: site,
    write: (one, { fetch }) => {
      const link = `${site}view.jsp;jsessionid=${hex(fetch)}?id=${one.number}`
      return { id: link, link, ...all(one) }
    },
  },
  'two feeds of one newspaper': {
    page: site,
    write: plainSite,
    other: { page: `${site}sport`, has: ({ number }) => number % 2 === 0, write: plainSite },
  },
  'two feeds of one newspaper with their own ids': {
    page: site,
    write: (one) => ({ ...plainSite(one), id: `all-${one.number}` }),
    other: {
      page: `${site}sport`,
      has: ({ number }) => number % 2 === 0,
      write: (one) => ({
        ...plainSite(one),
        id: `sport-${one.number}`,
        link: `${site}news/${one.slug}?utm_source=sport`,
      }),
    },
  },
  'a blog and a planet': {
    page: site,
    write: wordPress,
    other: {
      page: 'https://planet.example/',
      has: ({ number }) => number % 2 === 0,
      write: (one) => ({ ...wordPress(one), title: `Jo: ${one.title}` }),
    },
  },
  'a newspaper and its headlines elsewhere': {
    page: site,
    write: plainSite,
    other: {
      page: 'https://digest.example/',
      has: ({ number }) => number % 2 === 0,
      // An aggregator gives the address, a time and no text of its own.
      write: (one) => ({
        ...plainSite(one),
        id: `d-${one.number}`,
        title: `${one.title} | X Example`,
        text: '',
        at: one.at + 9 * 60_000,
      }),
    },
  },
}

/** Two that come together have one second. */
const ofPair = ({ number }: Article) => begun - 40 * hour + (number >> 1) * 4 * hour + 7000
const job = 'Acme seeks people for its house who like to work with others, in shifts, from next month.'

/** Publishers whose entries have few facts of their own. Many habits take the last one away, so that nobody could tell which entry is which. */
export const sparingPublishers: Record<string, Publisher> = {
  'reviews of one page with days for times': {
    page: 'https://apps.example/acme',
    article: repeated('Great', 'Bad'),
    write: (one) => ({
      ...{ id: `${one.number + 12_000}`, link: 'https://apps.example/acme?reviews', ...all(one) },
      at: midnight(one.at),
    }),
  },
  'reviews that came in one second': {
    page: 'https://apps.example/acme',
    pace: 2,
    window: 12,
    article: (one) => ({ ...one, title: 'Great', at: ofPair(one) }),
    write: (one) => ({
      ...{ id: `${one.number + 12_000}`, link: 'https://apps.example/acme?reviews', ...all(one) },
    }),
  },
  'a changelog without titles, of one page with days': {
    page: site,
    write: ({ number, text, at }) => ({
      ...{ id: `v${number}`, link: `${site}changelog`, text, at: midnight(at) },
    }),
  },
  'a changelog without titles and ids, of one page with days': {
    page: site,
    write: ({ text, at }) => ({ link: `${site}changelog`, text, at: midnight(at) }),
  },
  'one id and one page for all, without titles': {
    page: site,
    write: ({ text, at }) => ({ id: 'acme', link: `${site}updates`, text, at }),
  },
  'one id and one page for all, with one title': {
    page: site,
    write: ({ text, at }) => ({ id: 'acme', link: `${site}updates`, title: 'Update', text, at }),
  },
  'one id and one page for all, with one title and days for times': {
    page: site,
    write: ({ text, at }) => ({
      ...{ id: 'acme', link: `${site}updates`, title: 'Update', text, at: midnight(at) },
    }),
  },
  'one id and one page for all, with nothing but texts': {
    page: site,
    write: ({ text }) => ({ id: 'acme', link: `${site}updates`, text }),
  },
  'an undated photo of each day, on one page with one title': {
    page: site,
    window: 1,
    write: ({ number, text }) => ({ id: hex(number), link: `${site}today`, title: 'Photo of the day', text }),
  },
  'an undated photo of each day, without a text': {
    page: site,
    window: 1,
    write: ({ number }) => ({ id: hex(number), link: `${site}today`, title: 'Photo of the day', text: '' }),
  },
  'two photos of each day, on one page with one title': {
    page: site,
    pace: 2,
    window: 2,
    write: ({ number, text, at }) => ({
      ...{ id: hex(number), link: `${site}today`, title: 'Photo of the day', text, at: midnight(at) },
    }),
  },
  'jobs of one second that only their links tell apart': {
    page: site,
    pace: 2,
    window: 12,
    article: (one) => ({ ...one, title: 'Nurse', text: job, at: ofPair(one) }),
    write: (one) => ({ id: `job-${one.number}`, link: `${site}jobs/${one.number}`, ...all(one) }),
  },
  'jobs of one second whose texts begin alike': {
    page: site,
    pace: 2,
    window: 12,
    article: (one) => ({ ...one, text: `${job.slice(0, 41)} ${one.text}`, at: ofPair(one) }),
    write: ({ number, text, at }) => ({ id: `job-${number}`, link: `${site}jobs/${number}`, text, at }),
  },
  'places for ids, and more items than are compared': {
    page: site,
    compared: 10,
    write: (one, { place }) => ({ id: String(place + 1), link: `${site}a/${one.number}`, ...all(one) }),
  },
  'places for ids on one page, and more items than are compared': {
    page: site,
    compared: 10,
    write: (one, { place }) => ({ id: String(place + 1), link: `${site}news`, ...all(one) }),
  },
}

const isEdited = ({ number }: Article, { age }: { age: number }) => number % 3 === 0 && age > 2
const hasTitle = ({ article }: Publisher) => article === undefined
const edited =
  (change: (article: Article) => Article): NonNullable<Habit['article']> =>
  (article, look) =>
    isEdited(article, look) ? { ...change(article), edits: article.edits + 1 } : article
const isEditable = ({ edits }: Publisher) => edits !== false
const otherHost = (address: string | undefined) =>
  address?.replace(/\/\/(www\.)?x\.example/, '//acme-news.example')
const changed = <Some>(facts: Facts, change: (address: string) => Some) => ({
  ...facts,
  ...(facts.id !== undefined && { id: change(facts.id) }),
  ...(facts.link !== undefined && { link: change(facts.link) }),
})

/** Habits by their names. */
export const habits: Record<string, Habit> = {
  none: {},
  'corrects titles': {
    fits: (publisher) => isEditable(publisher) && hasTitle(publisher),
    article: edited((one) => ({ ...one, title: one.title.replace(/ (\w+)$/, ' $1 today') })),
  },
  'writes other titles': {
    fits: (publisher) => isEditable(publisher) && hasTitle(publisher),
    article: edited((one) => ({ ...one, title: `Why ${words(6, one.number, 77).join(' ')}` })),
  },
  'adds to texts': {
    fits: isEditable,
    article: edited((one) =>
      one.text === '' ? one : { ...one, text: `${one.text} Update: ${words(12, one.number, 78).join(' ')}.` },
    ),
  },
  'shortens texts': {
    facts: (facts, { fetch }) =>
      fetch < 10 || facts.text.length < 80 ? facts : { ...facts, text: `${facts.text.slice(0, 70)}…` },
  },
  'edits slugs': {
    fits: (publisher) => isEditable(publisher) && hasTitle(publisher),
    article: edited((one) => ({ ...one, slug: `${one.slug.slice(0, 14)}-2` })),
  },
  'edits titles and slugs': {
    fits: (publisher) => isEditable(publisher) && hasTitle(publisher),
    article: edited((one) => ({ ...one, title: `${one.title} today`, slug: `${one.slug}-today` })),
  },
  'dates edits': {
    fits: isEditable,
    article: edited((one) => ({
      ...one,
      at: one.at + 50 * 60_000,
      text: one.text && `${one.text} Corrected.`,
    })),
  },
  'is served from an old cache': { cached: (fetch) => (fetch % 5 === 3 ? fetch - 2 : fetch) },
  'is http at times': {
    facts: (facts, { fetch }) =>
      fetch % 3 === 1 ? changed(facts, (address) => address.replace(/^https:/, 'http:')) : facts,
    page: (page, fetch) => (fetch % 3 === 1 ? page.replace('https:', 'http:') : page),
  },
  'moves to another host': {
    facts: (facts, { fetch }) => (fetch < 10 ? facts : changed(facts, (address) => otherHost(address) ?? '')),
    page: (page, fetch) => (fetch < 10 ? page : (otherHost(page) ?? page)),
  },
  'is configured at another address': { channel: (fetch) => (fetch < 10 ? 'feed' : 'rss.xml') },
  'moves, and is configured there': {
    facts: (facts, { fetch }) => (fetch < 10 ? facts : changed(facts, (address) => otherHost(address) ?? '')),
    page: (page, fetch) => (fetch < 10 ? page : (otherHost(page) ?? page)),
    channel: (fetch) => (fetch < 10 ? 'feed' : 'rss.xml'),
  },
  'gets another program': {
    fits: (_publisher, name) => !/made|makes up|hash|place|one id/.test(name),
    facts: ({ id, ...facts }, { fetch }, { number }) =>
      id === undefined ? facts : { ...facts, id: fetch < 10 ? id : `urn:post:${hex(number, 6)}` },
  },
  'counts clicks in links': {
    facts: (facts, { fetch }) =>
      facts.link === undefined || facts.link.includes('#')
        ? facts
        : {
            ...facts,
            link: `${facts.link}${facts.link.includes('?') ? '&' : '?'}utm_source=rss&utm_campaign=${fetch}`,
          },
  },
  'drops ids at times': {
    facts: ({ id, ...facts }, { fetch }) => (fetch % 4 === 2 || id === undefined ? facts : { ...facts, id }),
  },
  'copies an entry with its id': {
    fits: (publisher, name) =>
      hasTitle(publisher) && ['WordPress', 'Ghost', 'Drupal', 'Wix', 'Squarespace'].includes(name),
    facts: (facts, _look, { number }) =>
      number % 5 === 4 ? { ...facts, id: `reused-${Math.floor(number / 10)}` } : facts,
  },
  'shows an entry twice': {
    list: (published) => [...published.slice(2, 3), ...published],
  },
  'gives any order': {
    list: (published, fetch) => published.toSorted((a, b) => mixed(a.number, fetch) - mixed(b.number, fetch)),
  },
  'gives the oldest first': { list: (published) => published.toReversed() },
  'brings old articles back': {
    list: (published, fetch) => (fetch % 6 === 5 ? [...published.slice(12, 14), ...published] : published),
  },
  'shifts times by an hour': {
    facts: (facts, { fetch }) =>
      fetch < 10 || facts.at === undefined ? facts : { ...facts, at: facts.at + hour },
  },
  'has a busy day': { list: (published, fetch) => (fetch === 11 ? published.slice(0, 1) : published) },
}

/**
 * Publishers and habits that were written with the others, and that nobody looked at while the rules were made: they show how the rules do on
 * what they were not made for.
 */
export const heldOutPublishers: Record<string, Publisher> = {
  'Hacker News': {
    page: 'https://news.ycombinator.com/',
    article: textless,
    write: (one) => ({
      id: `https://news.ycombinator.com/item?id=${one.number + 4_000_000}`,
      ...{ link: `https://blog${one.number % 9}.example/${one.slug}`, ...all(one) },
    }),
  },
  Bugzilla: {
    page: site,
    write: (one, { age }) => ({
      ...{
        id: `${site}show_bug.cgi?id=${one.number + 300}`,
        link: `${site}show_bug.cgi?id=${one.number + 300}`,
      },
      ...{ ...all(one), title: `[Bug ${one.number + 300}] ${one.title}`, at: one.at + age * hour },
    }),
  },
  'a shop with prices in titles': {
    page: site,
    article: (one) => ({ ...one, text: 'Acme. In stock, delivered within three working days.' }),
    write: (one, { fetch }) => ({
      ...{ id: `sku-${one.number}`, link: `${site}p/${one.number}`, ...all(one) },
      title: `${one.title} ${(mixed(one.number, fetch) % 90) + 10}.99`,
    }),
  },
  'an events calendar': {
    page: site,
    article: repeated('Acme open day', 'Acme tour'),
    write: (one) => ({ link: `${site}event?occurrence=${one.number}`, ...all(one) }),
  },
  'letters by Mailchimp': {
    page: 'https://us1.campaign-archive.com/home/?u=1',
    write: (one) => ({
      id: `https://us1.campaign-archive.com/?u=1&id=${hex(one.number).slice(0, 10)}`,
      ...{ link: `https://us1.campaign-archive.com/?u=1&id=${hex(one.number).slice(0, 10)}`, ...all(one) },
    }),
  },
  'posts of a bridge': {
    page: 'https://nitter.example/acme',
    write: ({ number, text, at }, { fetch }) => ({
      id: `https://${fetch % 2 ? 'nitter' : 'xcancel'}.example/acme/status/${number + 9000}#m`,
      link: `https://${fetch % 2 ? 'nitter' : 'xcancel'}.example/acme/status/${number + 9000}#m`,
      ...{ title: text.slice(0, 60), text, at },
    }),
  },
  'pages for telephones at times': {
    page: site,
    write: (one, { fetch }) => {
      const link = `https://${fetch % 2 ? 'm.' : 'www.'}x.example/a/${one.number}`
      return { id: link, link, ...all(one) }
    },
  },
  'a log of builds': {
    page: site,
    edits: false,
    article: repeated('Acme #main passed', 'Acme #main failed'),
    write: (one) => ({
      id: `build:${one.number}`,
      link: `${site}build/${one.number}`,
      ...all(textless(one)),
    }),
  },
  'random ids without pages': {
    page: site,
    write: (one, { fetch, place }) => ({ id: hex(fetch, place, 3), ...all(one) }),
  },
  'two languages of one site': {
    page: `${site}en/`,
    write: (one) => ({ id: `en-${one.number}`, link: `${site}en/a/${one.number}`, ...all(one) }),
  },
  'a changelog of one page': {
    page: `${site}changelog`,
    article: issue('Acme 3.'),
    write: (one) => ({
      id: `${site}changelog#${one.title}`,
      link: `${site}changelog#3.${one.number + 40}`,
      ...all(one),
    }),
  },
}

export const heldOutHabits: Record<string, Habit> = {
  'writes titles in capitals': {
    fits: isEditable,
    article: edited((one) => ({ ...one, title: one.title.toUpperCase() })),
  },
  'adds its name to titles': {
    facts: (facts, { fetch }) =>
      fetch < 10 || facts.title === undefined ? facts : { ...facts, title: `${facts.title} | X Example` },
  },
  'loses times': {
    facts: ({ at, ...facts }, { fetch }) => (fetch % 4 === 2 || at === undefined ? facts : { ...facts, at }),
  },
  'loses texts at times': { facts: (facts, { fetch }) => (fetch % 4 === 2 ? { ...facts, text: '' } : facts) },
  'adds signs at the end of links': {
    facts: (facts, { fetch }) =>
      fetch < 10 || facts.link === undefined || /[?#]/.test(facts.link)
        ? facts
        : { ...facts, link: facts.link.endsWith('/') ? facts.link.slice(0, -1) : `${facts.link}/` },
  },
}
