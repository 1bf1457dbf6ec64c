import type { Access, Asking } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { HomeTab } from '../../listeners/home-section.ts'
import { answerWith, type Form, type FormViews } from '../../listeners/open-modal.ts'
import type { HomeAction, MessageAction } from '../../listeners/payloads.ts'
import type { Registration } from '../../listeners/registration.ts'
import type { Reply } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { type PostedCard, shownMention } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import type { Operation } from '../../people/permission.ts'
import { type MuteService, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import { declinedText, mutedText, proposalIds, proposalModal, readProposalValue, say } from './messages.ts'
import type { ShownProposal } from './model.ts'
import type { MuteProposals } from './proposals.ts'

type ProposalPress = 'mute' | 'decline' | 'show'

type ProposalActionsDeps = {
  proposals: Pick<MuteProposals, 'of' | 'all' | 'decline'>
  muting: Pick<MuteService, 'mute'>
  access: Pick<Access, 'refusal'>
  finder: Pick<SubscriptionFinder, 'alertsIn'>
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  views: FormViews
  reply: Reply
}

const operations: Record<ProposalPress, Operation> = { mute: 'mute', decline: 'dismiss', show: 'read' }

export function createProposalActions(deps: ProposalActionsDeps) {
  const { proposals, finder } = deps

  /** A name reveals something about the alerts of its channel, so the person must be allowed to see all of them. */
  async function refusalTo(asking: Asking, operation: Operation, channel: string) {
    return deps.access.refusal(asking, operation, { channel, alerts: await finder.alertsIn(channel) })
  }

  async function mute({ user }: Asking, proposal: ShownProposal): Promise<string> {
    const { channel, kind, name } = proposal
    const outcome = await deps.muting.mute({ channel, user, kind, name, term: '30d' })
    return outcome === 'too-many' ? tooManyMutesText() : mutedText(proposal)
  }

  /** A card can be of a private alert that is not posted to the channel any more. */
  async function show(asking: Asking, proposal: ShownProposal): Promise<Form> {
    const { channel } = proposal
    const found = await Promise.all(
      proposal.newest.map(async ({ ts, mention }) => {
        const card = await deps.findCard({ channel, ts })
        if (card === undefined) return undefined
        const refusal = await deps.access.refusal(asking, 'read', { channel, alerts: [card.alert] })
        return refusal === undefined ? shownMention(card, mention) : undefined
      }),
    )
    const mentions = found.filter((mention) => mention !== undefined)
    return { ...proposalModal(proposal, mentions), callback: 'mute_proposal', note: '' }
  }

  /** Returns a sentence for the person; undefined if a modal shows the answer. */
  async function act(
    { trigger, ...asking }: Asking & { trigger: string },
    value: string,
    press: ProposalPress,
  ): Promise<Content | undefined> {
    const answer = async () => {
      const { channel, id } = readProposalValue(value)
      const refusal = await refusalTo(asking, operations[press], channel)
      if (refusal !== undefined) return textMessage(refusal)
      const proposal = (await proposals.of(channel)).find((one) => one.id === id)
      if (proposal === undefined) return textMessage(say.gone())
      if (press === 'show') return show(asking, proposal)
      if (press === 'mute') return textMessage(await mute(asking, proposal))
      await proposals.decline(proposal)
      return textMessage(declinedText(proposal))
    }
    return answerWith(deps.views, trigger, { opensForm: press === 'show' }, answer)
  }

  const pressInMessage = (press: ProposalPress) => async (action: MessageAction) => {
    const answer = await act(action, action.value, press)
    if (answer !== undefined) await deps.reply(action, answer, 'beside')
  }
  const pressOnHome = (press: ProposalPress, home: HomeTab) => async (action: HomeAction) => {
    const asking = { user: action.user, channel: '', trigger: action.trigger }
    const answer = await act(asking, action.value, press)
    if (press !== 'show' || answer !== undefined) await home.answer(action, answer?.text)
  }

  return {
    /** Returns the proposals for the channels that a person may read, largest first. */
    async readable(user: string, channels: ReadonlySet<string>): Promise<ShownProposal[]> {
      const own = (await proposals.all()).filter(({ channel }) => channels.has(channel))
      const readable: ShownProposal[] = []
      for (const [channel, some] of Map.groupBy(own, (one) => one.channel))
        if ((await refusalTo({ user, channel: '' }, 'read', channel)) === undefined) readable.push(...some)
      return readable.toSorted((a, b) => b.count - a.count)
    },
    listen(on: Pick<Registration, 'inBoth'>, home: HomeTab): void {
      for (const press of ['mute', 'decline', 'show'] as const)
        on.inBoth(proposalIds[press], pressInMessage(press), pressOnHome(press, home))
    },
  }
}
