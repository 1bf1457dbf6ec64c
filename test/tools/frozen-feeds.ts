/** The feeds of `test/frozen/2026-11-28`, `2026-11-28-b` and `2026-11-28-c`: each tells its entries apart in another way. */

/** `later`: what a feed has published, and has changed, an hour after the bot was killed. */
export type FeedState = 'first' | 'second' | 'later'

/** Entries are by the state that they appear in. */
type Entry = { at: string; xml: string; since?: FeedState }

const states: FeedState[] = ['first', 'second', 'later']

const date = (at: string) => `<pubDate>${new Date(`2026-11-${at}Z`).toUTCString()}</pubDate>`
const item = (at: string, since: FeedState, ...parts: string[]): Entry => ({
  ...{ at, since },
  xml: `<item>${parts.join('')}${date(at)}</item>`,
})
const title = (text: string) => `<title>${text}</title>`
const link = (address: string) => `<link>${address}</link>`
const guid = (id: string) => `<guid isPermaLink="false">${id}</guid>`
const text = (words: string) => `<description>${words}</description>`

function rss(host: string, entries: Entry[], state: FeedState): string {
  const shown = entries.filter(({ since = 'first' }) => states.indexOf(since) <= states.indexOf(state))
  const newest = shown.toSorted((a, b) => b.at.localeCompare(a.at)).map(({ xml }) => xml)
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${host}</title><link>http://${host}/</link><language>en</language>${newest.join('')}</channel></rss>`
}

/** One entry of each state, from a function that writes an entry. */
const three = (write: (number: number, at: string) => string[]): Entry[] =>
  [
    ['27T06:00', 'first'],
    ['27T11:00', 'second'],
    ['27T12:30', 'later'],
  ].map(([at = '', since], index) => item(at, since as FeedState, ...write(index + 1, at)))

const page = (host: string, number: number | string) => `http://${host}/${number}`
const named = (host: string, number: number) => title(`Acme on ${host}, ${number}`)

/** Ids that are new in each document, at addresses that stay. */
const restless = (host: string, state: FeedState): Entry[] =>
  three((number) => [named(host, number), link(page(host, number)), guid(`${state}-${number}`)])

const feeds: Record<string, (host: string, state: FeedState) => Entry[]> = {
  'guid.example': (host) =>
    three((number) => [named(host, number), link(page(host, number)), guid(`g-${number}`)]),
  'no-guid.example': (host) => three((number) => [named(host, number), link(page(host, number))]),
  'no-link.example': (host) =>
    three((number) => [named(host, number), guid(`n-${number}`), text(`Acme, part ${number}`)]),
  'bare.example': (host) => three((number) => [named(host, number), text(`Acme, part ${number}`)]),
  'campaign.example': (host) =>
    three((number) => [named(host, number), link(`${page(host, number)}?utm_source=rss&amp;at_medium=feed`)]),
  'restless.example': restless,
  // The entry of before is corrected: its guid has the number of its version.
  'revised.example': (host, state) => [
    item(
      '27T06:00',
      'first',
      title(`Acme on ${host}, 1`),
      link(page(host, 1)),
      guid(`${page(host, 1)}#${state === 'later' ? 1 : 0}`),
    ),
    item('27T12:30', 'later', named(host, 3), link(page(host, 3)), guid(`${page(host, 3)}#0`)),
  ],
  // Two feeds have an entry for one page.
  'one-page-a.example': (host) =>
    three((number) => [named(host, number), link(page('paper.example', number)), guid(`a-${number}`)]),
  'one-page-b.example': (host) =>
    three((number) => [named(host, number), link(page('paper.example', number)), guid(`b-${number}`)]),
  // All entries have one link, and none has an id.
  'one-link.example': (host) => three((number) => [named(host, number), link(page(host, 'live'))]),
  'rival.example': (host) =>
    [
      ['27T06:00', 'first', 1],
      ['27T11:00', 'second', 2],
      ['27T11:10', 'second', 3],
      ['27T11:20', 'second', 4],
      ['27T11:30', 'second', 5],
      ['27T12:30', 'later', 6],
    ].map(([at, since, number]) =>
      item(
        String(at),
        since as FeedState,
        title(`Rival news, ${number}`),
        link(page(host, Number(number))),
        guid(`r-${number}`),
      ),
    ),
  'falcon.example': (host) =>
    three((number) => [title(`Falcon report, ${number}`), link(page(host, number)), guid(`f-${number}`)]),
}

const atom = (state: FeedState) => {
  const entries = states
    .slice(0, states.indexOf(state) + 1)
    .map(
      (_, index) =>
        `<entry><id>tag:atom.example,2026:${index + 1}</id><title>Acme on atom.example, ${index + 1}</title><link href="http://atom.example/${index + 1}"/><published>2026-11-27T${['06:00', '11:00', '12:30'][index]}:00Z</published><updated>2026-11-27T${['06:00', '11:00', '12:30'][index]}:00Z</updated><author><name>Kim Lee</name></author></entry>`,
    )
  return `<feed xmlns="http://www.w3.org/2005/Atom"><title>atom.example</title><id>tag:atom.example,2026:feed</id><updated>2026-11-27T06:00:00Z</updated>${entries.toReversed().join('')}</feed>`
}

const json = (state: FeedState) => {
  const items = states.slice(0, states.indexOf(state) + 1).map((_, index) => ({
    ...{
      id: String(index + 1),
      url: `http://json.example/${index + 1}`,
      title: `Acme on json.example, ${index + 1}`,
    },
    ...{ content_text: 'Acme ist gut, und wir sind sehr zufrieden mit dem neuen Haus.', language: 'de' },
    date_published: `2026-11-27T${['06:00', '11:00', '12:30'][index]}:00Z`,
  }))
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'json.example',
    items: items.toReversed(),
  })
}

/** The documents of all feeds by their addresses. */
export function feedsIn(state: FeedState): Record<string, string> {
  const pages = Object.entries(feeds).map(([host, entries]) => [
    `http://${host}/feed.xml`,
    rss(host, entries(host, state), state),
  ])
  return {
    ...Object.fromEntries(pages),
    'http://atom.example/feed.xml': atom(state),
    'http://json.example/feed.json': json(state),
  }
}
