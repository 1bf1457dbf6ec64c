import type { SectionBlock } from '@slack/types'
import type { Content } from '../model/message.ts'
import { plainText } from './block-kit.ts'
import { escapeMrkdwn } from './text.ts'

/** One or a few sentences for the asker. */
export function textMessage(...sentences: string[]): Content {
  const text = sentences.join('\n')
  return {
    text: escapeMrkdwn(text),
    blocks: [{ type: 'section', text: plainText(cutLines(text)) } satisfies SectionBlock],
  }
}

/** Slack's limit of a section is 3,000 characters. */
const cutLines = (text: string) => (text.length > 2900 ? `${text.slice(0, 2899)}…` : text)
