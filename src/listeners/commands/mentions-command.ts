import type { SetTimer } from '../../async/clock.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { muteKindWords, muteList } from '../../messages/mutes.ts'
import { mentionsHelp, onlyAdmins, onlyMembers } from '../../messages/replies.ts'
import { subscriptionList } from '../../messages/subscription-list.ts'
import { cut, isolate } from '../../messages/text.ts'
import type { Content } from '../../model/message.ts'
import type { RegisteredSubscription } from '../../polling/subscription-registry.ts'
import type { ExplainDecision } from '../../status/explain-decision.ts'
import type { StatusQueries } from '../../status/status-queries.ts'
import type { DescribeSubscriptions } from '../../status/subscription-status.ts'
import type { Mutes } from '../../store/mutes.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { FoundSubscription, SubscriptionFinder } from '../find-by-name.ts'
import type { PauseResume } from '../pause-resume.ts'
import type { Permission } from '../permission.ts'
import { type Reply, replyWhenReady } from '../reply.ts'
import type { ModalOpener, SubscribeView } from '../views/subscribe-view.ts'
import {
  findMute,
  type MentionsCommand,
  parseMentionsLine,
  type SubscriptionVerb,
} from './parse-mentions-line.ts'

/** A `/mentions` command as Slack brings it. */
type MentionsRequest = ModalOpener & { line: string }

type MentionsDeps = {
  reply: Reply
  setTimer: SetTimer
  finder: SubscriptionFinder
  describe: DescribeSubscriptions
  may: Permission
  mutes: Pick<Mutes, 'of'>
  muting: MuteService
  subscribeView: SubscribeView
  pauseResume: PauseResume
  queries: StatusQueries
  explain: ExplainDecision
}

/** Answers `/mentions`. Rejects only where the store does. */
type HandleMentions = (ask: MentionsRequest) => Promise<void>

/** What only looks, and asks the service: it may take a moment, and always has an answer. */
const slowQueries: ReadonlySet<MentionsCommand['kind']> = new Set([
  'status',
  'why',
  'test',
  'preview',
  'digest',
])

/** One branch a subcommand: what it answers, or what it opens. */
export function createMentionsCommand(deps: MentionsDeps): HandleMentions {
  return async (ask) => {
    const command = parseMentionsLine(ask.line)
    const answer = () => answerTo(deps, ask, command)
    if (slowQueries.has(command.kind)) return replyWhenReady(deps, ask, textMessage('Looking…'), answer)
    const content = await answer()
    if (content !== undefined) await deps.reply(ask, content, 'beside')
  }
}

async function answerTo(
  deps: MentionsDeps,
  ask: MentionsRequest,
  command: MentionsCommand,
): Promise<Content | undefined> {
  const { channel } = ask
  switch (command.kind) {
    case 'help':
      return mentionsHelp()
    case 'not-understood':
      return textMessage(`That was not understood: ${command.because}. For example: ${command.example}`)
    case 'list':
      return subscriptionList(await deps.describe(await deps.finder.inChannel(channel)))
    case 'mutes':
      return muteList(deps.mutes.of(channel))
    case 'status':
      return deps.queries.status(await deps.finder.inChannel(channel), channel)
    case 'why':
      return deps.explain({ mention: command.mention, channel })
    case 'digest':
      return deps.queries.digest(command.name)
    case 'subscribe':
      if (!(await deps.may(ask.user, command.channel ?? channel, command.channel === undefined)))
        return command.channel === undefined ? onlyAdmins.mayChange : textMessage(onlyMembers)
      return deps.subscribeView.openNew(ask, { channel, ...command })
    case 'mute':
    case 'unmute':
      return (await deps.may(ask.user, channel, true))
        ? changeMutes(deps, ask, command)
        : onlyAdmins.mayChange
    default:
      return withSubscription(deps, ask, command)
  }
}

async function changeMutes(
  { muting, mutes }: MentionsDeps,
  { user, channel }: MentionsRequest,
  command: Extract<MentionsCommand, { kind: 'mute' | 'unmute' }>,
): Promise<Content | undefined> {
  if (command.kind === 'mute') {
    await muting.mute({ channel, user, kind: command.what, name: command.name, term: command.term })
    return undefined
  }
  const meant = findMute(mutes.of(channel), command)
  const kind = meant.what === undefined ? {} : { kind: meant.what }
  const ended = await muting.unmute({ channel, user, ...kind, name: meant.name })
  const what = command.what === undefined ? '' : `The ${muteKindWords[command.what]} `
  return ended.length > 0
    ? undefined
    : textMessage(
        `${what}${isolate(cut(command.name, 100))} is not muted here. /mentions mutes lists what is.`,
      )
}

type SubscriptionCommand = Extract<MentionsCommand, { kind: SubscriptionVerb }>

async function withSubscription(
  deps: MentionsDeps,
  ask: MentionsRequest,
  command: SubscriptionCommand,
): Promise<Content | undefined> {
  const picked = await deps.finder.find(command, ask.channel)
  if (picked.kind !== 'one') return whichSubscription(picked, command)
  const { listed, channel } = picked
  if (command.kind === 'test') return deps.queries.sample(listed.subscription, channel)
  if (command.kind === 'preview') return deps.queries.preview(listed.subscription, channel)
  const refusal = await refusalTo(deps, ask, listed, channel)
  if (refusal !== undefined) return refusal
  if (command.kind === 'edit') return deps.subscribeView.openEdit(ask, listed.subscription)
  return deps.pauseResume[command.kind]({ user: ask.user, channel, name: listed.subscription.name }, listed)
}

/** Why somebody may not change a subscription; nothing where they may. */
async function refusalTo(
  { may }: MentionsDeps,
  ask: MentionsRequest,
  { subscription, fromSlack: made }: RegisteredSubscription,
  channel: string,
): Promise<Content | undefined> {
  if (made === undefined)
    return textMessage(
      `${subscription.name} is declared in the configuration file: it is changed there, not in Slack.`,
    )
  const isHere = channel === ask.channel
  if (await may(ask.user, channel, isHere)) return undefined
  return isHere ? onlyAdmins.mayChange : textMessage(onlyMembers)
}

function whichSubscription(
  { kind, names }: Exclude<FoundSubscription, { kind: 'one' }>,
  asked: SubscriptionCommand,
): Content {
  if (names.length === 0) return textMessage('Nothing is watched yet. Start with /mentions subscribe.')
  const listed = names.slice(0, 20).map(isolate).join(', ')
  const missing =
    asked.name === undefined
      ? 'The channel has no subscription'
      : `No subscription is called "${isolate(cut(asked.name, 100))}"`
  const lead = kind === 'several' ? 'Several fit' : `${missing}. There is`
  return textMessage(`${lead}: ${listed}. For example: /mentions ${asked.kind} ${isolate(names[0] ?? '')}`)
}
