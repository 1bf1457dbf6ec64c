import { z } from 'zod'
import { textMessage } from '../../messages/block-kit.ts'
import { homeTab } from '../../messages/home-tab.ts'
import { readPageValue } from '../../messages/open-list.ts'
import { replyTexts } from '../../messages/replies.ts'
import type { Log } from '../../model/log.ts'
import type { Block, Content } from '../../model/message.ts'
import type { Mute } from '../../model/mute.ts'
import { isSameName } from '../../model/name.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { Views } from '../../slack/views.ts'
import type { DescribeSubscriptions } from '../../status/subscription-status.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { Mutes } from '../../subscriptions/mutes.ts'
import { type Access, operationOfMutes } from '../access.ts'
import { readUnmuteValue } from '../actions/notice-buttons.ts'
import { type NameOf, withNames } from '../answers.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { OpenList } from '../open-list.ts'
import type { PauseResume } from '../pause-resume.ts'
import type { SubscribeView } from '../views/subscribe-view.ts'

export type HomeAction = { user: string; trigger: string; value: string } & HomePages

/** Page numbers from 0: `page` of the subscriptions, `openPage` of the open mentions. */
type HomePages = { page: number; openPage: number }

type HomeTab = {
  show(user: string, pages?: HomePages, note?: string): Promise<void>
  showPage(action: HomeAction): Promise<void>
  subscribe(action: HomeAction): Promise<void>
  edit(action: HomeAction): Promise<void>
  pause(action: HomeAction): Promise<void>
  resume(action: HomeAction): Promise<void>
  unmute(action: HomeAction): Promise<void>
  claim(action: HomeAction): Promise<void>
  done(action: HomeAction): Promise<void>
  showOpen(action: HomeAction): Promise<void>
}

type HomeTabDeps = {
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
  }
  finder: Pick<SubscriptionFinder, 'channelOf' | 'inChannel'>
  describe: DescribeSubscriptions
  mutes: Pick<Mutes, 'all' | 'of'>
  muting: Pick<MuteService, 'unmute'>
  users: { nameOf: NameOf }
  pauseResume: Pick<PauseResume, 'pause' | 'resume'>
  subscribeView: Pick<SubscribeView, 'openNew' | 'openEdit'>
  access: Access
  openList: Pick<OpenList, 'page' | 'act'>
  views: Pick<Views, 'publishHome'>
  docs?: string
  log: Pick<Log, 'warn'>
}

const homeActionBody = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z.object({ private_metadata: z.string() }),
  actions: z.array(z.object({ value: z.string().optional() })).min(1),
})

export function readHomeAction(payload: unknown): HomeAction {
  const { user, trigger_id: trigger, view, actions } = homeActionBody.parse(payload)
  const [page, openPage] = view.private_metadata.split(' ').map(Number)
  return {
    user: user.id,
    trigger,
    value: actions[0]?.value ?? '',
    page: pageNumber(page),
    openPage: pageNumber(openPage),
  }
}

