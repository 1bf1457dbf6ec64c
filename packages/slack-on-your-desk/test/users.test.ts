import type { App, ViewResponseAction, ViewSubmitAction } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { type OpenWorkspace, openWorkspace, socketApp } from './open.ts'

/** Users' actions in messages, modals and the home tab, answered by a Bolt app. */

const general = 'C000GENERAL'
const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const options = ['1d', '7d'].map((value) => ({ text: text(value), value }))
const more = { type: 'overflow', action_id: 'more', options }
const go = { type: 'button', text: text('Go'), action_id: 'go', value: '7' }
const cardBlocks = [{ type: 'actions', block_id: 'row', elements: [go, more] }]

const input = (block_id: string, element: object, optional = false) => ({
  type: 'input',
  block_id,
  label: text(block_id),
  optional,
  element: { action_id: 'value', ...element },
})
const modal = {
  type: 'modal' as const,
  callback_id: 'mute',
  title: text('Mute'),
  submit: text('Mute'),
  private_metadata: 'card 7',
  blocks: [
    input('who', { type: 'plain_text_input', max_length: 5 }),
    input('long', { type: 'static_select', options, initial_option: options[1] }),
    input('where', { type: 'conversations_select' }, true),
    {
      type: 'actions',
      block_id: 'beside',
      elements: [{ type: 'static_select', action_id: 'tone', options }],
    },
    input('many', { type: 'number_input', is_decimal_allowed: false, max_value: '9' }, true),
  ],
}

/** A workspace whose app opens the modal on a press of `go`. Resolves when it is open. */
async function withModal(
  register: (app: App) => void,
): Promise<{ workspace: OpenWorkspace; viewId: string }> {
  const workspace = await openWorkspace()
  const app = await socketApp(workspace, (one) => {
    one.action('go', async ({ ack, body, client }) => {
      await ack()
      await client.views.open({ trigger_id: 'trigger_id' in body ? body.trigger_id : '', view: modal })
    })
    register(one)
  })
  const { ts = '' } = await app.client.chat.postMessage({
    channel: general,
    text: 'Card',
    blocks: cardBlocks,
  })
  await workspace.people.press({ user: 'ana', channel: general, ts, actionId: 'go' })
  await expect.poll(() => workspace.state.views).toHaveLength(1)
  return { workspace, viewId: workspace.state.views[0]?.view.id ?? '' }
}

it('a user’s choice in a menu of the sandbox’s Slack reaches the app with the option and the message', async () => {
  const workspace = await openWorkspace()
  const heard: unknown[] = []
  const app = await socketApp(workspace, (one) => {
    one.action('more', async ({ ack, body }) => {
      heard.push(body)
      await ack()
    })
  })
  const { ts = '' } = await app.client.chat.postMessage({
    channel: general,
    text: 'Card',
    blocks: cardBlocks,
  })
  await workspace.people.press({ user: 'ana', channel: general, ts, actionId: 'more', choice: '7d' })
  expect(heard).toMatchObject([
    {
      type: 'block_actions',
      user: { id: 'U0000000ANA', username: 'ana' },
      container: { type: 'message', message_ts: ts, channel_id: general, is_ephemeral: false },
      message: { ts, text: 'Card' },
      actions: [{ type: 'overflow', action_id: 'more', block_id: 'row', selected_option: { value: '7d' } }],
    },
  ])
})

it.each([
  ['an unknown action', { actionId: 'other' }, 'There is no element "other" here.'],
  ['an unknown option', { actionId: 'more', choice: '9d' }, 'There is no option "9d" in "more".'],
])('the sandbox’s Slack rejects a press of %s', async (_sentence, order, error) => {
  const workspace = await openWorkspace()
  const { ts } = workspace.people.postAsOtherApp({ channel: general, text: 'x', blocks: cardBlocks })
  await expect(workspace.people.press({ user: 'ana', channel: general, ts, ...order })).rejects.toThrow(error)
})

it('the sandbox’s Slack asks the app for the options of an external menu as the user types', async () => {
  const workspace = await openWorkspace()
  await socketApp(workspace, (app) => {
    app.options('pick', ({ ack, payload }) =>
      ack({ options: [{ text: text(payload.value), value: payload.value }] }),
    )
    app.command('/open', async ({ ack, client, body }) => {
      await ack()
      const blocks = [input('alert', { type: 'external_select', action_id: 'pick' })]
      await client.views.open({ trigger_id: body.trigger_id, view: { ...modal, blocks } })
    })
  })
  await workspace.people.runCommand({ user: 'ana', channel: general, line: '/open' })
  await expect.poll(() => workspace.state.views).toHaveLength(1)
  const viewId = workspace.state.views[0]?.view.id ?? ''
  const ack = await workspace.people.suggest({ user: 'ana', viewId, actionId: 'pick', text: 'acme' })
  expect(ack).toMatchObject({ payload: { options: [{ value: 'acme' }] } })
})

