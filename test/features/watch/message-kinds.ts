import type { Mention } from '@overheard/mention-client/mention'
import {
  groupCall,
  handedOn,
  handedOnNotice,
  onWatchSentence,
  personCall,
  watchAnswer,
} from '../../../src/features/watch/messages.ts'
import { context } from '../../../src/messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../../src/messages/kit/dates.ts'
import { changeNotice, changeUndoneNotice } from '../../../src/subscriptions/change-texts.ts'
import { at, link, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

export function messageKinds({ alert, person, mention, several, typed }: Names): MessageKind[] {
  const called = (mentions: Mention[]) => ({
    ...{ channel: 'C1', ts: '1795176000.000100', alert: '7', alertName: alert },
    ...{ mentions, unclaimedForMs: 15 * 60_000, permalink: link },
  })
  const alone = { passedOver: [], isDisturbed: false }
  const names = [person, 'Ben Okafor', 'Cleo', 'Dan', 'Eve'].map(typed)
  return [
    {
      by: 'personCall',
      kind: 'call of a person because others have do-not-disturb on',
      content: personCall(called([mention]), { passedOver: names, isDisturbed: false }),
      subject: 'Nobody has claimed this for',
    },
    {
      by: 'personCall',
      kind: 'call of a person with do-not-disturb, several mentions',
      content: personCall(called(several.slice(0, 5)), { passedOver: [], isDisturbed: true }),
      subject: 'Nobody has claimed 5 urgent mentions for',
    },
    {
      by: 'groupCall',
      kind: 'call of the group after that of a person with do-not-disturb',
      content: groupCall({ ...called([mention]), before: { name: typed('Ben Okafor'), isDisturbed: true } }),
      subject: 'Nobody has claimed this for',
    },
    {
      by: 'personCall',
      kind: 'call of the person on duty',
      content: personCall(called([mention]), alone),
      subject: 'Nobody has claimed this for',
    },
    {
      by: 'personCall',
      kind: 'call of the person on duty, several mentions',
      content: personCall(called(several.slice(0, 5)), alone),
      subject: 'Nobody has claimed 5 urgent mentions for',
    },
    {
      by: 'groupCall',
      kind: 'call of the group',
      content: groupCall({ ...called([mention]), before: { name: typed('Ben Okafor'), isDisturbed: false } }),
      subject: 'Nobody has claimed this for',
    },
    {
      by: 'groupCall',
      kind: 'call of the group, several mentions',
      content: groupCall(called(several.slice(0, 5))),
      subject: 'Nobody has claimed 5 urgent mentions for',
    },
    {
      by: 'changeNotice',
      kind: 'announced swap of the watch',
      content: changeNotice({ by: person, did: handedOn('Ben Okafor', at), undo: '1' }),
      subject: `${person} passed the duty to`,
    },
    {
      by: 'handedOnNotice',
      kind: 'message to the person who gets the watch',
      content: handedOnNotice({ by: person, until: at }),
      subject: `${person} passed the duty to you`,
    },
    {
      by: 'changeUndoneNotice',
      kind: 'undone swap of the watch',
      content: changeUndoneNotice({
        by: 'Ben Okafor',
        what: `${person} passed the duty to Ben Okafor until Nov 20, 2026, 14:02 UTC`,
        now: 'The duty is as before.',
      }),
      subject: 'The duty is as before',
    },
    {
      by: 'watchAnswer',
      kind: 'watch',
      content: watchAnswer({ name: person, until: at, nextName: 'Ben Okafor' }),
      subject: `${person} is on duty`,
    },
  ]
}

export const viewKinds = ({ person }: Names): ViewKind[] => [
  {
    by: 'onWatchSentence',
    kind: 'home tab with the person on duty',
    view: { blocks: [context(...sentenceAsContext(onWatchSentence({ name: person, until: at })))] },
  },
]
