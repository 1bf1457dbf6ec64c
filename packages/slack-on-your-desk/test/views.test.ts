import { describe, expect, it } from 'vitest'
import { clientOf, openWorkspace, socketApp } from './open.ts'

const general = 'C000GENERAL'
const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const modal = { type: 'modal' as const, title: text('Mute'), blocks: [] }
const go = { type: 'button', text: text('Go'), action_id: 'go', value: '7' }
const homeBlocks = [{ type: 'actions', elements: [go] }]

describe('a trigger_id of the sandbox’s Slack', () => {
  const triggered = async () => {
    const workspace = await openWorkspace()
    await workspace.people.runCommand({ user: 'ana', channel: general, line: '/x' })
    return { workspace, trigger_id: String(workspace.control.envelopes()[0]?.payload.trigger_id) }
  }
  it('opens only one view', async () => {
    const { workspace, trigger_id } = await triggered()
    const open = () => clientOf(workspace).views.open({ trigger_id, view: modal })
    await open()
    await expect(open()).rejects.toThrow('exchanged_trigger_id')
  })
  it.each([
    [3000, 'still opens a view'],
    [3001, 'no longer opens a view'],
  ])('after %i ms %s', async (ms) => {
    const { workspace, trigger_id } = await triggered()
    workspace.clock.advance(ms)
    const opened = clientOf(workspace).views.open({ trigger_id, view: modal })
    if (ms > 3000) await expect(opened).rejects.toThrow('expired_trigger_id')
    else await expect(opened).resolves.toMatchObject({ ok: true })
  })
})

it('in the sandbox’s Slack, an app publishes the home tab when a user opens it, and a press of its button reaches the app', async () => {
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
  await expect.poll(() => workspace.state.homes.size).toBe(1)
  await workspace.people.pressInView({ user: 'ana', actionId: 'go' })
  expect(pressed).toMatchObject([
    { container: { type: 'view' }, view: { type: 'home' }, actions: [{ value: '7' }] },
  ])
})

it('opening a tab of the app tells the app which tab it is, and the event has the published view only for the home tab', async () => {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  const app = await socketApp(workspace, (one) => one.event('app_home_opened', async () => undefined))
  await client.views.publish({ user_id: 'U0000000ANA', view: { type: 'home', blocks: [] } })
  for (const tab of [undefined, 'home', 'messages'] as const) await workspace.people.openHome('ana', tab)
  await app.stop()
  const events = workspace.control.envelopes().map(({ payload }) => payload.event)
  const direct = expect.stringMatching(/^D/)
  expect(events).toMatchObject([
    { type: 'app_home_opened', tab: 'home', channel: direct, view: { type: 'home' } },
    { type: 'app_home_opened', tab: 'home', channel: direct, view: { type: 'home' } },
    { type: 'app_home_opened', tab: 'messages', channel: direct },
  ])
  expect(events.at(-1)).not.toHaveProperty('view')
})

/** A workspace in which Ana has acted. `trigger` returns a new trigger_id. */
async function withTriggers() {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  const trigger = async () => {
    await workspace.people.runCommand({ user: 'ana', channel: general, line: '/x' })
    return String(workspace.control.envelopes().at(-1)?.payload.trigger_id)
  }
  return { workspace, client, trigger }
}

describe('the sandbox’s Slack refuses', () => {
  it('a fourth modal on top of three', async () => {
    const { client, trigger } = await withTriggers()
    await client.views.open({ trigger_id: await trigger(), view: modal })
    for (let count = 0; count < 2; count += 1)
      await client.views.push({ trigger_id: await trigger(), view: modal })
    await expect(client.views.push({ trigger_id: await trigger(), view: modal })).rejects.toThrow(
      'push_limit_reached',
    )
  })
  it('an update of a view with a hash that is not the latest', async () => {
    const { client, trigger } = await withTriggers()
    const { view } = await client.views.open({ trigger_id: await trigger(), view: modal })
    const update = () => client.views.update({ view_id: view?.id ?? '', hash: view?.hash ?? '', view: modal })
    await expect(update()).resolves.toMatchObject({ ok: true })
    await expect(update()).rejects.toThrow('hash_conflict')
  })
  it('an update of a view that was closed', async () => {
    const { workspace, client, trigger } = await withTriggers()
    const { view } = await client.views.open({ trigger_id: await trigger(), view: modal })
    await workspace.people.closeView({ user: 'ana', viewId: view?.id ?? '' })
    await expect(client.views.update({ view_id: view?.id ?? '', view: modal })).rejects.toThrow('not_found')
  })
  it('a second view with the same external_id, which can also identify the view of an update', async () => {
    const { client, trigger } = await withTriggers()
    const view = { ...modal, external_id: 'mine' }
    await client.views.open({ trigger_id: await trigger(), view })
    await expect(client.views.open({ trigger_id: await trigger(), view })).rejects.toThrow(
      'duplicate_external_id',
    )
    await expect(client.views.update({ external_id: 'mine', view })).resolves.toMatchObject({ ok: true })
  })
  it('a home tab in place of a modal, with a pointer to the error', async () => {
    const { client, trigger } = await withTriggers()
    const view = { type: 'home' as const, blocks: [] }
    await expect(client.views.open({ trigger_id: await trigger(), view })).rejects.toMatchObject({
      data: {
        error: 'invalid_arguments',
        response_metadata: { messages: ['[ERROR] must be one of: modal [json-pointer:/view/type]'] },
      },
    })
  })
  it('an invented trigger_id', async () => {
    const { client } = await withTriggers()
    await expect(client.views.open({ trigger_id: 'x', view: modal })).rejects.toThrow('invalid_trigger_id')
  })
})
