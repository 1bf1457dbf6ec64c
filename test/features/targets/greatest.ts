import { targetsSection } from '../../../src/features/targets/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'

const kept = { kept: 1e9, of: 1e9, left: 1e9, p50: 1e9, p90: 1e9 }
const target = { when: { text: ['w'.repeat(200)] }, claim: { ms: 1e9 }, done: { days: 90 } }

export const greatest: Greatest = {
  digest: targetsSection(Array.from({ length: 6 }, () => ({ target, claim: kept, done: kept }))),
}
