import { expect, it } from 'vitest'
import { unlikelyValueWarnings } from '../../../src/cli/unlikely-values.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'

const parse = (...lines: string[]) => readConfiguration(lines.join('\n'))

it('a source that Overheard does not know is a warning in `assign` of the file and of a subscription', () => {
  const read = parse(
    'assign:',
    '  - { when: { source: [web] }, to: [U0123456789] }',
    '  - { when: { source: [redit] }, to: [U0123456789] }',
    'subscriptions:',
    "  - { name: one, alert: Acme, channel: ['#one', '#more'] }",
    "  - { name: two, alert: Acme, channel: '#two', assign: [{ when: { language: [deu] }, to: [U0123456789] }] }",
  )
  const warnings =
    'configuration' in read ? unlikelyValueWarnings(read.configuration, () => [5, 6]) : read.errors
  expect(warnings.map((one) => (typeof one === 'string' ? one : one.what))).toEqual([
    expect.stringMatching(/^assign\[1\].when\.source: Overheard knows no source 'redit'/),
    expect.stringMatching(/^two \(line 6\), assign\[0\].when\.language: 'deu' matches only if/),
  ])
})

it('a language or a country that no mention can have is an error in `assign` that names the right code', () => {
  const { errors } = parse(
    'subscriptions: []',
    'assign: [{ when: { language: [English], country: [UK] }, to: [U0123456789] }]',
  )
  expect(errors).toEqual([
    expect.stringMatching(/^line 2: assign\[0\].when\.language\[0\]: .*did you mean `en`/),
    expect.stringMatching(/^line 2: assign\[0\].when\.country\[0\]: .*did you mean `GB`/),
  ])
})
