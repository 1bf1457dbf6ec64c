import { createHistorySearch } from '@overheard/post-once'
import { createPost } from '@overheard/post-once/post'
import { createIdentity, createReadHistoryPage } from '@overheard/post-once/slack-history'
import { describe, expect, it } from 'vitest'
import type { WorkspaceOptions } from '../../packages/slack-on-your-desk/src/index.ts'
import type { HistoryResult } from '../../src/model/history.ts'
import { readProof, receiptsOf } from '../../src/slack/receipts.ts'
import { brand, connected, ourClient } from '../tools/slack-client.ts'
import type { OpenWorkspace } from '../tools/slack-workspace.ts'

/** A workspace in which the bot can post ids and search. */
async function searchWorld(options: Partial<WorkspaceOptions> = {}) {
  const { workspace } = await connected(options)
  return again(workspace)
}

/** A new process of the bot in a workspace. */
function again(workspace: OpenWorkspace) {
  const client = ourClient(workspace, 10_000)
  const identity = createIdentity(client)
  const post = createPost(client, receiptsOf())
  const postIds = async (ids: string[], thread?: string) => {
    const receipt = { subscription: 'acme', alert: '7', through: '0', ids }
    const posting = { channel: brand, content: { text: ids.join(), blocks: [] }, receipt }
    const outcome = await post(thread === undefined ? posting : { ...posting, thread })
    workspace.clock.advance(1000)
    if (outcome.kind !== 'delivered') throw new Error(`not posted: ${outcome.reason}`)
    return outcome.ts
  }
  return {
    workspace,
    search: createHistorySearch(createReadHistoryPage(client, identity, readProof), Date.now),
    postIds,
  }
}

const idsOf = (search: HistoryResult) =>
  search.kind === 'seen' ? search.messages.map(({ receipt }) => receipt?.ids.join() ?? '') : search

