import { describe, expect, it } from 'vitest'
import { clientOf, openWorkspace } from './open.ts'

/** An app uploads files to the embedded workspace. */

const channel = 'C000GENERAL'
const failing = async (call: Promise<unknown>) => String(await call.catch((error: Error) => error.message))

describe('a file in the sandbox’s Slack', () => {
  it('is uploaded by Slack’s SDK, shown with its message, and downloaded unchanged', async () => {
    const workspace = await openWorkspace()
    const content = '\uFEFFid,title\r\n1,"Zürich, ☕"\r\n'
    await clientOf(workspace).filesUploadV2({
      ...{ channel_id: channel, filename: 'table.csv', content, initial_comment: '1 mention' },
    })
    const message = workspace.control.messages(channel).at(-1)
    expect(message).toMatchObject({
      text: '1 mention',
      bot_id: workspace.seed.bot.botId,
      files: [{ name: 'table.csv', filetype: 'csv', size: Buffer.byteLength(content) }],
    })
    const shown = await fetch(message?.files?.[0]?.url_private ?? '')
    expect(Buffer.from(await shown.arrayBuffer()).toString()).toBe(content)
    expect(shown.headers.get('content-disposition')).toBe('attachment; filename="table.csv"')
  })

  it('is refused with Slack’s error codes, for example without a name or in an archived channel', async () => {
    const workspace = await openWorkspace()
    const { files } = clientOf(workspace)
    expect(await failing(files.getUploadURLExternal({ filename: '', length: 3 }))).toContain(
      'invalid_arguments',
    )
    const { upload_url = '', file_id = '' } = await files.getUploadURLExternal({
      filename: 'a.csv',
      length: 3,
    })
    const complete = (channel_id: string) =>
      failing(files.completeUploadExternal({ files: [{ id: file_id }], channel_id }))
    expect(await complete(channel)).toContain('file_not_found')
    expect((await fetch(upload_url, { method: 'POST', body: 'abcd' })).status).toBe(400)
    expect((await fetch(upload_url, { method: 'POST', body: 'abc' })).status).toBe(200)
    expect((await fetch(upload_url, { method: 'POST', body: 'abc' })).status).toBe(404)
    expect(await complete('C0NOWHERE')).toContain('channel_not_found')
    await workspace.people.changeChannel({ do: 'archive', channel })
    expect(await complete(channel)).toContain('is_archived')
    await workspace.people.changeChannel({ do: 'kickBot', channel })
    expect(await complete(channel)).toContain('not_in_channel')
    workspace.control.setScopes('bot', ['chat:write'])
    expect(await complete(channel)).toContain('missing_scope')
  })
})
