import { expect, it } from 'vitest'
import { unlikelyValueWarnings } from '../../../src/cli/unlikely-values.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'

const parse = (...lines: string[]) => readConfiguration(lines.join('\n'))

it('a source that Overheard does not know is a warning in `targets` of the file and of a subscription', () => {
  const read = parse(
    'targets:',
    '  - { when: { source: [web] }, claim: 2h }',
    '  - { when: { source: [redit] }, claim: 2h }',
    'subscriptions:',
    "  - { name: one, alert: Acme, channel: ['#one', '#more'] }",
    "  - { name: two, alert: Acme, channel: '#two', targets: [{ when: { language: [deu] }, claim: 2h }] }",
  )
  const warnings =
    'configuration' in read ? unlikelyValueWarnings(read.configuration, () => [5, 6]) : read.errors
  expect(warnings.map((one) => (typeof one === 'string' ? one : one.what))).toEqual([
    expect.stringMatching(/^targets\[1\].when\.source: Overheard knows no source 'redit'/),
    expect.stringMatching(/^two \(line 6\), targets\[0\].when\.language: 'deu' matches only if/),
  ])
})

it('a language or a country that no mention can have is an error in `targets` that names the right code', () => {
  const { errors } = parse(
    'subscriptions: []',
    'targets: [{ when: { language: [English], country: [UK] }, claim: 2h }]',
  )
  expect(errors).toEqual([
    expect.stringMatching(/^line 2: targets\[0\].when\.language\[0\]: .*did you mean `en`/),
    expect.stringMatching(/^line 2: targets\[0\].when\.country\[0\]: .*did you mean `GB`/),
  ])
})
