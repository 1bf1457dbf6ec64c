import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glad, sad } from '../../src/fields/sentiment/emoji.ts'
import { loadJudge } from '../../src/fields/sentiment/sentiment.ts'
import { item, sourceOf, startWorld } from '../engine-world.ts'
import { twoSubjects, withPlace } from './evaluation/two-subjects.ts'

const judge = await loadJudge()

describe('the sentiment of a text', () => {
  it.each<[text: string, language: string, sentiment: string | undefined]>([
    ['I love it, this is great and wonderful!', 'en', 'positive'],
    ['This is terrible, I hate it, the worst app ever.', 'en', 'negative'],
    ['The office is in Hamburg. https://example.com', 'en', 'neutral'],
    ['The Acme office was opened in 1983.', 'en', 'neutral'],
    ['Ich liebe diese App, wunderschön und zuverlässig!', 'de', 'positive'],
    ['Furchtbar, der schlechteste Kundendienst. Nie wieder!', 'de', 'negative'],
    ['Das Büro ist in Hamburg. https://example.com', 'de', 'neutral'],
    ["J'adore, c'est vraiment génial, merci !", 'fr', 'positive'],
    ['Service client nul, une honte. À fuir.', 'fr', 'negative'],
    ['Me encanta, es maravilloso. ¡Muchas gracias!', 'es', 'positive'],
    ['Una estafa, pésimo servicio, qué asco.', 'es', 'negative'],
    ['Amei, muito bom, recomendo!', 'pt', 'positive'],
    ['Péssimo, uma vergonha, não recomendo.', 'pt', 'negative'],
    ['Bellissimo, lo adoro, grazie mille!', 'it', 'positive'],
    ['Pessimo servizio, una truffa, che schifo.', 'it', 'negative'],
  ])('%s in %s is %s', (text, language, sentiment) => expect(judge(text, language)).toBe(sentiment))

  it.each([
    ['a language that nobody measured', 'Fantastisch, ik hou ervan!', 'nl'],
    ['an unknown language', 'I love it, great!', 'unknown'],
    ['words of both kinds', 'It is great, and it is awful, and nice, and bad', 'en'],
  ])('is left out for %s', (_, text, language) => expect(judge(text, language)).toBeUndefined())

  it.each<[rule: string, weaker: string, stronger: string, language: string]>([
    [
      'a negation turns praise',
      'This phone is good, wonderful, great',
      'This phone is not good, not wonderful, never great',
      'en',
    ],
    ['a negation turns praise', 'Das ist gut und schön', 'Das ist nicht gut und nicht schön', 'de'],
    ['emoji count', 'The parcel came today', 'The parcel came today 😡😡🤬', 'en'],
    ['thanks can be irony', 'Danke für alles', 'Danke für nichts', 'de'],
  ])('%s: “%s”, “%s”', (_, good, bad, language) => {
    expect(judge(bad, language)).toBe('negative')
    expect(judge(good, language)).not.toBe('negative')
  })

  it('is the same without accents, except in German', () => {
    const languages = {
      fr: 'C’est génial, très réussi, félicitations !',
      es: '¡Qué genial, increíble, fantástico!',
    }
    for (const [language, text] of Object.entries(languages))
      expect(judge(text.normalize('NFD').replaceAll(/\p{Mn}/gu, ''), language)).toBe(judge(text, language))
  })

  it('is found in any text, with any places', () => {
    const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'pt', 'it')
    const places = fc.array(fc.record({ start: fc.nat(300), end: fc.nat(300) }), { maxLength: 3 })
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        languages,
        places,
        (text, language, all) => {
          expect(['positive', 'negative', 'neutral', undefined]).toContain(
            judge(text, language, { places: all }),
          )
        },
      ),
    )
  })
})

