import { bold, context, plainText, richLine, richText } from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import type { ToldChange } from '../../model/change.ts'
import type { Content } from '../../model/message.ts'

/** `changes` are the newest of `total`, newest first. `channelName` is given if they are of all channels of the asker. */
export type ChangesView = {
  changes: ToldChange[]
  total: number
  days: number
  channelName?: (id: string) => string
}

export const mostShown = 20
const longestWhat = 200

export const changesTexts = {
  help: '• `changes [all] [7d]`: who changed what from Slack, in this channel or in all of yours',
  notUnderstood: (words: string, mostDays: number) =>
    `/mentions changes takes all and a time of at most ${plural(mostDays, 'day')}, such as 7d, not “${words}”.`,
}

export function changesAnswer({ changes, total, days, channelName }: ChangesView): Content {
  const place = channelName === undefined ? 'in this channel' : 'in your channels'
  const time = `in the last ${plural(days, 'day')}`
  const headline =
    total === 0
      ? `No change from Slack ${place} ${time}, as far as you may see it.`
      : `${plural(total, 'change')} from Slack ${place} ${time}`
  const shown = changes.slice(0, mostShown)
  const footer =
    total > shown.length ? [`These are the newest ${grouped(shown.length)}. Ask for a shorter time.`] : []
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
  const place = channelName === undefined ? '' : ` · ${isolate(cut(channelName(channel), 80))}`
  return [{ at, as: 'date' }, `${place} · ${personName(by)} ${isolate(cut(what, longestWhat))}`]
}
