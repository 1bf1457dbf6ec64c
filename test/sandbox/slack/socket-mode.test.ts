import { expect, it } from 'vitest'
import { clientOf, openWorkspace, socketApp } from './open.ts'

it('a command reaches the app over Socket Mode, and its acknowledgement is shown to the asker only', async () => {
  const workspace = await openWorkspace()
  await socketApp(workspace, (app) => {
    app.command('/mentions-stats', ({ ack, command }) => ack(`You asked for ${command.text}`))
  })
  const done = await workspace.people.runCommand({
    user: 'ana',
    channel: 'general',
    line: '/mentions-stats 7d',
  })
  expect(done.kind).toBe('acknowledged')
  expect(workspace.state.ephemerals).toMatchObject([
    { user: 'U0000000ANA', channel: 'C000GENERAL', message: { text: 'You asked for 7d' } },
  ])
})

it('a message is posted, and history gives it back with its metadata', async () => {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  const metadata = { event_type: 'overheard_mentions', event_payload: { ids: '1,2' } }
  const posted = await client.chat.postMessage({ channel: '#general', text: 'Hello', metadata })
  const read = await client.conversations.history({ channel: 'C000GENERAL', include_all_metadata: true })
  expect(read.messages).toMatchObject([{ ts: posted.ts, text: 'Hello', metadata }])
})
