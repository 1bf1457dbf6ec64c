import { describe, expect, it } from 'vitest'
import { type ChangesFromSlack, withChangesFromSlack } from '../../src/cli/changes-from-slack.ts'
import { readConfiguration } from '../../src/config/configuration.ts'

const at = Date.UTC(2026, 0, 5, 9)
const day = 86_400_000
const file = `# Our brand.
subscriptions:
  - name: acme # keep this name
    alert: Acme brand
    channel: '#brand'
    except:
      author: [Acme PR]
`
const nothing: ChangesFromSlack = {
  settings: {},
  subscriptions: [],
  alerts: [],
  mutes: [],
  pauses: [],
  idOf: (channel) => (channel === '#brand' ? 'C00000BRAND' : channel),
}
const fromSlack = {
  subscription: {
    name: 'support',
    alert: 'Acme support',
    channel: 'C0000SUPPRT',
    schedule: '0 9 * * 1',
    timezone: 'Europe/Berlin',
    only: { sentiment: ['negative' as const], reach: { from: 1000 } },
    except: { text: ['job*'] },
    backfill: 0,
    burst: 5,
    burstWithin: 300_000,
    quiet: { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' },
    style: 'compact' as const,
    dedupe: 'story' as const,
  },
  created: { by: 'U0000000ANA', at },
}
const mute = { channel: 'C00000BRAND', kind: 'author' as const, name: 'Spam: Bot #1', by: 'U0000000BEN', at }

it('a file that lacks nothing stays as it is, byte by byte', () => {
  const ended = { ...fromSlack, ended: { by: 'U0000000ANA', at } }
  const same = { ...mute, name: 'acme pr' }
  const over = { ...mute, until: at }
  expect(withChangesFromSlack(file, { ...nothing, subscriptions: [ended], mutes: [same, over] }, at)).toEqual(
    {
      text: file,
      drift: [],
    },
  )
})

it('what people have set in Slack is added, the check accepts the result, and it lacks nothing then', () => {
  const changes = {
    ...nothing,
    subscriptions: [fromSlack],
    mutes: [mute, { ...mute, kind: 'word' as const, name: 'giveaway*' }],
  }
  const { text, drift } = withChangesFromSlack(file, changes, at)
  expect(drift).toEqual([
    'support: a subscription from Slack, by U0000000ANA on 2026-01-05T09:00Z',
    "acme: except.author lacks 'Spam: Bot #1', which U0000000BEN muted on 2026-01-05T09:00Z",
    "acme: except.text lacks 'giveaway*', which U0000000BEN muted on 2026-01-05T09:00Z",
  ])
  const read = readConfiguration(text)
  expect(read.errors).toEqual([])
  const subscriptions = 'configuration' in read ? read.configuration.subscriptions : []
  expect(subscriptions[0]?.except).toEqual({ author: ['Acme PR', 'Spam: Bot #1'], text: ['giveaway*'] })
  expect(subscriptions[1]).toMatchObject(fromSlack.subscription)
  expect(text).toContain('# Our brand.')
  expect(text).toContain('# keep this name')
  expect(withChangesFromSlack(text, changes, at).drift).toEqual([])
})

it('a pause and a mute that ends become comments, because the file has no key for them', () => {
  const pause = { id: 'p1', by: 'U0000000ANA', at }
  const changes = {
    ...nothing,
    mutes: [
      { ...mute, until: at + day },
      { ...mute, channel: 'C0MARKETING' },
    ],
    pauses: [
      { name: 'acme', pause },
      { name: 'gone', pause },
    ],
  }
  const { text, drift } = withChangesFromSlack(file, changes, at)
  expect(drift).toEqual([
    "acme: the author 'Spam: Bot #1' is muted by U0000000BEN on 2026-01-05T09:00Z, until 2026-01-06T09:00Z",
    "C0MARKETING: the author 'Spam: Bot #1' is muted by U0000000BEN on 2026-01-05T09:00Z, but no subscription posts there",
    'acme: paused by U0000000ANA on 2026-01-05T09:00Z',
  ])
  expect(text).toContain('# In Slack: paused by U0000000ANA')
  expect(readConfiguration(text)).toEqual({ ...readConfiguration(file), configuration: expect.anything() })
})

it('a file without subscriptions gets those from Slack', () => {
  const { text } = withChangesFromSlack('', { ...nothing, subscriptions: [fromSlack] }, at)
  expect(readConfiguration(text)).toMatchObject({
    errors: [],
    configuration: { subscriptions: [{ name: 'support' }] },
  })
})

const rivals = { name: 'rivals: "a" # b', query: '"rival one" OR rivals -jobs', languages: ['en', 'de'] }
const shops = { name: 'shops', query: 'shops', languages: [] }

it.each([
  ['a list', 'listen:\n  alerts:\n    - name: Acme\n      query: acme # all of it\n'],
  [
    'a list in one line',
    'listen: { alerts: [{ name: Acme, query: acme }], feeds: [mastodon.social/tags/acme] }\n',
  ],
  ['no list', 'listen:\n  feeds: [mastodon.social/tags/acme]\n'],
])(
  'alerts of /mentions listen are added to %s, the check accepts them, and nothing else changes',
  (_what, listen) => {
    const written = `${file}${listen}`
    const { text, drift } = withChangesFromSlack(written, { ...nothing, alerts: [rivals, shops] }, at)
    expect(drift).toEqual([
      `the alert 'rivals: "a" # b' from Slack, which listens for "rival one" OR rivals -jobs`,
      `the alert 'shops' from Slack, which listens for shops`,
    ])
    const before = readConfiguration(written)
    const after = readConfiguration(text)
    if (!('configuration' in before && 'configuration' in after)) throw new Error(text)
    const { listen: listensNow, written: _now, ...rest } = after.configuration
    const { listen: listened, written: _before, ...same } = before.configuration
    expect(rest).toEqual(same)
    expect(listensNow).toEqual({ ...listened, alerts: [...(listened?.alerts ?? []), rivals, shops] })
  },
)

it.each(['shops', 'Shops'])(
  'an alert of /mentions listen with the name of an alert of the file (%s) becomes a comment, because its name must be unique',
  (name) => {
    const written = `${file}listen:\n  alerts:\n    - name: ${name}\n      query: other shops\n`
    const { text, drift } = withChangesFromSlack(written, { ...nothing, alerts: [shops] }, at)
    expect(drift).toEqual([
      "the alert 'shops' from Slack, which listens for shops; another one has its name, so rename it in Slack",
    ])
    expect(text).toContain("# the alert 'shops' from Slack, which listens for shops; another one")
    expect(readConfiguration(text).errors ?? []).toEqual([])
  },
)

it('what people have set in one of several channels becomes a comment, because the keys of an entry count in all of them', () => {
  const list = file.replace("'#brand'", "['#support', '#brand']")
  const pause = { id: 'p', by: 'U0000000ANA', at }
  const changes = { ...nothing, mutes: [mute], pauses: [{ name: 'acme → #support', pause }] }
  const { text, drift } = withChangesFromSlack(list, changes, at)
  expect(drift).toEqual([
    "acme: in C00000BRAND, the author 'Spam: Bot #1' is muted by U0000000BEN on 2026-01-05T09:00Z",
    'acme: acme → #support is paused by U0000000ANA on 2026-01-05T09:00Z',
  ])
  const read = readConfiguration(text)
  const subscriptions = 'configuration' in read ? read.configuration.subscriptions : []
  expect(subscriptions.map(({ name, except }) => [name, except])).toEqual([
    ['acme → #support', { author: ['Acme PR'] }],
    ['acme → #brand', { author: ['Acme PR'] }],
  ])
})

it('a subscription of the file is known by its name also if there are blanks around it', () => {
  const written = file.replace('name: acme', "name: 'support '")
  expect(withChangesFromSlack(written, { ...nothing, subscriptions: [fromSlack] }, at).drift).toEqual([])
})

describe('in a file with aliases', () => {
  const channels = new Map([
    ['#brand', 'C00000BRAND'],
    ['#rival', 'C00000RIVAL'],
  ])
  const idOf = (channel: string) => channels.get(channel)

  /** Two entries of `subscriptions`, and what each excludes when mutes were added. */
  function muted(rival: string, mutes: ChangesFromSlack['mutes'], excepted = '{ author: &spam [Acme PR] }') {
    const text = `subscriptions:
  - name: acme
    alert: Acme brand
    channel: &brand '#brand'
    except: &noise ${excepted}
  - name: &rival rival
    alert: Rival
${rival}
`
    const added = withChangesFromSlack(text, { ...nothing, mutes, idOf }, at)
    const read = readConfiguration(added.text)
    if (!('configuration' in read)) throw new Error(read.errors.join('\n'))
    const [acme, other] = read.configuration.subscriptions
    return { text, added, acme: acme?.except, rival: other?.except }
  }

  it.each([
    ['the whole filter', '    except: *noise'],
    ['the list of the filter', '    except: { author: *spam }'],
  ])(
    'a mute is added to the entry of its channel alone, whichever entry has %s written out',
    (_what, except) => {
      const entry = `    channel: '#rival'\n${except}`
      const same = { author: ['Acme PR'] }
      const more = { author: ['Acme PR', 'Spam: Bot #1'] }
      expect(muted(entry, [{ ...mute, channel: 'C00000RIVAL' }])).toMatchObject({ acme: same, rival: more })
      expect(muted(entry, [mute])).toMatchObject({ acme: more, rival: same })
    },
  )

  it('a channel and a name are those that the aliases repeat', () => {
    const { added, acme, rival } = muted('    channel: *brand', [mute])
    expect(added.drift).toEqual([
      "acme: except.author lacks 'Spam: Bot #1', which U0000000BEN muted on 2026-01-05T09:00Z",
      "rival: except.author lacks 'Spam: Bot #1', which U0000000BEN muted on 2026-01-05T09:00Z",
    ])
    expect(acme).toEqual({ author: ['Acme PR', 'Spam: Bot #1'] })
    expect(rival).toEqual({ author: ['Spam: Bot #1'] })
    const named = "subscriptions: [{ alert: &name acme, name: *name, channel: '#brand' }]\n"
    const pause = { id: 'p', by: 'U0000000ANA', at }
    expect(withChangesFromSlack(named, { ...nothing, pauses: [{ name: 'acme', pause }] }, at).drift).toEqual([
      'acme: paused by U0000000ANA on 2026-01-05T09:00Z',
    ])
  })

  it('an alias within what another one repeats means the same, and an anchor may be used again', () => {
    const entry = `    channel: '#rival'
    only: &spam { author: [Rival PR] }
    except: *noise # as above
  - { name: third, alert: *rival, channel: C3, only: *spam }`
    const { added, acme, rival } = muted(
      entry,
      [{ ...mute, channel: 'C00000RIVAL' }],
      '{ author: &pr [Acme PR], tag: *pr }',
    )
    expect(acme).toEqual({ author: ['Acme PR'], tag: ['Acme PR'] })
    expect(rival).toEqual({ author: ['Acme PR', 'Spam: Bot #1'], tag: ['Acme PR'] })
    expect(added.text).toContain('# as above')
    expect(readConfiguration(added.text)).toMatchObject({
      configuration: { subscriptions: [{}, {}, { alert: 'rival', only: { author: ['Rival PR'] } }] },
    })
  })

  it('nothing changes if the file lacks nothing', () => {
    const { text, added } = muted("    channel: '#rival'\n    except: *noise", [])
    expect(added).toEqual({ text, drift: [] })
  })
})
