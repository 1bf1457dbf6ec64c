import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Snapshot, WorkspaceEvent } from '../src/events.ts'
import { createWorkspace, type Workspace } from '../src/workspace.ts'
import { noon, openWorkspace } from './open.ts'

/** Applies a message event to the snapshot's messages, as a watcher would. */
function follow(messages: Snapshot['messages'], event: WorkspaceEvent): Snapshot['messages'] {
  if (event.type === 'message_posted')
    return { ...messages, [event.channel]: [...(messages[event.channel] ?? []), event.message] }
  if (event.type === 'message_updated') {
    const { channel, message } = event
    return {
      ...messages,
      [channel]: (messages[channel] ?? []).map((one) => (one.ts === message.ts ? message : one)),
    }
  }
  if (event.type === 'message_deleted') {
    const { channel, ts } = event
    return { ...messages, [channel]: (messages[channel] ?? []).filter((one) => one.ts !== ts) }
  }
  return event.type === 'reset' ? event.snapshot.messages : messages
}

/** A change of a channel's messages. `which` selects an existing message. */
type Deed = { do: 'post' | 'reply' | 'delete' | 'reset'; which: number }

const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({ do: fc.constantFrom('post', 'post', 'reply', 'reply', 'delete', 'reset'), which: fc.nat(20) }),
  { maxLength: 30 },
)

function act({ people, control }: Workspace, deed: Deed): void {
  const there = control.messages('general')
  const chosen = there[deed.which % Math.max(there.length, 1)]
  if (deed.do === 'reset') control.reset()
  else if (deed.do === 'post' || !chosen) people.post('ana', { channel: 'general', text: 'New' })
  else if (deed.do === 'delete') people.deleteMessage('general', chosen.ts)
  else people.post('ben', { channel: 'general', text: 'Reply', threadTs: chosen.thread_ts ?? chosen.ts })
}

it('a snapshot of the sandbox’s Slack plus the changes after it has the same messages as the next snapshot', () => {
  fc.assert(
    fc.property(deeds, deeds, (before, after) => {
      const workspace = createWorkspace({ now: () => noon })
      for (const deed of before) act(workspace, deed)
      let messages = workspace.snapshot().messages
      workspace.subscribe((event) => {
        messages = follow(messages, event)
      })
      for (const deed of after) act(workspace, deed)
      const { general = [], ...others } = messages
      expect({ ...others, general }).toEqual({ general: [], ...workspace.snapshot().messages })
    }),
  )
})

it('a thread’s parent in the sandbox’s Slack always has the right reply count', () => {
  fc.assert(
    fc.property(deeds, (history) => {
      const workspace = createWorkspace({ now: () => noon })
      for (const deed of history) act(workspace, deed)
      const there = workspace.control.messages('general')
      for (const parent of there.filter((one) => one.thread_ts === undefined || one.thread_ts === one.ts)) {
        const replies = there.filter((one) => one.thread_ts === parent.ts && one !== parent)
        expect(parent.reply_count ?? 0).toBe(replies.length)
      }
    }),
  )
})

it('each change of the sandbox’s Slack has a number greater by one than the change before', () => {
  const workspace = createWorkspace({ now: () => noon })
  const numbers: number[] = []
  const stop = workspace.subscribe((event) => numbers.push(event.seq))
  for (const text of ['a', 'b', 'c']) workspace.people.post('ana', { channel: 'general', text })
  stop()
  workspace.people.post('ana', { channel: 'general', text: 'unheard' })
  expect(numbers).toEqual([1, 2, 3])
  expect(workspace.snapshot().seq).toBe(4)
})

it('later changes of the sandbox’s Slack do not alter an event that was sent to a subscriber', async () => {
  const workspace = await openWorkspace()
  const events: WorkspaceEvent[] = []
  workspace.subscribe((event) => events.push(event))
  await workspace.people.runCommand({ user: 'ana', channel: 'general', line: '/x' })
  const states = events.flatMap((event) => (event.type === 'envelope' ? [event.envelope.state] : []))
  expect(states).toEqual(['pending', 'undeliverable'])
})
