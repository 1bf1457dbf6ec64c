import { type Check, type Finding, fine, unknown, warning } from '../model/finding.ts'
import type { DoctorTools } from './feature.ts'

/** A person whom the configuration names. */
type NamedPerson = {
  user: string
  /** The key that names the person, such as `watch.users`. */
  key: string
  /** What the person can do if all is well, after the name: "can be called". */
  can: string
  /** What happens as long as the person cannot do it, as a sentence. */
  otherwise: string
  /** True if guests and people of other workspaces cannot do it. */
  mustBeMember: boolean
}

/** Checks that Slack has an active account of each person. */
export function peopleChecks(area: string, people: NamedPerson[], users: DoctorTools['users']): Check[] {
  if (people.length === 0) return []
  const run = async () => {
    if (users === undefined) return [unknown('Not checked: SLACK_BOT_TOKEN is missing.')]
    const findings: Finding[] = []
    // One by one, because Slack limits these calls.
    for (const person of people) findings.push(await findingOf(users, person))
    return findings
  }
  return [{ area, run }]
}

async function findingOf(
  users: NonNullable<DoctorTools['users']>,
  { user, key, can, otherwise, mustBeMember }: NamedPerson,
): Promise<Finding> {
  const presence = await users.presenceOf(user)
  const correct = `Correct \`${key}\` in the configuration file. ${otherwise}`
  if (presence === 'gone') return warning(`${user}: Slack has no active account of this person.`, correct)
  const [kind, name] = await Promise.all([users.kindOf(user), users.nameOf(user)])
  if (presence === 'unknown' || kind === 'unknown')
    return unknown(`${user}: Slack does not answer about this person.`)
  if (kind === 'member' || !mustBeMember) return fine(`${user} (${name}) ${can}.`)
  return warning(`${user} (${name}): this person is not a full member of the workspace.`, correct)
}