it.each([
  [
    true,
    '"A&amp;B" &lt;b&gt; &amp;amp; <@U1|ana> to <#C000GENERAL|general> #nope <https://a.example/?b=1&amp;c>',
  ],
  [false, '"A&amp;B" &lt;b&gt; &amp;amp; <@U1|ana> to #general #nope https://a.example/?b=1&amp;c'],
])(
  'the sandbox’s Slack sends a command with should_escape=%s with entities, channels and addresses in the same form as Slack',
  async (escapes, brought) => {
    const workspace = await openWorkspace({
      commands: [{ command: '/go', description: 'Go', usage: '', escapes }],
    })
    const heard: string[] = []
    await socketApp(workspace, (app) => {
      app.command('/go', async ({ ack, command }) => {
        heard.push(command.text)
        await ack()
      })
    })
    const line = '/go "A&B" <b> &amp; <@U1|ana> to #general #nope https://a.example/?b=1&c'
    await workspace.people.runCommand({ user: 'ana', channel: general, line })
    expect(heard).toEqual([brought])
  },
)

describe('a modal in the sandbox’s Slack', () => {
  it.each(['who', 'where'])('takes no list in an input for one answer, %s', async (name) => {
    const { workspace, viewId } = await withModal(() => {})
    const answers = { who: { value: 'Kim' }, [name]: { value: [general] } }
    await expect(workspace.people.submitView({ user: 'ana', viewId, answers })).rejects.toThrow(
      '"value" takes one answer, not a list.',
    )
  })
  it('is submitted with the user’s answers and the initial values', async () => {
    const heard: unknown[] = []
    const { workspace, viewId } = await withModal((app) => {
      app.view('mute', async ({ ack, view }) => {
        heard.push(view)
        await ack()
      })
    })
    const answers = { who: { value: 'Kim' }, where: { value: general } }
    expect(await workspace.people.submitView({ user: 'ana', viewId, answers })).toEqual({ kind: 'closed' })
    expect(workspace.state.views).toEqual([])
    const values = {
      who: { value: { type: 'plain_text_input', value: 'Kim' } },
      long: { value: { type: 'static_select', selected_option: { value: '7d' } } },
      where: { value: { type: 'conversations_select', selected_conversation: general } },
      many: { value: { type: 'number_input', value: null } },
    }
    expect(heard).toMatchObject([{ private_metadata: 'card 7', callback_id: 'mute', state: { values } }])
  })
  it.each([
    ['an empty required field', {}, { who: 'Please complete this required field.' }],
    ['a text that is too long', { who: { value: '123456' } }, { who: 'Enter at most 5 characters.' }],
    [
      'a fractional number',
      { who: { value: 'K' }, many: { value: '1.5' } },
      { many: 'Enter a whole number.' },
    ],
    [
      'a number that is too large',
      { who: { value: 'K' }, many: { value: '10' } },
      { many: 'Enter 9 or less.' },
    ],
  ])('is not submitted with %s, and the user sees the reason', async (_sentence, answers, errors) => {
    const { workspace, viewId } = await withModal(() => {})
    expect(await workspace.people.submitView({ user: 'ana', viewId, answers })).toEqual({
      kind: 'incomplete',
      errors,
    })
  })
  it.each([
    [
      'shows the app’s errors',
      { response_action: 'errors', errors: { who: 'Nobody' } },
      { kind: 'errors', errors: { who: 'Nobody' } },
      1,
    ],
    [
      'is replaced by another view',
      { response_action: 'update', view: { ...modal, title: text('Next') } },
      { kind: 'updated' },
      1,
    ],
    ['opens another modal on top', { response_action: 'push', view: modal }, { kind: 'pushed' }, 2],
    ['closes with all modals', { response_action: 'clear' }, { kind: 'cleared' }, 0],
  ] satisfies [string, ViewResponseAction, object, number][])(
    '%s if the app’s response asks for that',
    async (_sentence, response, outcome, open) => {
      const { workspace, viewId } = await withModal((app) => {
        app.view<ViewSubmitAction>('mute', ({ ack }) => ack(structuredClone<ViewResponseAction>(response)))
      })
      const answers = { who: { value: 'Kim' } }
      expect(await workspace.people.submitView({ user: 'ana', viewId, answers })).toEqual(outcome)
      expect(workspace.state.views).toHaveLength(open)
    },
  )
  it('sends an event to the app when a user closes the modal, if notify_on_close is set', async () => {
    const workspace = await openWorkspace()
    const heard: unknown[] = []
    await socketApp(workspace, (app) => {
      app.view({ callback_id: 'mute', type: 'view_closed' }, async ({ ack, body }) => {
        heard.push(body.type)
        await ack()
      })
      app.command('/open', async ({ ack, client, body }) => {
        await ack()
        await client.views.open({ trigger_id: body.trigger_id, view: { ...modal, notify_on_close: true } })
      })
    })
    await workspace.people.runCommand({ user: 'ana', channel: general, line: '/open' })
    await expect.poll(() => workspace.state.views).toHaveLength(1)
    await workspace.people.closeView({ user: 'ana', viewId: workspace.state.views[0]?.view.id ?? '' })
    expect(heard).toEqual(['view_closed'])
    expect(workspace.state.views).toEqual([])
  })
})
