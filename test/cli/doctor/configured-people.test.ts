import { expect, it } from 'vitest'
import { configuredPeople } from '../../../src/cli/doctor/configured-people.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { features } from '../../../src/features.ts'
import { runChecks } from '../../../src/model/finding.ts'

const file = `owner: U0OWNER
admins: [U0ADMIN]
watch: { users: [U0WATCH], from: 2026-11-23 }
assign: [{ when: { language: [de] }, to: [U0GERMAN] }]
subscriptions:
  - name: acme
    alert: Acme
    channel: '#acme'
    notify: { users: [U0NOTIFIED], when: { sentiment: [negative] } }
    assign: [{ when: { language: [fr] }, to: [U0FRENCH] }]
`

it('the doctor warns of each person of the file whose account is deactivated', async () => {
  const read = readConfiguration(file)
  if (!('configuration' in read)) throw new Error(read.errors.join())
  const { configuration } = read
  const { subscriptions } = configuration
  const users = {
    nameOf: async (user: string) => user,
    presenceOf: async () => 'gone' as const,
    kindOf: async () => 'member' as const,
  }
  const sections = await runChecks([
    ...configuredPeople(configuration, users),
    ...features.flatMap((feature) => feature.doctor({ users, subscriptions }, configuration.written)),
  ])
  const named = sections
    .flatMap(({ findings }) => findings)
    .map(({ level, what }) => [level, what.split(':')[0]])
  const people = ['U0ADMIN', 'U0NOTIFIED', 'U0OWNER', 'U0WATCH', 'U0GERMAN', 'U0FRENCH']
  expect(named.toSorted()).toEqual(people.map((user) => ['warning', user]).toSorted())
})
