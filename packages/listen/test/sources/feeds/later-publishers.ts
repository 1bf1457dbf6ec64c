import { type Facts, type Habit, hour, mixed, type Publisher } from './publishers.ts'

/**
 * Publishers and habits that were written when the others had all been looked at. Each leaves at least two facts that tell an entry from others, so
 * no kind is one of those that docs/build/feeds.md calls undecidable.
 */

const site = 'https://x.example/'
const base36 = (...numbers: number[]) => mixed(...numbers).toString(36)
const all = ({ title, text, at }: { title: string; text: string; at: number }) => ({ title, text, at })
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const laterPublishers: Record<string, Publisher> = {
  'Ghost with previews of members': {
    page: site,
    write: (one) => ({
      id: `${base36(one.number, 1)}${base36(one.number, 2)}`,
      link: `${site}${one.slug}/`,
      ...all(one),
      text: `${one.text.slice(0, 60)} This post is for subscribers only.`,
    }),
  },
  'Hugo with guids in another case': {
    page: site,
    write: (one, { fetch }) => ({
      id: `${fetch % 2 ? 'HTTPS://X.example' : 'https://x.example'}/posts/${one.slug}/`,
      link: `${site}posts/${one.slug}/`,
      ...all(one),
    }),
  },
  'a wire with numbers of takes': {
    page: site,
    write: (one, { age }) => ({
      id: `urn:newsml:wire.example:20260901:${one.number}:${Math.min(age, 3)}`,
      link: `${site}story/${one.number}/${one.slug}`,
      ...all(one),
    }),
  },
  'a forum with pages of topics': {
    page: `${site}forum/`,
    write: (one) => ({
      id: `${site}forum/topic/${Math.floor(one.number / 3)}/?do=findComment&comment=${one.number + 900}`,
      link: `${site}forum/topic/${Math.floor(one.number / 3)}/?do=findComment&comment=${one.number + 900}`,
      ...all(one),
      title: `Topic ${Math.floor(one.number / 3)}`,
    }),
  },
  'a weblog of one page a day': {
    page: site,
    write: (one) => ({
      link: `${site}2026/day${Math.floor(one.number / 4)}.html#a${base36(one.number)}`,
      ...all(one),
    }),
  },
  'a news app with links that are long or short': {
    page: site,
    write: (one, { fetch }) => ({
      id: `n${one.number + 70_000}`,
      link: fetch % 4 < 2 ? `${site}s/${base36(one.number)}` : `${site}news/${one.slug}-${one.number}`,
      ...all(one),
    }),
  },
  'a museum with questions of cache in files': {
    page: site,
    write: (one, { fetch }) => ({
      id: `object-${one.number}`,
      file: `${site}media/${one.number}.jpg?v=${base36(fetch)}`,
      ...all(one),
    }),
  },
  'an agency in two languages with one id': {
    page: `${site}en/`,
    write: (one) => ({ id: `rel-${one.number}`, link: `${site}en/rel/${one.number}`, ...all(one) }),
    other: {
      page: `${site}de/`,
      has: () => false,
      write: (one) => ({
        ...{ id: `rel-${one.number}`, link: `${site}de/rel/${one.number}`, ...all(one) },
        title: `Meldung: ${one.title}`,
      }),
    },
  },
  'releases with a moving tag': {
    page: `${site}acme/releases`,
    article: (one) => ({ ...one, title: `Acme ${Math.floor(one.number / 10)}.${one.number % 10}` }),
    write: (one) => ({
      id: `tag:x.example,2008:Repository/1/${one.title}`,
      link: `${site}acme/releases/tag/${one.title.replace(' ', '-')}`,
      ...all(one),
    }),
  },
  'a paper whose times are those of its pages': {
    page: site,
    pace: 1.4,
    write: (one) => ({
      id: `${site}article${one.number + 3000}.ece`,
      link: `${site}city/${one.slug}/article${one.number + 3000}.ece`,
      ...all(one),
      at: one.at - (one.at % (2 * hour)),
    }),
  },
  'a shop of second hand with numbers at the end': {
    page: site,
    article: (one) => ({ ...one, title: `Acme coat, size ${36 + (one.number % 5)}` }),
    write: (one) => ({
      id: `${one.number + 400_000}`,
      link: `${site}i/acme-coat-${one.number + 400_000}`,
      ...all(one),
    }),
  },
  'talks whose pages come later': {
    page: `${site}talks`,
    write: (one, { age }) => ({
      id: `talk-${one.number}`,
      link: age < 2 ? `${site}talks` : `${site}talks/${one.slug}`,
      ...all(one),
    }),
  },
  'notes of a garden': {
    page: site,
    write: (one, { age }) => ({
      id: `${site}notes/${base36(one.number)}`,
      link: `${site}notes/${base36(one.number)}`,
      title: capitalized(one.title.slice(5)),
      text: one.text,
      at: one.at + Math.floor(age / 3) * 11 * hour,
    }),
  },
  'a reader that shares what it reads': {
    page: `${site}shared`,
    write: (one) => ({
      id: `tag:x.example,2005:reader/item/${base36(one.number, 4)}`,
      link: `https://blog${one.number % 5}.example/${one.slug}?utm_source=shared`,
      ...all(one),
    }),
    other: {
      page: 'https://blog.example/',
      has: ({ number }) => number % 3 === 0,
      write: (one) => ({
        id: `https://blog${one.number % 5}.example/?p=${one.number}`,
        link: `https://blog${one.number % 5}.example/${one.slug}`,
        ...all(one),
      }),
    },
  },
}

