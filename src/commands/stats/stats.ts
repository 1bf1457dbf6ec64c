import type { ChannelRef } from '../../channel-subscriptions.ts'
import type { ChartSupport } from '../../charts.ts'
import type { Post } from '../../deliver/poster.ts'
import { statsMayBePosted, statsNotPosted, statsPosted } from '../../messages/stats/posting.ts'
import { statsPending } from '../../messages/stats/problem.ts'
import type { Content } from '../../model/message.ts'
import type { PostOutcome } from '../../model/outcome.ts'
import { memoizeByKey } from '../../statistics/asked-once.ts'
import { replyWhenReady } from '../answer-in-time.ts'
import type { Asker, Reply } from '../reply.ts'
import { answerStats, type StatsAnswerDeps } from './answer.ts'

/** A question as Slack brings it. `value`: a command line; a control carries one too. */
type StatsRequest = Asker & ChannelRef & { value: string }

/** What people can ask `/mentions-stats` and the controls of its answers. None of them rejects. */
export type StatsListeners = {
  /** The command itself: answers beside what is there. */
  command(ask: StatsRequest): Promise<void>
  /** A press that asks another question: answers in the place of the answer pressed. */
  followUp(ask: StatsRequest): Promise<void>
  /** "Post to channel". */
  postToChannel(ask: StatsRequest): Promise<void>
}

type StatsDeps = StatsAnswerDeps & { now: () => number; reply: Reply; post: Post; charts: ChartSupport }

/** Makes the handlers of `/mentions-stats`; two presses of "Post to channel" in a row post once. */
export function createStatsListeners(deps: StatsDeps): StatsListeners {
  const { reply, now } = deps
  // Two presses in a row are one wish.
  const once = memoizeByKey<PostOutcome>(now, ({ kind }) => kind === 'delivered' || kind === 'unknown')
  return {
    async command(ask) {
      const answer = async () => (await answerStats(deps, ask.value, ask, 'asker')).content
      await replyWhenReady(deps, ask, statsPending(), answer)
    },
    async followUp(ask) {
      const { content } = await answerStats(deps, ask.value, ask, 'asker')
      await reply(ask, content, 'in-place')
    },
    async postToChannel(ask) {
      const { content, isStatistics } = await answerStats(deps, ask.value, ask, 'channel')
      if (!isStatistics) return reply(ask, content, 'beside')
      const outcome = await once(`${ask.channel} ${ask.value}`, () =>
        postBestVersion(deps, ask.channel, content),
      )
      await reply(ask, postedReply(outcome), 'beside')
    },
  }
}

/** Posts once in the best form that Slack takes. It serves no subscription, so it carries no receipt. */
async function postBestVersion(
  { post, charts }: StatsDeps,
  channel: string,
  content: Content,
): Promise<PostOutcome> {
  let outcome: PostOutcome = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' }
  for (const form of charts.versions(content)) {
    outcome = await post({ channel, content: form })
    if (outcome.kind === 'delivered') charts.accepted(content, form)
    // A code that nobody knows may be about the chart.
    if (outcome.kind !== 'rejected' || (outcome.extent !== 'message' && outcome.extent !== 'unclear')) break
  }
  return outcome
}

function postedReply(outcome: PostOutcome): Content {
  if (outcome.kind === 'delivered') return statsPosted()
  return outcome.kind === 'unknown' ? statsMayBePosted() : statsNotPosted(outcome.reason)
}
