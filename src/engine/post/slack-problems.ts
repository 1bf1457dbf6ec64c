import type { Ms } from '@overheard/base/time'
import { problemTexts } from '../../messages/problems/problem-texts.ts'
import type { HistoryResult } from '../../model/history.ts'
import { type Problem, waitOf } from '../../model/problem.ts'
import type { PollDeps } from '../ports.ts'
import type { RunInput } from '../subscription-run.ts'

type Place = Pick<RunInput, 'subscription' | 'channel'>

export const workspaceProblemKey = 'slack'

export const channelProblemKey = (channel: string) => `channel ${channel}`

export const waitProblemKey = (channel: string) => `wait ${channel}`

/** Reports that Slack asks to wait with the messages to a channel. The next accepted message clears it. */
export function reportWait(
  { problems, now }: Pick<PollDeps, 'problems' | 'now'>,
  place: Place,
  forMs: Ms,
): void {
  const wait = waitOf(forMs, now())
  if (wait === undefined) return
  const { end, ...times } = wait
  const text = problemTexts.slackWaits(channelLabel(place), end)
  problems.raise(waitProblemKey(place.channel), {
    ...subjectOf(place.subscription, 'slack_waits'),
    ...times,
    ...text,
  })
}

export const historyProblemKey = (channel: string) => `history ${channel}`

export const unclearKey = (subscription: string) => `unclear ${subscription}`

/** A call for the channel or the token shows the end of these refusals. Only the next post shows the end of other refusals. */
export const probeShowsEnd = new Set([
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
])

function subjectOf({ name, channel }: RunInput['subscription'], code: string) {
  return { code, subscription: name, channel }
}

const channelLabel = ({ subscription, channel }: Place) =>
  subscription.channel === channel ? channel : `${subscription.channel} (${channel})`

export function channelProblem(place: Place, code: string): Problem {
  return { ...subjectOf(place.subscription, code), ...problemTexts.channelRefuses(channelLabel(place), code) }
}

export function lostChannelProblem(subscription: RunInput['subscription'], id: string): Problem {
  const text = problemTexts.channelLost(subscription.channel, id)
  return { ...subjectOf(subscription, 'channel_lost'), ...text }
}

export const privateProblemKey = (subscription: string) => `private ${subscription}`

export function privateProblem(subscription: RunInput['subscription']): Problem {
  const text = problemTexts.privateElsewhere(subscription.name)
  return { ...subjectOf(subscription, 'private_alert'), ...text }
}

export function unclearProblem(place: Place, code: string, only: string | undefined): Problem {
  const mention = only !== undefined && /^\d+$/.test(only) ? only : undefined
  const text = problemTexts.unknownCode(channelLabel(place), code, mention)
  return { ...subjectOf(place.subscription, code), ...text }
}

export function workspaceProblem(code: string): Problem {
  return { code, ...problemTexts.workspaceRefuses(code) }
}

export function historyProblem(place: Place, code: string): Problem {
  const text = problemTexts.historyUnreadable(channelLabel(place), code)
  return { ...subjectOf(place.subscription, code), stops: 'reading the history', ...text }
}

function unclearHistoryProblem(place: Place, code: string): Problem {
  const text = problemTexts.historyUnclear(channelLabel(place), code)
  return { ...subjectOf(place.subscription, code), stops: 'reading the history', ...text }
}

/**
 * Reports or clears the problem of a channel's history after a search. A search that did not reach Slack, or must wait for a short time, changes
 * nothing.
 */
export function reportHistory(
  { problems, now }: Pick<PollDeps, 'problems' | 'now'>,
  place: Place,
  history: HistoryResult,
): void {
  const key = historyProblemKey(place.channel)
  if (history.kind === 'unreadable') problems.raise(key, historyProblem(place, history.reason))
  if (history.kind === 'unreachable') {
    const wait = waitOf(history.afterMs, now())
    if (history.unclear) problems.raise(key, unclearHistoryProblem(place, history.reason))
    else if (wait !== undefined) {
      const { end, ...times } = wait
      const text = problemTexts.historyWaits(channelLabel(place), end)
      problems.raise(key, { ...subjectOf(place.subscription, 'slack_waits'), ...times, ...text })
    }
  }
  if (history.kind === 'seen') problems.clear(key)
}
