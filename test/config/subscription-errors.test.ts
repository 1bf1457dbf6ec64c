import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'

const errorsOf = (text: string) => readConfiguration(text).errors
/** The errors of a subscription that ends with the given lines, from line 5 on. */
const withLines = (...lines: string[]) =>
  errorsOf(['subscriptions:', '  - name: acme', '    alert: Acme', '    channel: C1', ...lines].join('\n'))

describe('the configuration reader, for an invalid subscription,', () => {
  it.each([
    [
      'an unknown key',
      ['    colour: red'],
      /^line 5: subscriptions\[0\]\.colour: unknown key; known keys: name, alert, channel, schedule, timezone, only, except, backfill, burst, burstWithin, maxAge, quiet, style, show, line, language, notify, dedupe, followUp, spike, actions/,
    ],
    [
      'an unknown key only once even if it has keys below it',
      ['    onyl:', '      source: [web]'],
      'line 5: subscriptions[0].onyl: unknown key; did you mean `only`?',
    ],
    [
      'an unknown filter',
      ['    only:', '      sauce: [web]'],
      'line 6: subscriptions[0].only.sauce: unknown key; did you mean `source`?',
    ],
    [
      'a value of a wrong type',
      ['    burst: many'],
      "line 5: subscriptions[0].burst: expected a number, found 'many'; an example: `burst: 10`",
    ],
    [
      'a number that is too large',
      ['    backfill: 301'],
      "line 5: subscriptions[0].backfill: expected 300 or less, found '301'",
    ],
    [
      'a number that is too small',
      ['    burst: 0'],
      "line 5: subscriptions[0].burst: expected 1 or more, found '0'",
    ],
    [
      'a fraction instead of a whole number',
      ['    burst: 1.5'],
      "line 5: subscriptions[0].burst: expected a whole number, found '1.5'; an example: `burst: 10`",
    ],
    [
      'a misspelt value, and suggests the right word',
      ['    spike: clam'],
      "line 5: subscriptions[0].spike: expected one of calm, normal, alert, off, found 'clam'; did you mean `calm`?",
    ],
    [
      'a list in place of one word, and names the allowed words',
      ['    style: [big]'],
      'line 5: subscriptions[0].style: expected one of compact, full, found a list',
    ],
    [
      'a field of a card that does not exist, and suggests the right one',
      ['    show: [autor]'],
      /^line 5: subscriptions\[0\]\.show\[0\]: expected one of alert, source, author, .*, found 'autor'; did you mean `author`\?$/,
    ],
    [
      'a field of a card that is named twice',
      ['    show:', '      - source', '      - reach', '      - source'],
      'line 8: subscriptions[0].show[2]: source is here twice',
    ],
    [
      'the line of a compact card with an unknown placeholder',
      ['    style: compact', "    line: '{title} by {autor}'"],
      /^line 6: subscriptions\[0\]\.line: unknown placeholder \{autor\}; did you mean \{author\}\?/,
    ],
    [
      'the line of a compact card without the title',
      ['    style: compact', "    line: '{author}'"],
      'line 6: subscriptions[0].line: {title} is missing: it is the link to the mention',
    ],
    [
      'a line for cards that are not compact',
      ["    line: '{title}'"],
      'line 5: subscriptions[0].line: `line` is for `style: compact`, which this subscription does not have',
    ],
    [
      'a key in another spelling, and suggests the right key',
      ['    max_age: 7d'],
      'line 5: subscriptions[0].max_age: unknown key; did you mean `maxAge`?',
    ],
    [
      'a key with an added word, and suggests the right key',
      ['    quiet_hours: {}'],
      'line 5: subscriptions[0].quiet_hours: unknown key; did you mean `quiet`?',
    ],
    [
      'a missing key of a nested object',
      ["    quiet: {from: '22:00'}"],
      "line 5: subscriptions[0].quiet.to: missing: expected a time of day in quotes ('22:00')",
    ],
    [
      'a missing value if keys are expected',
      ['    only:'],
      'line 5: subscriptions[0].only: expected keys with values, found nothing',
    ],
    [
      'a number in quotes',
      ["    burst: '3'"],
      "line 5: subscriptions[0].burst: expected a number, found '3' in quotes; an example: `burst: 10`",
    ],
    [
      'a duration without its unit',
      ['    maxAge: 7'],
      'line 5: subscriptions[0].maxAge: expected a duration (such as 7d or 12h)',
    ],
    ['a key that is a number', ['    1: 2'], /^line 5: subscriptions\[0\].1: unknown key/],
    ['a tab as indentation', ['\tburst: 3'], /^line [45]: /],
    [
      'an empty list',
      ['    only:', '      source: []'],
      'line 6: subscriptions[0].only.source: an empty list',
    ],
    [
      'a pattern that is too long',
      ['    except:', `      text: [job, ${'x'.repeat(201)}]`],
      'line 6: subscriptions[0].except.text[1]: expected at most 200 characters, found 201',
    ],
    [
      'too many patterns',
      ['    only:', `      author: [${Array.from({ length: 1001 }, (_, index) => index)}]`],
      'line 6: subscriptions[0].only.author: expected at most 1000 entries, found 1001',
    ],
    [
      'text if a list is expected',
      ['    only:', '      source: web'],
      "line 6: subscriptions[0].only.source: expected a list in brackets, [...], found 'web'",
    ],
    [
      'an unknown sentiment',
      ['    only: {sentiment: [bad]}'],
      /^line 5: subscriptions\[0\].only.sentiment\[0\]:/,
    ],
    [
      'a reach whose start is above its end',
      ['    only:', '      reach: {from: 10, to: 9}'],
      'line 6: subscriptions[0].only.reach: from is above to',
    ],
    [
      'an invalid cron expression',
      ["    schedule: '61 * * * *'"],
      /^line 5: subscriptions\[0\].schedule: '61 \* \* \* \*' is not a cron expression \(.+\)/,
    ],
    ['a cron expression of four fields', ["    schedule: '* * * *'"], /is not a cron expression/],
    [
      'an invalid time zone',
      ['    timezone: Mars/Olympus'],
      "line 5: subscriptions[0].timezone: 'Mars/Olympus' is not an IANA time zone (such as Europe/Berlin)",
    ],
    [
      'a duration with an unknown unit',
      ['    maxAge: 7 years'],
      "line 5: subscriptions[0].maxAge: '7 years' is not a duration (such as 7d or 12h)",
    ],
    [
      'a pattern that begins with * and has no quotes',
      ['    only:', '      text: [*fund]'],
      "line 6: text that begins with * must be in quotes: '*fund'",
    ],
    [
      'a pattern that is only * and has no quotes',
      ['    only: {text: *}'],
      /^line 5: text that begins with \* must be in quotes/,
    ],
    [
      'an unknown action of a card, with the allowed actions',
      ['    actions: [claim, dismiss]'],
      "line 5: subscriptions[0].actions[1]: expected one of claim, done, assign, snooze, not-relevant, mute, links, ticket, why, found 'dismiss'",
    ],
    ['broken YAML', ['    only: {text: ['], /^line [56]: /],
    ['a repeated key', ['    channel: C2'], 'line 5: this key is here twice'],
  ] as [string, string[], string | RegExp][])('reports %s', (_what, lines, expected) => {
    const errors = withLines(...lines)
    expect(errors[0]).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  })
})

