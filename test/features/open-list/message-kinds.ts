import type { Mention } from '@overheard/mention-client/mention'
import { worthReasons } from '../../../src/cards/worth.ts'
import { homeLists } from '../../../src/features/open-list/home.ts'
import { openList } from '../../../src/features/open-list/messages.ts'
import {
  at,
  hour,
  link,
  type MessageKind,
  type Names,
  ticket,
  type ViewKind,
} from '../../tools/message-kinds.ts'

const openPage = { page: 0, perPage: 5, now: at, viewer: 'U1' }

export const messageKinds = ({ mention, several }: Names): MessageKind[] => [
  {
    by: 'openList',
    kind: 'list of open mentions',
    content: openList({
      lines: several.slice(0, 3).map((one) => ({
        channel: 'C1',
        ts: '1795176000.000100',
        alert: '7',
        mention: one,
        reasons: worthReasons(one, at),
        permalink: link,
        ...(one === several[0] && { ticket }),
      })),
      total: 3,
      scope: 'channel',
      ...openPage,
    }),
    subject: '3 open mentions in this channel',
  },
  {
    by: 'openList',
    kind: 'open mention that is late',
    subject: '1 open mention',
    content: openList({
      lines: [
        {
          ...{ channel: 'C1', ts: '1795176000.000100', alert: '7', mention, permalink: link },
          reasons: {
            sentiment: 'negative',
            reach: 41_000,
            asksQuestion: false,
            sites: 1,
            since: at - 5 * hour,
          },
          lateSince: at - hour,
          missed: 'claim',
        },
      ],
      total: 1,
      scope: 'channel',
      ...openPage,
    }),
  },
]

export function viewKinds({ person, mention, several }: Names): ViewKind[] {
  const row = (one: Mention) => ({
    ...{ channel: 'C1', ts: '1795176000.000100', alert: '7', mention: one },
    reasons: worthReasons(one, at - 3 * hour),
    permalink: link,
  })
  const assigned = { id: 'a1', from: 'U2', fromName: person, due: at - 2 * hour }
  const holder = { user: 'U1', by: person, state: 'assigned' as const, assigned }
  const nothing = { ...openPage, lines: [], total: 0 }
  const open = { ...openPage, scope: 'home' as const, lines: several.slice(0, 2).map(row), total: 14 }
  const mine = {
    ...openPage,
    scope: 'mine' as const,
    lines: [
      { ...row(mention), holder },
      { ...row(mention), holder: { ...holder, assigned: { ...assigned, due: at + hour } } },
      { ...row(mention), holder: { user: 'U1', by: person, state: 'claimed' as const } },
    ],
    total: 3,
  }
  const none = { open: { ...nothing, scope: 'home' as const }, mine: { ...nothing, scope: 'mine' as const } }
  const lists: [string, Parameters<typeof homeLists>[0]][] = [
    ['home tab with open mentions', { open, mine, negative: 9, withOthers: 3 }],
    ['home tab with nothing open', { ...none, negative: 0, withOthers: 0 }],
    ['home tab with mentions of colleagues', { ...none, negative: 0, withOthers: 3 }],
  ]
  return lists.map(([kind, view]) => ({ by: 'homeLists', kind, view: { blocks: homeLists(view) } }))
}
