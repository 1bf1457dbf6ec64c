import { bold, context, plainText, richLine, richText } from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { ToldChange } from '../../model/change.ts'
import type { Content } from '../../model/message.ts'
import { en } from './texts.en.ts'

/** `changes` are the newest of `total`, newest first. `channelName` is given if they are of all channels of the asker. */
export type ChangesView = {
  changes: ToldChange[]
  total: number
  days: number
  channelName?: (id: string) => string
}

export const mostShown = 20
const longestWhat = 200

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export function changesAnswer({ changes, total, days, channelName }: ChangesView): Content {
  const place = channelName === undefined ? 'channel' : 'channels'
  const headline = total === 0 ? say.none({ place, days }) : say.headline({ total, place, days })
  const shown = changes.slice(0, mostShown)
  const footer = total > shown.length ? [say.newest({ shown: shown.length })] : []
  const sentences = shown.map((change) => sentenceOf(change, channelName))
  return {
    text: wholeLines([headline, ...sentences.map(sentenceAsText), ...footer].map(escapeMrkdwn), longestText),
    blocks: [
      richText(richLine([bold(headline)])),
      ...sentences.map((sentence) => richText(richLine(sentenceAsRichText(sentence)))),
      ...footer.map((line) => context(plainText(line))),
    ],
  }
}

function sentenceOf(
  { at, by, what, channel }: ToldChange,
  channelName: ChangesView['channelName'],
): Sentence {
  const line = {
    at: { at, as: 'date' } as const,
    person: personName(by),
    what: isolate(cut(what, longestWhat)),
  }
  return channelName === undefined
    ? say.line(line)
    : say.lineOfChannel({ ...line, channel: isolate(cut(channelName(channel), 80)) })
}
