import type { RichTextList } from '@slack/types'
import {
  actions,
  button,
  header,
  partsOf,
  type RichPart,
  richLine,
  words,
} from '../../messages/kit/block-kit.ts'
import { list, messages } from '../../messages/kit/say.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import type { Block } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** Never rename it, because Slack keeps home tabs. */
export const hideSteps = 'first_steps_hide'

/** How far a new installation is. The channels are ids. */
export type Steps = { alerts: string[]; channels: string[]; missing: string[] }

const mostNamed = 5

export const stepsBlocks = (steps: Steps): Block[] => [
  header(say.title()),
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'ordered',
        elements: [watched(steps), posted(steps), invited(steps)].map(richLine),
      } satisfies RichTextList,
    ],
  },
  ...actions([button(say.hide(), hideSteps, 'hide')]),
]

function watched({ alerts }: Steps): RichPart[] {
  if (alerts.length === 0) return [words(say.whatToWatch())]
  const some = list(
    alerts.slice(0, mostNamed).map((alert) => isolate(cut(alert, 60))),
    'narrow',
  )
  const more = alerts.length - mostNamed
  return [words(say.watched({ alerts: more > 0 ? say.andMore({ some, more }) : some }))]
}

function posted({ channels }: Steps): RichPart[] {
  if (channels.length === 0) return [words(say.whereToPost())]
  return partsOf(say.posted({ channels: named(channels) }))
}

function invited({ channels, missing }: Steps): RichPart[] {
  if (channels.length === 0) return [words(say.joins())]
  return missing.length === 0 ? [words(say.isThere())] : partsOf(say.invite({ channels: named(missing) }))
}

function named(channels: string[]): RichPart[] {
  const some = channels
    .slice(0, mostNamed)
    .flatMap((id, place): RichPart[] => [
      words(place === 0 ? '' : say.comma()),
      { type: 'channel', channel_id: id },
    ])
  const more = channels.length - mostNamed
  return more > 0 ? partsOf(say.andMore({ some, more })) : some
}
