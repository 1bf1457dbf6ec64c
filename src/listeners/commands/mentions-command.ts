import type { SetTimer } from '../../async/clock.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { muteKindWords, muteList } from '../../messages/mutes.ts'
import { mentionsHelp, onlyAdmins, onlyMembers } from '../../messages/replies.ts'
import { subscriptionList } from '../../messages/subscription-list.ts'
import { cut, isolate } from '../../messages/text.ts'
import type { Content } from '../../model/message.ts'
import { matchByName } from '../../model/name.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { Status } from '../../status/status.ts'
import type { Mutes } from '../../store/mutes.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { DigestQueries } from '../actions/digest-buttons.ts'
import type { Answers } from '../answers.ts'
import type { FoundSubscription, SubscriptionFinder } from '../find-subscription.ts'
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

type MentionsRequest = ModalOpener & { line: string }

type MentionsDeps = {
  reply: Reply
  setTimer: SetTimer
  finder: SubscriptionFinder
  status: Pick<Status, 'describe'>
  answers: Answers
  digests: Pick<DigestQueries, 'names' | 'preview'>
  may: Permission
  mutes: Pick<Mutes, 'of'>
  muting: MuteService
  subscribeView: SubscribeView
  pauseResume: PauseResume
}

/** Answers `/mentions`. Rejects only if the store fails. */
type HandleMentions = (request: MentionsRequest) => Promise<void>

/** These commands ask the mention service, so they can take a moment. Each has an answer. */
const slowQueries: ReadonlySet<MentionsCommand['kind']> = new Set([
  'status',
  'why',
  'test',
  'preview',
  'digest',
])

export function createMentionsCommand(deps: MentionsDeps): HandleMentions {
  return async (request) => {
    const command = parseMentionsLine(request.line)
    const answer = () => answerTo(deps, request, command)
    if (slowQueries.has(command.kind)) return replyWhenReady(deps, request, textMessage('Looking…'), answer)
    const content = await answer()
    if (content !== undefined) await deps.reply(request, content, 'beside')
  }
}

async function answerTo(
  deps: MentionsDeps,
  request: MentionsRequest,
  command: MentionsCommand,
): Promise<Content | undefined> {
  const { channel } = request
  switch (command.kind) {
    case 'help':
      return mentionsHelp()
    case 'not-understood':
      return textMessage(`That was not understood: ${command.because}. For example: ${command.example}`)
    case 'list':
      return subscriptionList(await deps.status.describe(await deps.finder.inChannel(channel)))
    case 'mutes':
      return muteList(deps.mutes.of(channel))
    case 'status':
      return deps.answers.status(await deps.finder.inChannel(channel), channel)
    case 'why':
      return deps.answers.why(await deps.finder.inChannel(channel), { mention: command.mention, channel })
    case 'digest':
      return digestOnDemand(deps, command.name)
    case 'subscribe':
      if (!(await deps.may(request.user, command.channel ?? channel, command.channel === undefined)))
        return command.channel === undefined ? onlyAdmins.mayChange : textMessage(onlyMembers)
      return deps.subscribeView.openNew(request, { channel, ...command })
    case 'mute':
    case 'unmute':
      return (await deps.may(request.user, channel, true))
        ? changeMutes(deps, request, command)
        : onlyAdmins.mayChange
    default:
      return withSubscription(deps, request, command)
  }
}

async function digestOnDemand({ digests }: MentionsDeps, written: string | undefined): Promise<Content> {
  const { names } = digests
  if (names.length === 0) return textMessage('No digest is declared in the configuration file.')
  const found = written === undefined ? names : matchByName(written, names, (name) => ({ names: [name] }))
  const [only] = found
  if (only === undefined || found.length > 1) return textMessage(whichDigestText(written, found, names))
  return (await digests.preview(only))?.parent ?? textMessage(`There is no digest ${only}.`)
}

function whichDigestText(written = '', found: string[], names: string[]): string {
  const [lead, fitting] =
    found.length > 0
      ? ['Several fit', found]
      : [`No digest is called "${isolate(cut(written, 100))}". There is`, names]
  return `${lead}: ${fitting.map(isolate).join(', ')}. For example: /mentions digest ${isolate(fitting[0] ?? '')}`
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
  request: MentionsRequest,
  command: SubscriptionCommand,
): Promise<Content | undefined> {
  const picked = await deps.finder.find(command, request.channel)
  if (picked.kind !== 'one') return whichSubscription(picked, command)
  const { listed, channel } = picked
  if (command.kind === 'test') return deps.answers.sample(listed.subscription, channel)
  if (command.kind === 'preview') return deps.answers.preview(listed.subscription, channel)
  const refusal = await refusalTo(deps, request, listed, channel)
  if (refusal !== undefined) return refusal
  if (command.kind === 'edit') return deps.subscribeView.openEdit(request, listed.subscription)
  return deps.pauseResume[command.kind](
    { user: request.user, channel, name: listed.subscription.name },
    listed,
  )
}

/** Why a person may not change a subscription; undefined if they may. */
async function refusalTo(
  { may }: MentionsDeps,
  request: MentionsRequest,
  { subscription, fromSlack }: RegisteredSubscription,
  channel: string,
): Promise<Content | undefined> {
  if (fromSlack === undefined)
    return textMessage(
      `${subscription.name} is declared in the configuration file: it is changed there, not in Slack.`,
    )
  const isHere = channel === request.channel
  if (await may(request.user, channel, isHere)) return undefined
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
