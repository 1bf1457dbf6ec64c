import { createKeyedMutex } from '../../async/keyed-mutex.ts'
import type { OpenList } from '../../features/open-list/command.ts'
import { type OpenListPage, readPageValue } from '../../features/open-list/messages.ts'
import type { PauseResume } from '../../features/pauses/pause-resume.ts'
import type { SpikeCards } from '../../features/spikes/spike-cards.ts'
import { withNames } from '../../features/status/answers.ts'
import type { DescribeSubscriptions } from '../../features/status/subscription-status.ts'
import type { SubscribeView } from '../../features/subscribe/view.ts'
import {
  alertsPerPage,
  type HomeTabView,
  homeTab,
  mutesModal,
  readAlertValue,
} from '../../messages/home-tab.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { type AddedHelp, helpModal, replyTexts } from '../../messages/replies.ts'
import { defined } from '../../model/defined.ts'
import type { Log } from '../../model/log.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import { isSameName } from '../../model/name.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { operationOfMutes } from '../../rules/permission.ts'
import type { Messages } from '../../slack/posted-messages.ts'
import type { Users } from '../../slack/users.ts'
import type { Views } from '../../slack/views.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { Mutes } from '../../subscriptions/mutes.ts'
import type { Access } from '../access.ts'
import { readUnmuteValue } from '../actions/notice-buttons.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { HomePlace, HomeSection } from '../home-section.ts'
import { openModal } from '../open-modal.ts'
import { firstPages, type HomeAction, type HomePages, readPages, type ViewSubmission } from '../payloads.ts'

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
  pauseResume: Pick<PauseResume, 'open' | 'resume'>
  subscribeView: Pick<SubscribeView, 'openNew' | 'openEdit'>
  access: Pick<Access, 'refusal' | 'homeRefusal' | 'readableSubscriptions'>
  openList: Pick<OpenList, 'home' | 'act'>
  views: Pick<Views, 'publishHome' | 'open' | 'update'>
  sections: () => HomeSection[]
  /** What features add to the help. */
  addedHelp: () => AddedHelp
  docs?: string
  log: Pick<Log, 'warn'>
}

export function createHomeTab(deps: HomeTabDeps) {
  const { access, registry, finder, openList } = deps
  const show = createPublisher(deps)
  const act = (kind: Parameters<OpenList['act']>[2]) => async (action: HomeAction) =>
    show(action.user, action, await openList.act(onHome(action.user), action.value, kind))

  const showList = (user: string, list: OpenListPage, pages: HomePages = firstPages) =>
    show(user, { ...pages, [list.scope === 'mine' ? 'minePage' : 'openPage']: list.page })

  async function openOnHome(action: HomeAction, modal: ModalContent): Promise<void> {
    const refusal = await openModal(deps.views, action.trigger, { ...modal, callback: 'home', note: '' })
    if (refusal !== undefined) await show(action.user, action, refusal)
  }

  async function chooseForAlert(action: HomeAction): Promise<Content | undefined> {
    const { user } = action
    const chosen = readAlertValue(action.value)
    const listed = chosen && registry.find(chosen.name)
    const channel = listed && (await finder.channelOf(listed))
    if (chosen === undefined || listed === undefined || channel === undefined)
      return textMessage(replyTexts.subscriptionGone)
    const { subscription } = listed
    if (chosen.choice === 'mutes') {
      const refusal = await refusalToMutes(deps, user, channel)
      if (refusal !== undefined) return textMessage(refusal)
      await openOnHome(action, await mutesOf(deps, channel))
      return undefined
    }
    const operation = chosen.choice === 'edit' ? 'subscribe' : 'change'
    const refusal = await access.refusal(onHome(user), operation, { channel, alerts: [subscription.alert] })
    if (refusal !== undefined) return textMessage(refusal)
    return changeAlert(action, chosen.choice, { subscription, channel })
  }

  async function changeAlert(
    action: HomeAction,
    choice: 'edit' | 'pause' | 'resume',
    { subscription, channel }: { subscription: Subscription; channel: string },
  ): Promise<Content | undefined> {
    const { user, trigger, value: _, ...pages } = action
    const { name } = subscription
    if (choice === 'edit') return deps.subscribeView.openEdit(openerOf(action), subscription)
    if (choice === 'resume') return deps.pauseResume.resume({ user, channel, name })
    const refused = await deps.pauseResume.open(trigger, name, JSON.stringify(pages))
    return refused === undefined ? undefined : textMessage(refused)
  }

  return {
    show: (user: string) => show(user, firstPages),
    answer: (action: HomeAction, note?: string) => show(action.user, action, note),
    showList,
    /** `pages` is the text that `pauseResume.open` got. */
    showPages: (user: string, pages: string) => show(user, readPages(pages)),
    showPage: (action: HomeAction) => show(action.user, { ...action, page: Number(action.value) || 0 }),
    showChannels: (action: HomeAction) =>
      show(action.user, { ...action, page: 0, all: action.value === 'all' }),
    showOpen: (action: HomeAction) =>
      showList(action.user, readPageValue(action.value) ?? { scope: 'home', page: 0 }, action),
    claim: act('claim'),
    done: act('done'),
    release: act('release'),
    help: (action: HomeAction) => openOnHome(action, helpModal(deps.addedHelp())),
    async subscribe(action: HomeAction) {
      // No channel is chosen yet. The form checks the channel at the preview and at the submission.
      const refusal = await access.refusal(onHome(action.user), 'subscribe', {})
      if (refusal !== undefined) return show(action.user, action, refusal)
      const answer = await deps.subscribeView.openNew(openerOf(action), {})
      if (answer !== undefined) await show(action.user, action, answer.text)
    },
    async alertMenu(action: HomeAction) {
      const answer = await chooseForAlert(action)
      await show(action.user, action, answer?.text)
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
          ? await mutesOf(deps, channel, refusal)
          : { title: 'Mutes', blocks: textMessage(unreadable).blocks }
      await deps.views.update(view, { ...modal, callback: 'home', note: '' })
    },
  }
}

