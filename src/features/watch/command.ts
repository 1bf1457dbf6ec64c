import { defined } from '@overheard/base/defined'
import type { Access, Asking } from '../../listeners/access.ts'
import type { CommandAsker, Confirmation } from '../../listeners/subcommand.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { Content } from '../../model/message.ts'
import type { Users } from '../../slack/users.ts'
import { say, swapQuestion, watchAnswer } from './messages.ts'
import type { OnWatch } from './model.ts'
import type { Watch } from './watch.ts'

export type WatchCommandDeps = {
  watch: Pick<Watch, 'plan' | 'onWatch' | 'swap' | 'swapTo' | 'presenceOf' | 'absenceOf'> | undefined
  users: Pick<Users, 'nameOf' | 'kindOf'>
  access: Pick<Access, 'refusal'>
}

export async function answerWatch(
  { watch, users, access }: WatchCommandDeps,
  asking: Asking & Pick<CommandAsker, 'isConfirmed'>,
  { swap, to }: { swap: boolean; to?: string },
): Promise<Content | Confirmation | undefined> {
  const { user, channel } = asking
  if (watch === undefined) return textMessage(say.none())
  if (!swap) return watchAnswer(await watchView(users, await watch.onWatch()))
  // A person on the list hands on their own duty, so they need not be an admin.
  const operation = watch.plan.users.includes(user) ? 'assign' : 'change'
  const mayNot = await access.refusal(asking, operation, { channel, forEverybody: true })
  if (mayNot !== undefined) return textMessage(mayNot)
  const refusedPerson = to === undefined ? undefined : await refusalOf(watch, users, to)
  if (refusedPerson !== undefined) return textMessage(say[refusedPerson]())
  const next = await watch.swapTo(to)
  if (next !== undefined && !asking.isConfirmed)
    return { ...swapQuestion(await users.nameOf(next)), confirm: `duty swap <@${next}>` }
  const swapped = await watch.swap({ user, channel, ...defined({ to }) })
  if (swapped !== undefined) return undefined
  return textMessage(say[to === undefined ? 'alone' : 'already']())
}

async function refusalOf(
  watch: Pick<Watch, 'presenceOf' | 'absenceOf'>,
  users: Pick<Users, 'kindOf'>,
  to: string,
) {
  const presence = await watch.presenceOf(to)
  if (presence === 'gone') return 'not-callable'
  const kind = await users.kindOf(to)
  if (presence === 'unknown' || kind === 'unknown') return 'unknown'
  if (kind !== 'member') return 'not-callable'
  return (await watch.absenceOf(to, 'work')) === undefined ? undefined : 'away'
}

async function watchView({ nameOf }: Pick<Users, 'nameOf'>, { user, until, next }: OnWatch) {
  const [name, nextName] = await Promise.all([nameOf(user), nameOf(next)])
  return { name, until, nextName }
}
