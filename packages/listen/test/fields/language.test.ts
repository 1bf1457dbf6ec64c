import { describe, expect, it } from 'vitest'
import { isoCode, languageOf, loadDetector } from '../../src/fields/language.ts'

const english = 'I have used this app for two years now, and I still like it very much.'
const german = 'Ich benutze diese App seit zwei Jahren, und ich mag sie immer noch sehr gern.'

describe('the language of a text', () => {
  it.each<[text: string, declared: string | undefined, language: string]>([
    [english, undefined, 'en'],
    [german, undefined, 'de'],
    ['この新しいアプリはとても便利です', undefined, 'ja'],
    ['Acme!', undefined, 'unknown'],
    ['ok ok ok', undefined, 'unknown'],
    ['Acme!', 'pt-BR', 'pt'],
    ['Acme!', 'und', 'unknown'],
    ['', undefined, 'unknown'],
    ['https://acme.example/ein/langer/pfad @jemand #deutsch 👍', undefined, 'unknown'],
    ['Das ist gut so, danke schön', 'nl', 'nl'],
    [`${german} ${german}`, 'en', 'de'],
  ])('%s, declared as %s, is %s', async (text, declared, language) => {
    expect(languageOf(text, declared, await loadDetector())).toBe(language)
  })

  it('is looked for only in the beginning of a long text, so that hostile texts cost little', async () => {
    const detect = await loadDetector()
    const lengths: number[] = []
    for (const text of ['a-'.repeat(25_000), 'a.'.repeat(25_000), '@'.repeat(50_000), '`'.repeat(50_000)])
      languageOf(text, undefined, (given) => {
        lengths.push(given.length)
        return detect(given)
      })
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(2000)
  })

  it('has a code of ISO 639-1 whatever the tag', () => {
    expect(['EN-gb', 'zh-Hant-TW', 'nb', 'iw', 'x', '', 'mul', 'deutsch'].map(isoCode)).toEqual([
      ...['en', 'zh', 'no', 'he', undefined, undefined, undefined, undefined],
    ])
  })
})
