import { defined } from '@overheard/base/defined'
import type { Mention } from '@overheard/mention-client/mention'
import type { InputBlock } from '@slack/types'
import { context, input, plainText, radioButtons, richLine, richText } from '../../messages/kit/block-kit.ts'
import { escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import { cardText } from '../../messages/mention/card-text.ts'
import {
  type CardState,
  signParts,
  stateWords,
  titleOf,
  titleParts,
} from '../../messages/mention/mention-parts.ts'
import { longestNote } from '../../messages/mention/reminders.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { snoozeTerms } from '../../people/snooze.ts'
import { say } from './say.ts'

/** `inChannel`: the message of a channel has no address of the mention, because a channel gets each address only once. */
export function answeredReminder(mention: Mention, state: CardState, inChannel = false): Content {
  const title = titleOf(mention)
  if (inChannel) {
    const parts = [...signParts(mention), ...titleParts({ ...title, address: undefined, raw: '' })]
    const text = [isolate(title.words), stateWords(state)].map(escapeMrkdwn).join('\n')
    return { text, blocks: [richText(richLine(parts)), context(plainText(stateWords(state)))] }
  }
  const blocks = [
    richText(richLine([...signParts(mention), ...titleParts(title)])),
    context(plainText(stateWords(state))),
  ]
  return { text: cardText(mention, title, state), blocks }
}

export const assignInputs = { person: 'person', note: 'note' } as const

export function assignModal(holder?: string): ModalContent {
  const person: InputBlock['element'] = {
    type: 'users_select',
    action_id: assignInputs.person,
    ...defined({ initial_user: holder }),
  }
  const note: InputBlock['element'] = {
    type: 'plain_text_input',
    action_id: assignInputs.note,
    multiline: true,
    max_length: longestNote,
  }
  return {
    title: say.assignMention(),
    submit: say.assign(),
    blocks: [
      input(say.person(), assignInputs.person, person),
      input(say.note(), assignInputs.note, note, true),
      context(plainText(say.assignHint())),
    ],
  }
}

export const snoozeInput = 'until'

export function snoozeModal(): ModalContent {
  const terms = snoozeTerms.map((term) => ({ label: say[`snooze-${term}` as const](), value: term }))
  return {
    title: say.snoozeMention(),
    submit: say.snooze(),
    blocks: [radioButtons(say.snoozeUntil(), snoozeInput, terms), context(plainText(say.snoozeHint()))],
  }
}
