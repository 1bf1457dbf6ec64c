import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fewestLabels,
  type Label,
  trainClassifier,
  trainWithPauses,
} from '../../../src/features/relevance/classifier.ts'
import { measure, seeded } from '../../../src/features/relevance/measure.ts'
import { packed, signsOf, unpacked } from '../../../src/features/relevance/words.ts'

const reading = (snippet: string) => ({ title: '', snippet, url: '', source: '', author: { name: '' } })
const signs = (snippet: string) => Int32Array.from(signsOf(reading(snippet), 'apple'), ({ number }) => number)

const about = [
  'iphone launch',
  'new macbook',
  'app store fees',
  'ios update',
  'iphone battery',
  'macbook keyboard',
]
const noise = [
  'pie recipe',
  'orchard in autumn',
  'tree blossom',
  'juice and pie',
  'orchard tree',
  'cider juice',
]
const texts = (words: string[], isRelevant: boolean, count: number): Label[] =>
  Array.from({ length: count }, (_, at) => ({
    signs: signs(`the apple ${words[at % words.length]} ${words[(at * 5 + 1) % words.length]}`),
    isRelevant,
  }))

describe('the classifier', () => {
  it('learns nothing from fewer than 30 labels, or fewer than five of one kind', () => {
    expect(trainClassifier([...texts(about, true, 15), ...texts(noise, false, 14)], [])).toBeUndefined()
    expect(trainClassifier([...texts(about, true, 40), ...texts(noise, false, 4)], [])).toBeUndefined()
    expect(trainClassifier([...texts(about, true, 25), ...texts(noise, false, 5)], [])).toBeDefined()
  })

  it('learns the same with pauses, of which there is one after each tenth of the work', async () => {
    const labels = [...texts(about, true, 20), ...texts(noise, false, 20)]
    const unlabelled = texts(noise, false, 9).map((text) => text.signs)
    let pauses = 0
    const model = await trainWithPauses(async () => pauses++, labels, unlabelled)
    const atOnce = trainClassifier(labels, unlabelled)
    expect(pauses).toBe(10)
    expect(model?.threshold).toBe(atOnce?.threshold)
    for (const text of labels) expect(model?.score(text.signs)).toBe(atOnce?.score(text.signs))
  })

  it('tells texts about the company from texts about fruit', () => {
    const model = trainClassifier([...texts(about, true, 20), ...texts(noise, false, 20)], [])
    const isHeld = (text: string) => (model?.score(signs(text)) ?? 0) < (model?.threshold ?? 0)
    expect(isHeld('apple pie with juice from the orchard')).toBe(true)
    expect(isHeld('apple sells a macbook and an iphone')).toBe(false)
  })

  it('learns from mentions without a label which words come together', () => {
    const labels = [...texts(about, true, 20), ...texts(noise, false, 20)]
    const unlabelled = Array.from({ length: 60 }, (_, at) =>
      signs(at % 2 === 0 ? 'apple orchard pie strudel cinnamon' : 'apple iphone macbook titanium'),
    )
    const weight = (word: string, model = trainClassifier(labels, unlabelled)) =>
      [...signs(word)].reduce((sum, sign) => sum + (model?.weightOf(sign) ?? 0), 0)
    expect(weight('strudel')).toBeLessThan(0)
    expect(weight('titanium')).toBeGreaterThan(0)
    expect(weight('strudel', trainClassifier(labels, []))).toBe(0)
  })

  it('is more careful after it has stepped back', () => {
    const labels = [...texts(about, true, 20), ...texts(noise, false, 20)]
    const threshold = (caution: number) => trainClassifier(labels, [], { caution })?.threshold ?? 0
    expect(threshold(1)).toBeLessThan(threshold(0))
  })
})

describe('the signs of a mention', () => {
  it('are the same after they were stored', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (snippet, name) => {
        const found = signsOf(reading(snippet), name)
        expect([...unpacked(packed(found))]).toEqual(found.map(({ number }) => number))
        expect(found.length).toBeLessThanOrEqual(44)
        expect(packed(found).length).toBeLessThanOrEqual(176)
      }),
    )
  })

  it('never have the name, but its neighbours', () => {
    const shown = signsOf(reading('We bought apples at Times Square'), 'Apple').map((sign) => sign.shown)
    expect(shown).toContain('bought Apple')
    expect(shown).not.toContain('apples')
  })
})

describe('the measure', () => {
  const all = [...texts(about, true, 120), ...texts(noise, false, 120)]

  it('draws at most 60 % of the texts as labels, and the same ones each time', () => {
    const run = () => measure(all, { labels: 400, draws: 2, flipped: 0, random: seeded(1) })
    expect(run().labels).toBe(144)
    expect(run()).toEqual(run())
  })

  it('counts nothing as held back in draws with too few labels', () => {
    const found = measure(all, { labels: fewestLabels - 1, draws: 2, flipped: 0, random: seeded(1) })
    expect(found).toMatchObject({ noiseHeldBack: 0, relevantHeldBack: 0, learned: 0 })
  })

  it('counts what a filter holds back that holds back everything', () => {
    const train = () => ({ score: () => 0, threshold: 1 })
    const found = measure(all, { labels: 30, draws: 1, flipped: 0, random: seeded(1), train })
    expect(found).toMatchObject({ noiseHeldBack: 1, relevantHeldBack: 1, precisionAfter: 0, learned: 1 })
  })
})
