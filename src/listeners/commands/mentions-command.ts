import type { SetTimer } from '@overheard/base/clock'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { replyTexts } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { Access } from '../access.ts'
import { answerWith, type Form, type FormViews } from '../open-modal.ts'
import type { MessageAction } from '../payloads.ts'
import { type Reply, replyWhenReady } from '../reply.ts'
import { type CommandAsker, englishWordsOf, type Subcommand, wordsOf } from '../subcommand.ts'
import { confirmQuestion, lineNotUnderstood, mentionsHelp, nothingMore } from '../texts/replies.ts'
import { readMentionsLine } from './read-line.ts'

type MentionsRequest = CommandAsker & { line: string }

type MentionsDeps = {
  changes: Pick<ChangeLog, 'ask' | 'confirm'>
  /** All subcommands. */
  subcommands: () => Subcommand[]
  access: Pick<Access, 'refusal'>
  views: FormViews
  reply: Reply
  setTimer: SetTimer
}

export function createMentionsCommand(deps: MentionsDeps) {
  async function run(request: MentionsRequest): Promise<void> {
    const all = deps.subcommands()
    const english = all.flatMap(englishWordsOf)
    const read = readMentionsLine(request.line, english, all.flatMap(wordsOf))
    if ('problem' in read) return deps.reply(request, lineNotUnderstood(read.problem, read.guesses), 'beside')
    const subcommand = all.find((one) => wordsOf(one).includes(read.word))
    if (subcommand === undefined) return
    if (subcommand.rest === 'none' && read.rest !== '')
      return deps.reply(request, nothingMore(subcommand.word, read.rest), 'beside')
    const answer = () =>
      answerWith(deps.views, request.trigger, subcommand, () =>
        answerTo(deps, request, subcommand, read.rest),
      )
    if (subcommand.isSlow) return replyWhenReady(deps, request, textMessage(replyTexts.looking()), answer)
    const content = await answer()
    if (content !== undefined) await deps.reply(request, content, 'beside')
  }
  return {
    run,
    /** Runs the line that the person confirms, as if they typed it. */
    async confirm(action: MessageAction): Promise<void> {
      const line = await deps.changes.confirm(action.value, action)
      if (line === undefined) return deps.reply(action, textMessage(replyTexts.confirmationOver()), 'beside')
      await run({ ...action, line, isConfirmed: true })
    },
  }
}

async function answerTo(
  { access, changes }: MentionsDeps,
  request: MentionsRequest,
  subcommand: Subcommand,
  rest: string,
): Promise<Content | Form | undefined> {
  if (!subcommand.checksAccess) {
    const refusal = await access.refusal(request, 'read', { channel: request.channel })
    if (refusal !== undefined) return textMessage(refusal)
  }
  const answer = await subcommand.answer(request, rest)
  if (answer === undefined || !('confirm' in answer)) return answer
  const { user, channel } = request
  return confirmQuestion(answer, await changes.ask({ user, channel, line: answer.confirm }))
}

/** `all` returns all subcommands. */
export const helpCommand = (all: () => Subcommand[]): Subcommand => ({
  word: 'help',
  inLanguages: { de: 'hilfe', es: 'ayuda', fr: 'aide', ja: 'ヘルプ', pt: 'ajuda' },
  rest: 'none',
  checksAccess: true,
  answer: async () => mentionsHelp(all()),
})
