import type { Cards } from '../../cards.ts'
import type { MessagePlace } from '../../deliver/messages.ts'
import type { Opened, Views } from '../../deliver/views.ts'
import { actionIds } from '../../messages/action-ids.ts'
import { entriesModal } from '../../messages/burst/entries-modal.ts'
import { entryTitles } from '../../messages/burst/entry-states.ts'
import { muteModal } from '../../messages/mutes/modal.ts'
import { onlyAdmins } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { type Choice, readButtonValue, readChoiceValue, type Target } from '../../messages/target.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import type { MuteKind } from '../../model/mute.ts'
import type { CardRecords } from '../../store/card-records.ts'
import type { MessagePress } from '../message-press.ts'
import type { Permission } from '../permission.ts'
import type { Reply } from '../reply.ts'
import { type CardNote, noteText, titleOfCard } from './note.ts'
import { afterPress, type CardPress } from './transition.ts'

/** What can be pressed on cards and bursts. None of them rejects because of Slack or the mention service. */
export type CardButtons = {
  claim(press: MessagePress): Promise<void>
  done(press: MessagePress): Promise<void>
  more(press: MessagePress): Promise<void>
  /** "Act on 1–10" of a burst. */
  entries(press: MessagePress): Promise<void>
  /** Does something with one mention of a message, whichever way it was chosen. */
  act(where: CardNote, mention: Id, user: string, deed: CardPress['press']): Promise<void>
}

/** What the presses need. `mention`: undefined where the service does not have it any more, or cannot say. */
export type CardButtonsDeps = {
  now: () => number
  cards: Cards
  records: Pick<CardRecords, 'change'>
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  nameOf: (user: string) => Promise<string>
  views: Pick<Views, 'open'>
  reply: Reply
  may: Permission
  why: (asked: { alert: Id; mention: { id: Id }; channel: string }) => Promise<Content>
}

/** The names of the modals about mentions. */
export const cardModals = { mute: 'mention_mute', entries: 'burst_entries' } as const

const kinds: Partial<Record<Choice, MuteKind>> = {
  'mute-author': 'author',
  'mute-site': 'domain',
  'mute-source': 'source',
}

/** The kind of mute a choice asks for. */
export function muteKindOf(choice: Choice): MuteKind | undefined {
  return kinds[choice]
}

/** Makes the handlers of the presses. One whose value cannot be read changes nothing. */
export function createCardButtons(deps: CardButtonsDeps): CardButtons {
  const simple = (deed: CardPress['press']) => async (press: MessagePress) => {
    const target = readButtonValue(press.value)
    const [mention] = target?.mentions ?? []
    if (target !== undefined && mention !== undefined)
      await act(deps, noteOf(press, target, 'card'), mention, press.user, deed)
  }
  return {
    claim: simple('claim'),
    done: simple('done'),
    more: (press) => more(deps, press),
    async entries(press) {
      const target = readButtonValue(press.value)
      if (target === undefined) return
      const titles = entryTitles(press.blocks)
      const entries = target.mentions.map((id, index) => ({ id, title: titles[index] ?? '' }))
      const note = noteText(noteOf(press, target, 'entries'))
      const modal = { ...entriesModal(entries), callback: cardModals.entries, note }
      await opened(deps, press, await deps.views.open(press.trigger, modal))
    },
    act: (where, mention, user, deed) => act(deps, where, mention, user, deed),
  }
}

async function more(deps: CardButtonsDeps, press: MessagePress): Promise<void> {
  const chosen = readChoiceValue(press.value)
  if (chosen === undefined) return
  const { choice, mention, alert } = chosen
  const subscription = subscriptionIn(press.blocks)
  const note = noteOf(press, { subscription, alert, mentions: [mention] }, 'card')
  const kind = muteKindOf(choice)
  if (kind !== undefined) {
    if (!(await deps.may(press.user, press.channel, true)))
      return deps.reply(press, onlyAdmins.mayMute, 'beside')
    const modal = muteModal({ kind, title: titleOfCard(press.blocks) })
    const named = { ...modal, callback: cardModals.mute, note: noteText({ ...note, kind }) }
    return opened(deps, press, await deps.views.open(press.trigger, named))
  }
  if (choice === 'why')
    return deps.reply(
      press,
      await deps.why({ alert, mention: { id: mention }, channel: press.channel }),
      'beside',
    )
  await act(deps, note, mention, press.user, 'not-relevant')
}

async function act(
  deps: CardButtonsDeps,
  { place, target, form }: CardNote,
  mention: Id,
  user: string,
  deed: CardPress['press'],
): Promise<void> {
  const { subscription, alert } = target
  const [by, known] = await Promise.all([deps.nameOf(user), deps.mention(alert, mention)])
  const key = { channel: place.channel, ts: place.ts, mention }
  const sentiment = known?.sentiment === undefined ? {} : { sentiment: known.sentiment }
  const press: CardPress = {
    ...key,
    subscription,
    alert,
    ...sentiment,
    user,
    by,
    at: deps.now(),
    press: deed,
  }
  await deps.records.change(key, (current) => afterPress(current, press))
  if (form === 'card') await deps.cards.drawCard(place, { ...target, mentions: [mention] })
  else await deps.cards.drawEntries(place, target)
}

async function opened(deps: CardButtonsDeps, press: MessagePress, opening: Opened): Promise<void> {
  if (opening.kind === 'open') return
  await deps.reply(
    press,
    say(`Slack did not open the question (${opening.reason}). Press once more.`),
    'beside',
  )
}

function noteOf(press: MessagePress, target: Target, form: CardNote['form']): CardNote {
  const { channel, ts, thread, responseUrl } = press
  const place: MessagePlace = { channel, ts, ...(thread === undefined ? {} : { thread }) }
  return { place, target, form, responseUrl }
}

/** Which subscription a card serves: its own button says so; a choice's value has no room for it. */
function subscriptionIn(blocks: Block[]): string {
  const elements = blocks.flatMap((block): unknown[] => (Array.isArray(block.elements) ? block.elements : []))
  const values = elements.flatMap((element) => {
    if (typeof element !== 'object' || element === null || !('action_id' in element)) return []
    const isOurs = element.action_id === actionIds.claim || element.action_id === actionIds.done
    return isOurs && 'value' in element && typeof element.value === 'string' ? [element.value] : []
  })
  return readButtonValue(values[0] ?? '')?.subscription ?? ''
}