describe('a negation', () => {
  it.each([
    ['Mir gefällt Acme nicht.', 'de'],
    ['Ich mag Acme nicht', 'de'],
    ['Das lohnt sich nicht', 'de'],
    ['Ich mag Acme nicht mehr und gehe.', 'de'],
    ['Ich mag Acme nicht, denn der Laden ist zu', 'de'],
    ['Ich glaube nicht, dass Acme in Hamburg gut ist', 'de'],
    ["Je n'aime pas Acme.", 'fr'],
    ['Je n’aime pas Acme.', 'fr'],
    ['Je ne pense pas que ce soit bon', 'fr'],
    ["I don't think this is good", 'en'],
    ['I don’t believe that Acme makes a good product', 'en'],
    ['No creo que Acme sea bueno', 'es'],
    ['Não acho que a Acme seja boa', 'pt'],
    ['Non penso che Acme sia buono', 'it'],
  ])('turns praise: “%s” (%s)', (text, language) => expect(judge(text, language)).toBe('negative'))

  it.each([
    ['Nothing about Acme is great', 'en'],
    ['No one at Acme ever gave us good support', 'en'],
    ['I never thought Acme would be this good', 'en'],
    ["I don't think that anyone hates Acme", 'en'],
    ['Ich mag Acme und seine App nicht.', 'de'],
    ['Schlecht ist Acme nicht', 'de'],
    ["J'aime pas Acme", 'fr'],
    ['Nada de lo que hace Acme es bueno', 'es'],
    ['Gosto da Acme não', 'pt'],
    ['Niente di quello che fa Acme è bello', 'it'],
  ])('leaves the sentiment out if nobody can know what it turns: “%s” (%s)', (text, language) =>
    expect(judge(text, language)).toBeUndefined(),
  )

  it.each([
    ["I don't think so, but Acme is great", 'en', 'positive'],
    ["I can't say enough good things about Acme", 'en', 'positive'],
    ['Great fun even without a car!', 'en', 'positive'],
    ["C'est n'importe quoi, Acme", 'fr', 'negative'],
    ['@user cosa ne pensi? Secondo me è la migliore', 'it', 'positive'],
  ])('does not turn all else: “%s” (%s)', (text, language, sentiment) =>
    expect(judge(text, language)).toBe(sentiment),
  )
})

describe('thanks', () => {
  it.each([
    ['Thanks Acme for ruining my weekend', 'en'],
    ['Thanks for fixing that awful bug', 'en'],
    ['Danke Acme, dass ihr mein Wochenende ruiniert habt', 'de'],
    ['Gracias Acme por este desastre', 'es'],
    ['Obrigado Acme por esse péssimo serviço', 'pt'],
  ])('may be irony beside very bad words: “%s” (%s)', (text, language) =>
    expect(judge(text, language)).toBeUndefined(),
  )

  it('are praise otherwise', () => expect(judge('Thanks to Acme for a great weekend', 'en')).toBe('positive'))
})