const onHome = (user: string) => ({ user, channel: '' })

/** The home tab has no channel for an answer, so a form that was opened here shows answers in its modal. */
const openerOf = ({ user, trigger }: HomeAction) => ({ user, trigger, channel: '', responseUrl: '' })

/** A muted name reveals something about the alerts of its channel. So the person must be allowed to see all these alerts. */
async function refusalToMutes({ access, finder }: HomeTabDeps, user: string, channel: string) {
  return access.refusal(onHome(user), 'read', { channel, alerts: await finder.alertsIn(channel) })
}

async function mutesOf({ mutes, users }: HomeTabDeps, channel: string, refusal?: string) {
  return mutesModal(channel, await withNames(users.nameOf, mutes.of(channel)), refusal)
}

/**
 * Publishes the tabs of one person one after the other, so the last one shows the latest state. If several tabs wait,
 * publishes only the newest, and the tabs that carry a message.
 */
function createPublisher(deps: HomeTabDeps) {
  const withLock = createKeyedMutex()
  const newest = new Map<string, object>()
  return async (user: string, { page, openPage, minePage, all }: HomePages, note?: string): Promise<void> => {
    const pages = { page, openPage, minePage, all }
    newest.set(user, pages)
    await withLock(user, async () => {
      if (newest.get(user) !== pages && note === undefined) return
      try {
        await publish(deps, user, pages, note)
      } finally {
        if (newest.get(user) === pages) newest.delete(user)
      }
    })
  }
}

async function publish(
  deps: HomeTabDeps,
  user: string,
  pages: HomePages,
  note: string | undefined,
): Promise<void> {
  const refusal = await deps.access.homeRefusal(user)
  if (refusal !== undefined) return publishBlocks(deps, user, textMessage(refusal).blocks, firstPages)
  const channels = await deps.users.channelsOf(user)
  const [lists, listed, spikes, sections] = await Promise.all([
    deps.openList.home(user, pages),
    readableAlerts(deps, user),
    deps.spikeCards.running(),
    sectionsOf(deps, user, channels ?? new Set()),
  ])
  const isMine = (channel: string | undefined) => channel !== undefined && channels?.has(channel) === true
  const names = new Set(listed.map(({ one }) => one.subscription.name))
  const shown = listed.filter(({ channel }) => pages.all || isMine(channel))
  const page = Math.min(pages.page, Math.max(0, Math.ceil(shown.length / alertsPerPage) - 1))
  const { docs } = deps
  const blocks = homeTab({
    ...lists,
    spikes: await Promise.all(
      spikes
        .filter(({ channel, subscription }) => isMine(channel) && names.has(subscription))
        .map(async (card) => ({ ...card, permalink: await deps.messages.permalink(card) })),
    ),
    sections,
    alerts: {
      lines: await describeAlerts(deps, shown.slice(page * alertsPerPage, (page + 1) * alertsPerPage)),
      total: shown.length,
      elsewhere: listed.length - shown.length,
      page,
      all: pages.all,
    },
    isUnsure: channels === undefined,
    ...defined({ note, docs }),
  })
  const { open, mine } = lists
  await publishBlocks(deps, user, blocks, { page, openPage: open.page, minePage: mine.page, all: pages.all })
}

/** A section that fails is left out, because the rest of the tab must come. */
async function sectionsOf(
  { sections, log }: HomeTabDeps,
  user: string,
  channels: ReadonlySet<string>,
): Promise<HomeTabView['sections']> {
  const drawn = await Promise.all(
    sections().map(async ({ place, mostBlocks, blocks }) => {
      try {
        return { place, blocks: (await blocks(user, channels)).slice(0, mostBlocks) }
      } catch (err) {
        log.warn({ user, err }, 'left a section out of the home tab, because it failed')
        return { place, blocks: [] }
      }
    }),
  )
  const at = (place: HomePlace) => drawn.filter((one) => one.place === place).flatMap(({ blocks }) => blocks)
  return { top: at('top'), afterSpikes: at('afterSpikes') }
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
  { describe }: HomeTabDeps,
  listed: ListedAlert[],
): Promise<HomeTabView['alerts']['lines']> {
  const described = await describe(listed.map(({ one }) => one))
  return described.map((line, index) => ({
    ...line,
    channelId: listed[index]?.channel,
    isPaused: listed[index]?.one.pause !== undefined,
  }))
}

async function publishBlocks(
  deps: HomeTabDeps,
  user: string,
  blocks: Block[],
  pages: HomePages,
): Promise<void> {
  const reason = await deps.views.publishHome(user, blocks, JSON.stringify(pages))
  if (reason !== undefined)
    deps.log.warn(
      { user, reason },
      'could not publish the home tab of a Slack user; it is published again when the user opens it',
    )
}
