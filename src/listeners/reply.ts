import type { SetTimer } from '../async/clock.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { PostEphemeral, Respond } from '../slack/responses.ts'

/** A person, their channel, and the response URL of their command or press. */
export type Asker = { user: string; channel: string; responseUrl: string }

/** Shows an answer to the asker alone: below the conversation, or in place of the message that was pressed. Never rejects. */
export type Reply = (asker: Asker, content: Content, place: 'beside' | 'in-place') => Promise<void>

type ReplyDeps = {
  respond: Respond
  postEphemeral: PostEphemeral
  charts: ChartSupport
  log: Pick<Log, 'warn'>
}

/**
 * Answers through the response URL. If Slack refuses the message, plainer versions follow. If the URL no longer works, the answer is posted
 * as an ephemeral message, because an asker must always get an answer.
 */
export function createReply({ respond, postEphemeral, charts, log }: ReplyDeps): Reply {
  return async (asker, content, place) => {
    for (const version of versionsOf(charts, content)) {
      const response = await respond(asker.responseUrl, version, place)
      if (response === 'shown') return charts.accepted(content, version)
      if (response !== 'refused') break
    }
    for (const version of versionsOf(charts, content)) {
      const result = await postEphemeral(asker, version)
      if (result.kind === 'shown') return charts.accepted(content, version)
      log.warn(
        { user: asker.user, channel: asker.channel, reason: result.reason },
        'Slack refused the answer to a command; retrying with a plainer one',
      )
    }
  }
}

function versionsOf(charts: ChartSupport, content: Content): Content[] {
  return [...charts.versions(content), { text: content.text, blocks: [] }]
}

/** After this time, in ms, a waiting message is shown. */
const announceAfterMs = 1200

/** Answers when the work is done. If it takes longer, shows `pending` first and replaces it. Rejects if the work rejects. */
export async function replyWhenReady(
  { reply, setTimer }: { reply: Reply; setTimer: SetTimer },
  asker: Asker,
  pending: Content,
  work: () => Promise<Content | undefined>,
): Promise<void> {
  let announced: Promise<void> | undefined
  const cancel = setTimer(() => {
    announced = reply(asker, pending, 'beside')
  }, announceAfterMs)
  try {
    const content = await work()
    cancel()
    await announced
    if (content !== undefined) await reply(asker, content, announced === undefined ? 'beside' : 'in-place')
  } finally {
    cancel()
  }
}
