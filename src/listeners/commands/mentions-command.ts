import type { SetTimer } from '../../async/clock.ts'
import { type DigestQueries, subjectOfDigest } from '../../features/digest/buttons.ts'
import type { OpenList } from '../../features/open-list/command.ts'
import type { PauseResume } from '../../features/pauses/pause-resume.ts'
import { type Answers, withNames } from '../../features/status/answers.ts'
import type { Status } from '../../features/status/status.ts'
import { subscriptionList } from '../../features/status/subscription-list.ts'
import type { SubscriptionService } from '../../features/subscribe/subscription-service.ts'
import type { SubscribeView } from '../../features/subscribe/view.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { muteList } from '../../messages/mutes.ts'
import {
  lineGuess,
  lineNotUnderstood,
  mentionsHelp,
  nameUnclear,
  notMuted,
  replyTexts,
} from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import { closestNames, isSameName, matchByName } from '../../model/name.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import { operationOfMutes, operationOfTerm } from '../../rules/permission.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Users } from '../../slack/users.ts'
import { type MuteService, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import type { Mutes } from '../../subscriptions/mutes.ts'
import type { Access } from '../access.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { ListeningCommands } from '../listening.ts'
import { type Reply, replyWhenReady } from '../reply.ts'
import type { CommandAsker, Subcommand } from '../subcommand.ts'
import { whichSubscription } from '../which-subscription.ts'
import {
  findMute,
  type MentionsCommand,
  parseMentionsLine,
  type SubscriptionVerb,
} from './parse-mentions-line.ts'

type MentionsRequest = CommandAsker & { line: string }

type MentionsDeps = {
  users: Pick<Users, 'nameOf'>
  /** The subcommands of features. */
  added: () => Subcommand[]
  reply: Reply
  setTimer: SetTimer
  finder: SubscriptionFinder
  status: Pick<Status, 'describe'>
  answers: Answers
  openList: Pick<OpenList, 'answer'>
  digests: Pick<DigestQueries, 'all' | 'preview'>
  access: Access
  registry: { all(): RegisteredSubscription[] }
  channels: Pick<Channels, 'find'>
  mutes: Pick<Mutes, 'of'>
  muting: MuteService
  subscribeView: SubscribeView
  pauseResume: Pick<PauseResume, 'pause' | 'resume'>
  subscriptions: Pick<SubscriptionService, 'unsubscribe'>
  listening: Pick<ListeningCommands, 'preview' | 'list'>
}

type HandleMentions = (request: MentionsRequest) => Promise<void>

/**
 * These commands may take seconds, because they ask the mention service or Slack or read many records, so the asker may need a waiting
 * message.
 */
const slowQueries: ReadonlySet<MentionsCommand['kind']> = new Set([
  'open',
  'status',
  'why',
  'test',
  'preview',
  'digest',
  'listen',
  'alerts',
])

export function createMentionsCommand(deps: MentionsDeps): HandleMentions {
  return async (request) => {
    const added = deps.added()
    const command = parseMentionsLine(
      request.line,
      added.map(({ word }) => word),
    )
    const subcommand = command.kind === 'added' ? added.find(({ word }) => word === command.word) : undefined
    const answer = () => answerTo(deps, request, command, subcommand)
    if (slowQueries.has(command.kind) || subcommand?.isSlow)
      return replyWhenReady(deps, request, textMessage(replyTexts.looking), answer)
    const content = await answer()
    if (content !== undefined) await deps.reply(request, content, 'beside')
  }
}

async function answerTo(
  deps: MentionsDeps,
  request: MentionsRequest,
  command: MentionsCommand,
  subcommand: Subcommand | undefined,
): Promise<Content | undefined> {
  const { channel } = request
  switch (command.kind) {
    case 'help':
      return mentionsHelp(deps.added())
    case 'not-understood':
      return lineNotUnderstood(command.problem, command.guesses)
    case 'subscribe':
      return subscribe(deps, request, command)
    case 'mute':
      return mute(deps, request, command)
    case 'unmute':
      return unmute(deps, request, command)
    case 'listen':
      return deps.listening.preview(request, command.query)
    default: {
      const refusal = await deps.access.refusal(request, 'read', { channel })
      if (refusal !== undefined) return textMessage(refusal)
      return command.kind === 'added'
        ? subcommand?.answer(request, command.rest)
        : answerReader(deps, request, command)
    }
  }
}

async function answerReader(
  deps: MentionsDeps,
  request: MentionsRequest,
  command: ReaderCommand,
): Promise<Content | undefined> {
  const { channel } = request
  const readableHere = async () =>
    deps.access.readableSubscriptions(request, await deps.finder.inChannel(channel))
  switch (command.kind) {
    case 'list':
      return subscriptionList(await deps.status.describe(await readableHere()))
    case 'open':
      return deps.openList.answer(request, { scope: command.mine ? 'mine' : 'channel', page: 0 })
    case 'mutes':
      return mutesOf(deps, request)
    case 'alerts':
      return deps.listening.list(request, command.name)
    case 'status':
      return deps.answers.status(await readableHere(), channel)
    case 'why':
      return deps.answers.why(await readableHere(), { mention: command.mention, channel })
    case 'digest':
      return digestOnDemand(deps, request, command.name)
    default:
      return withSubscription(deps, request, command)
  }
}

/** A muted name reveals something about the alerts of its channel. So the person must be allowed to see all these alerts. */
async function mutesOf(
  { access, finder, users, mutes }: MentionsDeps,
  request: MentionsRequest,
): Promise<Content> {
  const { channel } = request
  const refusal = await access.refusal(request, 'read', { channel, alerts: await finder.alertsIn(channel) })
  if (refusal !== undefined) return textMessage(refusal)
  return muteList(await withNames(users.nameOf, mutes.of(channel)))
}

type ReaderCommand = Extract<
  MentionsCommand,
  { kind: 'list' | 'alerts' | 'open' | 'mutes' | 'status' | 'why' | 'digest' | SubscriptionVerb }
>

async function subscribe(
  { access, subscribeView }: MentionsDeps,
  request: MentionsRequest,
  command: Extract<MentionsCommand, { kind: 'subscribe' }>,
): Promise<Content | undefined> {
  const channel = command.channel ?? request.channel
  const refusal = await access.refusal(request, 'subscribe', { channel })
  return refusal === undefined
    ? subscribeView.openNew(request, { ...command, channel })
    : textMessage(refusal)
}

async function readableDigests(deps: MentionsDeps, request: MentionsRequest): Promise<string[]> {
  const readable = await Promise.all(
    deps.digests.all.map(async (digest) => {
      const refusal = await deps.access.refusal(request, 'read', await subjectOfDigest(deps, digest))
      return refusal === undefined ? [digest.name] : []
    }),
  )
  return readable.flat()
}

async function digestOnDemand(
  deps: MentionsDeps,
  request: MentionsRequest,
  written: string | undefined,
): Promise<Content> {
  const { digests } = deps
  if (digests.all.length === 0) return textMessage(replyTexts.noDigests)
  const names = await readableDigests(deps, request)
  if (names.length === 0) return textMessage(replyTexts.noDigestHere)
  const found = written === undefined ? names : matchByName(written, names, (name) => ({ names: [name] }))
  const [only] = found
  if (only === undefined || found.length > 1) {
    const fitting = found.length > 0 ? found : names
    const close = found.length > 0 ? found : closestNames(written ?? '', names, (name) => [name])
    const guesses = close.map((name) => lineGuess(`digest ${name}`))
    return nameUnclear('digest', written, { fits: found.length > 0, names: fitting }, guesses)
  }
  return (await digests.preview(only))?.parent ?? textMessage(replyTexts.digestGone(only))
}

async function mute(
  { access, muting }: MentionsDeps,
  request: MentionsRequest,
  { what: kind, name, term }: Extract<MentionsCommand, { kind: 'mute' }>,
): Promise<Content | undefined> {
  const { user, channel } = request
  const refusal = await access.refusal(request, operationOfTerm(term), { channel })
  if (refusal !== undefined) return textMessage(refusal)
  const outcome = await muting.mute({ channel, user, kind, name, term })
  return outcome === 'too-many' ? textMessage(tooManyMutesText) : undefined
}

async function unmute(
  { access, muting, mutes }: MentionsDeps,
  request: MentionsRequest,
  command: Extract<MentionsCommand, { kind: 'unmute' }>,
): Promise<Content | undefined> {
  const { user, channel } = request
  const meant = findMute(mutes.of(channel), command)
  const ending = mutes
    .of(channel)
    .filter(
      (one) => isSameName(one.name, meant.name) && (meant.what === undefined || one.kind === meant.what),
    )
  const refusal = await access.refusal(request, operationOfMutes(ending), { channel })
  if (refusal !== undefined) return textMessage(refusal)
  const kind = meant.what === undefined ? {} : { kind: meant.what }
  const ended = await muting.unmute({ channel, user, ...kind, name: meant.name })
  if (ended.length > 0) return undefined
  const close = closestNames(command.name, mutes.of(channel), ({ name }) => [name])
  const guesses = close.map(({ kind, name }) => lineGuess(`unmute ${kind} ${name}`))
  return notMuted(command.name, guesses)
}

type SubscriptionCommand = Extract<MentionsCommand, { kind: SubscriptionVerb }>

async function withSubscription(
  deps: MentionsDeps,
  request: MentionsRequest,
  command: SubscriptionCommand,
): Promise<Content | undefined> {
  const readable = await deps.access.readableSubscriptions(request, deps.registry.all())
  const picked = await deps.finder.find(command, request.channel, readable)
  if (picked.kind !== 'one') return whichSubscription(picked, command, readable)
  const { listed, channel } = picked
  if (command.kind === 'test') return deps.answers.sample(listed.subscription, channel)
  if (command.kind === 'preview') return deps.answers.preview(listed.subscription, channel)
  const refusal = await refusalTo(deps, request, command.kind, { listed, channel })
  if (refusal !== undefined) return refusal
  if (command.kind === 'edit') return deps.subscribeView.openEdit(request, listed.subscription)
  const subject = { user: request.user, channel, name: listed.subscription.name }
  if (command.kind === 'pause') return deps.pauseResume.pause(subject, command.term)
  if (command.kind === 'resume') return deps.pauseResume.resume(subject)
  await deps.subscriptions.unsubscribe(subject)
  return undefined
}

/** Returns undefined if the person may do it. A subscription of the configuration file can be paused, but not edited or ended. */
async function refusalTo(
  { access }: MentionsDeps,
  request: MentionsRequest,
  verb: SubscriptionVerb,
  { listed: { subscription, fromSlack }, channel }: { listed: RegisteredSubscription; channel: string },
): Promise<Content | undefined> {
  const isSetting = verb === 'edit' || verb === 'unsubscribe'
  if (isSetting && fromSlack === undefined) return textMessage(replyTexts.fromFile(subscription.name))
  const operation = verb === 'edit' ? 'subscribe' : 'change'
  const refusal = await access.refusal(request, operation, { channel, alerts: [subscription.alert] })
  return refusal === undefined ? undefined : textMessage(refusal)
}
