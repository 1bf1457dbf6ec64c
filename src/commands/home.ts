import { z } from 'zod'
import type { Views } from '../deliver/views.ts'
import { home } from '../messages/home.ts'
import { onlyAdmins, onlyMembers } from '../messages/refusals.ts'
import type { Log } from '../model/log.ts'
import type { Content } from '../model/message.ts'
import type { Listed, Roster } from '../roster.ts'
import type { Mutes } from '../store/mutes.ts'
import type { Describe } from './looking/describe.ts'
import type { Muting } from './mutes/muting.ts'
import { readUnmute } from './mutes/unmute-press.ts'
import type { Permission } from './permission.ts'
import type { Places } from './places.ts'
import type { SubscribeDialogue } from './subscriptions/dialogue.ts'
import type { Resting } from './subscriptions/resting.ts'

/** A press on the home tab. `page`: the one it showed. */
export type HomePress = { user: string; trigger: string; value: string; page: number }

/** What can be done on the home tab. */
type HomeTab = {
  show(user: string, page?: number, note?: string): Promise<void>
  turnTo(press: HomePress): Promise<void>
  subscribe(press: HomePress): Promise<void>
  edit(press: HomePress): Promise<void>
  pause(press: HomePress): Promise<void>
  resume(press: HomePress): Promise<void>
  unmute(press: HomePress): Promise<void>
}

type HomeDeps = {
  roster: Pick<Roster, 'all' | 'find'>
  places: Pick<Places, 'channelOf'>
  describe: Describe
  mutes: Pick<Mutes, 'all'>
  muting: Pick<Muting, 'unmute'>
  resting: Pick<Resting, 'pause' | 'resume'>
  dialogue: Pick<SubscribeDialogue, 'openNew' | 'openEdit'>
  may: Permission
  views: Pick<Views, 'publishHome'>
  /** The address of the documentation. */
  docs?: string
  log: Pick<Log, 'warn'>
}

const body = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z.object({ private_metadata: z.string() }),
  actions: z.array(z.object({ value: z.string().optional() })).min(1),
})

/** Reads a press on the home tab out of Slack's payload. Throws ZodError where it is none. */
export function readHomePress(payload: unknown): HomePress {
  const { user, trigger_id: trigger, view, actions } = body.parse(payload)
  const page = Number(view.private_metadata)
  return {
    user: user.id,
    trigger,
    value: actions[0]?.value ?? '',
    page: Number.isSafeInteger(page) ? page : 0,
  }
}

/** The home tab. What somebody may not do is said on it. */
export function createHome(deps: HomeDeps): HomeTab {
  const show = (user: string, page = 0, note?: string) => draw(deps, user, page, note)
  const withListed =
    (act: (press: HomePress, listed: Listed, channel: string) => Promise<Content | undefined>) =>
    async (press: HomePress) => {
      const listed = deps.roster.find(press.value)
      const channel = listed && (await deps.places.channelOf(listed))
      if (listed === undefined || channel === undefined)
        return show(press.user, press.page, 'It is not there any more.')
      if (!(await deps.may(press.user, channel, false)))
        return show(press.user, press.page, onlyAdmins.mayChange.text)
      const answer = await act(press, listed, channel)
      return show(press.user, press.page, answer?.text)
    }
  const wishOf = ({ user }: HomePress, { subscription }: Listed, channel: string) => ({
    user,
    channel,
    name: subscription.name,
  })
  return {
    show,
    turnTo: ({ user, value }) => show(user, Number(value) || 0),
    async subscribe(press) {
      // No channel is chosen yet: whether the person is in it is asked at the preview and at the end.
      if (!(await deps.may(press.user, '', true))) return show(press.user, press.page, onlyMembers)
      const answer = await deps.dialogue.openNew(openerOf(press), {})
      if (answer !== undefined) await show(press.user, press.page, answer.text)
    },
    edit: withListed((press, { subscription }) => deps.dialogue.openEdit(openerOf(press), subscription)),
    pause: withListed((press, listed, channel) => deps.resting.pause(wishOf(press, listed, channel), listed)),
    resume: withListed((press, listed, channel) =>
      deps.resting.resume(wishOf(press, listed, channel), listed),
    ),
    async unmute({ user, page, value }) {
      const wish = readUnmute(value)
      if (!(await deps.may(user, wish.channel, false))) return show(user, page, onlyMembers)
      const ended = await deps.muting.unmute({ ...wish, user })
      return show(user, page, ended.length === 0 ? 'It is not muted any more.' : undefined)
    },
  }
}

/** The home tab is no channel: what a dialogue has to say, it says in its modal. */
const openerOf = ({ user, trigger }: HomePress) => ({ user, trigger, channel: '', responseUrl: '' })

async function draw(deps: HomeDeps, user: string, page: number, note: string | undefined): Promise<void> {
  const listed = deps.roster.all()
  const described = await deps.describe(listed)
  const lines = described.map((line, index) => ({
    ...line,
    rests: listed[index]?.made?.paused !== undefined,
  }))
  const { docs } = deps
  const blocks = home({
    lines,
    mutes: deps.mutes.all(),
    page,
    ...(note === undefined ? {} : { note }),
    ...(docs === undefined ? {} : { docs }),
  })
  const refusal = await deps.views.publishHome(user, blocks, String(page))
  if (refusal !== undefined) deps.log.warn({ user, reason: refusal }, 'the home tab could not be drawn')
}
