import { openList } from '../../../src/features/open-list/messages.ts'
import { targetsSection } from '../../../src/features/targets/messages.ts'
import { at, link, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

const hour = 3_600_000

export function messageKinds({ mention }: Names): MessageKind[] {
  const reasons = {
    ...{ sentiment: 'negative' as const, reach: 41_000, asksQuestion: false, sites: 1, since: at - 5 * hour },
  }
  const line = { channel: 'C1', ts: '1795176000.000100', alert: '7', mention, reasons, permalink: link }
  return [
    {
      by: 'openList',
      kind: 'open mention that is late',
      subject: '1 open mention',
      content: openList({
        ...{ lines: [{ ...line, lateSince: at - hour }], total: 1, page: 0, perPage: 10 },
        ...{ scope: 'channel', now: at, viewer: 'U1' },
      }),
    },
  ]
}

export function viewKinds({ typed }: Names): ViewKind[] {
  const when = { text: [typed('refund*')], sentiment: ['negative' as const] }
  const target = { when, claim: { ms: 2 * hour }, done: { days: 1 } }
  const claim = { kept: 12, of: 14, left: 1, p50: hour / 2, p90: 3 * hour }
  const section = targetsSection([{ target, claim, done: { ...claim, p90: undefined } }])
  const { blocks } = section
  return [{ by: 'targetsSection', kind: 'targets in a digest', view: { blocks } }]
}
