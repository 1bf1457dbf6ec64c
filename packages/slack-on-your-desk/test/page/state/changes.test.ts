import { expect, it } from 'vitest'
import { apply } from '../../../src/page/state/changes.ts'
import { clientOf, openWorkspace, socketApp } from '../../open.ts'
import { card } from '../sample-blocks.ts'
import { modal } from '../sample-modal.ts'

it('the snapshot on the sandbox’s Slack page plus the changes after it equals a later snapshot', async () => {
  const workspace = await openWorkspace()
  let world = workspace.snapshot()
  workspace.subscribe((event) => {
    world = apply(world, event)
  })
  await socketApp(workspace, (app) => {
    app.command('/ask', async ({ ack, client, body }) => {
      await ack('Here you are.')
      await client.views.open({ trigger_id: body.trigger_id, view: modal })
    })
  })
  const client = clientOf(workspace)
  const channel = 'C000GENERAL'
  const { ts = '' } = await client.chat.postMessage({ channel, text: 'one', blocks: card('', 'claim') })
  await client.chat.postMessage({ channel, text: 'reply', thread_ts: ts })
  await client.chat.update({ channel, ts, text: 'edited' })
  const second = workspace.people.post('ben', { channel, text: 'two' })
  workspace.people.deleteMessage(channel, second.ts)
  await workspace.people.runCommand({ user: 'ana', channel, line: '/ask' })
  await client.views.publish({ user_id: 'U0000000ANA', view: { type: 'home', blocks: [] } })
  await workspace.people.changeChannel({ do: 'create', name: 'new' })
  workspace.control.fault({
    method: 'chat.postMessage',
    times: 1,
    act: { do: 'error', error: 'fatal_error' },
  })
  const { seq: _seq, ...now } = workspace.snapshot()
  const { seq: _old, ...kept } = world
  expect(kept).toEqual(now)
})

it('a reset of the sandbox’s Slack replaces the whole workspace on the page', async () => {
  const workspace = await openWorkspace()
  const before = workspace.snapshot()
  const fresh = { ...before, now: 1 }
  expect(apply(before, { type: 'reset', snapshot: fresh })).toBe(fresh)
})