describe('a face', () => {
  const facesIn = (text: string) => ({
    glad: text.match(glad)?.length ?? 0,
    sad: text.match(sad)?.length ?? 0,
  })

  it.each([
    [':) ;-) =D :P ^^ ^_^ xD <3', { glad: 8, sad: 0 }],
    [":( >:( :-/ :'( D:", { glad: 0, sad: 5 }],
    ['Thanks, great! :))) I <3 you, see you <3', { glad: 3, sad: 0 }],
    ["so proud of this team <3 can't wait", { glad: 1, sad: 0 }],
    ['merci à tous <3 vous êtes super, ihr seid toll <3 bis bald', { glad: 2, sad: 0 }],
    ['a great team <3 I love it, my team <3 We win', { glad: 2, sad: 0 }],
    ['Thanks:)', { glad: 1, sad: 0 }],
    ['it works (at last), thanks:) and nice;) so\ngood:-)', { glad: 3, sad: 0 }],
    ['No support :-( -_- </3', { glad: 0, sad: 3 }],
  ])('is found in “%s”', (text, faces) => expect(facesIn(text)).toEqual(faces))

  it.each([
    'Acme cuts 83 jobs, opened in 1983, won 0:3, 0 :3 and (2018)',
    'Windows XP, (Linux), (Firefox), an XL and 8x8',
    'Hintergrund: Updated: Cloud: (NYSE: ACM): (2025); Milano (MI): la sede',
    '7) Paris 8) Rome x) Oslo, size 8D, a => b, equal (=), nothing (:)',
    '| Name :| Value |\n|:--|:-:|\n**Price :** 3 *each :*',
    'copy it to D: drive, http://acme.example/, C:\\ and f(x=(1))',
    'in <3 days, <3%, < 3, <30 and <3.5 ms, a-_-b, <b></b>',
    'Note:) Notiz:) PS:) (see below:) init(frame:) and :smile:) or a:) b',
    'size <3 MB, power <3 kW, speed <3 GHz, price <3 USD, wait <3 or more',
    'ready <3 days, a team <3 people, in <3 clicks, scored <3 out of 10, fertig <3 Tage, prêt <3 jours, a <3 4',
    '{"a" :["b"]} for (;;) x[(:)] ); };',
  ])('is not found in “%s”', (text) => expect(facesIn(text)).toEqual({ glad: 0, sad: 0 }))

  it('is not found in letters, digits, brackets and punctuation without a blank', () => {
    const unit = fc.constantFrom(...'abdopsxDPSX0389éßД.,:;/=&%()[]')
    const text = fc.string({ unit, maxLength: 40 }).filter((inside) => !inside.includes('..'))
    fc.assert(
      fc.property(text, (inside) => {
        expect(facesIn(`a${inside}a`)).toEqual({ glad: 0, sad: 0 })
      }),
      { numRuns: 2000 },
    )
  })

  it('is not found between words, numbers and what stands in brackets', () => {
    const word = fc
      .stringMatching(/^(?:[a-zA-ZéßД]{2,9}|[0-9]{1,4}(?:[.:][0-9]{1,2})?|[0-9a-z]\))$/u)
      .filter((one) => !/^xd+$/i.test(one))
    const part = fc.tuple(
      fc.constantFrom('', '(', '[', '"', '„'),
      word,
      fc.constantFrom('', ')', ']', '"', '“'),
      fc.constantFrom('', ':', ';', ',', '.', '?', '!', '…'),
    )
    const text = fc
      .array(
        part.map((all) => all.join('')),
        { maxLength: 12 },
      )
      .map((all) => all.join(' '))
    fc.assert(
      fc.property(text, (all) => {
        expect(facesIn(all)).toEqual({ glad: 0, sad: 0 })
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the sentiment about one of several subjects', () => {
  it.each(Object.keys(twoSubjects))(
    'is right in %s wherever it is shown, but for one sentence at most',
    (language) => {
      const judged = (twoSubjects[language] ?? []).map(([text, sentiment]) => {
        const { plain, places } = withPlace(text)
        return { sentiment, found: judge(plain, language, { places }) }
      })
      const wrong = judged.filter(({ sentiment, found }) => found !== undefined && found !== sentiment)
      expect(wrong.length).toBeLessThanOrEqual(1)
      expect(judged.filter(({ found }) => found === undefined).length).toBeLessThanOrEqual(2)
    },
  )

  it('differs between the alerts that find the same post', async () => {
    const source = sourceOf('feeds', [])
    const alerts = ['acme', 'rival'].map((query) => ({ name: query, query }))
    const { ingest, mentions } = await startWorld({ sources: [source], settings: { sources: {}, alerts } })
    const text = 'Rival was terrible for us, the worst support ever. We love that acme is wonderful and fast!'
    await ingest.store(
      { items: [item(1, { text: { plain: text } })] },
      { source, channel: 'a', keepsAll: true },
    )
    expect(['1001', '1002'].map((alert) => mentions(alert).map(({ sentiment }) => sentiment))).toEqual([
      ['positive'],
      ['negative'],
    ])
  })
})

describe('the sentiment of a stored mention', () => {
  const rated = async (sentiment: string) => {
    const source = sourceOf('feeds', [])
    const world = await startWorld({ sources: [source] })
    const give = (fields: object) =>
      world.ingest.store({ items: [item(1, fields)] }, { source, channel: 'a', keepsAll: true })
    const praise = { plain: 'We love that Acme is wonderful and fast!' }
    await give({ text: praise })
    // As an earlier version judged it.
    const [row] = world.store.mentions.ofItem(1)
    if (row === undefined) throw new Error('no mention was stored')
    world.store.mentions.change(row.seq, {
      ...{ id: row.id, date: 0, reach: 0, source: 'web', language: 'en', country: 'unknown', tags: [] },
      ...{ sentiment, body: JSON.stringify({ ...JSON.parse(row.body), sentiment }) },
    })
    return { give, praise, found: () => world.mentions().map((one) => one.sentiment) }
  }

  it('stays when only the numbers of the post change', async () => {
    const { give, praise, found } = await rated('negative')
    await give({ text: praise, metrics: { likes: 40 } })
    expect(found()).toEqual(['negative'])
  })

  it('is found again when its words change', async () => {
    const { give, found } = await rated('negative')
    await give({ text: { plain: 'We love that Acme is wonderful and fast and pretty!' } })
    expect(found()).toEqual(['positive'])
  })

  it('follows the stars of a review', async () => {
    const { give, praise, found } = await rated('negative')
    await give({ text: praise, given: { stars: 5 } })
    expect(found()).toEqual(['positive'])
  })
})

it('the shipped words of AFINN are what the command makes of its packages', () => {
  const { status, stderr } = spawnSync(process.execPath, ['build/sentiment-words.ts', '--check'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