describe('a search for our posts in Slack’s history', () => {
  it('returns our own messages, newest first, with their receipts', async () => {
    const { search, postIds } = await searchWorld()
    for (const id of ['1', '2', '3']) await postIds([id, '9007199254740993'])
    const seen = await search({ channel: brand })
    expect(idsOf(seen)).toEqual(['3,9007199254740993', '2,9007199254740993', '1,9007199254740993'])
  })

  it('includes the given message at which it begins', async () => {
    const { search, postIds } = await searchWorld()
    await postIds(['1'])
    const second = await postIds(['2'])
    await postIds(['3'])
    expect(idsOf(await search({ channel: brand, oldest: second }))).toEqual(['3', '2'])
  })

  it('reads only as many pages as needed to find the wanted post', async () => {
    const { search, workspace, postIds } = await searchWorld()
    await postIds(['1'])
    for (let count = 0; count < 2500; count++) workspace.people.post('ana', { channel: brand, text: 'chat' })
    await postIds(['2'])
    expect(idsOf(await search({ channel: brand }))).toEqual(['2', '1'])
    const pages = workspace.control.calls('conversations.history').length
    expect(idsOf(await search({ channel: brand }, (messages) => messages.length > 0))).toEqual(['2'])
    expect(pages).toBeGreaterThan(1)
    expect(workspace.control.calls('conversations.history')).toHaveLength(pages + 1)
  })

  it('returns the replies of a thread, their number and the last one', async () => {
    const { search, postIds } = await searchWorld()
    const parent = await postIds(['1'])
    await postIds(['2'], parent)
    const lastReply = await postIds(['3'], parent)
    expect(idsOf(await search({ channel: brand }))).toEqual(['1'])
    expect(await search({ channel: brand })).toMatchObject({ messages: [{ replies: 2, lastReply }] })
    expect(idsOf(await search({ channel: brand, thread: parent }))).toEqual(['1', '2', '3'])
  })

  it('counts no replies in a thread in which only people replied, so that the thread need not be read', async () => {
    const { search, workspace, postIds } = await searchWorld()
    const cards = [await postIds(['1']), await postIds(['2'])]
    for (const threadTs of cards) workspace.people.post('ana', { channel: brand, text: 'Seen', threadTs })
    await postIds(['3'], cards[1])
    expect(await search({ channel: brand })).toMatchObject({ messages: [{ replies: 2 }, { replies: 0 }] })
  })

  it('never treats messages of other apps or people as ours, even with a forged receipt', async () => {
    const { search, workspace, postIds } = await searchWorld()
    await postIds(['1'])
    const event_payload = { subscription: 'acme', alert: '7', through: '99', ids: '99' }
    workspace.people.postAsOtherApp({
      channel: brand,
      text: 'x',
      metadata: { event_type: 'overheard_mentions', event_payload },
    })
    workspace.people.post('ana', {
      channel: brand,
      text: 'x',
      metadata: { event_type: 'overheard_mentions', event_payload },
    })
    expect(idsOf(await search({ channel: brand }))).toEqual(['1'])
  })

  it('reports if it is incomplete, and how far back it reached', async () => {
    const { search, workspace, postIds } = await searchWorld({ historyPage: 15 })
    await postIds(['1'])
    const chat = Array.from({ length: 400 }, () =>
      workspace.people.post('ana', { channel: brand, text: 'chat' }),
    )
    const seen = await search({ channel: brand })
    expect(seen).toEqual({ kind: 'seen', messages: [], bounded: true, backTo: chat.at(-20 * 15)?.ts })
    await postIds(['2'])
    expect(await search({ channel: brand })).toMatchObject({ messages: [{}], bounded: true })
    expect(await search({ channel: brand }, (messages) => messages.length > 0)).toMatchObject({
      bounded: false,
    })
  })

  describe('after the app was installed again', () => {
    const receipt = {
      event_type: 'overheard_mentions',
      event_payload: { subscription: 'acme', alert: '7', through: '99', ids: '99' },
    }

    it.each([
      ['bot', {}],
      ['bot and another user', { newUser: true }],
    ])(
      'finds earlier posts and their threads, and ignores forged ones, if the app has another %s',
      async (_what, options) => {
        const { workspace, postIds } = await searchWorld()
        const parent = await postIds(['1'])
        await postIds(['2'], parent)
        workspace.control.reinstall(options)
        const { search, postIds: postNow } = again(workspace)
        await postNow(['3'])
        for (let count = 0; count < 3; count++) {
          workspace.people.postAsOtherApp({ channel: brand, text: 'x', metadata: receipt })
          workspace.people.post('ana', { channel: brand, text: 'x', metadata: receipt })
        }
        const seen = await search({ channel: brand })
        expect(idsOf(seen)).toEqual(['3', '1'])
        expect(seen).toMatchObject({ messages: [{ replies: 0 }, { replies: 1 }] })
        expect(idsOf(await search({ channel: brand, thread: parent }))).toEqual(['1', '2'])
        expect(workspace.control.calls('bots.info').length).toBeLessThanOrEqual(1)
      },
    )

    it('fails while Slack does not return our app id, and works at the next try', async () => {
      const { workspace, postIds } = await searchWorld()
      await postIds(['1'])
      workspace.control.reinstall({ newUser: true })
      workspace.control.fault({ method: 'bots.info', times: 1, act: { do: 'status', status: 503 } })
      const { search } = again(workspace)
      expect(await search({ channel: brand })).toMatchObject({ kind: 'unreachable', reason: 'HTTP 503' })
      expect(idsOf(await search({ channel: brand }))).toEqual(['1'])
    })

    it('finds only the posts of the new installation if Slack refuses to return our app id', async () => {
      const { workspace, postIds } = await searchWorld({ scopes: ['chat:write', 'channels:history'] })
      await postIds(['1'])
      workspace.control.reinstall({ newUser: true })
      const { search, postIds: postNow } = again(workspace)
      await postNow(['2'])
      expect(idsOf(await search({ channel: brand }))).toEqual(['2'])
    })
  })

  it('does not request our app id if no message of another bot has a receipt', async () => {
    const { search, workspace, postIds } = await searchWorld()
    await postIds(['1'])
    workspace.people.post('ana', { channel: brand, text: 'x' })
    workspace.people.postAsOtherApp({ channel: brand, text: 'x' })
    await search({ channel: brand })
    expect(workspace.control.calls('bots.info')).toEqual([])
  })

  it('finds that our bot joined the channel, and ignores the join of another user', async () => {
    const channels = [{ id: brand, name: 'brand-watch', botIsMember: false }]
    const { workspace, client } = await connected({ channels })
    await client.conversations.join({ channel: brand })
    const search = createHistorySearch(
      createReadHistoryPage(client, createIdentity(client), readProof),
      Date.now,
    )
    expect(await search({ channel: brand })).toMatchObject({ messages: [{ joined: true }] })
    workspace.control.reinstall({ newUser: true })
    expect(await again(workspace).search({ channel: brand })).toMatchObject({ messages: [] })
  })

  it.each([
    ['metadata of another kind', { event_type: 'task_created', event_payload: { ids: '1' } }],
    [
      'invalid ids',
      {
        event_type: 'overheard_mentions',
        event_payload: { subscription: 'a', alert: '7', through: '0', ids: '1,x' },
      },
    ],
    [
      'missing ids',
      { event_type: 'overheard_mentions', event_payload: { subscription: 'a', alert: '7', through: '0' } },
    ],
  ])('finds a message with %s, and reads no receipt from it', async (_what, metadata) => {
    const { search, workspace } = await searchWorld()
    const { token, bot } = workspace.seed
    await fetch(`${workspace.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.bot}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: brand, text: bot.name, metadata }),
    })
    expect(idsOf(await search({ channel: brand }))).toEqual([''])
  })

  it('finds the receipt mark of a message whose metadata was dropped', async () => {
    const { search, workspace } = await searchWorld()
    workspace.control.fault({ method: 'chat.postMessage', act: { do: 'dropMetadata' } })
    const { token } = workspace.seed
    await fetch(`${workspace.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.bot}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        channel: brand,
        text: 'x',
        blocks: [{ type: 'divider', block_id: 'our-mark' }],
      }),
    })
    expect(await search({ channel: brand })).toMatchObject({ messages: [{ mark: 'our-mark' }] })
  })

  it('finds a new message as soon as Slack’s history shows the message', async () => {
    const { search, workspace, postIds } = await searchWorld()
    workspace.control.fault({ method: 'chat.postMessage', act: { do: 'historyLag', ms: 20_000 } })
    await postIds(['1'])
    expect(idsOf(await search({ channel: brand }))).toEqual([])
    workspace.clock.advance(20_000)
    expect(idsOf(await search({ channel: brand }))).toEqual(['1'])
  })
})

