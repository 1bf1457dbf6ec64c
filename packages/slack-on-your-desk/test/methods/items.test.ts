import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { everything } from '../../src/everything.ts'
import { openWorkspace } from '../open.ts'
import { call, outcome } from './calling.ts'

const channel = 'C000GENERAL'

async function withMessage() {
  const workspace = await openWorkspace(everything)
  const { ts } = z
    .object({ ts: z.string() })
    .parse(await call(workspace, 'chat.postMessage', { channel, text: 'Hello' }))
  return { workspace, ts }
}

it('a message is pinned once, listed, and unpinned', async () => {
  const { workspace, ts } = await withMessage()
  const pin = (method: string, timestamp = ts) => outcome(workspace, `pins.${method}`, { channel, timestamp })
  expect([await pin('add'), await pin('add'), await pin('add', '1.000000'), await pin('add', 'x')]).toEqual([
    'ok',
    'already_pinned',
    'message_not_found',
    'bad_timestamp',
  ])
  expect(await call(workspace, 'pins.list', { channel })).toMatchObject({
    items: [{ message: { text: 'Hello' } }],
  })
  expect([await pin('remove'), await pin('remove')]).toEqual(['ok', 'no_pin'])
})

it('reactions to a message are read, and those of a person are listed', async () => {
  const { workspace, ts } = await withMessage()
  await workspace.people.react({ user: 'ana', channel, ts, reaction: 'eyes' })
  const shown = { text: 'Hello', reactions: [{ name: 'eyes', users: ['U0000000ANA'], count: 1 }] }
  expect(await call(workspace, 'reactions.get', { channel, timestamp: ts })).toMatchObject({ message: shown })
  expect(await call(workspace, 'reactions.list', { user: 'U0000000ANA' })).toMatchObject({
    items: [{ message: shown }],
  })
  expect(await call(workspace, 'reactions.list')).toMatchObject({ items: [] })
})

describe('bookmarks of a channel', () => {
  const add = { channel_id: channel, title: 'Docs', type: 'link', link: 'https://a.example' }

  it('are added, changed, listed and removed', async () => {
    const workspace = await openWorkspace(everything)
    const { bookmark } = z
      .object({ bookmark: z.looseObject({ id: z.string() }) })
      .parse(await call(workspace, 'bookmarks.add', add))
    const which = { channel_id: channel, bookmark_id: bookmark.id }
    await call(workspace, 'bookmarks.edit', { ...which, title: 'Guide' })
    expect(await call(workspace, 'bookmarks.list', { channel_id: channel })).toMatchObject({
      bookmarks: [{ title: 'Guide', link: 'https://a.example' }],
    })
    expect(await outcome(workspace, 'bookmarks.remove', which)).toBe('ok')
    expect(await outcome(workspace, 'bookmarks.remove', which)).toBe('not_found')
  })

  it('must have the type link, an address and a well-formed emoji', async () => {
    const workspace = await openWorkspace(everything)
    const outcomes = []
    for (const change of [{ type: 'file' }, { link: 'nowhere' }, { emoji: 'eyes' }, { channel_id: 'C1' }])
      outcomes.push(await outcome(workspace, 'bookmarks.add', { ...add, ...change }))
    expect(outcomes).toEqual(['invalid_bookmark_type', 'invalid_link', 'invalid_emoji', 'channel_not_found'])
  })
})

describe('a canvas', () => {
  const created = z.object({ canvas_id: z.string() })
  const found = z.object({ sections: z.array(z.object({ id: z.string() })) })
  const content = (markdown: string) => ({ type: 'markdown', markdown })

  it('keeps its Markdown as sections, which are found and changed', async () => {
    const workspace = await openWorkspace(everything)
    const made = await call(workspace, 'canvases.create', {
      document_content: content('# Plan\nFirst\n\nSecond'),
    })
    const { canvas_id } = created.parse(made)
    const look = async (criteria: object) =>
      found.parse(await call(workspace, 'canvases.sections.lookup', { canvas_id, criteria })).sections
    expect(await look({ section_types: ['h1'] })).toHaveLength(1)
    const [second] = await look({ contains_text: 'Second' })
    const edit = (change: object) => outcome(workspace, 'canvases.edit', { canvas_id, changes: [change] })
    const document_content = content('Third')
    expect(await edit({ operation: 'insert_after', section_id: second?.id, document_content })).toBe('ok')
    expect(await edit({ operation: 'delete', section_id: second?.id })).toBe('ok')
    expect(await edit({ operation: 'delete', section_id: second?.id })).toBe('canvas_editing_failed')
    expect(await edit({ operation: 'paint' })).toBe('invalid_arguments')
    const texts = workspace.state.canvases.get(canvas_id)?.sections.map(({ text }) => text)
    expect(texts).toEqual(['# Plan', 'First', 'Third'])
    expect(await outcome(workspace, 'canvases.delete', { canvas_id })).toBe('ok')
    expect(await outcome(workspace, 'canvases.delete', { canvas_id })).toBe('canvas_not_found')
  })

  it('of a channel is made once', async () => {
    const workspace = await openWorkspace(everything)
    const make = () => outcome(workspace, 'conversations.canvases.create', { channel_id: channel })
    expect([await make(), await make()]).toEqual(['ok', 'channel_canvas_already_exists'])
    const [canvas] = [...workspace.state.canvases.values()]
    expect(await call(workspace, 'conversations.info', { channel })).toMatchObject({
      channel: { properties: { canvas: { file_id: canvas?.id, is_empty: true } } },
    })
  })

  it('is shared with people or with channels, not with both', async () => {
    const workspace = await openWorkspace(everything)
    const { canvas_id } = created.parse(await call(workspace, 'canvases.create'))
    const share = (args: object) =>
      outcome(workspace, 'canvases.access.set', { canvas_id, access_level: 'read', ...args })
    expect(await share({ user_ids: ['U0000000ANA'] })).toBe('ok')
    expect(await share({ user_ids: ['U0000000ANA'], channel_ids: [channel] })).toBe('invalid_parameters')
    expect(await share({ user_ids: ['U0NOBODY'] })).toBe('user_not_found')
    expect(workspace.state.canvases.get(canvas_id)?.access).toEqual({ U0000000ANA: 'read' })
  })
})
