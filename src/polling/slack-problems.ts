import type { HistoryResult } from '../model/history.ts'
import type { Problem } from '../model/problem.ts'
import type { PollDeps } from './ports.ts'
import type { RunInput } from './subscription-run.ts'

/** A subscription and the id of its channel. */
type Place = Pick<RunInput, 'subscription' | 'channel'>

/** The problem key of Slack as a whole. */
export const workspaceProblemKey = 'slack'

/** The problem key of a channel. */
export const channelProblemKey = (channel: string) => `channel ${channel}`

/** The problem key of a channel whose history cannot be read. */
export const historyProblemKey = (channel: string) => `history ${channel}`

/** The problem key of a subscription whose posts are refused with an unknown code. */
export const unclearKey = (subscription: string) => `unclear ${subscription}`

const advice = new Map([
  ['not_in_channel', 'Invite the bot to the channel: /invite @overheard.'],
  ['channel_not_found', 'Check the channel in the configuration, and invite the bot if it is private.'],
  ['is_archived', 'Unarchive the channel, or point the subscription to another one.'],
  [
    'missing_scope',
    'Add the missing scope (`npm run doctor` names it, config/slack-manifest.json has them all) and install the app again.',
  ],
  ['invalid_auth', 'Replace SLACK_BOT_TOKEN: Slack does not know it (any more).'],
  ['token_revoked', 'Install the app again and replace SLACK_BOT_TOKEN.'],
  [
    'history_too_long',
    'Nothing: Overheard continues by itself. If it lasts, give the subscription a channel with fewer messages.',
  ],
  ['account_inactive', 'Install the app again and replace SLACK_BOT_TOKEN.'],
])

/** Refusals whose end can be tested by a call for the channel or the token. The end of any other shows only at the next post. */
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

export function adviceFor(code: string): string {
  return advice.get(code) ?? 'See Slack’s documentation of this error; Overheard tries again by itself.'
}

function subjectOf({ name, channel }: RunInput['subscription'], code: string): Omit<Problem, 'what'> {
  return { code, subscription: name, channel, whatToDo: adviceFor(code) }
}

/** A channel as the configuration names it, with its id if that differs. */
const channelLabel = ({ subscription, channel }: Place) =>
  subscription.channel === channel ? channel : `${subscription.channel} (${channel})`

export function channelProblem(place: Place, code: string): Problem {
  return {
    ...subjectOf(place.subscription, code),
    what: `Slack accepts no messages for ${channelLabel(place)}: ${code}.`,
  }
}

/** `only`: the name of the refused message if there is only one. */
export function unclearProblem(place: Place, code: string, only: string | undefined): Problem {
  const refused = only !== undefined && /^\d+$/.test(only) ? `mention ${only}` : 'the next message'
  return {
    ...subjectOf(place.subscription, code),
    what: `Slack refuses ${refused} for ${channelLabel(place)} with a code that Overheard does not know: ${code}.`,
    whatToDo: `Nothing is given up: Overheard tries again, at least every five minutes. If it lasts, look for ${code} in Slack's documentation of chat.postMessage.`,
  }
}

export function workspaceProblem(code: string): Problem {
  return { code, what: `Slack refuses every message: ${code}.`, whatToDo: adviceFor(code) }
}

export function historyProblem(place: Place, code: string): Problem {
  return {
    ...subjectOf(place.subscription, code),
    stops: 'reading the history',
    what: `The history of ${channelLabel(place)} cannot be read: ${code}. The bot cannot check if an unconfirmed post has arrived, so it posts it again: better twice than never.`,
  }
}

/** The problem of a history that Slack refuses with an unknown code. Recovery and unconfirmed posts wait. */
function unclearHistoryProblem(place: Place, code: string): Problem {
  return {
    ...subjectOf(place.subscription, code),
    stops: 'reading the history',
    what: `Slack refuses the history of ${channelLabel(place)} with a code that Overheard does not know: ${code}.`,
  }
}

/** Reports or clears the problem of a channel's history after a search. A search that Slack did not answer changes nothing. */
export function reportHistory(
  { problems }: Pick<PollDeps, 'problems'>,
  place: Place,
  history: HistoryResult,
): void {
  const key = historyProblemKey(place.channel)
  if (history.kind === 'unreadable') problems.raise(key, historyProblem(place, history.reason))
  if (history.kind === 'unreachable' && history.unclear)
    problems.raise(key, unclearHistoryProblem(place, history.reason))
  if (history.kind === 'seen') problems.clear(key)
}
