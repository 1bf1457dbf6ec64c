import type { App } from '@slack/bolt'
import { textMessage } from '../messages/kit/block-kit.ts'
import { replyTexts } from '../messages/replies.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import { modalView } from '../slack/views.ts'
import type { Form } from './open-modal.ts'
import {
  type DigestAction,
  type HomeAction,
  type MessageAction,
  type MessageShortcutPress,
  readDigestAction,
  readHomeAction,
  readMessageAction,
  readMessageShortcut,
  readViewSubmission,
  UnreadableNote,
  userIn,
  type ViewSubmission,
} from './payloads.ts'
import type { Reply } from './reply.ts'
import { closeLabel } from './texts/more-form.ts'

type Id = string | RegExp
type Handle<Read> = (read: Read) => Promise<void>
/** What Slack shows in a form, by input name. */
export type FormErrors = Record<string, string> | undefined

type ChoiceHandlers = { inMessage: Handle<MessageAction>; onHome: Handle<HomeAction> }

export type Acknowledge = (errors?: FormErrors, next?: Form) => Promise<void>

/** Registers listeners of buttons, menus and forms by their ids, and of events. */
export type Registration = {
  inMessage(id: Id, handle: Handle<MessageAction>): void
  inDigest(id: Id, handle: Handle<DigestAction>): void
  onHome(id: Id, handle: Handle<HomeAction>): void
  inModal(id: Id, handle: Handle<ViewSubmission>): void
  /** The same control can be in a message and on the home tab. */
  inBoth(id: Id, inMessage: Handle<MessageAction>, onHome: Handle<HomeAction>): void
  /**
   * A choice of a menu that is in messages and on the home tab. Several owners may add choices to one menu. The value of an option is the
   * choice, a colon, and what the handlers get. A choice that only opens an address needs none.
   */
  choice(menu: string, choice: string, inMessage: Handle<MessageAction>, onHome: Handle<HomeAction>): void
  /** Slack sends an event for a press on a link, too. */
  link(id: Id): void
  submit(callback: string, handle: Handle<ViewSubmission>): void
  /** If `check` returns errors, Slack shows them in the form. Otherwise, closes the form and calls `next`. */
  checkedSubmit(
    callback: string,
    check: (submission: ViewSubmission) => FormErrors | Promise<FormErrors>,
    next?: Handle<ViewSubmission>,
  ): void
  /** The form is closed when `handle` calls `acknowledge`, unless it has errors, or another form that Slack is to show in the same place. */
  slowSubmit(
    callback: string,
    handle: (submission: ViewSubmission, acknowledge: Acknowledge) => Promise<void>,
  ): void
  /** An entry in the menu of each message. Slack shows the person an error unless `handle` calls `acknowledge` within three seconds. */
  messageShortcut(
    callback: string,
    handle: (press: MessageShortcutPress, acknowledge: () => Promise<void>) => Promise<void>,
  ): void
  /** Several listeners may hear an event of Slack. `type` is the name in the reference of Slack. */
  event(type: string, handle: Handle<unknown>): void
}

/**
 * What a listener says is in the language of the person. Two listeners of one id are an error, because both would answer. A control and a form may have the same id.
 */
