import { expect, it } from 'vitest'
import { reasonText } from '../../src/digests/content/not-posted.ts'
import { ruleName } from '../../src/messages/reasons.ts'

it.each([
  ['only.source', undefined, 'its source is not one this channel asked for', 'source'],
  [
    'only.audience',
    undefined,
    'its author’s audience is not one this channel asked for',
    'author’s audience',
  ],
  ['except.author', 'Kim Lee', 'this channel excludes its author (Kim Lee)', 'excluded author'],
  ['only.starred', 'not starred', 'it is not starred in the mention service', 'star'],
  ['except.done', 'done', 'it is done in the mention service', 'excluded done flag'],
])(
  'a skip because of %s (value: %s) gets the sentence “%s” and the short name “%s”',
  (reason, detail, sentence, name) => {
    expect(reasonText(reason, detail)).toBe(sentence)
    expect(ruleName(reason)).toBe(name)
  },
)
