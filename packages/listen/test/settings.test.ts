import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listenSettings, sourceNames } from '../src/settings.ts'
import { ownSources, simpleSources, sourceLabels, sourceOfMentions } from '../src/source-names.ts'
import { sources } from '../src/sources.ts'

const errorsOf = (given: object) =>
  listenSettings.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('the settings of the mention service', () => {
  it('know each source of the service by its name, and feeds by a key of their own', () => {
    expect(sources.map(({ name }) => name).sort()).toEqual(['feeds', ...sourceNames].sort())
  })

  it('know for each source what its mentions have as their source, and which sources need no settings', () => {
    for (const { name, publishes } of sources)
      expect([name, sourceOfMentions(name)]).toEqual([name, publishes])
    const needNone = sources.filter(({ name, channels }) => {
      try {
        channels({}, [])
        return name !== 'feeds' && name !== 'intake'
      } catch {
        return false
      }
    })
    expect(simpleSources).toEqual(needNone.map(({ name }) => name))
  })

  it('have a row for each source in the list of pages, and a heading for each network', () => {
    const [list, networks] = ['listen.md', 'networks.md'].map((page) =>
      readFileSync(`docs/run/${page}`, 'utf8'),
    )
    for (const name of ownSources) expect(list).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'))
    const rows = list?.split('\n').filter((line) => line.includes('(networks.md)')) ?? []
    for (const [, name = ''] of rows.join().matchAll(/`([a-z-]+)`/g))
      expect(networks).toMatch(new RegExp(`^## .*${sourceLabels[name]}`, 'mi'))
  })

  it.each<[what: string, given: object, error: string]>([
    [
      'a query that cannot be read',
      { alerts: [{ name: 'Acme', query: 'acme OR' }] },
      'alerts.0.query: A word is missing after OR. (at character 8; for example acme OR acmehq)',
    ],
    [
      'two alerts of one name',
      {
        alerts: [
          { name: 'Acme', query: 'acme' },
          { name: 'Acme', query: 'app' },
        ],
      },
      "alerts.1.name: the name 'Acme' is already taken",
    ],
    [
      'two alerts whose names differ only in letters, blanks and quotes that count as equal',
      {
        alerts: [
          { name: 'Acme “News”', query: 'acme' },
          { name: 'ACME  "news"', query: 'app' },
        ],
      },
      `alerts.1.name: the name 'ACME  "news"' is already taken`,
    ],
    ['a feed without an address', { feeds: ['my blog'] }, 'feeds.0: "my blog" is neither an address nor'],
    [
      'a feed that its site does not have',
      { feeds: ['github.com/acme/app/issues'] },
      'feeds.0: GitHub has no feed of issues',
    ],
    ['a time to keep that is no time', { keep: 'long' }, 'keep: expected a number of days, such as 400d'],
  ])('refuse %s', (_what, given, error) => {
    expect(errorsOf(given)).toEqual([expect.stringContaining(error)])
  })

  it('are the same when they are read again', () => {
    const read = listenSettings.parse({
      alerts: [{ name: 'Acme', query: 'acme' }],
      feeds: ['mastodon.social/tags/acme'],
    })
    expect(listenSettings.parse(read)).toEqual(read)
  })
})
