import { describe, expect, it } from 'vitest'
import { clientOf, openWorkspace } from './open.ts'

const general = 'C000GENERAL'
const minute = 60_000

/** A workspace for a distributed app, with this many messages in #general. */
async function distributed(messages: number) {
  const workspace = await openWorkspace({ distributed: true })
  for (let count = 0; count < messages; count += 1)
    workspace.people.post('ana', { channel: general, text: `Message ${count}` })
  return { workspace, client: clientOf(workspace) }
}

describe('the history limit of a commercially distributed app in the sandbox’s Slack', () => {
  it('allows 15 messages a page without a warning, even if more are requested', async () => {
    const { client } = await distributed(16)
    const page = await client.conversations.history({ channel: general, limit: 100 })
    expect(page.messages).toHaveLength(15)
    expect(page).not.toHaveProperty('warning')
    expect(page.has_more).toBe(true)
  })

  it('allows one history request a minute and answers the next with 429 and the seconds to wait', async () => {
    const { workspace, client } = await distributed(1)
    await client.conversations.history({ channel: general })
    workspace.clock.advance(20_000)
    const refused = client.conversations.history({ channel: general })
    await expect(refused).rejects.toMatchObject({ code: 'slack_webapi_rate_limited_error', retryAfter: 40 })
    workspace.clock.advance(40_000)
    expect((await client.conversations.history({ channel: general })).messages).toHaveLength(1)
  })

  it('allows the next request after a minute even if requests were refused in between', async () => {
    const { workspace, client } = await distributed(1)
    await client.conversations.history({ channel: general })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      workspace.clock.advance(10_000)
      await expect(client.conversations.history({ channel: general })).rejects.toThrow()
    }
    workspace.clock.advance(10_000)
    await expect(client.conversations.history({ channel: general })).resolves.toMatchObject({ ok: true })
  })

  it('applies also to the replies of a thread, which are counted separately from the channel’s history', async () => {
    const { workspace, client } = await distributed(1)
    const [parent] = workspace.control.messages(general)
    const ts = parent?.ts ?? ''
    for (let count = 0; count < 20; count += 1)
      workspace.people.post('ben', { channel: general, text: 'Reply', threadTs: ts })
    await client.conversations.history({ channel: general })
    const thread = await client.conversations.replies({ channel: general, ts, limit: 100 })
    expect(thread.messages).toHaveLength(15)
    await expect(client.conversations.replies({ channel: general, ts })).rejects.toThrow()
  })

  it('allows a channel of 40 messages to be read in three pages, one a minute, without a gap', async () => {
    const { workspace, client } = await distributed(40)
    const texts: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await client.conversations.history({ channel: general, ...(cursor && { cursor }) })
      texts.push(...(page.messages ?? []).map(({ text }) => text))
      cursor = page.response_metadata?.next_cursor
      workspace.clock.advance(minute)
    } while (cursor)
    expect(texts).toEqual(Array.from({ length: 40 }, (_, index) => `Message ${39 - index}`))
    expect(workspace.control.calls('conversations.history')).toHaveLength(3)
  })

  it('does not affect chat.postMessage', async () => {
    const { client } = await distributed(1)
    for (let count = 0; count < 10; count += 1) await client.chat.postMessage({ channel: general, text: 'x' })
  })

  it('can be switched on and off by the control API while the workspace runs', async () => {
    const workspace = await openWorkspace({ control: true })
    const client = clientOf(workspace)
    const setDistributed = (value: boolean) =>
      fetch(`${workspace.url}/_control/setDistributed`, {
        method: 'POST',
        body: JSON.stringify({ distributed: value }),
      })
    for (let count = 0; count < 16; count += 1)
      workspace.people.post('ana', { channel: general, text: `Message ${count}` })
    const first = await client.conversations.history({ channel: general })
    expect(first.messages).toHaveLength(16)
    await setDistributed(true)
    expect((await client.conversations.history({ channel: general })).messages).toHaveLength(15)
    await expect(client.conversations.history({ channel: general })).rejects.toThrow()
    await setDistributed(false)
    expect((await client.conversations.history({ channel: general })).messages).toHaveLength(16)
  })
})
