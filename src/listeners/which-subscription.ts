import { closestNames } from '@overheard/base/name'
import { textMessage } from '../messages/kit/block-kit.ts'
import { doneElsewhere, lineGuess, replyTexts } from '../messages/replies.ts'
import type { Content } from '../model/message.ts'
import { entryOf, type RegisteredSubscription } from '../model/subscription.ts'
import { nameInLine } from '../typed/term.ts'
import type { Access, Asking } from './access.ts'
import type { FoundSubscription, SubscriptionFinder } from './find-subscription.ts'
import { nameUnclear } from './texts/replies.ts'

const mostButtons = 5

/** Asks which subscription a person means. A press on a name runs the command with it. */
export function whichSubscription(
  { kind, names }: Exclude<FoundSubscription, { kind: 'one' }>,
  { kind: verb, name: asked, term }: { kind: string; name?: string; term?: string },
  readable: RegisteredSubscription[],
): Content {
  if (names.length === 0) return textMessage(replyTexts.nothingWatched())
  const close = closestNames(asked ?? '', readable, ({ subscription }) => [
    subscription.alert,
    subscription.name,
    entryOf(subscription.name),
  ])
  const meant =
    kind === 'several' || asked === undefined ? names : close.map(({ subscription }) => subscription.name)
  const end = term === undefined ? '' : ` ${term}`
  const guesses = meant.slice(0, mostButtons).map((name) => lineGuess(`${verb} ${nameInLine(name)}${end}`))
  const elsewhere = meant.filter((name) => !names.includes(name))
  return nameUnclear('subscription', asked, { fits: kind === 'several', names, elsewhere }, guesses)
}

/** The channel of the subscription reads the announcement of a change. A person who asks in another channel gets an answer, too. */
export const orDoneElsewhere = (
  answer: Content | undefined,
  { channel: askedIn }: Pick<Asking, 'channel'>,
  { name, channel }: { name: string; channel: string },
): Content | undefined => answer ?? (channel === askedIn ? undefined : doneElsewhere(name))

type PickDeps = {
  access: Pick<Access, 'readableSubscriptions'>
  finder: Pick<SubscriptionFinder, 'find'>
  registry: { all(): RegisteredSubscription[] }
}

/**
 * Finds the subscription that a command names, among those that the person may see. `command` is its word and what the person typed. Returns a
 * question to the person if not exactly one fits.
 */
export async function pickSubscription(
  { access, finder, registry }: PickDeps,
  asking: Asking,
  command: { kind: string; name?: string; channel?: string; term?: string },
): Promise<{ listed: RegisteredSubscription; channel: string } | { question: Content }> {
  const readable = await access.readableSubscriptions(asking, registry.all())
  const picked = await finder.find(command, asking.channel, readable)
  if (picked.kind !== 'one') return { question: whichSubscription(picked, command, readable) }
  return { listed: picked.listed, channel: picked.channel }
}
