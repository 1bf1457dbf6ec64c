import { describe, expect, it } from 'vitest'
import { listenSettings, sourceNames } from '../../service/settings.ts'
import { sources } from '../../service/sources.ts'

const errorsOf = (given: object) =>
  listenSettings.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('the settings of the mention service', () => {
  it('know each source of the service by its name, and feeds by a key of their own', () => {
    expect(sources.map(({ name }) => name).sort()).toEqual(['feeds', ...sourceNames].sort())
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
