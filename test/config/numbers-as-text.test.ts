import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../src/config/configuration.ts'

const entry = (keys: string) => `subscriptions:\n  - { name: acme, alert: Acme, channel: C1, ${keys} }\n`
const digest = (keys: string) => `digests:\n  - { name: weekly, channel: C1, ${keys} }\n`

const places: [string, (value: string) => string][] = [
  ['subscriptions[0].alert', (value) => `subscriptions:\n  - { name: acme, alert: ${value}, channel: C1 }\n`],
  ['subscriptions[0].only.text[1]', (value) => entry(`only: { text: [acme, ${value}] }`)],
  ['subscriptions[0].except.tag[0]', (value) => entry(`except: { tag: [${value}] }`)],
  [
    'subscriptions[0].quiet.urgent.author[0]',
    (value) => entry(`quiet: { from: '22:00', to: '07:00', urgent: { author: [${value}] } }`),
  ],
  [
    'subscriptions[0].notify.when.domain[0]',
    (value) => entry(`notify: { here: true, when: { domain: [${value}] } }`),
  ],
  ['digests[0].alerts[0]', (value) => digest(`alerts: [${value}]`)],
  ['digests[0].compare[1]', (value) => digest(`alerts: [Acme], compare: [Acme, ${value}]`)],
  ['private[0]', (value) => `\nprivate: [${value}]\n`],
  ['ownPosts.authors[0]', (value) => `\nownPosts: { authors: [${value}] }\n`],
  ['own.domains[0]', (value) => `\nown: { domains: [${value}] }\n`],
]

const errorsOf = (text: string) => readConfiguration(text).errors

describe.each(places)('at %s, which is text,', (place, textWith) => {
  it('a number that is another text is an error that says what to write', () =>
    expect(errorsOf(textWith('007'))).toEqual([
      `line 2: ${place}: 007 is read as the number 7: write '007' in quotes`,
    ]))

  it.each(['7', "'007'", '"2.0"', '9007199254740993'])('%s is no error', (value) =>
    expect(errorsOf(textWith(value))).toEqual([]),
  )
})

it.each([
  ['2.0', '2'],
  ['1.10', '1.1'],
  ['5.', '5'],
  ['.5', '0.5'],
  ['1e3', '1000'],
  ['0x10', '16'],
  ['0o17', '15'],
  ['+5', '5'],
  ['-0', '0'],
  ['1.000', '1'],
  ['.nan', 'NaN'],
  ['00042', '42'],
  ['0.12345678901234567890', '0.12345678901234568'],
  ['00009007199254740993', '9007199254740993'],
])('%s is not taken for the text %s', (written, read) => {
  const message = `subscriptions[0].only.text[0]: ${written} is read as the number ${read}: write '${written}' in quotes`
  expect(errorsOf(entry(`only: { text: [${written}] }`))).toEqual([`line 2: ${message}`])
  const inLines = `subscriptions:\n  - name: acme\n    alert: Acme\n    channel: C1\n    only:\n      text:\n        - ${written}\n`
  expect(errorsOf(inLines)).toEqual([`line 7: ${message}`])
})

it('all of them are reported, together with the other errors, by their lines', () => {
  const text = 'private:\n  - 1.0\n  - 2\n  - 3.0\ncolour: red\n'
  expect(errorsOf(text).map((error) => error.split(': ').slice(0, 2).join(': '))).toEqual([
    'line 2: private[0]',
    'line 4: private[2]',
    'line 5: colour',
  ])
})

it('a key that takes a number takes it in each way of writing', () => {
  const read = readConfiguration(
    'polling: { share: 0.50 }\ndoubtSeconds: 030\nplan: { monthlyMentions: 5e4 }\npriority: { sources: { text: 1.50 } }\n',
  )
  expect(read).toMatchObject({
    configuration: {
      polling: { share: 0.5 },
      doubtSeconds: 30,
      plan: { monthlyMentions: 50_000 },
      priority: { sources: { text: 1.5 } },
    },
  })
})

it('a number with points between its thousands is an error at a key that takes a number, and text elsewhere', () => {
  expect(errorsOf(entry('burst: 1.500'))).toEqual([
    'line 2: subscriptions[0].burst: 1.500 is read as 1.5: write 1500',
  ])
  expect(errorsOf(entry('only: { text: [1.234] }'))).toEqual([])
})

it('text in quotes stays as it is written', () => {
  const read = readConfiguration(entry("only: { text: ['2.0', 3] }"))
  const [subscription] = 'configuration' in read ? read.configuration.subscriptions : []
  expect(subscription?.only.text).toEqual(['2.0', '3'])
})
