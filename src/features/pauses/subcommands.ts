import type { Access } from '../../listeners/access.ts'
import { parseNameAndChannel, parseNameTermAndChannel } from '../../listeners/commands/line-words.ts'
import { createIsName, type SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import { orDoneElsewhere, pickSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import { nameInLine } from '../../typed/term.ts'
import { pauseQuestion, say } from './messages.ts'
import type { PauseResume } from './pause-resume.ts'

type PauseCommandDeps = {
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  finder: Pick<SubscriptionFinder, 'find'>
  registry: { all(): RegisteredSubscription[] }
  pauseResume: Pick<PauseResume, 'pause' | 'resume'>
}

/** People pause alone what they get in their direct messages. A pause without an end changes nothing if there is one already. */
const concernsOthers = ({ listed, channel }: { listed: RegisteredSubscription; channel: string }) =>
  !channel.startsWith('D') && (listed.pause === undefined || listed.pause.until !== undefined)

const askedOf = (
  word: 'pause' | 'resume',
  line: string,
  isName: (text: string) => boolean,
): ReturnType<typeof parseNameTermAndChannel> =>
  word === 'pause' ? parseNameTermAndChannel(line, isName) : parseNameAndChannel(line)

const inLanguages = {
  pause: { de: 'pausieren', es: 'pausar', fr: 'suspendre', ja: '一時停止', pt: 'pausar' },
  resume: { de: 'fortsetzen', es: 'reanudar', fr: 'relancer', ja: '再開', pt: 'retomar' },
}

export function createPauseCommands(deps: PauseCommandDeps): Subcommand[] {
  const { access, pauseResume } = deps
  const command = (word: 'pause' | 'resume'): Subcommand => ({
    ...{ word, inLanguages: inLanguages[word] },
    rest: 'read',
    async answer(asker, line) {
      const isName = createIsName(await access.readableSubscriptions(asker, deps.registry.all()))
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
  const pause: Subcommand = {
    ...command('pause'),
    get help() {
      return say.help()
    },
    get shortHelp() {
      return say.shortHelp()
    },
  }
  return [pause, command('resume')]
}
