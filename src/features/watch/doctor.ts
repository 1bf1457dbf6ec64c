import type { DoctorTools } from '../../kernel/feature.ts'
import { type Check, type Finding, fine, unknown, warning } from '../../model/finding.ts'

/** Checks that the bot can call each person on the list of the watch. */
export function watchChecks(list: string[] | undefined, users: DoctorTools['users']): Check[] {
  if (list === undefined) return []
  const run = async () => {
    if (users === undefined) return [unknown('Not checked: SLACK_BOT_TOKEN is missing.')]
    const findings: Finding[] = []
    for (const user of list) findings.push(await watchFinding(users, user))
    return findings
  }
  return [{ area: 'Watch', run }]
}

async function watchFinding(users: NonNullable<DoctorTools['users']>, user: string): Promise<Finding> {
  const presence = await users.presenceOf(user)
  const correct =
    'Correct the list `watch.users` in the configuration file. Until then, others on the list are called.'
  if (presence === 'gone') return warning(`${user}: Slack has no active account of this person.`, correct)
  const [kind, name] = await Promise.all([users.kindOf(user), users.nameOf(user)])
  if (presence === 'unknown' || kind === 'unknown')
    return unknown(`${user}: Slack does not answer about this person.`)
  if (kind === 'member') return fine(`${user} (${name}) can be called.`)
  return warning(`${user} (${name}): this person is not a full member of the workspace.`, correct)
}
