import { z } from 'zod'
import { homeTab } from '../../messages/home-tab.ts'
import { onlyAdmins, onlyMembers } from '../../messages/replies.ts'
import type { Log } from '../../model/log.ts'
import type { Content } from '../../model/message.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { Views } from '../../slack/views.ts'
import type { DescribeSubscriptions } from '../../status/subscription-status.ts'
import type { Mutes } from '../../store/mutes.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import { readUnmuteValue } from '../actions/notice-buttons.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { PauseResume } from '../pause-resume.ts'
import type { Permission } from '../permission.ts'
import type { SubscribeView } from '../views/subscribe-view.ts'

/** A press on the home tab. `page`: the page that it showed. */
export type HomeAction = { user: string; trigger: string; value: string; page: number }

type HomeTab = {
  show(user: string, page?: number, note?: string): Promise<void>
  showPage(action: HomeAction): Promise<void>
  subscribe(action: HomeAction): Promise<void>
  edit(action: HomeAction): Promise<void>
  pause(action: HomeAction): Promise<void>
  resume(action: HomeAction): Promise<void>
  unmute(action: HomeAction): Promise<void>
}

type HomeTabDeps = {
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
  }
  finder: Pick<SubscriptionFinder, 'channelOf'>
  describe: DescribeSubscriptions
  mutes: Pick<Mutes, 'all'>
  muting: Pick<MuteService, 'unmute'>
  pauseResume: Pick<PauseResume, 'pause' | 'resume'>
  subscribeView: Pick<SubscribeView, 'openNew' | 'openEdit'>
  may: Permission
  views: Pick<Views, 'publishHome'>
  /** The URL of the documentation. */
  docs?: string
  log: Pick<Log, 'warn'>
}

const homeActionBody = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z.object({ private_metadata: z.string() }),
  actions: z.array(z.object({ value: z.string().optional() })).min(1),
})

/** Reads a press on the home tab. Throws ZodError if the payload is none. */
export function readHomeAction(payload: unknown): HomeAction {
  const { user, trigger_id: trigger, view, actions } = homeActionBody.parse(payload)
  const page = Number(view.private_metadata)
  return {
    user: user.id,
    trigger,
    value: actions[0]?.value ?? '',
    page: Number.isSafeInteger(page) ? page : 0,
  }
}

/** Creates the home tab. Refusals and errors are shown at its top. */
export function createHomeTab(deps: HomeTabDeps): HomeTab {
  const show = (user: string, page = 0, note?: string) => publish(deps, user, page, note)
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
        return show(action.user, action.page, 'This subscription does not exist any more.')
      if (!(await deps.may(action.user, channel, false)))
        return show(action.user, action.page, onlyAdmins.mayChange.text)
      const answer = await act(action, listed, channel)
      return show(action.user, action.page, answer?.text)
    }
  const requestOf = ({ user }: HomeAction, { subscription }: RegisteredSubscription, channel: string) => ({
    user,
    channel,
    name: subscription.name,
  })
  return {
    show,
    showPage: ({ user, value }) => show(user, Number(value) || 0),
    async subscribe(action) {
      // The channel is not chosen yet. The form checks it at the preview and at the submission.
      if (!(await deps.may(action.user, '', true))) return show(action.user, action.page, onlyMembers)
      const answer = await deps.subscribeView.openNew(openerOf(action), {})
      if (answer !== undefined) await show(action.user, action.page, answer.text)
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
    async unmute({ user, page, value }) {
      const request = readUnmuteValue(value)
      if (!(await deps.may(user, request.channel, false))) return show(user, page, onlyMembers)
      const ended = await deps.muting.unmute({ ...request, user })
      return show(user, page, ended.length === 0 ? 'It is not muted any more.' : undefined)
    },
  }
}

/** The home tab is not a channel, so a form that was opened here answers in its modal. */
const openerOf = ({ user, trigger }: HomeAction) => ({ user, trigger, channel: '', responseUrl: '' })

async function publish(
  deps: HomeTabDeps,
  user: string,
  page: number,
  note: string | undefined,
): Promise<void> {
  const listed = deps.registry.all()
  const described = await deps.describe(listed)
  const lines = described.map((line, index) => ({
    ...line,
    isPaused: listed[index]?.fromSlack?.paused !== undefined,
  }))
  const { docs } = deps
  const blocks = homeTab({
    lines,
    mutes: deps.mutes.all(),
    page,
    ...(note === undefined ? {} : { note }),
    ...(docs === undefined ? {} : { docs }),
  })
  const refusal = await deps.views.publishHome(user, blocks, String(page))
  if (refusal !== undefined) deps.log.warn({ user, reason: refusal }, 'could not publish the home tab')
}