export function createRegistration(
  bolt: Pick<App, 'action' | 'view' | 'event' | 'shortcut'>,
  speakTo: Pick<SpeakTo, 'asker'>,
): Registration & {
  /**
   * Answers presses on controls and shortcuts without a listener: cards and the app's shortcuts stay for months, and a version may have no use
   * for them.
   */
  answerOthers(reply: Reply, onHome: (action: HomeAction, note: string) => Promise<void>): void
} {
  const controls: Id[] = []
  const menus = new Map<string, Map<string, ChoiceHandlers>>()
  const forms = new Set<string>()
  const shortcuts = new Set<string>()
  function control<One extends Id>(id: One): One {
    if (controls.some((one) => String(one) === String(id)))
      throw new Error(`two listeners for the control ${id}`)
    controls.push(id)
    return id
  }
  function shortcut(callback: string): string {
    if (shortcuts.has(callback)) throw new Error(`two listeners for the shortcut ${callback}`)
    shortcuts.add(callback)
    return callback
  }
  function form(callback: string): string {
    if (forms.has(callback)) throw new Error(`two listeners for the form ${callback}`)
    forms.add(callback)
    return callback
  }
  const toPerson = (body: unknown, run: () => Promise<void>) => speakTo.asker(userIn(body), run)
  const acknowledged =
    <Read>(read: (body: unknown) => Read, handle: Handle<Read>) =>
    async ({ ack, body }: { ack: () => Promise<void>; body: unknown }) => {
      await ack()
      await toPerson(body, () => handle(read(body)))
    }
  /** Closes a form that nobody can answer. Otherwise Slack shows it until three seconds are over. */
  async function closing(ack: () => Promise<void>, answer: () => Promise<void>): Promise<void> {
    try {
      await answer()
    } catch (error) {
      if (error instanceof UnreadableNote) await ack()
      throw error
    }
  }
  const action =
    <Read>(read: (body: unknown) => Read) =>
    (id: Id, handle: Handle<Read>) =>
      void bolt.action(control(id), acknowledged(read, handle))
  const inBoth: Registration['inBoth'] = (id, inMessage, onHome) =>
    void bolt.action(control(id), async ({ ack, body }) => {
      await ack()
      await toPerson(body, () =>
        isInView(body) ? onHome(readHomeAction(body)) : inMessage(readMessageAction(body)),
      )
    })
  const isInView = (body: object) => 'view' in body && body.view !== undefined && body.view !== null
  const isOnHome = (body: object) => isInView(body) && 'container' in body
  return {
    inMessage: action(readMessageAction),
    inDigest: action(readDigestAction),
    onHome: action(readHomeAction),
    inModal: action(readViewSubmission),
    inBoth,
    choice(menu, choice, inMessage, onHome) {
      const known = menus.get(menu)
      const choices = known ?? new Map<string, ChoiceHandlers>()
      if (choices.has(choice)) throw new Error(`two listeners for the choice ${choice} of the menu ${menu}`)
      menus.set(menu, choices.set(choice, { inMessage, onHome }))
      if (known !== undefined) return
      const chosen = (value: string): [ChoiceHandlers | undefined, string] => {
        const colon = value.indexOf(':')
        return [choices.get(value.slice(0, colon)), value.slice(colon + 1)]
      }
      inBoth(
        menu,
        async (action) => {
          const [handlers, value] = chosen(action.value)
          await handlers?.inMessage({ ...action, value })
        },
        async (action) => {
          const [handlers, value] = chosen(action.value)
          await handlers?.onHome({ ...action, value })
        },
      )
    },
    link: (id) => void bolt.action(control(id), ({ ack }) => ack()),
    submit: (callback, handle) => void bolt.view(form(callback), acknowledged(readViewSubmission, handle)),
    checkedSubmit: (callback, check, next = async () => undefined) =>
      void bolt.view(form(callback), async ({ ack, body }) => {
        const submission = readViewSubmission(body)
        let errors: FormErrors
        await closing(ack, async () => {
          errors = await speakTo.asker(submission.user, () => check(submission))
        })
        if (errors !== undefined) return ack({ response_action: 'errors', errors })
        await ack()
        await toPerson(body, () => next(submission))
      }),
    slowSubmit: (callback, handle) =>
      void bolt.view(form(callback), ({ ack, body }) => {
        const acknowledge: Acknowledge = (errors, next) => {
          if (errors !== undefined) return ack({ response_action: 'errors', errors })
          return next === undefined
            ? ack()
            : ack({ response_action: 'update', view: modalView(next, closeLabel(next)) })
        }
        const submit = () => handle(readViewSubmission(body), acknowledge)
        return closing(ack, () => speakTo.asker(userIn(body), submit))
      }),
    messageShortcut: (callback, handle) =>
      void bolt.shortcut(shortcut(callback), ({ ack, body }) =>
        speakTo.asker(userIn(body), () => handle(readMessageShortcut(body), ack)),
      ),
    event: (type, handle) => void bolt.event(type, ({ event }) => handle(event)),
    answerOthers(reply, onHome) {
      const isKnown = (id: string) =>
        controls.some((one) => (typeof one === 'string' ? one === id : one.test(id)))
      bolt.action(/^/, async ({ ack, body, action: pressed }) => {
        if ('action_id' in pressed && isKnown(pressed.action_id)) return
        await ack()
        await toPerson(body, async () => {
          if (!isInView(body))
            await reply(readMessageAction(body), textMessage(replyTexts.noLongerUsed()), 'beside')
          else if (isOnHome(body)) await onHome(readHomeAction(body), replyTexts.noLongerUsed())
        })
      })
      bolt.shortcut(/^/, async ({ ack, body }) => {
        if (shortcuts.has(body.callback_id)) return
        await ack()
        if ('response_url' in body)
          await toPerson(body, () =>
            reply(readMessageShortcut(body), textMessage(replyTexts.shortcutNoLongerUsed()), 'beside'),
          )
      })
    },
  }
}
