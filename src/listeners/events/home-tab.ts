import { defined } from '@overheard/base/defined'
import { isSameName } from '@overheard/base/name'
import { createKeyedMutex } from '@overheard/base/serial'
import type { DescribeSubscriptions } from '../../answers/index.ts'
import type { SpikeCards } from '../../cards/spike-cards.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { replyTexts } from '../../messages/replies.ts'
import type { Log } from '../../model/log.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import { type RegisteredSubscription, recipientOf } from '../../model/subscription.ts'
import { operationOfMutes } from '../../people/permission.ts'
import type { SpeakTo } from '../../people/speak-to.ts'
import type { Messages } from '../../slack/posted-messages.ts'
import type { Users } from '../../slack/users.ts'
import type { Views } from '../../slack/views.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { Mutes } from '../../subscriptions/mutes.ts'
import type { Access } from '../access.ts'
import { readUnmuteValue } from '../actions/notice-buttons.ts'
import type { AllOf, ListenerAdditions } from '../additions.ts'
import { withNames } from '../commands/mute-commands.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import {
  type AlertChoice,
  askerOnHome,
  type HomePlace,
  type HomeTab,
  type HomeView,
} from '../home-section.ts'
import { answerWith, type Form, type FormViews, openModal } from '../open-modal.ts'
import { type HomeAction, type HomeState, pageIn, type ViewSubmission } from '../payloads.ts'
import {
  alertsPerPage,
  type HomeTabView,
  homeTab,
  mutesChoice,
  mutesModal,
  readAlertValue,
} from '../texts/home-tab.ts'
import { type Help, helpModal } from '../texts/replies.ts'
import { say } from '../texts/say.ts'

type HomeTabDeps = {
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
  }
  finder: Pick<SubscriptionFinder, 'channelOf' | 'alertsIn'>
  describe: DescribeSubscriptions
  mutes: Pick<Mutes, 'of'>
  muting: Pick<MuteService, 'unmute'>
  users: Pick<Users, 'nameOf' | 'channelsOf'>
  spikeCards: Pick<SpikeCards, 'running'>
  messages: Pick<Messages, 'permalink'>
  access: Pick<Access, 'refusal' | 'homeRefusal' | 'readableSubscriptions'>
  views: FormViews & Pick<Views, 'publishHome'>
  /** What features add. */
  added: { all: AllOf<ListenerAdditions, 'home' | 'homeButtons' | 'alertChoices'> }
  speakTo: Pick<SpeakTo, 'asker'>
  help: () => Help
  docs?: string
  log: Pick<Log, 'warn'>
}

export function createHomeTab(deps: HomeTabDeps) {
  const { access, registry, finder } = deps
  const show = createPublisher(deps)

  async function chooseForAlert(
    action: HomeAction,
    name: string,
    { operation, choose }: Pick<AlertChoice, 'operation' | 'choose'>,
  ): Promise<Content | Form | undefined> {
    const asking = askerOnHome(action)
    const listed = registry.find(name)
    const channel = listed && (await finder.channelOf(listed))
    if (listed === undefined || channel === undefined) return textMessage(replyTexts.subscriptionGone())
    const { subscription } = listed
    const refusal = await access.refusal(asking, operation, { channel, alerts: [subscription.alert] })
    if (refusal !== undefined) return textMessage(refusal)
    return choose(action, { subscription, channel })
  }

  const choices = (): Pick<AlertChoice, 'choice' | 'operation' | 'opensForm' | 'choose'>[] => [
    ...deps.added.all('alertChoices'),
    {
      ...{ choice: mutesChoice().choice, operation: 'read', opensForm: true },
      async choose({ user }, { channel }) {
        const refusal = await refusalToMutes(deps, user, channel)
        return refusal === undefined ? onHomeTab(await mutesOf(deps, user, channel)) : textMessage(refusal)
      },
    },
  ]

  return {
    show: (user: string, state: HomeState = {}) => show(user, state),
    answer: (action: HomeAction, note?: string) => show(action.user, action.state, note),
    showPage: (action: HomeAction) => show(action.user, { ...action.state, alerts: action.value }),
    showChannels: (action: HomeAction) =>
      show(action.user, { ...action.state, alerts: '0', channels: action.value }),
    async help(action: HomeAction) {
      const refusal = await openModal(deps.views, action.trigger, onHomeTab(helpModal(deps.help())))
      if (refusal !== undefined) await show(action.user, action.state, refusal.text)
    },
    async alertMenu(action: HomeAction) {
      const { choice = '', name = '' } = readAlertValue(action.value) ?? {}
      const chosen = choices().find((one) => one.choice === choice)
      if (chosen === undefined) return show(action.user, action.state, replyTexts.noLongerUsed())
      const answer = await answerWith(deps.views, action.trigger, chosen, () =>
        chooseForAlert(action, name, chosen),
      )
      await show(action.user, action.state, answer?.text)
    },
    async unmute({ user, view, actionValue }: ViewSubmission) {
      const request = readUnmuteValue(actionValue)
      const { channel, kind, name } = request
      const meant = deps.mutes.of(channel).filter((mute) => mute.kind === kind && isSameName(mute.name, name))
      const refusal = await access.refusal(onHome(user), operationOfMutes(meant), { channel })
      if (refusal === undefined) await deps.muting.unmute({ ...request, user })
      // The person may have lost the access to the channel's alerts since the form was opened.
      const unreadable = await refusalToMutes(deps, user, channel)
      const modal =
        unreadable === undefined
          ? await mutesOf(deps, user, channel, refusal)
          : { title: say.mutes(), blocks: textMessage(unreadable).blocks }
      await deps.views.update(view, onHomeTab(modal))
    },
  } satisfies HomeTab & Record<string, unknown>
}

