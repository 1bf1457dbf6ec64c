import { foundSection } from '../../../src/features/tracking/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'

const each = 1e9

export const greatest: Greatest = {
  digest: foundSection({ found: 4 * each, closed: each, claimed: each, snoozed: each, unclaimed: each }),
}
