/** The app has three seconds to acknowledge. The clock is moved by hand. */
import { expect, it } from 'vitest'
import { type OpenWorkspace, openWorkspace, socketApp } from './open.ts'

const order = { user: 'ana', channel: 'general', line: '/mentions-stats' }

/** Resolves when an envelope has been sent. */
function sent(workspace: OpenWorkspace): Promise<void> {
  return new Promise((resolve) => {
    workspace.subscribe(
      (event) => event.type === 'envelope' && event.envelope.state === 'pending' && resolve(),
    )
  })
}

it('in the sandbox’s Slack, a user sees Slack’s own error if the app does not acknowledge a command within 3 s', async () => {
  const workspace = await openWorkspace()
  await socketApp(workspace, (app) => app.command('/mentions-stats', async () => {}))
  const onItsWay = sent(workspace)
  const done = workspace.people.runCommand(order)
  await onItsWay
  workspace.clock.advance(2999)
  await new Promise(setImmediate)
  expect(workspace.state.ephemerals).toEqual([])
  workspace.clock.advance(1)
  expect(await done).toEqual({ kind: 'timeout' })
  expect(workspace.state.ephemerals).toMatchObject([
    { user: 'U0000000ANA', message: { text: '/mentions-stats failed with the error "operation_timeout"' } },
  ])
})

it('the sandbox’s Slack ignores an acknowledgement after 3 s', async () => {
  const workspace = await openWorkspace()
  const late = Promise.withResolvers<void>()
  await socketApp(workspace, (app) => {
    app.command('/mentions-stats', async ({ ack }) => {
      workspace.clock.advance(3000)
      await ack('Too late')
      late.resolve()
    })
  })
  expect(await workspace.people.runCommand(order)).toEqual({ kind: 'timeout' })
  await late.promise
  expect(workspace.state.ephemerals).toHaveLength(1)
})

it('in the sandbox’s Slack, a user’s command fails with an error at once if no app is connected', async () => {
  const workspace = await openWorkspace()
  expect(await workspace.people.runCommand(order)).toEqual({ kind: 'undeliverable' })
  expect(workspace.state.ephemerals).toMatchObject([
    { message: { text: '/mentions-stats failed with the error "dispatch_failed"' } },
  ])
})

it('in the sandbox’s Slack, a user sees that a command is not valid if the app has not registered it', async () => {
  const commands = [{ command: '/mentions', description: 'Manage', usage: 'help' }]
  const workspace = await openWorkspace({ commands })
  expect(await workspace.people.runCommand(order)).toEqual({ kind: 'unknownCommand' })
  expect(workspace.state.ephemerals).toMatchObject([
    { message: { text: '/mentions-stats is not a valid command.' } },
  ])
})

it('in the sandbox’s Slack, a user sees a warning if no app acknowledges a button press', async () => {
  const workspace = await openWorkspace()
  const blocks = [
    {
      type: 'actions',
      elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' }, action_id: 'go' }],
    },
  ]
  const { ts } = workspace.people.postAsOtherApp({ channel: 'general', text: 'x', blocks })
  const notices: unknown[] = []
  workspace.subscribe((event) => event.type === 'notice' && notices.push(event.notice))
  await workspace.people.press({ user: 'ana', channel: 'general', ts, actionId: 'go' })
  expect(notices).toEqual([
    { user: 'U0000000ANA', channel: 'C000GENERAL', text: 'The app did not answer. Please try again.' },
  ])
})
