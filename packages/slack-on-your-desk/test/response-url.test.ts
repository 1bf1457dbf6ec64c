import { describe, expect, it } from 'vitest'
import { clientOf, nextAnswer, type OpenWorkspace, openWorkspace, socketApp } from './open.ts'

const order = { user: 'ana', channel: 'general', line: '/mentions-stats' }
const general = 'C000GENERAL'

/** Runs a command and returns its response_url. */
async function responseUrl(workspace: OpenWorkspace): Promise<string> {
  await workspace.people.runCommand(order)
  return String(workspace.control.envelopes().at(-1)?.payload.response_url)
}

const answer = (url: string, body: Record<string, unknown>) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

describe('a response_url of the sandbox’s Slack', () => {
  it('shows a response to the user, or to the channel if the app wants that', async () => {
    const workspace = await openWorkspace()
    const url = await responseUrl(workspace)
    await answer(url, { text: 'Only you' })
    await answer(url, { text: 'Everyone', response_type: 'in_channel' })
    expect(workspace.state.ephemerals.at(-1)).toMatchObject({
      user: 'U0000000ANA',
      message: { text: 'Only you' },
    })
    expect(workspace.control.messages(general)).toMatchObject([{ text: 'Everyone', bot_id: 'B0000000001' }])
  })
  it('works exactly five times', async () => {
    const workspace = await openWorkspace()
    const url = await responseUrl(workspace)
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await answer(url, { text: 'x' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404])
    expect(workspace.control.calls('response_url').at(-1)?.answer).toEqual({ ok: false, error: 'used_url' })
  })
  it('expires after thirty minutes', async () => {
    const workspace = await openWorkspace()
    const url = await responseUrl(workspace)
    workspace.clock.advance(30 * 60_000)
    expect((await answer(url, { text: 'x' })).status).toBe(200)
    workspace.clock.advance(1)
    expect(await (await answer(url, { text: 'x' })).json()).toEqual({ ok: false, error: 'expired_url' })
  })
  it('refuses wrong blocks', async () => {
    const workspace = await openWorkspace()
    const reply = await answer(await responseUrl(workspace), { blocks: [{ type: 'header' }] })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: 'invalid_blocks' })
  })
  it('can fail once because of a planned fault', async () => {
    const workspace = await openWorkspace()
    const url = await responseUrl(workspace)
    workspace.control.fault({ method: 'response_url', times: 1, act: { do: 'status', status: 500 } })
    expect((await answer(url, { text: 'x' })).status).toBe(500)
    expect((await answer(url, { text: 'x' })).status).toBe(200)
  })
})

const go = { type: 'button', text: { type: 'plain_text', text: 'Go' }, action_id: 'go', value: '7' }
const blocks = [{ type: 'actions', block_id: 'row', elements: [go] }]

describe('a response_url of the sandbox’s Slack from a button press', () => {
  it.each([
    ['replace_original', { replace_original: true, text: 'Done' }, [{ text: 'Done' }]],
    ['delete_original', { delete_original: true }, []],
  ])(
    'changes or removes the message with the pressed button if the response asks for %s',
    async (_name, reply, left) => {
      const workspace = await openWorkspace()
      const app = await socketApp(workspace, (one) => {
        one.action('go', async ({ ack, respond }) => {
          await ack()
          await respond(reply)
        })
      })
      const { ts = '' } = await app.client.chat.postMessage({ channel: general, text: 'Card', blocks })
      const answered = nextAnswer(workspace)
      await workspace.people.press({ user: 'ana', channel: general, ts, actionId: 'go' })
      await answered
      expect(workspace.control.messages(general)).toMatchObject(left)
      expect(workspace.control.messages(general)).toHaveLength(left.length)
    },
  )
  it('can also replace an ephemeral message', async () => {
    const workspace = await openWorkspace()
    const app = await socketApp(workspace, (one) => {
      one.action('go', async ({ ack, respond }) => {
        await ack()
        await respond({ replace_original: true, text: 'Done' })
      })
    })
    const shown = await app.client.chat.postEphemeral({
      channel: general,
      user: 'U0000000ANA',
      text: 'Card',
      blocks,
    })
    const answered = nextAnswer(workspace)
    await workspace.people.press({
      user: 'ana',
      channel: general,
      ts: shown.message_ts ?? '',
      actionId: 'go',
    })
    await answered
    expect(workspace.state.ephemerals).toMatchObject([{ message: { ts: shown.message_ts, text: 'Done' } }])
  })
  it('shows a new message in the thread that the response names, and leaves a replaced one in its thread', async () => {
    const workspace = await openWorkspace()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const app = await socketApp(workspace, (one) => {
      one.action('go', async ({ ack, body, respond }) => {
        await ack()
        const { thread_ts } = 'container' in body ? body.container : {}
        await respond({ replace_original: false, text: 'New', thread_ts })
        await respond({ replace_original: true, text: 'Done' })
        answer()
      })
    })
    const { ts: thread_ts = '' } = await app.client.chat.postMessage({ channel: general, text: 'First' })
    const place = { channel: general, user: 'U0000000ANA', thread_ts }
    const { message_ts: ts = '' } = await app.client.chat.postEphemeral({ ...place, text: 'Card', blocks })
    await workspace.people.press({ user: 'ana', channel: general, ts, actionId: 'go' })
    await answered
    expect(workspace.state.ephemerals.map(({ message }) => [message.text, message.thread_ts])).toEqual([
      ['Done', thread_ts],
      ['New', thread_ts],
    ])
  })
})

it('in the sandbox’s Slack, a user cannot press a button in another user’s ephemeral message', async () => {
  const workspace = await openWorkspace()
  const shown = await clientOf(workspace).chat.postEphemeral({
    channel: general,
    user: 'U0000000ANA',
    text: 'x',
    blocks,
  })
  const ts = shown.message_ts ?? ''
  await expect(workspace.people.press({ user: 'ben', channel: general, ts, actionId: 'go' })).rejects.toThrow(
    'There is no message',
  )
})
