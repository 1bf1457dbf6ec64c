import {
  type AttackWorld,
  type Outcome,
  people,
  type Role,
  roles,
  type SubjectName,
  subjects,
} from '../tools/attack-world.ts'
import { triesEverything } from '../tools/runs.ts'
import type { Expected, Line, Operation } from './attack-kit.ts'
import { attackWith, type Carried, carriedBy, type Forgery, forgeriesOf } from './forge.ts'

/**
 * Walks the attacks, and compares each result with what SECURITY.md says. Each attack is made in the channel of its subject, also by people who
 * are not there, and by a copy in a channel of everybody.
 */

/** What people may do in a channel: visitors who are there, its members, other members, and admins. Visitors may do nothing elsewhere. */
type Rights = { visitors: Expected; members: Expected; others: Expected; admins: Expected }
const rights = (visitors: Expected, members: Expected, others: Expected): Rights => ({
  ...{ visitors, members, others, admins: 'allowed' },
})

/** If the configuration names admins. */
const rightsWithAdmins: Record<Operation, Rights> = {
  read: rights('allowed', 'allowed', 'allowed'),
  handle: rights('allowed', 'allowed', 'allowed'),
  home: rights('visitor', 'allowed', 'allowed'),
  dismiss: rights('visitor', 'allowed', 'allowed'),
  assign: rights('visitor', 'allowed', 'allowed'),
  share: rights('visitor', 'allowed', 'allowed'),
  'mute-briefly': rights('visitor', 'allowed', 'not-in-channel'),
  mute: rights('visitor', 'mute-admins', 'mute-admins'),
  change: rights('visitor', 'admins', 'admins'),
  subscribe: rights('visitor', 'admins', 'admins'),
}
const changes = rights('visitor', 'allowed', 'not-in-channel')
const rightsWithoutAdmins = { ...rightsWithAdmins, mute: changes, change: changes, subscribe: changes }

/** Without admins in the configuration, only these lines have other results, and only for members. */
export const dependsOnAdmins = ({ operation, sends }: Line) =>
  operation === 'mute' || operation === 'change' || operation === 'subscribe' || sends === true

export const nameOf = ({ id, what }: Line) => `${id}: ${what}`

const isVisitor = (role: Role) => role === 'guest' || role === 'partner'
const isIn = (name: SubjectName, role: Role) =>
  name === 'own' || role === (name === 'away' ? 'outside' : 'inside')

function expected(line: Line, subject: SubjectName, role: Role, admins: boolean): Expected {
  const { operation, except } = line
  if (operation === 'everybody') return 'allowed'
  if (operation === 'nothing' || operation === 'quiet') return 'quiet'
  const isAdmin = admins && role === 'admin'
  // A private alert does not exist for others, so the answers differ. No answer may tell about it.
  if (subject === 'hush' && !isAdmin && !isIn(subject, role)) return 'quiet'
  const right = (admins ? rightsWithAdmins : rightsWithoutAdmins)[operation]
  const found = rightOf(right, subject, role, isAdmin)
  return except?.({ subject, role, allowed: found === 'allowed' }) ?? found
}

function rightOf(right: Rights, subject: SubjectName, role: Role, isAdmin: boolean): Expected {
  if (isAdmin) return right.admins
  if (isVisitor(role)) return isIn(subject, role) ? right.visitors : 'visitor'
  return isIn(subject, role) ? right.members : right.others
}

type Case = { line: Line; subject: SubjectName; role: Role; wanted: Expected }

/** In `npm test`, lines take turns, and `npm run test:rest` tries everything: each line is tried by one of the two visitors there. */
const peopleOf = (turn: number) =>
  triesEverything() ? roles : roles.filter((role) => role !== (turn % 2 === 0 ? 'guest' : 'partner'))

/** The other refusals of a line are tried in turns, too, but for the private alert. A refusal changes nothing for what is tried later. */
const isInTurn = ({ subject }: Case, at: number) => triesEverything() || subject === 'hush' || at % 2 === 0

/** Those who are refused come first, because an allowed attack may end what it is about. */
function casesThere(line: Line, turn: number, admins: boolean): Case[] {
  const about = line.plain ? (['own'] as const) : (['own', 'away', 'hush'] as const)
  const who = peopleOf(turn).filter((role) => admins || !isVisitor(role))
  const all = about.flatMap((subject) =>
    who.map((role) => ({ line, subject, role, wanted: expected(line, subject, role, admins) })),
  )
  const refused = all.filter(({ wanted }) => wanted !== 'allowed')
  const allowed = all.filter(({ wanted }) => wanted === 'allowed')
  const first = allowed.filter((one) => allowed.find(({ subject }) => subject === one.subject) === one)
  return [...refused.filter((one, at) => isInTurn(one, at + turn)), ...(line.once ? first : allowed)]
}

/** The people whose attack elsewhere may reveal or send something. */
function casesElsewhere(line: Line, turn: number, admins: boolean): { subject: SubjectName; role: Role }[] {
  if (line.plain || line.anyChannel) return []
  const who = peopleOf(turn).filter((role) => role !== 'admin')
  const ofHush = who.filter((role) => admins || role === 'inside')
  const ofAway = who.filter((role) => admins && isVisitor(role))
  return [
    ...ofAway.map((role) => ({ subject: 'away' as const, role })),
    ...ofHush.map((role) => ({ subject: 'hush' as const, role })),
  ]
}

