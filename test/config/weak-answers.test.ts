import { describe, expect, it } from 'vitest'
import { unlikelyValueWarnings } from '../../src/cli/unlikely-values.ts'
import { readConfiguration } from '../../src/config/configuration.ts'

/** An entry of `subscriptions` in lines 1 to 4; the line of the test is line 5. */
const acme = (line: string) =>
  `subscriptions:\n  - name: acme\n    alert: Acme\n    channel: '#acme'\n    ${line}\n`

const digest = (keys: string) =>
  `digests:\n  - { name: weekly, channel: '#acme', alerts: [Acme], schedule: '0 9 * * 1', period: week, ${keys} }\n`

/** Mistakes of people who have never seen YAML, and the words that lead them to the right line. */
describe('the answer to a wrong file says what to write instead:', () => {
  it.each([
    ['a schedule without quotes', acme('schedule: */5 * * * *'), "must be in quotes: '*/5 * * * *'"],
    ['an hour of one digit', acme("quiet: { from: '22:00', to: '7:00' }"), "with two digits: '07:00'"],
    ['an hour of one digit without quotes', acme('quiet: { from: 22:00, to: 7:00 }'), "'07:00'"],
    ['a filter beside the other keys', acme('sentiment: [negative]'), '`only: { sentiment: … }`'],
    ['another filter beside the other keys', acme('country: DE'), '`only: { country: … }`'],
    ['quiet hours as one word', acme('quiet: 22-7'), "`quiet: { from: '22:00', to: '07:00' }`"],
    ['a reach as a number', acme('only: { reach: 1000 }'), '`reach: { from: 1000, to: 900000 }`'],
    ['a word instead of a list', acme('only: { sentiment: negative }'), '`sentiment: [ negative ]`'],
    ['one alert to compare', digest('compare: [Acme]'), 'at least 2 entries, found 1'],
    ['a number with a point', 'plan: { monthlyMentions: 50.000 }', '50.000 is read as 50: write 50000'],
    ['a number with two points', 'plan: { monthlyMentions: 1.250.000 }', ': write 1250000'],
    ['a number with a comma', 'plan:\n  monthlyMentions: 50,000', ': write 50000'],
    ['a number with a comma in braces', 'plan: { monthlyMentions: 50,000 }', 'without commas'],
    ['a number with an underscore', 'plan: { monthlyMentions: 50_000 }', ': write 50000'],
    ['a number with a k', 'plan: { monthlyMentions: 50k }', ': write 50000'],
    ['seconds with a unit', 'doubtSeconds: 30s', '`doubtSeconds: 60`'],
    ['a step longer than an hour', acme("schedule: '*/70 * * * *'"), "the step of '*/70' is longer than"],
    ['a step longer than a day', acme("schedule: '0 */30 * * *'"), "the step of '*/30' is longer than"],
    ['a blank of a web page', acme('schedule:\u00a0auto'), 'a blank that is no space'],
    ['quotes of a text processor', acme('schedule: ‘*/5 * * * *’'), "straight ones, '*/5 * * * *'"],
    ['double quotes of a text processor', acme('only: { text: [“acme”] }'), "straight ones, 'acme'"],
    ['quotes of another language', acme('style: «full»'), "straight ones, 'full'"],
    ['a city as a time zone', 'timezone: Berlin', 'did you mean Europe/Berlin?'],
    ['a city of two words', 'timezone: New York', 'did you mean America/New_York?'],
    ['a misspelt time zone', 'timezone: Europe/Lodnon', 'did you mean Europe/London?'],
    ['a name as a member id', 'admins: [kim]', 'Copy member ID'],
    ['hours as one word', 'workingHours: 9-17', "from: '09:00', to: '17:30'"],
    ['variables of a shell', 'TIMEZONE=UTC', 'the file begins with a key and a colon'],
  ])('%s', (_what, text, words) => {
    const [error] = readConfiguration(text).errors
    expect(error).toMatch(/^line \d+: /)
    expect(error).toContain(words)
  })

  it('an example that it shows can be read', () => {
    const shown = ['quiet: 1', 'only: 1', 'notify: 1', 'only: { reach: 1 }', 'maxAge: 1'].flatMap((line) =>
      readConfiguration(acme(line)).errors.flatMap((error) => /an example: `(.*)`$/.exec(error)?.[1] ?? []),
    )
    expect(shown.length).toBeGreaterThan(1)
    for (const example of shown) {
      const line = example.startsWith('reach') ? `only: { ${example} }` : example
      expect(readConfiguration(acme(line)).errors).toEqual([])
    }
  })
})

describe('an alert that `listen.alerts` lacks', () => {
  const warningsOf = (alert: string) => {
    const read = readConfiguration(
      `listen: { alerts: [{ name: Acme brand, query: acme }] }\nsubscriptions: [{ name: a, alert: ${alert}, channel: '#a' }]`,
    )
    if (!('configuration' in read)) throw new Error(read.errors.join())
    return unlikelyValueWarnings(read.configuration, () => [2]).map(({ what }) => what)
  }

  it('is a warning that names the line and the alerts', () => {
    expect(warningsOf('Acne')).toEqual([
      "a (line 2): `listen.alerts` has no alert 'Acne'; it has 'Acme brand'.",
    ])
  })

  it.each(['Acme brand', 'acme brand', 'brand', '"1002"'])('is not %s', (alert) => {
    expect(warningsOf(alert)).toEqual([])
  })
})
