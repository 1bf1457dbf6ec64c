import { expect, it } from 'vitest'
import { runChecks } from '../../../src/cli/doctor/findings.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { assign } from '../../../src/features/assign/feature.ts'

const file = `assign: [{ when: { language: [de] }, to: [U0GERMAN] }]
subscriptions:
  - name: acme
    alert: Acme
    channel: '#acme'
    assign: [{ when: { language: [fr] }, to: [U0FRENCH] }]
`

it('the doctor warns of the people of each rule whose account is deactivated', async () => {
  const read = readConfiguration(file)
  if (!('configuration' in read)) throw new Error(read.errors.join())
  const { subscriptions, written } = read.configuration
  const users = {
    nameOf: async (user: string) => user,
    presenceOf: async () => 'gone' as const,
    kindOf: async () => 'member' as const,
  }
  const [section] = await runChecks(assign.doctor({ users, subscriptions }, written))
  expect(section?.findings.map(({ level, what }) => [level, what.split(':')[0]])).toEqual([
    ['warning', 'U0GERMAN'],
    ['warning', 'U0FRENCH'],
  ])
})
