import type { SetTimer } from '../async/clock.ts'
import type { ChartSupport } from '../messages/fallbacks.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { PostEphemeral, Respond } from '../slack/responses.ts'

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

/** An answer that takes longer is announced, in ms. */
const announceAfter = 1200

/** Answers beside what is there. What takes a moment is announced first, and then stands in the place of that. Rejects where the work does. */
export async function replyWhenReady(
  { reply, setTimer }: { reply: Reply; setTimer: SetTimer },
  asker: Asker,
  pending: Content,
  work: () => Promise<Content | undefined>,
): Promise<void> {
  let announced: Promise<void> | undefined
  const cancel = setTimer(() => {
    announced = reply(asker, pending, 'beside')
  }, announceAfter)
  try {
    const content = await work()
    cancel()
    await announced
    if (content !== undefined) await reply(asker, content, announced === undefined ? 'beside' : 'in-place')
  } finally {
    cancel()
  }
}
