import { describe, expect, it } from 'vitest'
import { optionsOfManifest } from '../src/manifest.ts'
import { openWorkspace, socketApp } from './open.ts'

const view = {
  type: 'modal' as const,
  title: { type: 'plain_text' as const, text: 'A form' },
  blocks: [{ type: 'divider' as const }],
}

describe('shortcuts in the sandbox’s Slack', () => {
  it('a global shortcut of the manifest is run by its name after a slash, and the app can open a modal', async () => {
    const workspace = await openWorkspace(
      optionsOfManifest({
        display_information: { name: 'Forms' },
        features: { shortcuts: [{ name: 'Open a form', type: 'global', callback_id: 'form' }] },
        oauth_config: { scopes: { bot: ['commands'] } },
      }),
    )
    await socketApp(workspace, (app) => {
      app.shortcut('form', async ({ ack, shortcut, client }) => {
        await ack()
        await client.views.open({ trigger_id: shortcut.trigger_id, view })
      })
    })
    const outcome = await workspace.people.runCommand({
      user: 'ana',
      channel: 'general',
      line: '/Open a form',
    })
    expect(outcome).toMatchObject({ kind: 'acknowledged' })
    await expect.poll(() => workspace.state.views).toMatchObject([{ user: 'U0000000ANA' }])
  })

  it('the page gets the message shortcuts of the manifest', async () => {
    const shortcuts = [
      { name: 'Open a form', type: 'global', callback_id: 'form' },
      { name: 'Take a note', type: 'message', callback_id: 'note' },
    ]
    const workspace = await openWorkspace(
      optionsOfManifest({ display_information: { name: 'Notes' }, features: { shortcuts } }),
    )
    expect(workspace.snapshot().messageShortcuts).toEqual([{ name: 'Take a note', callbackId: 'note' }])
  })

  it('a message shortcut carries the message, and a response_url for its channel', async () => {
    const workspace = await openWorkspace()
    await socketApp(workspace, (app) => {
      app.shortcut({ callback_id: 'note', type: 'message_action' }, async ({ ack, shortcut, respond }) => {
        await ack()
        await respond(`noted: ${shortcut.message.text}`)
      })
    })
    const { ts } = workspace.people.post('ben', { channel: 'general', text: 'a thought' })
    await workspace.people.runShortcut({ user: 'ana', callbackId: 'note', channel: 'general', ts })
    await expect
      .poll(() => workspace.state.ephemerals)
      .toMatchObject([{ user: 'U0000000ANA', message: { text: 'noted: a thought' } }])
  })

  it('a person sees a warning if no app answers a shortcut', async () => {
    const workspace = await openWorkspace()
    const notices: unknown[] = []
    workspace.subscribe((event) => event.type === 'notice' && notices.push(event.notice))
    const ack = await workspace.people.runShortcut({ user: 'ana', callbackId: 'form' })
    expect(ack).toEqual({ kind: 'undeliverable' })
    expect(notices).toMatchObject([{ text: 'The app did not answer. Please try again.' }])
  })
})