const isLater = ({ number }: { number: number }, age: number) => number % 4 === 2 && age > 1
const withTitle = (facts: Facts, change: (title: string) => string): Facts =>
  facts.title === undefined ? facts : { ...facts, title: change(facts.title) }
/** They have nothing but what the habit changes. */
const weak =
  /nothing but|makes up ids and addresses|makes up ids, addresses|without ids|random ids|one id and one page/

export const laterHabits: Record<string, Habit> = {
  'escapes titles twice at times': {
    facts: (facts, { fetch }) =>
      fetch % 5 === 2 ? withTitle(facts, (title) => title.replace(' ', ' &amp;amp; ')) : facts,
  },
  'corrects a name in titles and texts': {
    fits: ({ edits, article }, name) => edits !== false && article === undefined && !weak.test(name),
    article: (article, { age }) =>
      isLater(article, age)
        ? {
            ...article,
            title: article.title.replace('Acme', 'Acme Ltd'),
            text: article.text.replaceAll('Acme', 'Acme Ltd'),
          }
        : article,
  },
  'gives times of another zone at times': {
    fits: (_publisher, name) => !weak.test(name),
    facts: (facts, { fetch }) =>
      fetch % 6 === 4 && facts.at !== undefined ? { ...facts, at: facts.at - 5 * hour } : facts,
  },
  'adds a campaign to links from some day on': {
    facts: (facts, { fetch }) =>
      fetch < 9 || facts.link === undefined || facts.link.includes('#')
        ? facts
        : { ...facts, link: `${facts.link}${facts.link.includes('?') ? '&' : '?'}wt_zmc=rss.${fetch}` },
  },
  'writes www before its host from some day on': {
    facts: (facts, { fetch }) =>
      fetch < 11
        ? facts
        : {
            ...facts,
            ...(facts.id !== undefined && { id: facts.id.replace('//x.example', '//www.x.example') }),
            ...(facts.link !== undefined && { link: facts.link.replace('//x.example', '//www.x.example') }),
          },
    page: (page, fetch) => (fetch < 11 ? page : page.replace('//x.example', '//www.x.example')),
  },
  'puts a teaser before texts': {
    fits: (_publisher, name) => !weak.test(name),
    facts: (facts, { fetch }) =>
      fetch < 7 || facts.text === '' ? facts : { ...facts, text: `Read in 3 minutes. ${facts.text}` },
  },
  'pins an old entry': {
    list: (published, fetch) => (fetch < 6 ? published : [...published.slice(-1), ...published]),
  },
  'shows a part of its entries at times': {
    list: (published, fetch) =>
      fetch % 5 === 3 ? published.filter(({ number }) => number % 2 === 0) : published,
  },
  'loses titles at times': {
    fits: (_publisher, name) => !weak.test(name),
    facts: ({ title, ...facts }, { fetch }) =>
      fetch % 7 === 5 || title === undefined ? facts : { ...facts, title },
  },
  'gives the time of the edit for some': {
    fits: ({ edits }, name) => edits !== false && !weak.test(name),
    facts: (facts, { age }, article) =>
      facts.at !== undefined && isLater(article, age) ? { ...facts, at: facts.at + 31 * 60_000 } : facts,
  },
  'counts entries in titles': {
    fits: ({ article }, name) => article === undefined && !weak.test(name),
    facts: (facts, _look, { number }) => withTitle(facts, (title) => `#${number + 1} ${title}`),
  },
  'answers with an older document after a failure': {
    cached: (fetch) => ([6, 7, 13].includes(fetch) ? 2 : fetch),
  },
}
