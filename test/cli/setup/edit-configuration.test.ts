import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSubscription } from '../../../src/cli/setup/edit-configuration.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'

const news = { name: 'news', alert: 'Acme news', channel: 'C0NEWS', channelName: 'news' }

function added(text: string, subscription = news): string {
  const result = addSubscription(text, subscription)
  return result.kind === 'added' ? result.text : `by hand: ${result.lines}`
}

const item = '  - name: news\n    alert: Acme news\n    dedupe: coverage\n    channel: C0NEWS # #news\n'

describe('the setup wizard, adding a subscription to the configuration file,', () => {
  it.each([
    ['starts a list in an empty file', '', `subscriptions:\n${item}`],
    [
      'inserts the list below a comment if the file has nothing else',
      '# mine\n',
      `# mine\nsubscriptions:\n${item}`,
    ],
    ['appends the list to a file without one', 'timezone: UTC', `timezone: UTC\nsubscriptions:\n${item}`],
    [
      'fills a key "subscriptions" without a value',
      'subscriptions:\n# why\ndigests: []\n',
      `subscriptions:\n${item}# why\ndigests: []\n`,
    ],
    ['fills an empty list in brackets', 'subscriptions: [] # why\n', `subscriptions:  # why\n${item}`],
    [
      'replaces a null as the list',
      'subscriptions: null\ntimezone: UTC\n',
      `subscriptions: \n${item}timezone: UTC\n`,
    ],
  ])('%s', (_what, before, after) => {
    expect(added(before)).toBe(after)
  })

  it('inserts the new subscription below the last one and does not change any other byte (comments, quotes, alignment)', () => {
    const before = [
      'timezone:   UTC      # aligned',
      'subscriptions:',
      "    - name: 'first'",
      '      alert: 9007199254740993',
      '      channel: "#x"',
      '      only: { source: [ reddit ] }   # a remark',
      '      # burst: 5',
    ]
    const after = ['', '  # about the digests', 'digests: []', '']
    const lines = [
      '    - name: news',
      '      alert: Acme news',
      '      dedupe: coverage',
      '      channel: C0NEWS # #news',
    ]
    expect(added([...before, ...after].join('\n'))).toBe([...before, ...lines, ...after].join('\n'))
  })

  it.each([
    [
      'with dashes in the first column',
      'subscriptions:\n- name: a\n  channel: C1\n',
      '- name: news\n  alert',
    ],
    ['in brackets', 'subscriptions: [ { name: a } ]\n', '[ { name: a }, {"name":"news"'],
    [
      'that ends with a text of several lines',
      'subscriptions:\n  - name: a\n    text: |\n      b\n\n',
      'b\n  - name: news',
    ],
    ['that ends without a line break', 'subscriptions:\n  - name: a', 'a\n  - name: news'],
    ['with Windows line breaks', 'subscriptions:\r\n  - name: a\r\n', 'a\r\n  - name: news\r\n'],
  ])('continues a list of subscriptions %s', (_what, before, part) => {
    expect(added(before)).toContain(part)
  })

  it.each([
    ['is not a map', '- a\n- b\n'],
    ['has another value in place of the list', 'subscriptions: yes\n'],
    ['has an end mark, after which nothing may follow', 'timezone: UTC\n...\n'],
  ])('does not edit a file that %s, and shows the lines to add', (_what, before) => {
    expect(addSubscription(before, news)).toEqual({ kind: 'by-hand', lines: `subscriptions:\n${item}` })
  })

  it('writes any alert name so that YAML reads it back unchanged', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom(
        'null',
        '12',
        'a: b',
        '# c',
        '- d',
        "it's",
        '*x',
        '\u00a0',
        '\ufffd',
        'x\u3000',
        'two\nlines',
        '\n',
      ),
    )
    const example = readFileSync('config/overheard.example.yaml', 'utf8')
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', example),
        (alerts, start) => {
          let file = start
          alerts.forEach((alert, index) => {
            file = added(file, { ...news, name: `name ${index}`, alert })
          })
          const read = readConfiguration(file)
          expect(read.errors).toEqual([])
          if ('configuration' in read)
            expect(read.configuration.subscriptions.map((one) => one.alert)).toEqual(alerts)
        },
      ),
    )
  })
})