describe('the configuration reader, for several channels of a subscription,', () => {
  const withChannel = (channel: string, name = 'acme') =>
    readConfiguration(
      ['subscriptions:', `  - name: ${name}`, '    alert: Acme', `    channel: ${channel}`].join('\n'),
    )

  it('makes a subscription for each of them, and one with the name of the entry for a list of one', () => {
    const namesOf = (channel: string) => {
      const read = withChannel(channel)
      return 'configuration' in read
        ? read.configuration.subscriptions.map((one) => [one.name, one.channel])
        : []
    }
    expect(namesOf("['#brand', C2]")).toEqual([
      ['acme → #brand', '#brand'],
      ['acme → C2', 'C2'],
    ])
    expect(namesOf("['#brand']")).toEqual([['acme', '#brand']])
  })
  it.each([
    ['an empty list', '[]', 'line 4: subscriptions[0].channel: an empty list'],
    [
      'a channel that is in it twice',
      "['#brand', C2, '#Brand']",
      'line 4: subscriptions[0].channel[2]: #Brand is here twice',
    ],
    [
      'an entry that is no channel',
      '[C1, brand]',
      "line 4: subscriptions[0].channel[1]: expected a channel id (C…) or a name in quotes ('#marketing')",
    ],
    [
      'keys in place of a channel',
      '{ id: C1 }',
      "line 4: subscriptions[0].channel: expected a channel id (C…) or a name in quotes ('#marketing')",
    ],
  ])('reports %s', (_what, channel, error) => {
    expect(withChannel(channel).errors).toEqual([error])
  })
  it('reports a name that is too long for a list, or that is the name of one of several channels', () => {
    const long = 'a'.repeat(60)
    expect(withChannel('C1', long).errors).toEqual([])
    expect(withChannel("[C1, '#a-channel-with-a-long-name']", long).errors).toEqual([
      'line 2: subscriptions[0].name: with the longest channel behind it, the name has 90 characters; 80 are possible',
    ])
    expect(withChannel('[C1, C2]', `'${long}a${' '.repeat(30)}'`).errors).toEqual([])
    for (const name of ['acme → C2', "'acme → C2 '", '"\u00a0acme → #brand\u00a0"'])
      expect(withChannel('C1', name).errors).toEqual([
        'line 2: subscriptions[0].name: a name with an arrow and a channel is that of a subscription to one of several channels',
      ])
  })
})
