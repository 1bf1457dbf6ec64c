import { createHash } from 'node:crypto'
import { nameKey } from '@overheard/base/name'
import { channelProposalsSchema } from '../../../src/features/mute-proposals/model.ts'
import type { Store } from '../../../src/store/store.ts'
import { type Role, roles, type SubjectName, start, subjects } from '../../tools/attack-people.ts'

const day = 86_400_000

const proposalPresses = ['mute', 'decline', 'show'] as const
export type ProposalPress = (typeof proposalPresses)[number]
const proposedName = (subject: SubjectName, role: Role, press: ProposalPress) =>
  `${subjects[subject].mention.author} ${role} ${press}`
/** The value of a button of a proposed mute. */
export const proposalValue = (subject: SubjectName, role: Role, press: ProposalPress) => {
  const name = nameKey(proposedName(subject, role, press))
  const id = createHash('sha256').update(`author ${name}`).digest('hex').slice(0, 16)
  return JSON.stringify([subjects[subject].channel, id])
}

export async function fill(
  store: Store,
  subject: SubjectName,
  cards: { ts: string; mention: string }[],
): Promise<void> {
  const { channel } = subjects[subject]
  const newest = cards.slice(0, 3).map(({ ts, mention }) => ({ ts, mention }))
  const count = { kind: 'author' as const, count: 30, dismissed: 20, newest }
  await store.collection('mute-proposals', channelProposalsSchema).put(channel, {
    ...{ channel, at: start, since: start - 28 * day, until: start, total: 40, declined: [] },
    proposals: roles.flatMap((role) =>
      proposalPresses.map((press) => ({ ...count, name: proposedName(subject, role, press) })),
    ),
  })
}
