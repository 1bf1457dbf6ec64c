import type { InputBlock } from '@slack/types'
import { context, input, optionOf, plainText } from '../../messages/kit/block-kit.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import type { Block } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const storyInputs = { split: 'story_split', join: 'story_join' } as const

export type StoryChoice = { label: string; value: string }

/** Slack shows at most this many options, and this many characters of each. */
export const mostChoices = 100
const longestLabel = 75

/** The name of a place or a story, as a sentence quotes it. */
export const quotable = (text: string) => isolate(cut(text, 80))

/** The name of a place, of which only the address is known: without what every address has. */
export const placeName = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

export function storyBlocks({ places, cards }: { places: StoryChoice[]; cards: StoryChoice[] }): Block[] {
  const blocks = [
    ...choice(say.notSame(), storyInputs.split, say.choosePlace(), places),
    ...choice(say.same(), storyInputs.join, say.chooseCard(), cards),
  ]
  return blocks.length === 0 ? [] : [...blocks, context(plainText(say.learns()))]
}

function choice(label: string, name: string, placeholder: string, choices: StoryChoice[]): Block[] {
  if (choices.length === 0) return []
  const element: InputBlock['element'] = {
    type: 'static_select',
    action_id: name,
    placeholder: plainText(placeholder),
    options: choices
      .slice(0, mostChoices)
      .map((one) => optionOf({ label: cut(one.label, longestLabel) || '–', value: one.value })),
  }
  return [input(label, name, element, true)]
}
