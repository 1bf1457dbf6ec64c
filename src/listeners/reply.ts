import type { SetTimer } from '@overheard/base/clock'
import type { ChartSupport } from '../messages/kit/fallbacks.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { PostEphemeral, Respond } from '../slack/responses.ts'

/** Returns the time zone (IANA) of a person; that of the configuration if Slack gives none. */
export type ZoneOf = (user: string) => Promise<string>

/** `byValue` is that of `Asking`. `thread` is set if the person pressed a button in a thread, because the answer must come there. */
export type Asker = { user: string; channel: string; responseUrl: string; thread?: string; byValue?: true }

/** `beside` shows a new message to the asker alone. `in-place` replaces the pressed message. Never rejects. */
export type Reply = (asker: Asker, content: Content, place: 'beside' | 'in-place') => Promise<void>

type ReplyDeps = {
  respond: Respond
  postEphemeral: PostEphemeral
  charts: ChartSupport
  log: Pick<Log, 'warn'>
}

/**
 * Answers through the response URL. If Slack refuses the message, tries plainer versions. If the URL no longer works, or if Slack refuses
 * every version, posts an ephemeral message, because an asker must always get an answer.
 */
export function createReply({ respond, postEphemeral, charts, log }: ReplyDeps): Reply {
  return async (asker, content, place) => {
    for (const version of versionsOf(charts, content)) {
      const response = await respond(asker.responseUrl, version, place, asker.thread)
      if (response === 'shown') return charts.accepted(content, version)
      if (response !== 'refused') break
    }
    const { thread, ...inChannel } = asker
    let reason = ''
    // The first message of the thread may be gone, or the thread may be that of another channel.
    const places = thread === undefined ? [asker] : [asker, inChannel]
    const tries = places.flatMap((to) => versionsOf(charts, content).map((version) => ({ to, version })))
    for (const { to, version } of tries) {
      const result = await postEphemeral(to, version)
      if (result.kind === 'shown') return charts.accepted(content, version)
      reason = result.reason
    }
    log.warn(
      { user: asker.user, channel: asker.channel, reason },
      'Slack refused every version of an answer to a person; the person got no answer',
    )
  }
}

function versionsOf(charts: ChartSupport, content: Content): Content[] {
  return [...charts.versions(content), { text: content.text, blocks: [] }]
}

/** If the work takes longer than this (ms), the asker gets a waiting message. */
const announceAfterMs = 1200

/** `work` may show a part of its answer instead of the waiting message. The answer replaces that. */
export async function replyWhenReady(
  { reply, setTimer }: { reply: Reply; setTimer: SetTimer },
  asker: Asker,
  pending: Content,
  work: (show: (part: Content) => void) => Promise<Content | undefined>,
): Promise<void> {
  let announced: Promise<void> | undefined
  let waiting = pending
  const cancel = setTimer(() => {
    announced = reply(asker, waiting, 'beside')
  }, announceAfterMs)
  const show = (part: Content) => {
    waiting = part
    announced = announced?.then(() => reply(asker, part, 'in-place'))
  }
  try {
    const content = await work(show)
    cancel()
    await announced
    if (content !== undefined) await reply(asker, content, announced === undefined ? 'beside' : 'in-place')
  } finally {
    cancel()
  }
}
