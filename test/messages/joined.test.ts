import { expect, it } from 'vitest'
import { labelled, sentences, withNote } from '../../src/messages/kit/labels.ts'
import { speakIn } from '../../src/messages/kit/locale.ts'
import { prepareLanguage } from '../../src/messages/kit/say.ts'

it('parts of a text stand beside each other as each language writes it', async () => {
  await Promise.all(['fr', 'ja'].map(prepareLanguage))
  const parts = () => [
    labelled('a', 'b'),
    withNote('a', 'b'),
    withNote('a', ''),
    sentences(['a', '', 'b', 'c']),
  ]
  expect(speakIn('en', parts)).toEqual(['a: b', 'a (b)', 'a', 'a b c'])
  expect(speakIn('fr', parts)).toEqual(['a\u00a0: b', 'a (b)', 'a', 'a b c'])
  expect(speakIn('ja', parts)).toEqual(['a：b', 'a（b）', 'a', 'abc'])
  expect(sentences([])).toBe('')
})
