import { type Answers, orUnavailable, type Status } from '../../answers/index.ts'
import type { Access, Asking } from '../../listeners/access.ts'
import { parseNameAndChannel } from '../../listeners/commands/line-words.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import { pickSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import type { Sentence } from '../../messages/kit/dates.ts'
import { noAlertText, previewAnswer, sampleMessage } from '../../messages/preview.ts'
import { notUnderstood } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import type { CardLayout, RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { parseWhy } from './parse-why.ts'
import { type ListButton, say, statusAnswer, subscriptionList } from './subscription-list.ts'

type StatusCommandDeps = {
  access: Pick<Access, 'readableSubscriptions' | 'isOwnMessages'>
  finder: Pick<SubscriptionFinder, 'inChannel' | 'find'>
  registry: { all(): RegisteredSubscription[] }
  status: Pick<Status, 'describe' | 'status' | 'sample' | 'previewWeek'>
  answers: Pick<Answers, 'sample' | 'why'>
  /** The lines that features add to `/mentions status`. */
  addedLines: () => Promise<Sentence[]>
  /** The buttons that features add to a subscription in `/mentions list`. */
  listButtons: (listed: RegisteredSubscription) => ListButton[]
  /** The layout of cards whose subscription has none of its own. */
  layout: CardLayout
}

export function createStatusCommands(deps: StatusCommandDeps): Subcommand[] {
  const { access, finder, status, answers } = deps
  const readableHere = async (asking: Asking) =>
    access.readableSubscriptions(asking, await finder.inChannel(asking.channel))
  const about = (
    word: string,
    answer: (subscription: Subscription, channel: string) => Promise<Content>,
  ): Subcommand => ({
    word,
    rest: 'read',
    isSlow: true,
    async answer(asker, line) {
      const picked = await pickSubscription(deps, asker, { kind: word, ...parseNameAndChannel(line) })
      return 'question' in picked ? picked.question : answer(picked.listed.subscription, picked.channel)
    },
  })
  return [
    {
      word: 'list',
      inLanguages: { de: 'liste', es: 'lista', fr: 'liste', ja: '一覧', pt: 'lista' },
      rest: 'none',
      get help() {
        return say.helpList()
      },
      async answer(asker) {
        const listed = await readableHere(asker)
        const buttonsOf = (name: string) => {
          const one = listed.find(({ subscription }) => subscription.name === name)
          return one === undefined ? [] : deps.listButtons(one)
        }
        return subscriptionList(await status.describe(listed), buttonsOf, await access.isOwnMessages(asker))
      },
    },
    {
      word: 'status',
      rest: 'none',
      isSlow: true,
      answer: (asker) =>
        orUnavailable(async () => {
          const overview = await status.status(await readableHere(asker), asker.channel)
          return statusAnswer(overview, await deps.addedLines())
        }),
    },
    {
      word: 'why',
      inLanguages: { de: 'warum', es: 'porqué', fr: 'pourquoi', ja: '理由', pt: 'porquê' },
      rest: 'read',
      get help() {
        return say.helpWhy()
      },
      get shortHelp() {
        return say.shortHelpWhy()
      },
      isSlow: true,
      async answer(asker, line) {
        const mention = parseWhy(line)
        if (mention === undefined) return notUnderstood(say.addLink(), [])
        return answers.why(await readableHere(asker), { mention, channel: asker.channel })
      },
    },
    {
      ...about('preview', (subscription, channel) => previewOf(deps, subscription, channel)),
      get help() {
        return say.helpPreview()
      },
    },
    about('test', answers.sample),
  ]
}

export const previewOf = (
  { status, layout }: Pick<StatusCommandDeps, 'layout'> & { status: Pick<Status, 'sample' | 'previewWeek'> },
  subscription: Subscription,
  channel: string,
): Promise<Content> =>
  orUnavailable(async () => {
    const [found, sample] = await Promise.all([
      status.previewWeek(subscription, channel),
      status.sample(subscription, channel),
    ])
    if (found.kind === 'no-alert') return textMessage(noAlertText(subscription))
    const example = sample.kind === 'sample' ? sampleMessage(subscription, sample, layout) : undefined
    return previewAnswer(subscription.name, found.tally, found.more, example)
  })
