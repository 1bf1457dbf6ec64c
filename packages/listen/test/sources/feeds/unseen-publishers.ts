import { articleOf, begun, type Facts, type Habit, hour, mixed, type Publisher } from './publishers.ts'

/**
 * More publishers and habits, written before the rules were changed for the last time, and looked at once afterwards: they show how the rules do
 * on what they were not made for.
 */

const site = 'https://x.example/'
const hex = (...numbers: number[]) =>
  mixed(...numbers)
    .toString(16)
    .padStart(8, '0')
const all = ({ title, text, at }: { title: string; text: string; at: number }) => ({ title, text, at })
const midnight = (at: number) => at - (at % (24 * hour))

export const unseenPublishers: Record<string, Publisher> = {
  'a channel of Telegram by a bridge': {
    page: 'https://t.example/s/acme',
    write: ({ number, text, at }) => ({
      ...{ id: `https://t.example/acme/${number + 800}`, link: `https://t.example/acme/${number + 800}` },
      ...{ title: text.slice(0, 50), text, at },
    }),
  },
  'versions of a package without ids': {
    page: `${site}project/acme/`,
    article: (one) => ({ ...one, title: `acme 1.2.${one.number}`, text: 'The client for Acme.' }),
    write: (one) => ({ link: `${site}project/acme/1.2.${one.number}/`, ...all(one) }),
  },
  'pictures with signed files': {
    page: site,
    article: (one) => ({ ...one, title: one.text.slice(0, 30) }),
    write: (one, { fetch }) => ({
      id: hex(one.number),
      link: `${site}p/${hex(one.number)}/`,
      file: `https://cdn.example/${hex(one.number)}.jpg?sig=${hex(fetch)}`,
      ...all(one),
    }),
  },
  'alerts of a search with redirectors': {
    page: 'https://alerts.example/',
    write: (one, { fetch }) => ({
      id: `tag:alerts.example,2013:feed:${mixed(one.number)}`,
      link: `https://alerts.example/r?t=${hex(fetch, one.number)}&to=${encodeURIComponent(site + one.slug)}`,
      ...all(one),
    }),
  },
  'hours of a radio': {
    page: `${site}radio`,
    article: (one) => ({
      ...one,
      title: one.number % 2 === 0 ? 'The Acme hour' : 'Acme at night',
      at: one.at - (one.at % hour),
    }),
    write: (one) => ({ link: `${site}radio/acme`, file: `${site}files/${one.number}.mp3`, ...all(one) }),
  },
  'topics with their last answers': {
    page: site,
    write: (one, { age }) => ({
      link: `${site}t/${one.number}`,
      title: one.title,
      text: articleOf(one.number + 900, age, one.at).text,
      at: one.at + age * hour,
    }),
  },
  'notices of deaths': {
    page: site,
    article: (one) => ({ ...one, text: '', at: midnight(one.at) }),
    write: (one) => ({ link: `${site}notice/${one.slug}`, ...all(one) }),
  },
  'events by the time at which they begin': {
    page: site,
    write: (one) => ({
      id: `e${one.number}`,
      link: `${site}events/${one.slug}`,
      ...all(one),
      at: one.at + 20 * hour,
    }),
  },
  'films that are live at first': {
    page: site,
    write: (one, { age }) => ({
      ...{ id: `v:${hex(one.number)}`, link: `${site}watch?v=${hex(one.number)}`, ...all(one) },
      ...(age < 2 && { title: `LIVE: ${one.title}`, text: 'Watch it now.' }),
    }),
  },
  'servers that take turns': {
    page: site,
    write: (one, { fetch }) => ({
      link: `https://web${fetch % 3}.x.example/a/${one.number}`,
      ...all(one),
    }),
  },
  'ids with the time of the request': {
    page: site,
    write: (one, { fetch }) => ({
      id: `${one.number}-${begun + fetch}`,
      link: `${site}a/${one.slug}`,
      ...all(one),
    }),
  },
  'goods without links and times': {
    page: `${site}shop`,
    write: ({ number, title, text }) => ({ id: `sku${number}`, title, text }),
  },
  'recordings without titles': {
    page: site,
    write: ({ number, at }) => ({ file: `${site}rec/${number}.mp3`, text: '', at }),
  },
  'two feeds with made-up ids': {
    page: site,
    write: (one, { fetch }) => ({ id: hex(fetch, one.number, 1), link: `${site}a/${one.slug}`, ...all(one) }),
    other: {
      page: `${site}sport`,
      has: ({ number }) => number % 2 === 0,
      write: (one, { fetch }) => ({
        ...{ id: hex(fetch, one.number, 2), link: `${site}a/${one.slug}`, ...all(one) },
      }),
    },
  },
  'an archive that is newest at the end, with a page number in links': {
    page: site,
    window: 12,
    write: (one, { place }) => ({ link: `${site}list?page=${place}#a${one.number}`, ...all(one) }),
  },
  'questions of a legislature': {
    page: site,
    pace: 2,
    article: (one) => ({ ...one, title: `Question ${one.number + 1000}`, at: midnight(one.at) }),
    write: (one) => ({ link: `${site}docs.aspx?Id=${one.number + 1000}&Lang=EN`, ...all(one) }),
  },
}

