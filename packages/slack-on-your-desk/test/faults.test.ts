import { describe, expect, it } from 'vitest'
import type { Fault } from '../src/events.ts'
import { clientOf, openWorkspace } from './open.ts'

const general = 'C000GENERAL'
type Act = Fault['act']

const endings: [sentence: string, act: Act, kept: number, error: Record<string, unknown>][] = [
  ['429 with Retry-After', { do: 'rateLimit', retryAfter: 7 }, 0, { retryAfter: 7 }],
  ['a 503 before the message is stored', { do: 'status', status: 503 }, 0, { statusCode: 503 }],
  ['a 503 after the message is stored', { do: 'status', status: 503, after: true }, 1, { statusCode: 503 }],
  [
    'a connection reset before the message is stored',
    { do: 'reset' },
    0,
    { code: 'slack_webapi_request_error' },
  ],
  [
    'a connection reset after the message is stored',
    { do: 'reset', after: true },
    1,
    { code: 'slack_webapi_request_error' },
  ],
  [
    'an error code before the message is stored',
    { do: 'error', error: 'internal_error' },
    0,
    { data: { ok: false, error: 'internal_error' } },
  ],
  [
    'an error code after the message is stored',
    { do: 'error', error: 'fatal_error', after: true },
    1,
    { data: { ok: false, error: 'fatal_error' } },
  ],
]

describe('a post to the sandbox’s Slack under a planned fault', () => {
  it.each(endings)('ends with %s', async (_sentence, act, kept, error) => {
    const workspace = await openWorkspace()
    workspace.control.fault({ method: 'chat.postMessage', times: 1, act })
    const client = clientOf(workspace)
    await expect(client.chat.postMessage({ channel: general, text: 'x' })).rejects.toMatchObject(error)
    expect(workspace.control.messages(general)).toHaveLength(kept)
    await client.chat.postMessage({ channel: general, text: 'y' })
    expect(workspace.control.messages(general)).toHaveLength(kept + 1)
  })
})

describe('a planned delay of the sandbox’s Slack', () => {
  it.each([
    ['before the message is stored', { do: 'slow', ms: 5000 }, 0],
    ['after the message is stored', { do: 'slow', ms: 5000, after: true }, 1],
  ] as const)('can come %s', async (_sentence, act, early) => {
    const workspace = await openWorkspace()
    let count = -1
    workspace.control.fault({ method: 'chat.postMessage', times: 1, act })
    const stop = workspace.subscribe(() => {
      stop()
      setImmediate(() => {
        count = workspace.control.messages(general).length
        workspace.clock.advance(5000)
      })
    })
    await clientOf(workspace).chat.postMessage({ channel: general, text: 'x' })
    expect(count).toBe(early)
    expect(workspace.control.messages(general)).toHaveLength(1)
  })
  it('can store a post twenty seconds after its request ended without a response', async () => {
    const workspace = await openWorkspace()
    const ended = new Promise<void>((resolve) => {
      workspace.subscribe((event) => event.type === 'call' && resolve())
    })
    workspace.control.fault({ method: 'chat.postMessage', times: 1, act: { do: 'storeLate', ms: 20_000 } })
    clientOf(workspace)
      .chat.postMessage({ channel: general, text: 'late' })
      .catch(() => {})
    await ended
    expect(workspace.control.calls()).toMatchObject([{ ending: 'hung', status: 0, answer: null }])
    expect(workspace.control.messages(general)).toEqual([])
    workspace.clock.advance(20_000)
    expect(workspace.control.messages(general)).toMatchObject([{ text: 'late' }])
  })
  it('can hide a new message from the history for a while', async () => {
    const workspace = await openWorkspace()
    workspace.control.fault({ method: 'chat.postMessage', act: { do: 'historyLag', ms: 10_000 } })
    const client = clientOf(workspace)
    await client.chat.postMessage({ channel: general, text: 'x' })
    expect((await client.conversations.history({ channel: general })).messages).toEqual([])
    workspace.clock.advance(10_000)
    expect((await client.conversations.history({ channel: general })).messages).toHaveLength(1)
  })
})

