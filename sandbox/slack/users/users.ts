import { directChannel } from '../channels.ts'
import type { Deliver } from '../delivery.ts'
import type { Ack, Channel } from '../events.ts'
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
import { type Reaction, react } from './reactions.ts'
import { runShortcut, type Shortcut } from './shortcuts.ts'
import { closeView, openViewOf, type SubmitOutcome, submitView } from './submissions.ts'

/**
 * Everything that users can do. Users and channels are named by id or by name. A function throws if something named
 * in its argument does not exist; the app's reaction is in the result.
 */
export type SimulatedUsers = {
  runCommand: (request: { user: string; channel: string; line: string }) => Promise<CommandOutcome>
  /** Presses a button or chooses from a menu in a message. `choice` is the value of the option. */
  press: (request: Press & { channel: string; ts: string }) => Promise<Ack>
  /** Presses a button in a modal, or without `viewId` in the home tab. `answers` are the values of the other inputs. */
  pressInView: (
    request: Press & { viewId?: string | undefined; answers?: Answers | undefined },
  ) => Promise<Ack>
  /** Asks for the options of an external menu in a modal. */
  suggest: (request: { user: string; viewId: string; actionId: string; text: string }) => Promise<Ack>
  submitView: (request: { user: string; viewId: string; answers: Answers }) => Promise<SubmitOutcome>
  closeView: (request: { user: string; viewId: string }) => Promise<void>
  /** Adds or removes a reaction. Undefined: the app gets no event. Throws with Slack's error code if Slack refuses it. */
  react: (request: Reaction) => Promise<Ack | undefined>
  runShortcut: (request: Shortcut) => Promise<Ack>
  /** Undefined: the app has not subscribed to `app_home_opened`. */
  openHome: (user: string) => Promise<Ack | undefined>
  post: (user: string, post: Post) => Message
  postAsOtherApp: (post: Post) => Message
  deleteMessage: (channel: string, ts: string) => void
  changeChannel: (change: ChannelChange) => Promise<Channel>
}

/** Creates the simulated users. Each action reaches the app as Slack would send it. */
export function createSimulatedUsers(context: Context, deliver: Deliver): SimulatedUsers {
  return {
    runCommand: (request) => runCommand(context, deliver, request),
    press: (request) => press(context, deliver, request),
    pressInView: ({ viewId, answers, ...request }) =>
      pressInView(context, deliver, {
        ...request,
        view: shownView(context, request.user, viewId),
        ...(answers && { answers }),
      }),
    suggest: ({ viewId, ...request }) =>
      suggest(context, deliver, { ...request, view: shownView(context, request.user, viewId) }),
    submitView: (request) => submitView(context, deliver, request),
    closeView: (request) => closeView(context, deliver, request),
    react: (request) => react(context, request),
    runShortcut: (request) => runShortcut(context, deliver, request),
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
    throw new Error(`${person.name} has no view ${viewId ?? '(no home tab is published)'}.`)
  return home
}

async function openHome(context: Context, user: string): Promise<Ack | undefined> {
  const person = personOf(context, user)
  const view = context.state.homes.get(person.id)
  const { channel } = directChannel(context, person.id)
  const event = { type: 'app_home_opened', user: person.id, channel: channel.id, tab: 'home' }
  return context.sendEvent(view ? { ...event, view } : event)
}
