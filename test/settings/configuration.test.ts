import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readConfiguration } from '../../src/settings/configuration.ts'

const faultsOf = (text: string) => readConfiguration(text).faults
/** A subscription whose remaining lines (from line 5 on) are the ones given. */
const withLines = (...lines: string[]) =>
  faultsOf(['subscriptions:', '  - name: acme', '    alert: Acme', '    channel: C1', ...lines].join('\n'))

describe('a configuration is sound', () => {
  it.each([
    ['when the file is empty', ''],
    ['when it holds comments only', '# nothing yet\n'],
    ['without subscriptions', 'subscriptions: []\ndigests:\n'],
  ])('%s', (_when, text) => {
    expect(readConfiguration(text)).toEqual({
      configuration: { timezone: 'UTC', doubtSeconds: 30, subscriptions: [], digests: [] },
      faults: [],
    })
  })

  it('and every default is filled in', () => {
    const text = `
subscriptions: [{name: acme, alert: Acme brand, channel: C0123456789}]
digests: [{name: weekly, channel: '#marketing', alerts: [Acme brand]}]`
    expect(readConfiguration(text)).toEqual({
      faults: [],
      configuration: {
        timezone: 'UTC',
        doubtSeconds: 30,
        subscriptions: [
          {
            name: 'acme',
            alert: 'Acme brand',
            channel: 'C0123456789',
            schedule: '*/2 * * * *',
            timezone: 'UTC',
            only: {},
            except: {},
            backfill: 0,
            burst: 5,
          },
        ],
        digests: [
          {
            name: 'weekly',
            channel: '#marketing',
            alerts: ['Acme brand'],
            schedule: '0 9 * * 1',
            timezone: 'UTC',
            period: 'week',
            whenEmpty: 'line',
          },
        ],
      },
    })
  })

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1001', '1001'],
    ["'007'", '007'],
    ['Acme brand', 'Acme brand'],
  ])('with the alert %s, exactly as it is written', (written, alert) => {
    expect(readConfiguration(`subscriptions: [{name: a, alert: ${written}, channel: C1}]`)).toMatchObject({
      configuration: { subscriptions: [{ alert }] },
    })
  })

  it.each([
    ['*/5 * * * *', 'UTC'],
    ['30 * * * * *', 'UTC'],
    ['0 9 * * 1-5', 'Asia/Tokyo'],
    ['0 */2 * * *', 'Asia/Tokyo'],
  ])('with the schedule %s, which runs in %s', (schedule, timezone) => {
    const text = `timezone: Europe/Berlin\nsubscriptions: [{name: a, alert: A, channel: C1, timezone: Asia/Tokyo, schedule: '${schedule}'}]`
    expect(readConfiguration(text)).toMatchObject({ configuration: { subscriptions: [{ timezone }] } })
  })
})