it('a planned fault of the sandbox’s Slack drops the metadata of a post that succeeds, and the response contains no metadata', async () => {
  const workspace = await openWorkspace()
  workspace.control.fault({ method: 'chat.postMessage', act: { do: 'dropMetadata' } })
  const metadata = { event_type: 'a', event_payload: {} }
  const answer = await clientOf(workspace).chat.postMessage({ channel: general, text: 'x', metadata })
  expect(answer.message).not.toHaveProperty('metadata')
})

it('a planned fault of the sandbox’s Slack for one channel affects only that channel until the fault is cleared', async () => {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  const act: Act = { do: 'error', error: 'restricted_action' }
  const id = workspace.control.fault({ method: '*', channel: 'support', act })
  await client.chat.postMessage({ channel: general, text: 'x' })
  for (const channel of ['C0000SUPPRT', '#support'])
    await expect(client.chat.postMessage({ channel, text: 'x' })).rejects.toThrow('restricted_action')
  workspace.control.clearFaults(id)
  await client.chat.postMessage({ channel: 'C0000SUPPRT', text: 'x' })
})

it('a planned fault of the sandbox’s Slack for a text affects only calls that contain the text', async () => {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  const act: Act = { do: 'error', error: 'never_heard_of_it' }
  workspace.control.fault({ method: 'chat.postMessage', text: 'a "poison"', act })
  const block = (text: string) => ({ type: 'section', text: { type: 'plain_text', text } })
  await expect(client.chat.postMessage({ channel: general, text: 'a "poison"!' })).rejects.toThrow(
    'never_heard',
  )
  await expect(
    client.chat.postMessage({ channel: general, text: 'x', blocks: [block('a "poison"')] }),
  ).rejects.toThrow('never_heard_of_it')
  await client.chat.postMessage({ channel: general, text: 'x', blocks: [block('none')] })
  expect(workspace.control.messages(general)).toHaveLength(1)
})

it('the sandbox’s Slack logs every call with its arguments and response, but without its token', async () => {
  const workspace = await openWorkspace()
  await clientOf(workspace).chat.postMessage({ channel: general, text: 'x' })
  await fetch(`${workspace.apiUrl}auth.test?token=${workspace.seed.token.bot}`)
  const calls = workspace.control.calls()
  expect(calls).toMatchObject([
    {
      id: 1,
      method: 'chat.postMessage',
      args: { channel: general, text: 'x' },
      status: 200,
      answer: { ok: true },
    },
    { id: 2, method: 'auth.test', answer: { ok: true } },
  ])
  expect(JSON.stringify(calls)).not.toContain(workspace.seed.token.bot)
})

it('the rate limit of the sandbox’s Slack allows a burst of posts in a channel and then one post a second', async () => {
  const workspace = await openWorkspace({ postLimit: { perSecond: 1, burst: 2 } })
  const client = clientOf(workspace)
  const post = (channel: string) => client.chat.postMessage({ channel, text: 'x' })
  await post(general)
  await post('#general')
  await expect(post(general)).rejects.toMatchObject({ retryAfter: 1 })
  await post('C0000SUPPRT')
  workspace.clock.advance(1000)
  await post(general)
  await expect(post(general)).rejects.toMatchObject({ retryAfter: 1 })
  expect(workspace.control.calls().filter((call) => call.status === 429)).toHaveLength(2)
})

it.each([
  ['conversations.list', 20],
  ['chat.update', 50],
  ['views.publish', 100],
])(
  'the sandbox’s Slack accepts %s %i times a minute in all channels together and refuses further calls',
  async (method, times) => {
    const workspace = await openWorkspace({ tiers: 'on' })
    const client = clientOf(workspace)
    const call = (channel = 'C1') => client.apiCall(method, { channel }).catch((error: unknown) => error)
    for (let count = 0; count < times; count++)
      expect(await call(`C${count}`)).not.toHaveProperty('retryAfter')
    expect(await call()).toMatchObject({ retryAfter: Math.ceil(60 / times) })
    await client.auth.test()
    workspace.clock.advance(60_000 / times)
    expect(await call()).not.toHaveProperty('retryAfter')
  },
)
