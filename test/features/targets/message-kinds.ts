import { targetsSection } from '../../../src/features/targets/messages.ts'
import type { MessageKind, Names, ViewKind } from '../../tools/message-kinds.ts'

const hour = 3_600_000

export const messageKinds = (): MessageKind[] => []

export function viewKinds({ typed }: Names): ViewKind[] {
  const when = { text: [typed('refund*')], sentiment: ['negative' as const] }
  const target = { when, claim: { ms: 2 * hour }, done: { days: 1 } }
  const claim = { kept: 12, of: 14, left: 1, p50: hour / 2, p90: 3 * hour }
  const done = { kept: 9, of: 12, left: 3, p50: 5 * hour, p90: undefined }
  const section = targetsSection([{ target, claim, done }])
  const { blocks } = section
  return [{ by: 'targetsSection', kind: 'targets in a digest', view: { blocks } }]
}