function seen({ line, subject, role, wanted }: Case, { refused, received, changed }: Outcome): string {
  const isChanged = !line.posts && changed.includes(subjects[subject].channel)
  const isSilent = received.length === 0 && changed.length === 0
  if (line.operation === 'nothing') return isSilent ? 'quiet' : 'an answer'
  if (wanted === 'quiet') return isChanged ? 'changed' : 'quiet'
  // Slack shows an answer in a channel to nobody who is not there.
  if (isSilent && !isIn(subject, role)) return wanted
  if (refused !== undefined) return isChanged ? `${refused}, but changed` : refused
  return isSilent ? 'no answer' : 'allowed'
}

const mustTell = ({ line, subject, role, wanted }: Case) =>
  line.tells === true && wanted === 'allowed' && isIn(subject, role)

async function attack(
  world: AttackWorld,
  line: Line,
  { subject, role, there }: { subject: SubjectName; role: Role; there: boolean },
): Promise<Outcome> {
  if (line.costly) await world.nextMinute()
  const name = `${nameOf(line)}, ${there ? 'about' : 'elsewhere about'} ${subject}`
  return world.attempt(name, role, () =>
    line.attack(world, { user: people[role], role }, { name: subject, there }),
  )
}

/** Returns the results of the attacks of a line. */
export async function walk(
  world: AttackWorld,
  { line, turn }: { line: Line; turn: number },
  admins: boolean,
): Promise<{ wanted: string[]; found: string[] }> {
  const [wanted, found]: [string[], string[]] = [[], []]
  for (const one of casesThere(line, turn, admins)) {
    const { subject, role } = one
    const outcome = await attack(world, line, { subject, role, there: true })
    wanted.push(`${subject}, ${role}: ${one.wanted}`)
    found.push(`${subject}, ${role}: ${seen(one, outcome)}`)
    if (mustTell(one) && !world.tells(subject, outcome))
      found.push(`${subject}, ${role}: the answer tells nothing: ${outcome.received}`)
  }
  for (const { subject, role } of casesElsewhere(line, turn, admins)) {
    const outcome = await attack(world, line, { subject, role, there: false })
    const { channel } = subjects[subject]
    if (role !== 'inside' && !line.posts && outcome.changed.includes(channel))
      found.push(`${subject}, ${role}, elsewhere: changed`)
    if (role === 'inside' && line.sends && outcome.refused !== 'private-elsewhere')
      found.push(`${subject}, ${role}, elsewhere: ${outcome.refused ?? `not refused: ${outcome.received}`}`)
  }
  return { wanted, found }
}

/**
 * Makes each attack of a line again, with each field of what it carries forged. Returns what changed in a channel whose subject the person may
 * not change. What people learn is checked by the world. In `npm test`, only the member outside forges, only between the public and the
 * private alert, and nonsense takes turns.
 */
export async function forge(
  world: AttackWorld,
  { line, turn }: { line: Line; turn: number },
  admins: boolean,
): Promise<string[]> {
  const everything = triesEverything()
  // Without admins, the member inside may subscribe any channel to anything, so nothing that they carry is forged.
  const forgers: Role[] = everything && admins ? ['guest', 'partner', 'outside'] : ['outside']
  const found: string[] = []
  for (const role of forgers) {
    const by = { user: people[role], role }
    const bySubject: Partial<Record<SubjectName, Carried>> = {}
    for (const subject of aboutsOf(line, role)) bySubject[subject] = await carriedBy(world, line, by, subject)
    const isTried = ({ isNonsense }: Forgery, at: number) =>
      everything || !isNonsense || (at + turn) % 8 === 0
    for (const { what, carried } of forgeriesOf(bySubject).filter(isTried)) {
      if (line.costly) await world.nextMinute()
      const outcome = await world.attempt(`${nameOf(line)}, forged: ${what}`, role, () =>
        attackWith(world, line, by, carried),
      )
      for (const subject of changedWithoutRight(line, role, outcome))
        found.push(`${what}, by ${role}: changed ${subject}`)
    }
  }
  return found
}

/** The subjects whose values are exchanged. A member may send what is public to any channel. */
function aboutsOf({ sends }: Line, role: Role): SubjectName[] {
  const tries = triesEverything() && (isVisitor(role) || sends !== true)
  return tries ? ['own', 'away', 'hush'] : ['own', 'hush']
}

/** Members may handle what is in public channels. */
function changedWithoutRight({ operation }: Line, role: Role, { changed }: Outcome): SubjectName[] {
  const isOfMembers = ['mute', 'mute-briefly', 'change', 'subscribe'].includes(operation)
  return (['away', 'hush'] as const).filter(
    (name) =>
      changed.includes(subjects[name].channel) &&
      !isIn(name, role) &&
      (name === 'hush' || isVisitor(role) || isOfMembers),
  )
}
