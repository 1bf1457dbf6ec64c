import { stepsBlocks } from '../../../src/features/first-steps/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'

const many = Array.from({ length: 1000 }, () => 'C1')

export const greatest: Greatest = {
  home: [stepsBlocks({ alerts: many.map((id) => id + 'M'.repeat(5000)), channels: many, missing: many })],
}
