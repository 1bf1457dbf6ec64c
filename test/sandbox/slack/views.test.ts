import { describe, expect, it, vi } from 'vitest'
import { clientOf, openWorkspace, socketApp } from './open.ts'

const general = 'C000GENERAL'
const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const modal = { type: 'modal' as const, title: text('Mute'), blocks: [] }
const go = { type: 'button', text: text('Go'), action_id: 'go', value: '7' }
const homeBlocks = [{ type: 'actions', elements: [go] }]

describe('a trigger_id', () => {
  const triggered = async () => {
    const workspace = await openWorkspace()
    await workspace.people.runCommand({ user: 'ana', channel: general, line: '/x' })
    return { workspace, trigger_id: String(workspace.control.envelopes()[0]?.payload.trigger_id) }
  }
  it('works once', async () => {
    const { workspace, trigger_id } = await triggered()
    const open = () => clientOf(workspace).views.open({ trigger_id, view: modal })
    await open()
    await expect(open()).rejects.toThrow('exchanged_trigger_id')
  })
  it.each([
    [3000, 'works for three seconds'],
    [3001, 'does not work later'],
  ])('after %i ms %s', async (ms) => {
    const { workspace, trigger_id } = await triggered()
    workspace.clock.advance(ms)
    const opened = clientOf(workspace).views.open({ trigger_id, view: modal })
    if (ms > 3000) await expect(opened).rejects.toThrow('expired_trigger_id')
    else await expect(opened).resolves.toMatchObject({ ok: true })
  })
})

it('the home tab is published when it is opened, and its buttons work', async () => {
  const workspace = await openWorkspace()
  const pressed: unknown[] = []
  await socketApp(workspace, (app) => {
    app.event('app_home_opened', async ({ event, client }) => {
      await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: homeBlocks } })
    })
    app.action('go', async ({ ack, body }) => {
      pressed.push(body)
      await ack()
    })
  })
  await workspace.people.openHome('ana')
  await vi.waitFor(() => expect(workspace.state.homes.size).toBe(1))
  await workspace.people.pressInView({ user: 'ana', actionId: 'go' })
  expect(pressed).toMatchObject([
    { container: { type: 'view' }, view: { type: 'home' }, actions: [{ value: '7' }] },
  ])
})
