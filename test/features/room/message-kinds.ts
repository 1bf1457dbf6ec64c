import type { Board } from '../../../src/features/room/board.ts'
import { notInvitedAnswer, roomMessage, roomReport } from '../../../src/features/room/messages.ts'
import type { Room } from '../../../src/features/room/model.ts'
import type { Report } from '../../../src/features/room/report.ts'
import { alertWords, claimWords, paceWords, spikeFacts } from '../../../src/messages/anomalies/spike.ts'
import { at, link, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

const minute = 60_000

export function messageKinds({ alert, person, mention, several, typed }: Names): MessageKind[] {
  const card = { channel: 'C1', ts: '1795176000.000100' }
  const by = { user: 'U1', name: person }
  const summary = {
    ...{ startedAt: at - 90 * minute, total: 60, rated: 58, negative: 50, reach: 1_234_567, peak: 48 },
    ...{ sources: [{ name: 'reddit', count: 60 }], countries: [], top: several.slice(0, 3) },
  }
  const spike = {
    ...{ alertName: alert, summary, signs: [], inLastHour: 48, baselinePerHour: 4, hours: [] },
    ...{ claims: [{ by: person, count: 2 }], permalinks: {} },
  }
  const board: Board = {
    alert: alertWords(spike),
    pace: paceWords(spike),
    facts: spikeFacts(spike, { lead: { user: 'U1', by: person, at } }),
    claimed: claimWords(spike),
    urgent: [
      { mention, state: undefined, link },
      ...several.slice(0, 2).map((one) => ({
        mention: one,
        state: { state: 'claimed' as const, user: 'U1', by: person },
        link,
      })),
    ],
    open: 57,
    isOver: false,
    card: link,
  }
  const room: Pick<Room, 'alertName' | 'by' | 'card' | 'invitees' | 'notAsked'> = {
    ...{ alertName: alert, by, card, notAsked: { people: 2, groups: 1 } },
    invitees: [
      { ...by, role: 'opener', outcome: 'in' },
      { user: 'U2', name: typed('Ben Okafor'), role: 'watch', outcome: 'in' },
      { user: 'U3', name: typed('Cara Novak'), role: 'notify', outcome: 'in' },
      { user: 'U4', name: typed('Dan Reyes'), role: 'notify', outcome: 'left' },
      { user: 'U5', name: typed('Eva Sol'), role: 'notify', outcome: 'guest' },
    ],
  }
  const report: Report = {
    alertName: alert,
    summary,
    ...{ endedAt: at, isOver: true, closed: 12, claimed: 8, lead: person },
    first: { at: at - 70 * minute, name: person },
    muted: [
      { kind: 'author', name: typed('Kim Lee'), count: 9 },
      { kind: 'word', name: typed('giveaway'), count: 3 },
    ],
    timeline: [
      { at: at - 90 * minute, kind: 'began' },
      { at: at - 80 * minute, kind: 'posted' },
      { at: at - 75 * minute, kind: 'led', name: person },
      { at: at - 74 * minute, kind: 'opened', name: person, leads: true },
      { at: at - 70 * minute, kind: 'first', name: person },
      { at: at - 60 * minute, kind: 'status', name: person, text: typed('Legal is on it') },
      { at: at - 50 * minute, kind: 'muted', what: 'author', name: typed('Kim Lee'), by: person },
      { at: at - 40 * minute, kind: 'false-alarm', name: person },
      { at, kind: 'over' },
      { at, kind: 'ended', name: person },
    ],
  }
  const subject = 'Crisis room: '
  return [
    {
      by: 'roomMessage',
      kind: 'room of a spike, with a canvas',
      content: roomMessage({ room, board, isInCanvas: true }),
      subject,
    },
    {
      by: 'roomMessage',
      kind: 'room of a spike without a canvas',
      content: roomMessage({ room, board, isInCanvas: false }),
      subject,
    },
    {
      by: 'roomMessage',
      kind: 'room of a spike that has ended, with nobody in it',
      content: roomMessage({
        room: { alertName: alert, by, card },
        board: { ...board, facts: [], claimed: '', urgent: [], open: 0, isOver: true, card: undefined },
        isInCanvas: false,
      }),
      subject,
    },
    {
      by: 'notInvitedAnswer',
      kind: 'answer to “Who was not invited”',
      content: notInvitedAnswer(room),
      subject: 'Not invited: ',
    },
    {
      by: 'roomReport',
      kind: 'report of a room',
      content: roomReport(report, card),
      subject: 'Report: ',
    },
    {
      by: 'roomReport',
      kind: 'report of a room whose spike goes on and has no numbers',
      content: roomReport(
        {
          ...{ ...report, summary: undefined, first: undefined, lead: undefined, muted: [], isOver: false },
          timeline: [{ at, kind: 'began' }],
        },
        card,
      ),
      subject: 'Report: ',
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
