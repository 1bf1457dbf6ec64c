import type { Access } from '../../listeners/access.ts'
import { channelIn, channelLink, parseNameAndChannel } from '../../listeners/commands/line-words.ts'
import { isNameOf, type SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import { orDoneElsewhere, pickSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { defined } from '../../model/defined.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import { splitTerm } from '../../typed/term.ts'
import type { PauseResume } from './pause-resume.ts'

type PauseCommandDeps = {
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  finder: Pick<SubscriptionFinder, 'find'>
  registry: { all(): RegisteredSubscription[] }
  pauseResume: Pick<PauseResume, 'pause' | 'resume'>
}

/** Reads what follows `/mentions pause`. The term is as it was written. `isName` knows the names that are no terms. */
export function parsePause(
  line: string,
  isName?: (text: string) => boolean,
): { name?: string; channel?: string; term?: string } {
  const { name: written, ...term } = splitTerm(line.replace(channelLink, ' '), defined({ isName }))
  return { ...parseNameAndChannel(written), ...channelIn(line), ...term }
}

export function createPauseCommands(deps: PauseCommandDeps): Subcommand[] {
  const { access, pauseResume } = deps
  const command = (word: 'pause' | 'resume', help: Pick<Subcommand, 'help'>): Subcommand => ({
    word,
    ...help,
    async answer(asker, line) {
      const isName = isNameOf(await access.readableSubscriptions(asker, deps.registry.all()))
      const asked: ReturnType<typeof parsePause> =
        word === 'pause' ? parsePause(line, isName) : parseNameAndChannel(line)
      const picked = await pickSubscription(deps, asker, { kind: word, ...asked })
      if ('question' in picked) return picked.question
      const { listed, channel } = picked
      const { name, alert } = listed.subscription
      const refusal = await access.refusal(asker, 'change', { channel, alerts: [alert] })
      if (refusal !== undefined) return textMessage(refusal)
      const subject = { user: asker.user, channel, name }
      const answer =
        word === 'resume' ? await pauseResume.resume(subject) : await pauseResume.pause(subject, asked.term)
      return orDoneElsewhere(answer, asker, subject)
    },
  })
  return [
    command('pause', {
      help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: stop posting for a while',
    }),
    command('resume', {}),
  ]
}