export function createHomeTab(deps: HomeTabDeps): HomeTab {
  const show = (user: string, pages = firstPages, note?: string) => publish(deps, user, pages, note)
  const act = (kind: 'claim' | 'done') => async (action: HomeAction) => {
    const refusal = await deps.openList.act(onHome(action.user), action.value, kind)
    await show(action.user, action, refusal)
  }
  const withSubscription =
    (
      act: (
        action: HomeAction,
        listed: RegisteredSubscription,
        channel: string,
      ) => Promise<Content | undefined>,
    ) =>
    async (action: HomeAction) => {
      const listed = deps.registry.find(action.value)
      const channel = listed && (await deps.finder.channelOf(listed))
      if (listed === undefined || channel === undefined)
        return show(action.user, action, replyTexts.subscriptionGone)
      const { user } = action
      const alerts = [listed.subscription.alert]
      const refusal = await deps.access.refusal(onHome(user), 'change', { channel, alerts })
      if (refusal !== undefined) return show(user, action, refusal)
      const answer = await act(action, listed, channel)
      return show(action.user, action, answer?.text)
    }
  const requestOf = ({ user }: HomeAction, { subscription }: RegisteredSubscription, channel: string) => ({
    user,
    channel,
    name: subscription.name,
  })
  return {
    show,
    showPage: ({ user, value, openPage }) => show(user, { page: Number(value) || 0, openPage }),
    claim: act('claim'),
    done: act('done'),
    showOpen: ({ user, value, page }) => show(user, { page, openPage: readPageValue(value)?.page ?? 0 }),
    async subscribe(action) {
      // No channel is chosen yet. The form checks the channel at the preview and at the submission.
      const refusal = await deps.access.refusal(onHome(action.user), 'change', {})
      if (refusal !== undefined) return show(action.user, action, refusal)
      const answer = await deps.subscribeView.openNew(openerOf(action), {})
      if (answer !== undefined) await show(action.user, action, answer.text)
    },
    edit: withSubscription((action, { subscription }) =>
      deps.subscribeView.openEdit(openerOf(action), subscription),
    ),
    pause: withSubscription((action, listed, channel) =>
      deps.pauseResume.pause(requestOf(action, listed, channel), listed),
    ),
    resume: withSubscription((action, listed, channel) =>
      deps.pauseResume.resume(requestOf(action, listed, channel), listed),
    ),
    async unmute(action) {
      const { user, value } = action
      const request = readUnmuteValue(value)
      const { channel, kind, name } = request
      const meant = deps.mutes.of(channel).filter((mute) => mute.kind === kind && isSameName(mute.name, name))
      const refusal = await deps.access.refusal(onHome(user), operationOfMutes(meant), { channel })
      if (refusal !== undefined) return show(user, action, refusal)
      const ended = await deps.muting.unmute({ ...request, user })
      return show(user, action, ended.length === 0 ? replyTexts.notMutedAnyMore : undefined)
    },
  }
}

const firstPages: HomePages = { page: 0, openPage: 0 }

const pageNumber = (read: number | undefined) => (Number.isSafeInteger(read) ? (read ?? 0) : 0)

const onHome = (user: string) => ({ user, channel: '' })

/** The home tab has no channel for an answer, so a form that was opened here shows answers in its modal. */
const openerOf = ({ user, trigger }: HomeAction) => ({ user, trigger, channel: '', responseUrl: '' })

async function publish(
  deps: HomeTabDeps,
  user: string,
  pages: HomePages,
  note: string | undefined,
): Promise<void> {
  const homeRefusal = await deps.access.homeRefusal(user)
  if (homeRefusal !== undefined) {
    await publishBlocks(deps, user, textMessage(homeRefusal).blocks, firstPages)
    return
  }
  const listed = await deps.access.readableSubscriptions(onHome(user), deps.registry.all())
  const described = await deps.describe(listed)
  const lines = described.map((line, index) => ({
    ...line,
    isPaused: listed[index]?.fromSlack?.paused !== undefined,
  }))
  const open = await deps.openList.page(onHome(user), { scope: 'home', page: pages.openPage })
  const { docs } = deps
  const blocks = homeTab({
    lines,
    mutes: await withNames(deps.users.nameOf, await readableMutes(deps, user)),
    page: pages.page,
    open,
    ...(note === undefined ? {} : { note }),
    ...(docs === undefined ? {} : { docs }),
  })
  await publishBlocks(deps, user, blocks, { page: pages.page, openPage: open.page })
}

async function publishBlocks(
  deps: HomeTabDeps,
  user: string,
  blocks: Block[],
  pages: HomePages,
): Promise<void> {
  const reason = await deps.views.publishHome(user, blocks, `${pages.page} ${pages.openPage}`)
  if (reason !== undefined)
    deps.log.warn(
      { user, reason },
      'could not publish the home tab of a Slack user; it is published again when the user opens it',
    )
}

/**
 * Returns only mutes of channels whose alerts the person may all see, because a muted name reveals something about the
 * alert.
 */
async function readableMutes({ access, finder, mutes }: HomeTabDeps, user: string): Promise<Mute[]> {
  const byChannel = Map.groupBy(mutes.all(), ({ channel }) => channel)
  const readable = await Promise.all(
    [...byChannel].map(async ([channel, ofChannel]) => {
      const alerts = (await finder.inChannel(channel)).map(({ subscription }) => subscription.alert)
      const refusal = await access.refusal(onHome(user), 'read', { channel, alerts })
      return refusal === undefined ? ofChannel : []
    }),
  )
  return readable.flat()
}
