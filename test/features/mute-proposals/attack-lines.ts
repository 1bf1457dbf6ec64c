import { anyChannel, atHome, button, type Line, of, press, tells } from '../../permissions/attack-kit.ts'
import { type ProposalPress, proposalValue } from './attack-world.ts'

const homeProposal = (action: string, kind: ProposalPress) =>
  atHome(({ name }, { role }) => ({ control: button(action, proposalValue(name, role, kind)) }))

const ofProposal = (action: string, kind: ProposalPress) =>
  press(({ name }, { role }) => button(action, proposalValue(name, role, kind)))

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('action proposal_mute', ['in a digest', 'mute', ofProposal('proposal_mute', 'mute')], ['on the home tab', 'mute', homeProposal('proposal_mute', 'mute'), anyChannel]),
  ...of('action proposal_show', ['in a digest', 'read', ofProposal('proposal_show', 'show'), tells], ['on the home tab', 'home', homeProposal('proposal_show', 'show'), anyChannel]),
  ...of('action proposal_decline', ['in a digest', 'dismiss', ofProposal('proposal_decline', 'decline')], ['on the home tab', 'dismiss', homeProposal('proposal_decline', 'decline'), anyChannel]),
]
