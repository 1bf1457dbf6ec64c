import type { ChartSupport } from '../charts.ts'
import type { Respond } from '../deliver/response-url.ts'
import type { PostEphemeral } from '../deliver/whisper.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'

/** Who asked, where, and the URL the answer goes to. */
export type Asker = { user: string; channel: string; responseUrl: string }

/** Answers an asker, for their eyes only: beside what is there, or in the place of the message that was pressed. Never rejects. */
export type Reply = (asker: Asker, content: Content, place: 'beside' | 'in-place') => Promise<void>

type ReplyDeps = {
  respond: Respond
  postEphemeral: PostEphemeral
  charts: ChartSupport
  log: Pick<Log, 'warn'>
}

/**
 * Answers through the response URL, in plainer forms where Slack refuses one; where the URL works no more, afresh in the channel.
 * Silence is the one thing an asker must not get.
 */
export function createReply({ respond, postEphemeral, charts, log }: ReplyDeps): Reply {
  return async (asker, content, place) => {
    for (const form of versionsOf(charts, content)) {
      const response = await respond(asker.responseUrl, form, place)
      if (response === 'shown') return charts.accepted(content, form)
      if (response !== 'refused') break
    }
    for (const form of versionsOf(charts, content)) {
      const result = await postEphemeral(asker, form)
      if (result.kind === 'shown') return charts.accepted(content, form)
      log.warn({ user: asker.user, channel: asker.channel, reason: result.reason }, 'an answer was refused')
    }
  }
}

function versionsOf(charts: ChartSupport, content: Content): Content[] {
  return [...charts.versions(content), { text: content.text, blocks: [] }]
}