const onHomeTab = (modal: ModalContent): Form => ({ ...modal, callback: 'home', note: '' })

const onHome = (user: string) => ({ user, channel: '' })

/** A muted name reveals something about the alerts of its channel. So the person must be allowed to see all these alerts. */
async function refusalToMutes({ access, finder }: HomeTabDeps, user: string, channel: string) {
  return access.refusal(onHome(user), 'read', { channel, alerts: await finder.alertsIn(channel) })
}

async function mutesOf(
  { mutes, users, registry }: HomeTabDeps,
  user: string,
  channel: string,
  refusal?: string,
) {
  const isOwn = (one: RegisteredSubscription) =>
    one.subscription.channel === channel && recipientOf(one) === user
  const direct = registry.all().some(isOwn) ? 'own' : 'other'
  const place = channel.startsWith('D') ? ({ direct } as const) : channel
  return mutesModal(place, await withNames(users.nameOf, mutes.of(channel)), refusal)
}

/**
 * Publishes the tabs of one person one after the other, so the last one shows the latest state. If several tabs wait,
 * publishes only the newest, and the tabs that carry a message.
 */
function createPublisher(deps: HomeTabDeps) {
  const withLock = createKeyedMutex()
  const newest = new Map<string, object>()
  return async (user: string, wanted: HomeState, note?: string): Promise<void> => {
    const state = { ...wanted }
    newest.set(user, state)
    await withLock(user, async () => {
      if (newest.get(user) !== state && note === undefined) return
      try {
        await deps.speakTo.asker(user, () => publish(deps, user, state, note))
      } finally {
        if (newest.get(user) === state) newest.delete(user)
      }
    })
  }
}

async function publish(
  deps: HomeTabDeps,
  user: string,
  state: HomeState,
  note: string | undefined,
): Promise<void> {
  const refusal = await deps.access.homeRefusal(user)
  if (refusal !== undefined) return publishBlocks(deps, user, textMessage(refusal).blocks, {})
  const [channels, listed, spikes] = await Promise.all([
    deps.users.channelsOf(user),
    readableAlerts(deps, user),
    deps.spikeCards.running(),
  ])
  const isUnsure = channels === undefined
  const view = { state, isNew: listed.length === 0, isUnsure }
  const isMine = (channel: string | undefined) => channel !== undefined && channels?.has(channel) === true
  const names = new Set(listed.map(({ one }) => one.subscription.name))
  const all = state.channels === 'all'
  const shown = listed.filter(({ one, channel }) => all || isMine(channel) || recipientOf(one) === user)
  const page = Math.min(pageIn(state, 'alerts'), Math.max(0, Math.ceil(shown.length / alertsPerPage) - 1))
  const { docs } = deps
  const blocks = homeTab({
    spikes: await Promise.all(
      spikes
        .filter(({ channel, subscription }) => isMine(channel) && names.has(subscription))
        .map(async (card) => ({ ...card, permalink: await deps.messages.permalink(card) })),
    ),
    sections: await sectionsOf(deps, user, channels ?? new Set(), view),
    alerts: {
      lines: await describeAlerts(deps, user, shown.slice(page * alertsPerPage, (page + 1) * alertsPerPage)),
      total: shown.length,
      elsewhere: listed.length - shown.length,
      page,
      all,
    },
    buttons: deps.added.all('homeButtons'),
    isUnsure,
    ...defined({ note, docs }),
  })
  await publishBlocks(deps, user, blocks, state)
}

/** A section that fails is left out, because the rest of the tab must come. */
async function sectionsOf(
  { added, log }: HomeTabDeps,
  user: string,
  channels: ReadonlySet<string>,
  view: HomeView,
): Promise<HomeTabView['sections']> {
  const drawn = await Promise.all(
    added.all('home').map(async ({ place, mostBlocks, blocks }) => {
      try {
        return { place, blocks: (await blocks(user, channels, view)).slice(0, mostBlocks) }
      } catch (err) {
        log.warn({ user, err }, 'left a section out of the home tab, because it failed')
        return { place, blocks: [] }
      }
    }),
  )
  const at = (place: HomePlace) => drawn.filter((one) => one.place === place).flatMap(({ blocks }) => blocks)
  return { top: at('top'), welcome: at('welcome'), open: at('open'), afterSpikes: at('afterSpikes') }
}

type ListedAlert = { one: RegisteredSubscription; channel: string | undefined }

async function readableAlerts(
  { access, registry, finder }: HomeTabDeps,
  user: string,
): Promise<ListedAlert[]> {
  const readable = await access.readableSubscriptions(onHome(user), registry.all())
  return Promise.all(readable.map(async (one) => ({ one, channel: await finder.channelOf(one) })))
}

async function describeAlerts(
  { describe, added }: HomeTabDeps,
  user: string,
  listed: ListedAlert[],
): Promise<HomeTabView['alerts']['lines']> {
  const described = await describe(listed.map(({ one }) => one))
  return listed.flatMap(({ one, channel }, index) => {
    const line = described[index]
    const choices = added.all('alertChoices').filter(({ isOffered }) => isOffered(one))
    const recipient = recipientOf(one)
    const direct = recipient !== undefined && ({ direct: recipient === user ? 'own' : 'other' } as const)
    return line === undefined
      ? []
      : [{ ...line, channelId: channel, choices: [...choices, mutesChoice()], ...direct }]
  })
}

async function publishBlocks(
  deps: HomeTabDeps,
  user: string,
  blocks: Block[],
  state: HomeState,
): Promise<void> {
  const reason = await deps.views.publishHome(user, blocks, JSON.stringify(state))
  if (reason !== undefined)
    deps.log.warn(
      { user, reason },
      'could not publish the home tab of a Slack user; it is published again when the user opens it',
    )
}