describe('a fault of the file is told with its line:', () => {
  it.each([
    [
      'an unknown key',
      ['    colour: red'],
      'line 5: subscriptions[0].colour: unknown key; there are: name, alert, channel, schedule, timezone, only, except, backfill, burst, maxAge, quiet, style, notify, dedupe, storm',
    ],
    [
      'an unknown key above its block',
      ['    onyl:', '      source: [web]'],
      'line 5: subscriptions[0].onyl: unknown key; did you mean `only`?',
    ],
    [
      'an unknown filter',
      ['    only:', '      sauce: [web]'],
      'line 6: subscriptions[0].only.sauce: unknown key; did you mean `source`?',
    ],
    ['a wrong type', ['    burst: many'], "line 5: subscriptions[0].burst: expected a number, found 'many'"],
    [
      'a number out of range',
      ['    backfill: 301'],
      "line 5: subscriptions[0].backfill: expected 300 or less, found '301'",
    ],
    ['a number too small', ['    burst: 0'], "line 5: subscriptions[0].burst: expected 1 or more, found '0'"],
    [
      'a fraction',
      ['    burst: 1.5'],
      "line 5: subscriptions[0].burst: expected a whole number, found '1.5'",
    ],
    [
      'a word that is none of a few',
      ['    storm: clam'],
      "line 5: subscriptions[0].storm: expected one of calm, normal, alert, off, found 'clam'; did you mean `calm`?",
    ],
    [
      'a word that is far from each of them',
      ['    style: [big]'],
      'line 5: subscriptions[0].style: expected one of compact, full, found a list',
    ],
    [
      'a key written otherwise',
      ['    max_age: 7d'],
      'line 5: subscriptions[0].max_age: unknown key; did you mean `maxAge`?',
    ],
    [
      'a key with more to it',
      ['    quiet_hours: {}'],
      'line 5: subscriptions[0].quiet_hours: unknown key; did you mean `quiet`?',
    ],
    [
      'what is missing within',
      ["    quiet: {from: '22:00'}"],
      "line 5: subscriptions[0].quiet.to: missing: expected a time of day in quotes ('22:00')",
    ],
    [
      'nothing where keys are wanted',
      ['    only:'],
      'line 5: subscriptions[0].only: expected keys with values, found nothing',
    ],
    [
      'a number in quotes',
      ["    burst: '3'"],
      "line 5: subscriptions[0].burst: expected a number, found '3' in quotes",
    ],
    [
      'a length of time without its unit',
      ['    maxAge: 7'],
      'line 5: subscriptions[0].maxAge: expected a length of time (such as 7d or 12h)',
    ],
    ['a key that is a number', ['    1: 2'], /^line 5: subscriptions\[0\].1: unknown key/],
    ['a tab', ['\tburst: 3'], /^line [45]: /],
    [
      'an empty list',
      ['    only:', '      source: []'],
      'line 6: subscriptions[0].only.source: an empty list',
    ],
    [
      'a list that is none',
      ['    only:', '      source: web'],
      "line 6: subscriptions[0].only.source: expected a list in brackets, [...], found 'web'",
    ],
    [
      'a sentiment that is none',
      ['    only: {sentiment: [bad]}'],
      /^line 5: subscriptions\[0\].only.sentiment\[0\]:/,
    ],
    [
      'a reach upside down',
      ['    only:', '      reach: {from: 10, to: 9}'],
      'line 6: subscriptions[0].only.reach: from is above to',
    ],
    [
      'a bad cron expression',
      ["    schedule: '61 * * * *'"],
      /^line 5: subscriptions\[0\].schedule: '61 \* \* \* \*' is not a cron expression \(.+\)/,
    ],
    ['a cron expression of four fields', ["    schedule: '* * * *'"], /is not a cron expression/],
    [
      'a bad time zone',
      ['    timezone: Mars/Olympus'],
      "line 5: subscriptions[0].timezone: 'Mars/Olympus' is not an IANA time zone (such as Europe/Berlin)",
    ],
    [
      'a bad length of time',
      ['    maxAge: 7 years'],
      "line 5: subscriptions[0].maxAge: '7 years' is not a length of time (such as 7d or 12h)",
    ],
    [
      'an unquoted *',
      ['    only:', '      text: [*fund]'],
      "line 6: text that begins with * must stand in quotes: '*fund'",
    ],
    ['a lonely *', ['    only: {text: *}'], /^line 5: text that begins with \* must stand in quotes/],
    ['broken YAML', ['    only: {text: ['], /^line [56]: /],
    ['a key twice', ['    channel: C2'], 'line 5: this key stands here twice'],
  ] as [string, string[], string | RegExp][])('%s', (_what, lines, expected) => {
    const faults = withLines(...lines)
    expect(faults[0]).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  })

  it.each([
    [
      'what is missing',
      'subscriptions:\n  - name: a\n    alert: A\n',
      "line 2: subscriptions[0].channel: missing: expected a channel id (C…) or a name in quotes ('#marketing')",
    ],
    [
      'a channel whose # began a comment',
      'subscriptions:\n  - name: a\n    alert: A\n    channel: #brand',
      /^line 4: subscriptions\[0\].channel: /,
    ],
    [
      'a channel without its #',
      'subscriptions:\n  - name: a\n    alert: A\n    channel: brand',
      "line 4: subscriptions[0].channel: expected a channel id (C…) or a name in quotes ('#marketing')",
    ],
    [
      'what stands elsewhere',
      'plan: {monthlyMentions: &more 2000}\nsubscriptions:\n  - {name: a, alert: A, channel: C1, burst: *more}',
      "line 3: subscriptions[0].burst: expected 1000 or less, found '2000'",
    ],
    [
      'an address that is wrong in two ways, once',
      'docs: http://x',
      'line 1: docs: expected an https address',
    ],
    [
      'a name that is taken',
      'subscriptions:\n  - {name: a, alert: A, channel: C1}\n  - {name: a, alert: B, channel: C1}',
      "line 3: subscriptions[1].name: the name 'a' is already taken",
    ],
    [
      'a name that no object can have',
      'subscriptions:\n  - {name: __proto__, alert: A, channel: C1}',
      'line 2: subscriptions[0].name: this name cannot be used',
    ],
    [
      'a letter that was saved in another encoding',
      Buffer.from('subscriptions:\n  - {name: a, alert: Café, channel: C1}', 'latin1').toString(),
      'line 2: a letter here is not UTF-8: save the file as UTF-8',
    ],
    ['a file that is a list', '- name: a', 'line 1: the file: expected keys with values, found a list'],
    ['a file that is a sentence', 'hello', "line 1: the file: expected keys with values, found 'hello'"],
    [
      'documentation without https',
      '\ndocs: http://wiki.example.com',
      'line 2: docs: expected an https address',
    ],
    ['an owner that is none', '\nowner: ana', 'line 2: owner: expected a Slack member id (U…)'],
  ] as [string, string, string | RegExp][])('%s', (_what, text, expected) => {
    expect(faultsOf(text)).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ])
  })

  it('all of them at once, in one report', () => {
    const text = `timezone: Nowhere
owner: ana
colour: red
subscriptions:
  - {name: a, alert: A, channel: brand}
  - {name: a, alert: B, channel: C1, burst: 0}
digests:
  - {name: d, channel: C1, alerts: [], schedule: never}`
    expect(
      faultsOf(text)
        .map((fault) => fault.split(': ').slice(0, 2).join(': '))
        .toSorted(),
    ).toEqual([
      'line 1: timezone',
      'line 2: owner',
      'line 3: colour',
      'line 5: subscriptions[0].channel',
      'line 6: subscriptions[1].burst',
      'line 6: subscriptions[1].name',
      'line 8: digests[0].alerts',
      'line 8: digests[0].schedule',
    ])
  })

  it('in words of ours, whatever stands at a place', () => {
    const foreign = /invalid input|invalid option|too (big|small)|received|undefined|NaN/i
    const value = fc
      .oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(null, [], {}, [null], 1e12, -1, 0.5, '', 'x'.repeat(200)),
      )
      // What the file says is quoted, whatever it is.
      .filter((at) => !foreign.test(JSON.stringify(at)))
    const places: ((value: unknown) => object)[] = [
      (at) => ({ subscriptions: at }),
      (at) => ({ subscriptions: [at] }),
      (at) => ({ timezone: at, owner: at, admins: at, docs: at, plan: at, doubtSeconds: at }),
      (at) => ({ digests: [{ name: at, channel: at, alerts: at, schedule: at, whenEmpty: at }] }),
      (at) => ({ subscriptions: [{ name: at, alert: at, channel: at, schedule: at, only: at, except: at }] }),
      (at) => ({ subscriptions: [{ burst: at, maxAge: at, quiet: at, notify: at, style: at, storm: at }] }),
      (at) => ({
        subscriptions: [{ only: { reach: at, source: at, sentiment: [at] }, quiet: { days: at } }],
      }),
    ]
    fc.assert(
      fc.property(value, fc.constantFrom(...places), (at, place) => {
        for (const fault of faultsOf(JSON.stringify(place(at)))) expect(fault).not.toMatch(foreign)
      }),
      { numRuns: 500 },
    )
  })

  it('and nothing is said beside it', () => {
    const warn = vi.spyOn(process, 'emitWarning')
    expect(faultsOf('subscriptions: {{ subscriptions }}')).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
  })

  it('whatever the file holds: it is read, or it has faults, and nothing is thrown', () => {
    const piece = fc.constantFrom(
      'subscriptions',
      ':',
      ' ',
      '\n',
      '  - ',
      'name: a',
      '*x',
      '&x',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '#',
      '!!',
      '<<',
      '---',
      '\t',
      '|',
      'null',
      '1e999',
      '0x10',
      'é',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const read = readConfiguration(pieces.join(''))
        expect('configuration' in read).toBe(read.faults.length === 0)
      }),
      { numRuns: 2000 },
    )
  })
})
