import { z } from 'zod'
import { key, renamed } from '../../kernel/keys.ts'

export const keys = {
  muteProposals: renamed(
    'proposals',
    key(
      z.boolean().default(true),
      'Once a week, the home tab and the digests propose mutes of what nobody claims or what people mark as not relevant. `false` switches this off. docs/use/quiet.md explains the numbers.',
      false,
    ),
  ),
}
