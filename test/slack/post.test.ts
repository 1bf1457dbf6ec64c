import { createServer } from 'node:http'
import { createPost } from '@overheard/post-once/post'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createWorkspace } from '../../packages/slack-on-your-desk/src/index.ts'
import { overheardWorkspace } from '../../sandbox/demo/configuration.ts'
import { receiptsOf } from '../../src/slack/receipts.ts'
import { brand, connected, ourClient } from '../tools/slack-client.ts'

const content = { text: 'Hello', blocks: [] }
const receipt = { subscription: 'acme', alert: '7', through: '1', ids: ['2', '9007199254740993'] }
const metadata = {
  event_type: 'overheard_mentions',
  event_payload: { subscription: 'acme', alert: '7', through: '1', ids: '2,9007199254740993' },
}

describe('posting a message', () => {
  it('stores the message with its receipt and asks Slack for no link previews', async () => {
    const { workspace, client } = await connected()
    const post = createPost(client, receiptsOf())
    const outcome = await post({ channel: brand, content: { text: '<!channel> x', blocks: [] }, receipt })
    const [message] = workspace.control.messages(brand)
    expect(outcome).toEqual({ kind: 'delivered', ts: message?.ts, receiptKept: true })
    expect(message).toMatchObject({ text: '<!channel> x', metadata })
    expect(workspace.control.calls('chat.postMessage')[0]?.args).toMatchObject({
      unfurl_links: 'false',
      unfurl_media: 'false',
    })
  })

  it('works in a thread, and adds no metadata if no receipt is given', async () => {
    const { workspace, client } = await connected()
    const post = createPost(client, receiptsOf())
    const parent = await post({ channel: brand, content })
    if (parent.kind !== 'delivered') throw new Error('not posted')
    expect(await post({ channel: brand, thread: parent.ts, content })).toMatchObject({
      kind: 'delivered',
      receiptKept: true,
    })
    const [first, reply] = workspace.control.messages(brand)
    expect(first?.metadata).toBeUndefined()
    expect(reply?.thread_ts).toBe(parent.ts)
  })

  it('fails with a refusal by the thread if the first message of the thread does not exist', async () => {
    const { client } = await connected()
    expect(
      await createPost(client, receiptsOf())({ channel: brand, thread: '1.000001', content }),
    ).toMatchObject({
      kind: 'rejected',
      extent: 'thread',
    })
  })

  it('reports that the receipt is missing if Slack dropped the metadata', async () => {
    const { workspace, client } = await connected()
    workspace.control.fault({ method: 'chat.postMessage', act: { do: 'dropMetadata' } })
    expect(await createPost(client, receiptsOf())({ channel: brand, content, receipt })).toMatchObject({
      kind: 'delivered',
      receiptKept: false,
    })
  })

  it.each([
    ['a subscription', { receipt }],
    ['a digest', { digest: { digest: 'weekly', period: '2026-W47', part: 0 } }],
  ])(
    'is repeated without the receipt of %s if Slack refuses the metadata, and reports that the receipt is missing',
    async (_what, proof) => {
      const { workspace, client } = await connected()
      const act = { do: 'error', error: 'metadata_too_large' } as const
      workspace.control.fault({ method: 'chat.postMessage', act, times: 1 })
      const outcome = await createPost(client, receiptsOf())({ channel: brand, content, ...proof })
      const [message, ...others] = workspace.control.messages(brand)
      expect(outcome).toEqual({ kind: 'delivered', ts: message?.ts, receiptKept: false })
      expect(message?.metadata).toBeUndefined()
      expect(others).toEqual([])
    },
  )
})

describe('the outcome of a failed post', () => {
  it.each([
    [
      'deferred by the time that a response with status 429 names',
      { do: 'rateLimit', retryAfter: 7 },
      0,
      { kind: 'deferred', extent: 'channel', afterMs: 7000, reason: 'ratelimited' },
    ],
    [
      'unknown after status 500 without a stored message',
      { do: 'status', status: 500 },
      0,
      { kind: 'unknown', reason: 'HTTP 500' },
    ],
    [
      'unknown after status 503 with a stored message',
      { do: 'status', status: 503, after: true },
      1,
      { kind: 'unknown', reason: 'HTTP 503' },
    ],
    ['unknown after a connection reset without a stored message', { do: 'reset' }, 0, { kind: 'unknown' }],
    [
      'unknown after a connection reset with a stored message',
      { do: 'reset', after: true },
      1,
      { kind: 'unknown' },
    ],
    ['unknown after a timeout without a stored message', { do: 'hang' }, 0, { kind: 'unknown' }],
    ['unknown after a timeout with a stored message', { do: 'hang', after: true }, 1, { kind: 'unknown' }],
    [
      'unknown after the error internal_error with a stored message',
      { do: 'error', error: 'internal_error', after: true },
      1,
      { kind: 'unknown', reason: 'internal_error' },
    ],
    [
      'rejected after the error is_archived',
      { do: 'error', error: 'is_archived' },
      0,
      { kind: 'rejected', extent: 'channel', reason: 'is_archived' },
    ],
  ] as const)('is %s, and the post is sent only once', async (_what, act, stored, outcome) => {
    const { workspace, client } = await connected({}, act.do === 'hang' ? 1000 : 20_000)
    workspace.control.fault({ method: 'chat.postMessage', act })
    expect(await createPost(client, receiptsOf())({ channel: brand, content, receipt })).toMatchObject(
      outcome,
    )
    expect(workspace.control.messages(brand)).toHaveLength(stored)
    expect(workspace.control.calls('chat.postMessage')).toHaveLength(1)
  })

  it('is deferred if nobody listens at the address', async () => {
    const workspace = createWorkspace({ now: Date.now, ...overheardWorkspace })
    await workspace.listen()
    const client = ourClient({ apiUrl: workspace.apiUrl, seed: workspace.seed }, 5000)
    await workspace.close()
    expect(await createPost(client, receiptsOf())({ channel: brand, content })).toEqual({
      kind: 'deferred',
      extent: 'workspace',
      afterMs: 5000,
      reason: 'ECONNREFUSED',
    })
  })

  it.each([
    [
      'deferred for five seconds after status 429 without Retry-After',
      429,
      '',
      { kind: 'deferred', extent: 'channel', afterMs: 5000, reason: 'ratelimited' },
    ],
    [
      'unknown after a proxy’s page with status 200',
      200,
      '<html>Wait a moment: xoxb-</html>',
      { kind: 'unknown' },
    ],
    ['unknown after an empty response', 200, '', { kind: 'unknown' }],
    ['unknown after JSON that is cut short', 200, '{"ok":tr', { kind: 'unknown' }],
    [
      'unknown after JSON without ts',
      200,
      '{"ok":true}',
      { kind: 'unknown', reason: 'an answer without ts' },
    ],
    [
      'unknown after a proxy’s page with status 502',
      502,
      '<html>Bad gateway</html>',
      { kind: 'unknown', reason: 'HTTP 502' },
    ],
  ] as const)('is %s', async (_what, status, body, outcome) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const client = ourClient(
      { apiUrl: `http://127.0.0.1:${port}/api/`, seed: { token: { bot: 'xoxb-1' } } },
      5000,
    )
    const found = await createPost(client, receiptsOf())({ channel: brand, content, receipt })
    expect(found).toMatchObject(outcome)
    expect(JSON.stringify(found)).not.toContain('xoxb')
  })
})
