import { expect, it } from 'vitest'
import { configuredPeople } from '../../../src/cli/doctor/configured-people.ts'
import { runChecks } from '../../../src/cli/doctor/findings.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'

const file = `admins: [U0ADMIN]
subscriptions:
  - name: acme
    alert: Acme
    channel: '#acme'
    notify: { users: [U0NOTIFIED], when: { sentiment: [negative] } }
`

it('the doctor warns of each person of the file whose account is deactivated', async () => {
  const read = readConfiguration(file)
  if (!('configuration' in read)) throw new Error(read.errors.join())
  const users = {
    nameOf: async (user: string) => user,
    presenceOf: async () => 'gone' as const,
    kindOf: async () => 'member' as const,
  }
  const sections = await runChecks(configuredPeople(read.configuration, users))
  const named = sections
    .flatMap(({ findings }) => findings)
    .map(({ level, what }) => [level, what.split(':')[0]])
  const people = ['U0ADMIN', 'U0NOTIFIED']
  expect(named.toSorted()).toEqual(people.map((user) => ['warning', user]).toSorted())
})
