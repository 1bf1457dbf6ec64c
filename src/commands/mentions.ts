import { mentionsHelp } from '../messages/mentions-help.ts'
import { muteList } from '../messages/mutes/list.ts'
import { kindWords } from '../messages/mutes/words.ts'
import { onlyAdmins, onlyMembers } from '../messages/refusals.ts'
import { say } from '../messages/say.ts'
import { subscriptionList } from '../messages/subscriptions/list.ts'
import { cut, isolate } from '../messages/text.ts'
import type { Content } from '../model/message.ts'
import type { SetTimer } from '../model/timer.ts'
import type { Listed } from '../roster.ts'
import type { Mutes } from '../store/mutes.ts'
import { answerInTime } from './answer-in-time.ts'
import type { Describe } from './looking/describe.ts'
import type { LookInto } from './looking/look-into.ts'
import { type MentionsCommand, parseMentionsLine, type SubscriptionVerb } from './mentions-line.ts'
import { meantMute } from './mutes/muted-name.ts'
import type { Muting } from './mutes/muting.ts'
import type { Permission } from './permission.ts'
import type { Picked, Places } from './places.ts'
import type { Reply } from './reply.ts'
import type { Opener, SubscribeDialogue } from './subscriptions/dialogue.ts'
import type { Resting } from './subscriptions/resting.ts'
import type { Why } from './why/why.ts'

/** A `/mentions` command as Slack brings it. */
type MentionsAsk = Opener & { line: string }

type MentionsDeps = {
  reply: Reply
  setTimer: SetTimer
  places: Places
  describe: Describe
  may: Permission
  mutes: Pick<Mutes, 'of'>
  muting: Muting
  dialogue: SubscribeDialogue
  resting: Resting
  lookInto: LookInto
  why: Why
}

/** Answers `/mentions`. Rejects only where the store does. */
type MentionsCommands = (ask: MentionsAsk) => Promise<void>

/** What only looks, and asks the service: it may take a moment, and always has an answer. */
const looks: ReadonlySet<MentionsCommand['kind']> = new Set(['status', 'why', 'test', 'preview', 'digest'])

/** One branch a subcommand: what it answers, or what it opens. */
export function createMentions(deps: MentionsDeps): MentionsCommands {
  return async (ask) => {
    const command = parseMentionsLine(ask.line)
    const answer = () => answerTo(deps, ask, command)
    if (looks.has(command.kind)) return answerInTime(deps, ask, say('Looking…'), answer)
    const content = await answer()
    if (content !== undefined) await deps.reply(ask, content, 'beside')
  }
}

async function answerTo(
  deps: MentionsDeps,
  ask: MentionsAsk,
  command: MentionsCommand,
): Promise<Content | undefined> {
  const { channel } = ask
  switch (command.kind) {
    case 'help':
      return mentionsHelp()
    case 'not-understood':
      return say(`That was not understood: ${command.because}. For example: ${command.example}`)
    case 'list':
      return subscriptionList(await deps.describe(await deps.places.of(channel)))
    case 'mutes':
      return muteList(deps.mutes.of(channel))
    case 'status':
      return deps.lookInto.status(await deps.places.of(channel), channel)
    case 'why':
      return deps.why({ mention: command.mention, channel })
    case 'digest':
      return deps.lookInto.digest(command.name)
    case 'subscribe':
      if (!(await deps.may(ask.user, command.channel ?? channel, command.channel === undefined)))
        return command.channel === undefined ? onlyAdmins.mayChange : say(onlyMembers)
      return deps.dialogue.openNew(ask, { channel, ...command })
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
  { user, channel }: MentionsAsk,
  command: Extract<MentionsCommand, { kind: 'mute' | 'unmute' }>,
): Promise<Content | undefined> {
  if (command.kind === 'mute') {
    await muting.mute({ channel, user, kind: command.what, name: command.name, term: command.term })
    return undefined
  }
  const meant = meantMute(mutes.of(channel), command)
  const kind = meant.what === undefined ? {} : { kind: meant.what }
  const ended = await muting.unmute({ channel, user, ...kind, name: meant.name })
  const what = command.what === undefined ? '' : `The ${kindWords[command.what]} `
  return ended.length > 0
    ? undefined
    : say(`${what}${isolate(cut(command.name, 100))} is not muted here. /mentions mutes lists what is.`)
}

type About = Extract<MentionsCommand, { kind: SubscriptionVerb }>

async function withSubscription(
  deps: MentionsDeps,
  ask: MentionsAsk,
  command: About,
): Promise<Content | undefined> {
  const picked = await deps.places.pick(command, ask.channel)
  if (picked.kind !== 'one') return whichOne(picked, command)
  const { listed, channel } = picked
  if (command.kind === 'test') return deps.lookInto.sample(listed.subscription, channel)
  if (command.kind === 'preview') return deps.lookInto.preview(listed.subscription, channel)
  const refusal = await refusalTo(deps, ask, listed, channel)
  if (refusal !== undefined) return refusal
  if (command.kind === 'edit') return deps.dialogue.openEdit(ask, listed.subscription)
  return deps.resting[command.kind]({ user: ask.user, channel, name: listed.subscription.name }, listed)
}

/** Why somebody may not change a subscription; nothing where they may. */
async function refusalTo(
  { may }: MentionsDeps,
  ask: MentionsAsk,
  { subscription, made }: Listed,
  channel: string,
): Promise<Content | undefined> {
  if (made === undefined)
    return say(
      `${subscription.name} is declared in the configuration file: it is changed there, not in Slack.`,
    )
  const isHere = channel === ask.channel
  if (await may(ask.user, channel, isHere)) return undefined
  return isHere ? onlyAdmins.mayChange : say(onlyMembers)
}

function whichOne({ kind, names }: Exclude<Picked, { kind: 'one' }>, asked: About): Content {
  if (names.length === 0) return say('Nothing is watched yet. Start with /mentions subscribe.')
  const listed = names.slice(0, 20).map(isolate).join(', ')
  const missing =
    asked.name === undefined
      ? 'The channel has no subscription'
      : `No subscription is called "${isolate(cut(asked.name, 100))}"`
  const said = kind === 'several' ? 'Several fit' : `${missing}. There is`
  return say(`${said}: ${listed}. For example: /mentions ${asked.kind} ${isolate(names[0] ?? '')}`)
}
