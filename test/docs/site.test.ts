import { posix } from 'node:path'
import MiniSearch from 'minisearch'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchOptions, siteFiles } from '../../build/site/site.ts'

const files = siteFiles()
const pages = [...files.keys()].filter((path) => path.endsWith('.html'))
const html = (path: string) => String(files.get(path))
const allIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

describe('the site of the docs', () => {
  it.each(pages)('%s links only to pages and headings of the site, and asks for nothing outside', (page) => {
    const text = html(page)
    const links = allIn(text, /<a [^>]*href="([^"]+)"/g).filter((link) => !/^https?:/.test(link))
    const missing = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const goal = path === '' ? page : posix.join(posix.dirname(page), path)
      if (!files.has(goal)) return true
      return anchor !== undefined && !html(goal).includes(` id="${anchor}"`)
    })
    expect(missing).toEqual([])
    const loaded = allIn(text, /(?:src|<link [^>]*href)="([^"]+)"/g)
    expect(loaded.filter((path) => !files.has(posix.join(posix.dirname(page), path)))).toEqual([])
  })

  it('gives each heading of a page an anchor of its own', () => {
    for (const page of pages) {
      const ids = allIn(html(page), / id="([^"]+)"/g)
      expect(ids).toEqual([...new Set(ids)])
    }
  })
})

describe('the search of the site', () => {
  let index: MiniSearch
  beforeAll(() => {
    const [, text = ''] = /^var searchIndex = (.*)$/m.exec(String(files.get('search-index.js'))) ?? []
    index = MiniSearch.loadJSON(JSON.parse(text), searchOptions)
  })

  it.each([
    ['stop a noisy source', 'use/quiet.html'],
    ['move the bot to another machine', 'run/backup.html#move-the-bot-to-another-machine'],
    ['why was this not posted', 'use/find.html#why-was-this-not-posted'],
    ['add a language', 'run/configure.html#a-language'],
    ['what happens when slack is down', 'build/delivery.html#when-slack-or-the-mention-service-is-down'],
  ])('finds among the first five: %s', (question, place) => {
    const hits = index.search(question, { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 } })
    expect(
      hits
        .slice(0, 5)
        .map(({ at }) => String(at))
        .join(' '),
    ).toContain(place)
    expect(html('index.html')).toContain(`href="${place}"`)
  })
})
