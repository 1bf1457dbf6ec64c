import { changesAnswer } from '../../../src/features/changes/messages.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'

export function messageKinds({ person, typed }: Names): MessageKind[] {
  const change = (what: string, minute: number) => ({
    ...{ id: String(minute), at: at - minute * 60_000, channel: 'C1', user: 'U1', by: person },
    ...{ what, alerts: [] },
  })
  const changes = [
    change(`muted the author ${typed('Kim Lee')} for 7 days`, 1),
    change(
      'paused posts of acme-brand until Nov 20, 2026, 14:02 UTC; mentions found meanwhile are posted then',
      90,
    ),
  ]
  return [
    {
      by: 'changesAnswer',
      kind: 'changes',
      content: changesAnswer({ changes, total: 2, days: 30 }),
      subject: '2 changes from Slack in this channel in the last 30 days',
    },
    {
      by: 'changesAnswer',
      kind: 'changes of all channels, more than a message holds',
      content: changesAnswer({
        changes: Array.from({ length: 20 }, (_, index) => change(`resumed acme-${index}`, index)),
        ...{ total: 57, days: 7, channelName: () => `#${typed('launch')}` },
      }),
      subject: '57 changes from Slack in your channels in the last 7 days',
    },
    {
      by: 'changesAnswer',
      kind: 'no changes',
      content: changesAnswer({ changes: [], total: 0, days: 1 }),
      subject: 'Nobody has changed anything from Slack in this channel',
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