const isLater = ({ number }: { number: number }, age: number) => number % 3 === 1 && age > 2
const withTitle = (facts: Facts, change: (title: string) => string): Facts =>
  facts.title === undefined ? facts : { ...facts, title: change(facts.title) }

export const unseenHabits: Record<string, Habit> = {
  'counts versions in ids': {
    facts: (facts, { age }, article) =>
      facts.id !== undefined && isLater(article, age) ? { ...facts, id: `${facts.id};v2` } : facts,
  },
  'puts its section before titles': {
    facts: (facts, { fetch }) => (fetch < 10 ? facts : withTitle(facts, (title) => `News: ${title}`)),
  },
  'moves into a folder': {
    facts: (facts, { fetch }) =>
      fetch < 12 || facts.link === undefined
        ? facts
        : { ...facts, link: facts.link.replace('x.example/', 'x.example/blog/') },
  },
  'leaves out seconds at times': {
    facts: (facts, { fetch }) =>
      fetch % 3 === 1 && facts.at !== undefined ? { ...facts, at: facts.at - (facts.at % 60_000) } : facts,
  },
  'gives old entries only a day': {
    facts: (facts, { age }) =>
      age > 4 && facts.at !== undefined ? { ...facts, at: midnight(facts.at) } : facts,
  },
  'writes other summaries': {
    facts: (facts, { fetch }, { number, at }) =>
      fetch < 8 || facts.text === '' ? facts : { ...facts, text: articleOf(number + 70, number, at).text },
  },
  'puts quotes into titles': {
    fits: ({ edits, article }) => edits !== false && article === undefined,
    facts: (facts, { age }, article) =>
      isLater(article, age) ? withTitle(facts, (title) => title.replace('Acme', '“Acme”')) : facts,
  },
  'cuts titles at times': {
    fits: ({ article }) => article === undefined,
    facts: (facts, { fetch }) =>
      fetch % 4 === 1 ? withTitle(facts, (title) => `${title.slice(0, 22)}…`) : facts,
  },
  'loses links at times': {
    facts: ({ link, ...facts }, { fetch }) =>
      fetch % 4 === 3 || link === undefined ? facts : { ...facts, link },
  },
  'gives only what is new': { list: (published, fetch) => published.slice(0, fetch === 0 ? 8 : 3) },
  'is empty at times': { list: (published, fetch) => (fetch % 5 === 2 ? [] : published) },
  'gives a time of storing to some': {
    facts: (facts, { fetch, age }, article) =>
      facts.at !== undefined && isLater(article, age) ? { ...facts, at: begun + fetch * 4 * hour } : facts,
  },
}
