import type { Access } from '../../listeners/access.ts'
import { channelIn, channelLink, parseNameAndChannel } from '../../listeners/commands/line-words.ts'
import { isNameOf, type SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import { orDoneElsewhere, pickSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { defined } from '../../model/defined.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import { nameInLine, splitTerm } from '../../typed/term.ts'
import { pauseQuestion } from './messages.ts'
import type { PauseResume } from './pause-resume.ts'

type PauseCommandDeps = {
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  finder: Pick<SubscriptionFinder, 'find'>
  registry: { all(): RegisteredSubscription[] }
  pauseResume: Pick<PauseResume, 'pause' | 'resume'>
}

type AskedPause = { name?: string; channel?: string; term?: string }

/** Reads what follows `/mentions pause`. The term is as it was written. `isName` knows the names that are no terms. */
export function parsePause(line: string, isName?: (text: string) => boolean): AskedPause {
  const { name: written, ...term } = splitTerm(line.replace(channelLink, ' '), defined({ isName }))
  return { ...parseNameAndChannel(written), ...channelIn(line), ...term }
}

const askedOf = (word: 'pause' | 'resume', line: string, isName: (text: string) => boolean): AskedPause =>
  word === 'pause' ? parsePause(line, isName) : parseNameAndChannel(line)

/** People pause alone what they get in their direct messages. A pause without an end changes nothing if there is one already. */
const concernsOthers = ({ listed, channel }: { listed: RegisteredSubscription; channel: string }) =>
  !channel.startsWith('D') && (listed.pause === undefined || listed.pause.until !== undefined)

export function createPauseCommands(deps: PauseCommandDeps): Subcommand[] {
  const { access, pauseResume } = deps
  const command = (word: 'pause' | 'resume', help: Pick<Subcommand, 'help'>): Subcommand => ({
    word,
    ...help,
    async answer(asker, line) {
      const isName = isNameOf(await access.readableSubscriptions(asker, deps.registry.all()))
      const asked = askedOf(word, line, isName)
      const picked = await pickSubscription(deps, asker, { kind: word, ...asked })
      if ('question' in picked) return picked.question
      const { listed, channel } = picked
      const { name, alert } = listed.subscription
      const refusal = await access.refusal(asker, 'change', { channel, alerts: [alert] })
      if (refusal !== undefined) return textMessage(refusal)
      const subject = { user: asker.user, channel, name }
      if (word === 'resume') return orDoneElsewhere(await pauseResume.resume(subject), asker, subject)
      if (asked.term === undefined && concernsOthers(picked) && !asker.isConfirmed)
        return { ...pauseQuestion(name), confirm: `pause ${nameInLine(name)} <#${channel}>` }
      return orDoneElsewhere(await pauseResume.pause(subject, asked.term), asker, subject)
    },
  })
  return [
    command('pause', {
      help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: stop posting for a while',
    }),
    command('resume', {}),
  ]
}
