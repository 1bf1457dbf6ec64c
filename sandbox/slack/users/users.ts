import { directChannel } from '../channels.ts'
import type { Ack, Deliver } from '../delivery.ts'
import type { Channel } from '../events.ts'
import { findView } from '../open-views.ts'
import type { Context } from '../state.ts'
import type { Message, View } from '../wire.ts'
import {
  type ChannelChange,
  changeAsPerson,
  deleteMessage,
  type Post,
  postAsOtherApp,
  postAsPerson,
} from './channel-changes.ts'
import { type CommandOutcome, runCommand } from './commands.ts'
import type { Answers } from './form-values.ts'
import { personOf } from './lookup.ts'
import { type Press, press, pressInView, suggest } from './presses.ts'
import { closeView, openViewOf, type SubmitOutcome, submitView } from './submissions.ts'

/**
 * What people can do. Persons and channels are named by id or by name. Each function throws where it is asked for what
 * is not there; what the app makes of it is in the outcome.
 */
export type SimulatedUsers = {
  runCommand: (order: { user: string; channel: string; line: string }) => Promise<CommandOutcome>
  /** Presses a button or chooses from a menu (`choice`: the value of the option) in a message. */
  press: (order: Press & { channel: string; ts: string }) => Promise<Ack>
  /** The same in a modal, or, without `viewId`, in the home tab. `answers`: what stands in the other inputs. */
  pressInView: (order: Press & { viewId?: string | undefined; answers?: Answers | undefined }) => Promise<Ack>
  /** Asks for the options of an external menu in a modal. */
  suggest: (order: { user: string; viewId: string; actionId: string; text: string }) => Promise<Ack>
  submitView: (order: { user: string; viewId: string; answers: Answers }) => Promise<SubmitOutcome>
  closeView: (order: { user: string; viewId: string }) => Promise<void>
  /** Undefined: the app has not subscribed to `app_home_opened`. */
  openHome: (user: string) => Promise<Ack | undefined>
  post: (user: string, post: Post) => Message
  postAsOtherApp: (post: Post) => Message
  deleteMessage: (channel: string, ts: string) => void
  changeChannel: (change: ChannelChange) => Promise<Channel>
}

/** Builds what people can do in the workspace; each act reaches the app as Slack would send it. */
export function createSimulatedUsers(context: Context, deliver: Deliver): SimulatedUsers {
  return {
    runCommand: (order) => runCommand(context, deliver, order),
    press: (order) => press(context, deliver, order),
    pressInView: ({ viewId, answers, ...order }) =>
      pressInView(context, deliver, {
        ...order,
        view: shownView(context, order.user, viewId),
        ...(answers && { answers }),
      }),
    suggest: ({ viewId, ...order }) =>
      suggest(context, deliver, { ...order, view: shownView(context, order.user, viewId) }),
    submitView: (order) => submitView(context, deliver, order),
    closeView: (order) => closeView(context, deliver, order),
    openHome: (user) => openHome(context, user),
    post: (user, post) => postAsPerson(context, user, post),
    postAsOtherApp: (post) => postAsOtherApp(context, post),
    deleteMessage: (channel, ts) => deleteMessage(context, channel, ts),
    changeChannel: (change) => changeAsPerson(context, change),
  }
}

function shownView(context: Context, user: string, viewId: string | undefined): View {
  const person = personOf(context, user)
  if (viewId !== undefined && findView(context, { viewId })) return openViewOf(context, person, viewId).view
  const home = context.state.homes.get(person.id)
  if (!home || (viewId !== undefined && home.id !== viewId))
    throw new Error(`${person.name} sees no view ${viewId ?? '(no home tab is published)'}.`)
  return home
}

/** Opens the app's home tab as a person. */
async function openHome(context: Context, user: string): Promise<Ack | undefined> {
  const person = personOf(context, user)
  const view = context.state.homes.get(person.id)
  const { channel } = directChannel(context, person.id)
  const event = { type: 'app_home_opened', user: person.id, channel: channel.id, tab: 'home' }
  return context.sendEvent(view ? { ...event, view } : event)
}
