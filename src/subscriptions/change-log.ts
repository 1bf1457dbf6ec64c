import { isDeepStrictEqual } from 'node:util'
import type { MessageAction } from '../listeners/payloads.ts'
import type { Permission } from '../listeners/permission.ts'
import type { Reply } from '../listeners/reply.ts'
import { textMessage } from '../messages/block-kit.ts'
import { onlyAdmins } from '../messages/replies.ts'
import {
  changeNotAnnouncedNotice,
  changeNotice,
  changeUndoneNotice,
} from '../messages/subscription-notices.ts'
import type { Change } from '../model/change.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import { isSameName } from '../model/name.ts'
import type { SubscriptionRegistry } from '../polling/subscription-registry.ts'
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { AnnouncedChanges } from '../store/announced-changes.ts'
import type { Mutes } from '../store/mutes.ts'
import type { SlackSubscriptions } from '../store/slack-subscriptions.ts'

/** Changes that people make from Slack: told in the channel, and undone from there. */
export type ChangeLog = {
  /** Says in a channel who did what; what can be undone gets a button. Where the channel takes no message, who did it hears so directly. */
  announce(channel: string, user: string, did: string, change?: Change): Promise<void>
  /** A press of "Undo". */
  undo(action: MessageAction): Promise<void>
}

type ChangeLogDeps = {
  now: () => number
  newId: () => string
  post: Post
  messages: Pick<Messages, 'update'>
  nameOf: (user: string) => Promise<string>
  may: Permission
  reply: Reply
  undoLog: AnnouncedChanges
  mutes: Mutes
  made: SlackSubscriptions
  registry: Pick<SubscriptionRegistry, 'sync'>
  log: Pick<Log, 'warn'>
}

/** Makes the telling and the undoing. What can be undone is kept before it is told, or its button would do nothing. */
export function createChangeLog(deps: ChangeLogDeps): ChangeLog {
  const { undoLog, reply } = deps
  return {
    async announce(channel, user, did, change) {
      const by = await deps.nameOf(user)
      const id = deps.newId()
      if (change !== undefined)
        await undoLog.keep(id, { at: deps.now(), channel, what: `${by} ${did}`, change })
      const undo = change === undefined ? {} : { undo: id }
      const outcome = await deps.post({ channel, content: changeNotice({ by, did, ...undo }) })
      if (outcome.kind !== 'rejected' && outcome.kind !== 'deferred') return
      deps.log.warn({ channel, reason: outcome.reason }, 'a change could not be told in its channel')
      await deps.post({ channel: user, content: changeNotAnnouncedNotice({ did, reason: outcome.reason }) })
    },
    async undo(action) {
      const { user, channel, ts, value } = action
      if (!(await deps.may(user, channel, true))) return reply(action, onlyAdmins.mayChange, 'beside')
      const taken = await undoLog.take(value)
      if (taken === undefined)
        return reply(action, textMessage('This is undone already, or too long ago.'), 'beside')
      if (!(await revert(deps, taken.change, user))) {
        await undoLog.keep(value, taken)
        return reply(
          action,
          textMessage('It has been changed again since: undo the later change first.'),
          'beside',
        )
      }
      await deps.messages.update(
        { channel, ts },
        changeUndoneNotice({ what: taken.what, by: await deps.nameOf(user) }),
      )
    },
  }
}

/** False where what was changed is no longer as the change left it. */
async function revert(deps: ChangeLogDeps, change: Change, user: string): Promise<boolean> {
  if (change.kind === 'mute') return revertMute(deps, change)
  let reverted = false
  await deps.made.change(change.name, (current) => {
    reverted = isDeepStrictEqual(current, change.after)
    if (!reverted) return current
    return change.before ?? { ...change.after, ended: { by: user, at: deps.now() } }
  })
  if (reverted) await deps.registry.sync()
  return reverted
}

async function revertMute(
  { mutes, now }: ChangeLogDeps,
  { channel, added, removed }: Extract<Change, { kind: 'mute' }>,
): Promise<boolean> {
  const left = added.filter(({ until }) => until === undefined || until > now())
  const isMeant = (mute: Mute) => [...added, ...removed].some((one) => isSameMute(one, mute))
  let reverted = false
  await mutes.change(channel, (present) => {
    reverted = isDeepStrictEqual(present.filter(isMeant), left)
    return reverted ? [...present.filter((mute) => !isMeant(mute)), ...removed] : present
  })
  return reverted
}

/** Whether two mutes are about the same. */
export function isSameMute(a: Mute, b: Mute): boolean {
  return a.kind === b.kind && isSameName(a.name, b.name)
}
