import type { Answer, SentRequest } from '../../../src/fetch/send.ts'
import { feeds } from '../../../src/sources/feeds.ts'
import { fakeHost, startWorld } from '../../engine-world.ts'
import { createVirtualTime } from '../../virtual-time.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export type Page = (request: SentRequest) => Partial<Answer> & { text?: string }

export type FakeEntry = {
  id: string | number
  link?: string
  title?: string
  text?: string
  /** UTC ms; null leaves it out. */
  at?: number | null
}

/** A document of RSS with these entries. Every one is about Acme. */
export function rssOf(entries: FakeEntry[], channel = ''): string {
  const items = entries.map((entry) => `<item>${elementsOf(entry)}</item>`).join('')
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>The blog</title><link>https://x.example/</link>${channel}${items}</channel></rss>`
}

function elementsOf({ id, link, title, text, at }: FakeEntry): string {
  const elements = {
    link: link ?? `https://x.example/${id}`,
    title: title ?? `Acme, number ${id}`,
    description: text ?? `About Acme: ${id}`,
    ...(at != null && { pubDate: new Date(at).toUTCString() }),
  }
  const rest = Object.entries(elements).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<guid isPermaLink="false">${id}</guid>${rest.join('')}`
}

/** The service with these feeds, pages of any host, and a clock that moves by hand. A page can be replaced while it runs. */
export async function startFeeds(names: string[], pages: Record<string, Page>) {
  const time = createVirtualTime()
  const host = fakeHost(pages, time.now)
  const world = await startWorld({
    sources: [feeds],
    settings: { feeds: names, sources: {} },
    time,
    send: host.send,
  })
  return {
    ...world,
    pages,
    requests: host.requests,
    asked: () => host.requests.map(({ url }) => url),
    /** The state of the only channel. */
    state() {
      const [state] = world.runner.status()
      if (state === undefined) throw new Error('there is no channel')
      return state
    },
    titles: () => world.mentions().map(({ title }) => title),
  }
}
