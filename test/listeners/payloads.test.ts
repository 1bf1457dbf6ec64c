import { expect, it } from 'vitest'
import { openCardModal, readModalOrigin } from '../../src/listeners/open-modal.ts'
import { readDigestAction, readMessageAction } from '../../src/listeners/payloads.ts'

const press = (thread_ts?: string | null) => ({
  ...{ user: { id: 'U1' }, trigger_id: 't', actions: [{ value: '7' }] },
  channel: { id: 'C1' },
  container: { message_ts: '2.0', ...(thread_ts !== undefined && { thread_ts }) },
  response_url: 'https://slack.example/1',
})

it.each([
  ['a reply in a thread is answered in the thread', '1.0', '1.0'],
  ['the first message of a thread is answered in the channel', '2.0', undefined],
  ['a message without a thread is answered in the channel', undefined, undefined],
  ['a message without a thread is answered in the channel, if Slack sends null', null, undefined],
])('a press on %s', (_name, sent, thread) => {
  expect(readMessageAction(press(sent)).thread).toBe(thread)
  expect(readDigestAction(press(sent)).asker?.thread).toBe(thread)
})

it('a form that was opened by a press in a thread remembers the thread, and one of an earlier version has none', async () => {
  const notes: string[] = []
  const views = {
    setTimer: () => () => undefined,
    async open(_trigger: string, { note }: { note: string }) {
      notes.push(note)
      return { kind: 'open' as const, view: 'V1' }
    },
    update: async () => undefined,
  }
  const form = { title: 'Snooze', blocks: [], callback: 'snooze' }
  await openCardModal(
    { views, reply: async () => undefined },
    readMessageAction(press('1.0')),
    async () => form,
  )
  const earlier = JSON.stringify({ channel: 'C1', ts: '2.0', responseUrl: '' })
  const threads = [...notes, earlier].map((metadata) => readModalOrigin({ user: 'U1', metadata }).thread)
  expect(threads).toEqual(['1.0', undefined])
})
