import { textMessage } from '../../messages/kit/block-kit.ts'
import { cut, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { previewSentence, type ReplayTotals } from '../../messages/preview.ts'
import type { Content } from '../../model/message.ts'

/** `example` is a sample of the posts, if any mention passes. */
export function previewAnswer(
  name: string,
  counted: ReplayTotals,
  more: boolean,
  example: Content = { text: '', blocks: [] },
): Content {
  const { text, blocks } = textMessage(`${isolate(cut(name, 80))}: ${previewSentence(counted, more)}`)
  return {
    text: wholeLines([text, ...example.text.split('\n').filter(Boolean)], longestText),
    blocks: [...blocks, ...example.blocks],
  }
}
