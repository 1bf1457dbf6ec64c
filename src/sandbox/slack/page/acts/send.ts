import { withNotice } from '../state/notices.ts'
import type { Page } from '../state/store.ts'
import { encode } from '../text/entities.ts'

/** Where something is written: a channel, or a thread of it. */
export type Composing = { channel: string; thread: string | undefined }

/** Names a composer, for its draft. */
export function composerKey({ channel, thread }: Composing): string {
  return thread === undefined ? channel : `${channel}/${thread}`
}

/** Sends what was written: a slash command goes to the app, anything else is posted. False: it stays as it is. */
export function send(page: Page, composing: Composing, typed: string): boolean {
  const line = typed.trim()
  if (line === '') return false
  const { me } = page.state
  if (!line.startsWith('/')) {
    const { channel, thread } = composing
    void page.order('post', {
      user: me,
      channel,
      text: encode(line),
      ...(thread !== undefined && { threadTs: thread }),
    })
    return true
  }
  if (composing.thread !== undefined) {
    const [command] = line.split(' ')
    page.set({ notices: withNotice(page.state, me, `${command} is not supported in threads. Sorry!`) })
    return false
  }
  void page.order('runCommand', { user: me, channel: composing.channel, line })
  return true
}