describe('a failed search for our posts in Slack’s history', () => {
  const outsider = { channels: [{ id: brand, name: 'brand-watch', botIsMember: false }] }
  it.each([
    [
      'the token lacks the needed scope',
      { scopes: ['chat:write', 'channels:read'] },
      { kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' },
    ],
    [
      'the bot is not in the channel',
      outsider,
      { kind: 'unreadable', reason: 'not_in_channel', extent: 'channel' },
    ],
  ])('reports the channel as unreadable if %s', async (_what, options, expected) => {
    const { search } = await searchWorld(options)
    expect(await search({ channel: brand })).toEqual(expected)
  })

  it.each([
    [
      'after status 429 may be retried when the pause is over',
      { do: 'rateLimit', retryAfter: 9 },
      { kind: 'unreachable', reason: 'ratelimited', afterMs: 9000 },
    ],
    [
      'after status 503 may be retried',
      { do: 'status', status: 503 },
      { kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 },
    ],
    [
      'with a revoked token may be retried, because the token will be replaced',
      { do: 'error', error: 'token_revoked' },
      { kind: 'unreachable', reason: 'token_revoked', afterMs: 5000 },
    ],
    [
      'with an unknown error code may be retried, because the code does not mean that the channel is empty',
      { do: 'error', error: 'something_new' },
      { kind: 'unreachable', reason: 'something_new', afterMs: 30_000, unclear: true },
    ],
    [
      'with a cursor that Slack refuses may be retried, because the refusal does not mean that the channel is empty',
      { do: 'error', error: 'invalid_cursor' },
      { kind: 'unreachable', reason: 'invalid_cursor', afterMs: 30_000, unclear: true },
    ],
    [
      'with arguments that Slack refuses may be retried, because the refusal does not mean that the channel is empty',
      { do: 'error', error: 'invalid_arguments' },
      { kind: 'unreachable', reason: 'invalid_arguments', afterMs: 30_000, unclear: true },
    ],
    [
      'in a deleted channel reports the channel as unreadable',
      { do: 'error', error: 'channel_not_found' },
      { kind: 'unreadable', reason: 'channel_not_found', extent: 'channel' },
    ],
    [
      'of a deleted thread returns no messages',
      { do: 'error', error: 'thread_not_found' },
      { kind: 'seen', messages: [], bounded: false },
    ],
  ] as const)('%s', async (_what, act, expected) => {
    const { search, workspace } = await searchWorld()
    const isThread = act.do === 'error' && act.error === 'thread_not_found'
    workspace.control.fault({ method: isThread ? 'conversations.replies' : 'conversations.history', act })
    expect(await search(isThread ? { channel: brand, thread: '1.0' } : { channel: brand })).toEqual(expected)
  })

  it('works at the next try if Slack did not return the bot’s own ids', async () => {
    const { search, workspace, postIds } = await searchWorld()
    await postIds(['1'])
    workspace.control.fault({ method: 'auth.test', times: 1, act: { do: 'status', status: 500 } })
    expect(await search({ channel: brand })).toMatchObject({ kind: 'unreachable' })
    expect(idsOf(await search({ channel: brand }))).toEqual(['1'])
    await search({ channel: brand })
    expect(workspace.control.calls('auth.test')).toHaveLength(2)
  })
})
