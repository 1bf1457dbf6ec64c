import { describe, expect, it, onTestFinished } from 'vitest'
import { type Slack, type SlackOptions, startSlack } from '../src/index.ts'
import { clientOf, socketApp } from './open.ts'

async function started(options: SlackOptions = {}): Promise<Slack> {
  const slack = await startSlack(options)
  onTestFinished(() => slack.close())
  return slack
}

const text = { type: 'plain_text', text: 'Text' } as const

describe('startSlack', () => {
  it('starts with the channels and people that are asked for', async () => {
    const slack = await started({
      channels: ['general', { name: 'hidden', isPrivate: true }],
      people: ['ana'],
    })
    const { channels = [] } = await clientOf(slack.workspace).conversations.list({
      types: 'public_channel,private_channel',
    })
    expect(channels.map(({ name }) => name)).toEqual(['general', 'hidden'])
    expect(() => slack.person('ben')).toThrow('There is no person "ben" in this workspace.')
    expect(() => slack.messages('random')).toThrow('There is no channel "random" in this workspace.')
  })

  it('allows only what the manifest asks for', async () => {
    const manifest = {
      display_information: { name: 'Greeter' },
      oauth_config: { scopes: { bot: ['channels:read'] } },
    }
    const client = clientOf((await started({ manifest })).workspace)
    await expect(client.chat.postMessage({ channel: 'C000GENERAL', text: 'Hello' })).rejects.toMatchObject({
      data: { error: 'missing_scope', needed: 'chat:write' },
    })
  })

  it('says what is wrong with a manifest', async () => {
    await expect(startSlack({ manifest: { features: { slash_commands: 'none' } } })).rejects.toThrow(
      'This is no app manifest:',
    )
  })

  it('shows what the app posted, to whom, and its calls', async () => {
    const slack = await started()
    const client = clientOf(slack.workspace)
    await client.chat.postMessage({ channel: 'C000GENERAL', text: 'For all' })
    const ana = slack.person('ana')
    const { channel } = await client.conversations.open({ users: ana.id })
    await client.chat.postMessage({ channel: channel?.id ?? '', text: 'For Ana' })
    await client.chat.postEphemeral({ channel: 'C000GENERAL', user: ana.id, text: 'Seen once' })
    expect(slack.messages('general').map((one) => one.text)).toEqual(['For all'])
    expect(slack.directMessages('ana').map((one) => one.text)).toEqual(['For Ana'])
    expect(slack.directMessages('ben')).toEqual([])
    expect(slack.ephemerals('ana').map((one) => one.text)).toEqual(['Seen once'])
    expect(slack.calls('conversations.open').map(({ args }) => args)).toEqual([{ users: ana.id }])
  })

  it('lets a person run a command, press a button, and fill in a form', async () => {
    const slack = await started()
    await socketApp(slack.workspace, (app) => {
      app.command('/order', async ({ ack, say }) => {
        await ack()
        const button = { type: 'button', text, action_id: 'open' } as const
        await say({ text: 'Order?', blocks: [{ type: 'actions', elements: [button] }] })
      })
      app.action('open', async ({ ack, body, client }) => {
        await ack()
        if (!('trigger_id' in body)) return
        const input = { type: 'plain_text_input', action_id: 'what' } as const
        const blocks = [{ type: 'input', block_id: 'dish', label: text, element: input } as const]
        const view = { type: 'modal', callback_id: 'order', title: text, submit: text, blocks } as const
        await client.views.open({ trigger_id: body.trigger_id, view })
      })
      app.view('order', async ({ ack, view, client }) => {
        await ack()
        const dish = view.state.values.dish?.what?.value
        await client.chat.postMessage({ channel: 'C000GENERAL', text: `One ${dish}` })
      })
    })
    await slack.connected()
    const ana = slack.person('ana')
    expect(await ana.command('/order', 'general')).toMatchObject({ kind: 'acknowledged' })
    const question = await slack.until(() => slack.messages('general')[0])
    await ana.press(question, 'open')
    await slack.until(() => slack.modal('ana'))
    await ana.submit({ dish: { what: 'soup' } })
    expect((await slack.until(() => slack.messages('general')[1])).text).toBe('One soup')
    expect(slack.modal('ana')).toBeUndefined()
    expect(() => ana.submit()).toThrow('No modal is open.')
  })

  it('fails the next call of a method, and only that', async () => {
    const slack = await started()
    const client = clientOf(slack.workspace)
    slack.fail('chat.postMessage', { do: 'error', error: 'internal_error' })
    const post = () => client.chat.postMessage({ channel: 'C000GENERAL', text: 'Hello' })
    await expect(post()).rejects.toMatchObject({ data: { error: 'internal_error' } })
    await post()
    expect(slack.messages('general')).toHaveLength(1)
  })

  it('keeps a fault until it is cleared if it is always to happen', async () => {
    const slack = await started()
    const client = clientOf(slack.workspace)
    slack.fail('*', { do: 'error', error: 'fatal_error' }, { times: 'always' })
    for (let call = 0; call < 3; call += 1)
      await expect(client.auth.test()).rejects.toMatchObject({ data: { error: 'fatal_error' } })
    slack.clearFaults()
    expect(await client.auth.test()).toMatchObject({ ok: true })
  })

  it('lets a command time out when the test moves the time', async () => {
    const slack = await started({ clock: 'hand' })
    await socketApp(slack.workspace, (app) => {
      app.command('/never', async () => {})
    })
    await slack.connected()
    const ack = slack.person('ana').command('/never', 'general')
    slack.clock.advance(2999)
    await slack.person('ana').react(slack.person('ben').post('general', 'Hi'), 'eyes')
    slack.clock.advance(1)
    expect(await ack).toEqual({ kind: 'timeout' })
  })

  it('empties the workspace, and leaves the rate limits off', async () => {
    const slack = await started()
    const client = clientOf(slack.workspace)
    const post = () => client.chat.postMessage({ channel: slack.channelId('general'), text: 'Hello' })
    await post()
    slack.reset()
    expect(slack.messages('general')).toEqual([])
    for (let number = 0; number < 20; number += 1) await post()
    expect(slack.messages('general')).toHaveLength(20)
  })

  it('shows what the app presents as the details of a Work Object', async () => {
    const slack = await started()
    const attributes = { title: { text: 'A task' } }
    const entity = {
      entity_type: 'slack#/entities/task',
      url: 'https://a.example/1',
      external_ref: { id: '1' },
      entity_payload: { attributes },
    }
    const app = await socketApp(slack.workspace, (one) => {
      one.event('entity_details_requested', async ({ event, client }) => {
        await client.apiCall('entity.presentDetails', { trigger_id: event.trigger_id, metadata: entity })
      })
    })
    await app.client.apiCall('chat.postMessage', {
      channel: slack.channelId('general'),
      text: 'A task',
      metadata: { entities: [entity] },
    })
    const [message] = slack.messages('general')
    if (message === undefined) throw new Error('There is no message.')
    expect(message.metadata?.entities).toEqual([entity])
    await slack.person('ana').openDetails(message)
    expect(await slack.until(() => slack.details('ana'))).toEqual({ kind: 'entity', entity })
    expect(slack.details('ben')).toBeUndefined()
    await expect(slack.person('ana').openDetails(message, '2')).rejects.toThrow('There is no Work Object 2')
  })

  it('rejects a wait whose condition throws', async () => {
    const slack = await started()
    await expect(slack.until(() => slack.messages('nowhere')[0])).rejects.toThrow('There is no channel')
  })
})
