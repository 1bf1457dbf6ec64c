import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clientOf, openWorkspace } from './open.ts'

const general = 'C000GENERAL'

type Page = { messages?: { text?: string }[]; response_metadata?: { next_cursor?: string } }

/** Reads all pages by the cursor and returns their texts. */
async function textsOfAllPages(read: (cursor: { cursor?: string }) => Promise<Page>): Promise<unknown[]> {
  const texts: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor === undefined ? {} : { cursor })
    texts.push(...(page.messages ?? []).map((message) => message.text))
    cursor = page.response_metadata?.next_cursor
  } while (cursor)
  return texts
}

it('history pages of the sandbox’s Slack, of any size, together contain the whole history, newest first', async () => {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  for (let count = 0; count < 23; count += 1)
    workspace.people.post('ana', { channel: general, text: `Message ${count}` })
  const whole = workspace.control
    .messages(general)
    .map((message) => message.text)
    .reverse()
  const anyLimit = fc.integer({ min: 1, max: 30 })
  await fc.assert(
    fc.asyncProperty(anyLimit, async (limit) => {
      const found = await textsOfAllPages((cursor) =>
        client.conversations.history({ channel: general, limit, ...cursor }),
      )
      expect(found).toEqual(whole)
    }),
    { numRuns: 15 },
  )
})

it.each([
  ['history with "oldest" leaves out the message at exactly that time', { oldest: 1 }, ['2', '3', '4']],
  ['history with "latest" leaves out the message at exactly that time', { latest: 3 }, ['0', '1', '2']],
  [
    'history with "inclusive" contains the messages at exactly these times',
    { oldest: 1, latest: 3, inclusive: true },
    ['1', '2', '3'],
  ],
] as const)('in the sandbox’s Slack, conversations.%s', async (_sentence, bounds, expected) => {
  const workspace = await openWorkspace()
  const tss = ['0', '1', '2', '3', '4'].map(
    (text) => workspace.people.post('ana', { channel: general, text }).ts,
  )
  const { oldest, latest, ...rest } = { oldest: undefined, latest: undefined, ...bounds }
  const answer = await clientOf(workspace).conversations.history({
    channel: general,
    ...rest,
    ...(oldest !== undefined && { oldest: tss[oldest] ?? '' }),
    ...(latest !== undefined && { latest: tss[latest] ?? '' }),
  })
  expect(answer.messages?.map((message) => message.text).reverse()).toEqual(expected)
})

it('the sandbox’s Slack returns the metadata of a channel’s or thread’s messages on request, and leaves it out of a thread otherwise', async () => {
  const client = clientOf(await openWorkspace())
  const metadata = { event_type: 'heard', event_payload: { ids: '1' } }
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'a', metadata })
  await client.chat.postMessage({ channel: general, text: 'b', metadata, thread_ts: ts })
  const bare = await client.conversations.replies({ channel: general, ts })
  expect(bare.messages?.map((message) => message.metadata)).toEqual([undefined, undefined])
  const full = await client.conversations.replies({ channel: general, ts, include_all_metadata: true })
  expect(full.messages).toMatchObject([{ metadata }, { metadata }])
  const history = await client.conversations.history({ channel: general, include_all_metadata: true })
  expect(history.messages).toMatchObject([{ metadata, text: 'a' }])
})

it('a channel’s history in the sandbox’s Slack contains a reply only if the reply was also sent to the channel', async () => {
  const client = clientOf(await openWorkspace())
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'parent' })
  await client.chat.postMessage({ channel: general, text: 'quiet', thread_ts: ts })
  await client.chat.postMessage({ channel: general, text: 'loud', thread_ts: ts, reply_broadcast: true })
  const answer = await client.conversations.history({ channel: general })
  expect(answer.messages?.map((message) => message.text)).toEqual(['loud', 'parent'])
})

it('the sandbox’s Slack returns a long thread in pages, the parent first', async () => {
  const client = clientOf(await openWorkspace())
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'parent' })
  for (const text of ['1', '2', '3', '4'])
    await client.chat.postMessage({ channel: general, text, thread_ts: ts })
  const found = await textsOfAllPages((cursor) =>
    client.conversations.replies({ channel: general, ts, limit: 2, ...cursor }),
  )
  expect(found).toEqual(['parent', '1', '2', '3', '4'])
})

it('a deleted parent of a thread in the sandbox’s Slack becomes a tombstone, which disappears with the last reply', async () => {
  const workspace = await openWorkspace()
  const client = clientOf(workspace)
  const { ts = '' } = await client.chat.postMessage({ channel: general, text: 'parent' })
  const reply = await client.chat.postMessage({ channel: general, text: 'reply', thread_ts: ts })
  workspace.people.deleteMessage(general, ts)
  expect(workspace.control.messages(general)).toMatchObject([{ ts, subtype: 'tombstone' }, { text: 'reply' }])
  await client.chat.delete({ channel: general, ts: reply.ts ?? '' })
  expect(workspace.control.messages(general)).toEqual([])
})

it('the option historyPage of the sandbox’s Slack makes history pages shorter than requested', async () => {
  const workspace = await openWorkspace({ historyPage: 15 })
  const client = clientOf(workspace)
  for (let count = 0; count < 40; count += 1)
    workspace.people.post('ana', { channel: general, text: `Message ${count}` })
  const first = await client.conversations.history({ channel: general, limit: 100 })
  expect(first.messages).toHaveLength(15)
  const found = await textsOfAllPages((cursor) =>
    client.conversations.history({ channel: general, limit: 100, ...cursor }),
  )
  expect(found).toHaveLength(40)
})
