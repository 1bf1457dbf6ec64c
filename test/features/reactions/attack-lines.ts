import { anyChannel, type Line, of, react } from '../../permissions/attack-kit.ts'

export const lines: Line[] = [
  ...of('event reaction_added', ['👀', 'handle', react('add'), anyChannel]),
  ...of('event reaction_removed', ['👀', 'handle', react('add', 'remove'), anyChannel]),
]
