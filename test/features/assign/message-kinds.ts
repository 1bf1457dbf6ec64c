import { assignedMessage } from '../../../src/features/assign/messages.ts'
import type { CardState } from '../../../src/messages/mention/mention-parts.ts'
import { at, link, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'
import { drawMentions } from '../../tools/sample-menu.ts'

export function messageKinds({ mention, person, several, typed }: Names): MessageKind[] {
  const reason = { about: typed('English, negative'), inTurn: true as const, away: [typed('Ben Okafor')] }
  const place = { channel: 'C1', ts: '1795176000.000100', alert: '7', permalink: link }
  const states = new Map([
    [mention.id, { kind: 'assigned', by: person, from: 'a rule', at, rule: reason } as const],
  ])
  const nobody: CardState = { kind: 'open', nobody: { ...reason, away: [person, 'Ben Okafor'] } }
  const shows = { kind: 'card', mention, style: 'full' } as const
  return [
    {
      by: 'assignedMessage',
      kind: 'mention that a rule assigned',
      content: assignedMessage({ ...place, mentions: [{ mention, reason }] }),
      subject: 'Assigned to you',
    },
    {
      by: 'assignedMessage',
      kind: 'mentions that a rule assigned',
      content: assignedMessage({
        ...place,
        mentions: several.slice(0, 7).map((one) => ({ mention: one, reason })),
      }),
      subject: '7 mentions assigned to you',
    },
    {
      by: 'drawMentions',
      kind: 'card that a rule assigned',
      subject: mention.title,
      content: drawMentions(shows, { states }),
    },
    {
      by: 'drawMentions',
      kind: 'card for which a rule found nobody',
      subject: mention.title,
      content: drawMentions(shows, { states: new Map([[mention.id, nobody]]) }),
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
