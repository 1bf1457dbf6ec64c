import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'
import { runs } from '../tools/runs.ts'

const errorsOf = (text: string) => readConfiguration(text).errors

describe('the configuration reader', () => {
  it.each([
    [
      'a missing key with its line',
      'subscriptions:\n  - name: a\n    alert: A\n',
      "line 2: subscriptions[0].channel: missing: expected a channel id (C…) or a name in quotes ('#marketing')",
    ],
    [
      'a channel name with # but without quotes, because YAML takes it for a comment',
      'subscriptions:\n  - name: a\n    alert: A\n    channel: #brand',
      /^line 4: subscriptions\[0\].channel: /,
    ],
    [
      'a channel name without its #',
      'subscriptions:\n  - name: a\n    alert: A\n    channel: brand',
      "line 4: subscriptions[0].channel: expected a channel id (C…) or a name in quotes ('#marketing')",
    ],
    [
      'a wrong value that is a YAML alias at the line of the alias',
      'plan: {monthlyMentions: &more 2000}\nsubscriptions:\n  - {name: a, alert: A, channel: C1, burst: *more}',
      "line 3: subscriptions[0].burst: expected 1000 or less, found '2000'",
    ],
    [
      'the same message only once if an address breaks two rules',
      'docs: http://x',
      'line 1: docs: expected an https address',
    ],
    [
      'a subscription name that is used twice',
      'subscriptions:\n  - {name: a, alert: A, channel: C1}\n  - {name: a, alert: B, channel: C1}',
      "line 3: subscriptions[1].name: the name 'a' is already taken",
    ],
    [
      'a subscription name that is used twice, once with a blank behind it',
      "subscriptions:\n  - {name: a, alert: A, channel: C1}\n  - {name: 'a ', alert: B, channel: C1}",
      "line 3: subscriptions[1].name: the name 'a' is already taken",
    ],
    [
      'the name of a digest that is used twice, once with a no-break space before it',
      'digests:\n  - {name: a, alerts: [A], channel: C1}\n  - {name: "\u00a0a", alerts: [B], channel: C1}',
      "line 3: digests[1].name: the name 'a' is already taken",
    ],
    [
      'a subscription name that cannot be a key of a JavaScript object',
      'subscriptions:\n  - {name: __proto__, alert: A, channel: C1}',
      'line 2: subscriptions[0].name: this name cannot be used',
    ],
    [
      'a file that is a list instead of keys',
      '- name: a',
      'line 1: the file: expected keys with values, found a list; the file begins with a key and a colon, such as `subscriptions:` or `timezone: Europe/Berlin`',
    ],
    [
      'a file that is a sentence instead of keys',
      'hello',
      "line 1: the file: expected keys with values, found 'hello'; the file begins with a key and a colon, such as `subscriptions:` or `timezone: Europe/Berlin`",
    ],
    [
      'an address of the documentation that is http instead of https',
      '\ndocs: http://wiki.example.com',
      'line 2: docs: expected an https address',
    ],
    [
      'a language that nothing is written in',
      '\nlanguage: tlh',
      "line 2: language: expected one of en, de, es, fr, ja, pt, found 'tlh'",
    ],
    [
      'a locale that is no language tag',
      '\nlocale: english!',
      'line 2: locale: expected a language tag such as en-US or en-GB',
    ],
    [
      'admins that are not member ids',
      '\nadmins: [ana]',
      'line 2: admins[0]: expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
    ],
  ] as [string, string, string | RegExp][])('reports %s', (_what, text, expected) => {
    expect(errorsOf(text)).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ])
  })

  it('reports all errors at once, each with its line', () => {
    const text = `timezone: Nowhere
doubtSeconds: ana
colour: red
subscriptions:
  - {name: a, alert: A, channel: brand}
  - {name: a, alert: B, channel: C1, burst: 0}
digests:
  - {name: d, channel: C1, alerts: [], schedule: never}`
    expect(
      errorsOf(text)
        .map((error) => error.split(': ').slice(0, 2).join(': '))
        .toSorted(),
    ).toEqual([
      'line 1: timezone',
      'line 2: doubtSeconds',
      'line 3: colour',
      'line 5: subscriptions[0].channel',
      'line 6: subscriptions[1].burst',
      'line 6: subscriptions[1].name',
      'line 8: digests[0].alerts',
      'line 8: digests[0].schedule',
    ])
  })

  it('never reports an error in the words of the library zod, whatever value a key has', () => {
    const foreign = /invalid input|invalid option|too (big|small)|received|undefined|NaN/i
    const value = fc
      .oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(null, [], {}, [null], 1e12, -1, 0.5, '', 'x'.repeat(200)),
      )
      // The messages quote the file, so it must not contain the words that are looked for.
      .filter((at) => !foreign.test(JSON.stringify(at)))
    const places: ((value: unknown) => object)[] = [
      (at) => ({ subscriptions: at }),
      (at) => ({ subscriptions: [at] }),
      (at) => ({
        timezone: at,
        language: at,
        locale: at,
        admins: at,
        private: at,
        docs: at,
        plan: at,
        doubtSeconds: at,
      }),
      (at) => ({ digests: [{ name: at, channel: at, alerts: at, schedule: at, whenEmpty: at }] }),
      (at) => ({ subscriptions: [{ name: at, alert: at, channel: at, schedule: at, only: at, except: at }] }),
      (at) => ({
        subscriptions: [{ language: at, burst: at, maxAge: at, quiet: at, notify: at, style: at, spike: at }],
      }),
      (at) => ({
        subscriptions: [{ only: { reach: at, source: at, sentiment: [at] }, quiet: { days: at } }],
      }),
    ]
    fc.assert(
      fc.property(value, fc.constantFrom(...places), (at, place) => {
        for (const error of errorsOf(JSON.stringify(place(at)))) expect(error).not.toMatch(foreign)
      }),
      { numRuns: runs(500) },
    )
  })

  it('does not print the warnings of the YAML parser', () => {
    const warn = vi.spyOn(process, 'emitWarning')
    expect(errorsOf('subscriptions: {{ subscriptions }}')).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
  })

  it('never throws: for any text it returns a configuration or errors', () => {
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
        expect('configuration' in read).toBe(read.errors.length === 0)
      }),
      { numRuns: runs(2000) },
    )
  })
})
