import { z } from 'zod'
import { directChannel } from '../channels.ts'
import type { Deliver } from '../delivery.ts'
import type { Ack } from '../events.ts'
import { findView } from '../open-views.ts'
import type { Context } from '../state.ts'
import type { View } from '../wire.ts'
import { changeAsPerson, deleteMessage, type Post, postAsOtherApp, postAsPerson } from './channel-changes.ts'
import { runCommand } from './commands.ts'
import { openDetails } from './details.ts'
import { personOf } from './lookup.ts'
import { press, pressInView, suggest } from './presses.ts'
import { react } from './reactions.ts'
import { runShortcut } from './shortcuts.ts'
import { closeView, openViewOf, submitView } from './submissions.ts'

export type SimulatedUsers = ReturnType<typeof createSimulatedUsers>

/**
 * Creates everything that users can do. Each action reaches the app as Slack would send it. Users and channels are named by id or by name.
 * A function throws if something named in its argument does not exist; the app's reaction is in the result.
 */
export function createSimulatedUsers(context: Context, deliver: Deliver) {
  type Request<Action extends (...given: never[]) => unknown> = Parameters<Action>[2]
  return {
    runCommand: (request: Request<typeof runCommand>) => runCommand(context, deliver, request),
    /** Presses a button or chooses from a menu in a message. */
    press: (request: Request<typeof press>) => press(context, deliver, request),
    /** Presses a button in a modal, or without `viewId` in the home tab. `answers` are the values of the other inputs. */
    pressInView: ({
      viewId,
      ...request
    }: Omit<Request<typeof pressInView>, 'view'> & { viewId?: string | undefined }) =>
      pressInView(context, deliver, { ...request, view: shownView(context, request.user, viewId) }),
    /** Asks for the options of an external menu in a modal. */
    suggest: ({ viewId, ...request }: Omit<Request<typeof suggest>, 'view'> & { viewId: string }) =>
      suggest(context, deliver, { ...request, view: shownView(context, request.user, viewId) }),
    submitView: (request: Request<typeof submitView>) => submitView(context, deliver, request),
    closeView: (request: Request<typeof closeView>) => closeView(context, deliver, request),
    react: (request: Parameters<typeof react>[1]) => react(context, request),
    runShortcut: (request: Request<typeof runShortcut>) => runShortcut(context, deliver, request),
    /** Opens a tab of the app. Undefined: the app has not subscribed to `app_home_opened`. */
    openHome: (user: string, tab: AppTab = 'home') => openHome(context, user, tab),
    openDetails: (request: Parameters<typeof openDetails>[1]) => openDetails(context, request),
    post: (user: string, post: Post) => postAsPerson(context, user, post),
    postAsOtherApp: (post: Post) => postAsOtherApp(context, post),
    /** The id of the direct messages between the bot and a user. */
    directMessages: (user: string) => directChannel(context, personOf(context, user).id).channel.id,
    deleteMessage: (channel: string, ts: string) => deleteMessage(context, channel, ts),
    changeChannel: (change: Parameters<typeof changeAsPerson>[1]) => changeAsPerson(context, change),
  }
}

function shownView(context: Context, user: string, viewId: string | undefined): View {
  const person = personOf(context, user)
  if (viewId !== undefined && findView(context, { viewId })) return openViewOf(context, person, viewId).view
  const home = context.state.homes.get(person.id)
  if (!home || (viewId !== undefined && home.id !== viewId))
    throw new Error(`${person.name} has no view ${viewId ?? '(no home tab is published)'}.`)
  return home
}

export const appTab = z.enum(['home', 'messages'])
type AppTab = z.infer<typeof appTab>

async function openHome(context: Context, user: string, tab: AppTab): Promise<Ack | undefined> {
  const person = personOf(context, user)
  const view = tab === 'home' ? context.state.homes.get(person.id) : undefined
  const { channel } = directChannel(context, person.id)
  const event = { type: 'app_home_opened', user: person.id, channel: channel.id, tab }
  return context.sendEvent(view ? { ...event, view } : event)
}
