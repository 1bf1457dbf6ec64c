import { expect, it } from 'vitest'
import { createNoticeButtons } from '../../src/listeners/actions/notice-buttons.ts'
import { replyTexts, undrawnText } from '../../src/messages/replies.ts'
import type { ChangeLog } from '../../src/subscriptions/change-log.ts'

type Undone = Awaited<ReturnType<ChangeLog['undo']>>

/** Presses Undo below an announcement. Returns what the person is told beside it. */
async function pressedUndo(undone: Undone) {
  const told: string[] = []
  const buttons = createNoticeButtons({
    access: { refusal: async () => undefined },
    changes: {
      find: async () => ({ channel: 'C1', permissionToUndo: () => ({ operation: 'mute', alerts: [] }) }),
      undo: async () => undone,
    },
    reply: async (_to: unknown, { text }: { text: string }) => void told.push(text),
  } as unknown as Parameters<typeof createNoticeButtons>[0])
  const place = { channel: 'C1', channelName: 'brand', ts: '1.1' }
  await buttons.undo({ ...place, user: 'U1', responseUrl: '', trigger: '', value: '7' })
  return told
}

it.each<[string, Undone, string[]]>([
  ['the announcement says it', { outcome: 'undone' }, []],
  [
    'the announcement cannot be rewritten',
    { outcome: 'undone', undrawn: 'edit_window_closed' },
    [undrawnText('edit_window_closed', false)],
  ],
  ['it was undone before', { outcome: 'gone' }, [replyTexts.undoneAlready()]],
  ['a later change is in the way', { outcome: 'changed-since' }, [replyTexts.changedSince()]],
])(
  'a person who undoes a change is told beside it only what the announcement cannot tell: %s',
  async (_when, undone, told) => expect(await pressedUndo(undone)).toEqual(told),
)
