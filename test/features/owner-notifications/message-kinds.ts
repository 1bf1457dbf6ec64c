import {
  damagedNotice,
  missesNotice,
  refusedNotice,
  repeatsNotice,
  repeatsOverNotice,
  resumedNotice,
  stoppedNotice,
} from '../../../src/features/owner-notifications/messages.ts'
import { createDamageTexts } from '../../../src/messages/problems/damage-texts.ts'
import { problemTexts } from '../../../src/messages/problems/problem-texts.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

export function messageKinds({ alert: alertName }: Names): MessageKind[] {
  const stopped = {
    name: alertName,
    channel: '#brand',
    reason: problemTexts.channelRefuses('#brand', 'not_in_channel').what,
    whatToDo: problemTexts.channelRefuses('#brand', 'not_in_channel').whatToDo,
    since: at,
  }
  const { what: reason, whatToDo } = problemTexts.mentionRejected(
    '12',
    'https://news.example/12',
    'invalid_blocks',
  )
  const refused = { reason, whatToDo }
  const other = problemTexts.otherInstallation('1vmj0d4k3f9x', '1vmhz70aq2w8')
  const repeated = { ...stopped, reason: other.what, whatToDo: other.whatToDo }
  const restarted = problemTexts.restartedIds(alertName, '3', '4711', 'acme', false)
  const missed = { ...stopped, reason: restarted.what, whatToDo: restarted.whatToDo }
  const damageTexts = createDamageTexts()
  const damage = damageTexts.others(
    {
      collection: 'cards',
      place: { kind: 'line', path: 'data/cards/C1/2026-11-23.jsonl', line: 7 },
      why: 'it is not JSON',
    },
    [],
  )
  const damaged = {
    name: damageTexts.recordsName('cards'),
    reason: damage.what,
    whatToDo: damage.whatToDo,
    since: at,
  }
  return [
    {
      by: 'stoppedNotice',
      kind: 'problem for the owner',
      content: stoppedNotice([stopped]),
      subject: 'Cannot post ',
    },
    {
      by: 'refusedNotice',
      kind: 'rejected mention',
      content: refusedNotice([{ ...stopped, ...refused }]),
      subject: 'A mention could not be posted: ',
    },
    {
      by: 'missesNotice',
      kind: 'mentions that are missed',
      content: missesNotice([missed]),
      subject: 'New mentions of ',
    },
    {
      by: 'repeatsNotice',
      kind: 'mentions that two installations post',
      content: repeatsNotice([repeated]),
      subject: 'You may see mentions of ',
    },
    {
      by: 'repeatsOverNotice',
      kind: 'end of the second installation',
      content: repeatsOverNotice([repeated], at),
      subject: 'Only one copy of Overheard posts ',
    },
    {
      by: 'damagedNotice',
      kind: 'damaged records that stop nothing',
      content: damagedNotice([damaged]),
      subject: 'Stored data is damaged: posts',
    },
    {
      by: 'resumedNotice',
      kind: 'end of a problem',
      content: resumedNotice([stopped], at),
      subject: 'Working again: ',
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
