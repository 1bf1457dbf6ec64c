import type { Configuration } from '../../config/configuration.ts'
import type { DoctorTools } from '../../kernel/feature.ts'
import { peopleChecks } from '../../kernel/people-check.ts'
import type { Check } from '../../model/finding.ts'

/** Checks the people of `admins` and of `notify.users`. Each feature checks those of its own keys. */
export function configuredPeople(
  configuration: Pick<Configuration, 'admins' | 'subscriptions'> | undefined,
  users: DoctorTools['users'],
): Check[] {
  const { admins = [], subscriptions = [] } = configuration ?? {}
  const notified = new Set(subscriptions.flatMap(({ notify }) => notify?.users ?? []))
  return [
    ...peopleChecks(
      'Admins',
      admins.map((user) => ({
        user,
        key: 'admins',
        can: 'may change everything from Slack',
        otherwise: 'Until then, this entry changes nothing.',
        mustBeMember: true,
      })),
      users,
    ),
    ...peopleChecks(
      'People to notify',
      [...notified].map((user) => ({
        user,
        key: 'notify.users',
        can: 'can be notified',
        otherwise: 'Until then, Slack notifies nobody in the place of this person.',
        mustBeMember: false,
      })),
      users,
    ),
  ]
}
