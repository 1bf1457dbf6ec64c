import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/tools/runs.ts'
import { createMatcher, type Searched } from '../../src/query/matcher.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { naivelyMatches } from './naive-match.ts'
import { posts, searched, texts } from './posts.ts'
import { anyText, narrowQueries, queryTexts, words } from './random-query.ts'

/** The marked words of a text; undefined if the query does not match. */
function marked(query: string, text: string, more: Partial<Searched> = {}): string[] | undefined {
  const [match] = createMatcher([{ key: 1, query: parseQuery(query) }])(searched(text, more))
  return match?.text.map(({ start, end }) => text.slice(start, end))
}

describe('a query', () => {
  it.each<[query: string, text: string, found: string[]]>([
    ['acme', 'ACME and acme', ['ACME', 'acme']],
    ['acme', 'Acme’s app, by Acme™', ['Acme', 'Acme']],
    ['acme', '#Acme @acme (acme)', ['Acme', 'acme', 'acme']],
    ['acme', 'I use Acmeを today', ['Acme']],
    ['acme', 'ac\u00adme', ['ac\u00adme']],
    ['acme', 'Ａｃｍｅ', ['Ａｃｍｅ']],
    ['C++', 'C++17, c++ and C', ['C++', 'c++']],
    ['C#', 'c# or C', ['c#']],
    ['.NET', 'ASP.NET, example.net and .net', ['.net']],
    ['AT&T', 'at&t called', ['at&t']],
    ["it's", 'It’s here, it is', ['It’s']],
    ['#acme', 'a#acme #Acme', ['#Acme']],
    ['@acme', 'mail@acme.example @acme', ['@acme']],
    ['self-hosted', 'self‑hosted', ['self‑hosted']],
    ['cafe', 'Café, cafe\u0301', ['Café', 'cafe\u0301']],
    ['straße', 'STRASSE, Straße', ['STRASSE', 'Straße']],
    ['οδός', 'Η ΟΔΟΣ και η οδος', ['ΟΔΟΣ', 'οδος']],
    ['ΟΔΟΣ', 'η οδός μας', ['οδός']],
    ['がくせい'.normalize('NFD'), '私はがくせい', ['がくせい']],
    ['한국'.normalize('NFD'), '안녕 한국', ['한국']],
    ['東京', '私は東京都に住む', ['東京']],
    ['에이콤', '에이콤은 좋다', ['에이콤']],
    ['"東京 タワー"', '東京タワー、東京 タワー', ['東京タワー', '東京 タワー']],
    ['👍', 'so 👍🏽 and 👍', ['👍🏽', '👍']],
    ['❤️', 'I ❤ it', ['❤']],
    ['"acme app"', 'acme app, Acme-App', ['acme app', 'Acme-App']],
    ['"acme, app!"', 'the acme app', ['acme app']],
    ['plug*', 'plug, Plugging', ['plug', 'Plugging']],
    ['"acme ap*"', 'acme apps', ['acme apps']],
    ['acme OR app', 'an app by acme', ['app', 'acme']],
    ['acme -jobs', 'acme has no job', ['acme']],
    ['acme.example', 'see docs.acme.example/a', ['acme.example']],
    ['acme NOT (jobs OR hiring)', 'acme', ['acme']],
    ['CO2', 'less CO₂, and co2', ['CO₂', 'co2']],
    ['H₂O', 'H2O or H₂O', ['H2O', 'H₂O']],
    ['=CO2', 'CO₂ or co₂', ['CO₂']],
    ['acme', 'Acme² and Acme¹', ['Acme', 'Acme']],
    ['m²', 'for 5 m²', ['m²']],
  ])('%s matches “%s”', (query, text, found) => {
    expect(marked(query, text)).toEqual(found)
  })

  it.each<[query: string, text: string, found: string]>([
    ['acme', 'so _Acme_ it is', 'Acme'],
    ['علی', 'قال علي', 'علي'],
    ['acme', 'ac\u200dme', 'ac\u200dme'],
    ['acme', '\u200dAcme rocks', 'Acme'],
    ['क्ष', 'क्\u200dष', 'क्\u200dष'],
    ['අක්ෂර', 'අක්\u200dෂර', 'අක්\u200dෂර'],
    ['അവൻ', 'അവന്\u200d', 'അവന്\u200d'],
    ['উৎসব', 'উত্\u200dসব', 'উত্\u200dসব'],
    ['acme', 'ⒶⒸⓂⒺ', 'ⒶⒸⓂⒺ'],
    ['acme', '🄰🄲🄼🄴', '🄰🄲🄼🄴'],
    ['acme', '🅰🅲🅼🅴', '🅰🅲🅼🅴'],
    ['acme', 'ᴀᴄᴍᴇ', 'ᴀᴄᴍᴇ'],
    ['acme', '𝓐𝓬𝓶𝓮', '𝓐𝓬𝓶𝓮'],
    ['acme', 'a̶c̶m̶e̶', 'a̶c̶m̶e̶'],
    ['acme', 'a⃝c⃝m⃝e⃝', 'a⃝c⃝m⃝e⃝'],
    ['acme', '1️⃣acme2️⃣', 'acme'],
    ['viii', 'Acme Ⅷ', 'Ⅷ'],
    ["o'zbek", 'oʻzbek', 'oʻzbek'],
    ["צ'ק", 'צ׳ק', 'צ׳ק'],
    ['👩‍💻', 'so 👩‍💻acme', '👩‍💻'],
    ['acme', '👩‍💻acme', 'acme'],
    ['`👩‍💻`', 'so 👩‍💻', '👩‍💻'],
    ['`Acme`', '1️⃣Acme', 'Acme'],
    ['office', 'oﬃce', 'oﬃce'],
    ['istanbul', 'İSTANBUL', 'İSTANBUL'],
    ['acme', 'Acme는 좋다', 'Acme'],
    ['محمد', 'محـمد', 'محـمد'],
    ['ガス', 'ｶﾞｽ', 'ｶﾞｽ'],
    ['c#', 'C♯ and C', 'C♯'],
    ['سلام', 'ﺳﻼﻡ', 'ﺳﻼﻡ'],
    ['می\u200cشود', 'میشود', 'میشود'],
    ['مدرسة', 'مدرسه', 'مدرسه'],
    ['acme', 'l’acme', 'acme'],
    ['ac-me', 'ac\u2011me', 'ac\u2011me'],
    ['acme', '👍🏽acme', 'acme'],
  ])('%s marks the words of “%s” as they are written', (query, text, found) =>
    expect(marked(query, text)).toEqual([found]),
  )

  it.each([
    ['acme', '_Acme_'],
    ['acme', '*acme*'],
    ['acme', '__acme__ rocks'],
    ['acme', '~~acme~~'],
    ['acme', '`acme`'],
    ['acme_corp', 'acme_corp'],
    ['acme_corp', '_acme_corp_'],
    ['_acme', '_acme'],
    ['acme_*', 'acme_corp'],
    ['_ac*', '_acme_'],
    ['acm*', '_acme_'],
    ['@_acme', 'hi @_acme'],
    ['acme', 'acme_'],
    ['.NET', '..NET'],
    ['acme', '***acme***'],
    ['acme app', '_acme_ *app*'],
    ['"acme app"', '*acme* _app_'],
    ['"acme app"', '_acme app_'],
    ['@acme', '_@acme_'],
    ['#acme', '*#acme*'],
    ['.NET', 'I like .NET'],
    ['.net', 'use .net, please'],
    ['.NET', '(.NET)'],
    ['ASP.NET', 'ASP.NET core'],
    ['node.js', 'node.js'],
    ['C++', 'I use C++.'],
    ['.NET', '_.NET_'],
    ['".NET core"', 'the .NET Core runtime'],
    ['کتاب', 'كتاب'],
    ['كتاب', 'کتاب'],
    ['علی', 'علي'],
    ['علي', 'على'],
    ['یوسف', 'يوسف'],
    ['أحمد', 'احمد'],
    ['احمد', 'أحمد'],
    ['إسلام', 'اسلام'],
    ['آب', 'اب'],
    ['مدرسة', 'مدرسه'],
    ['مدرسه', 'مدرسة'],
    ['مؤسسة', 'موسسه'],
    ['محمد', 'محـمد'],
    ['محـــمد', 'محمد'],
    ['خانۀ', 'خانه'],
    ['هٔ', 'ه'],
    ['۱۲۳', '123'],
    ['١٢٣', '۱۲۳'],
    ['می‌روم', 'میروم'],
    ['アクメ', 'ｱｸﾒ'],
    ['ガス', 'ｶﾞｽ'],
    ['ｶﾞｽ', 'ガス'],
    ['パン', 'ﾊﾟﾝ'],
    ['アクメ', 'アクメ社'],
    ['ＡＣＭＥ', 'acme'],
    ['アクメー', 'ｱｸﾒｰ'],
    ['ヴィ', 'ｳﾞｨ'],
    ['acme', 'ａｃｍｅ'],
  ])('%s is found in “%s”, which is another way to write it', (query, text) =>
    expect(marked(query, text)).toBeDefined(),
  )

  it.each<[query: string, text: string]>([
    ['acme', 'acme_corp'],
    ['acme', 'my_acme'],
    ['acme', '@_acme'],
    ['acme', '#_acme'],
    ['.5', '1.5'],
    ['acme', 'snake_acme_case'],
    ['.NET', 'example.net is a site'],
    ['.NET', 'ASP.NET'],
    ['.NET', 'http://foo.net/'],
    ['".NET core"', 'x.net core'],
    ['あくめ', 'アクメ'],
    ['acme', 'acmehq'],
    ['CO', 'less CO₂'],
    ['=CO', 'less CO₂'],
    ['acme', 'my_acme'],
    ['C++', 'C and D'],
    ['"acme app"', 'acme the app'],
    ['"acme app"', 'acmeapp'],
    ['👩', '👩‍👩‍👧'],
    ['🇪🇪', '🇩🇪🇪🇸'],
    ['에이', '에잌'],
    ['가', '각'],
    ['acme -jobs', 'acme jobs'],
    ['acme -"job offer"', 'Acme: job offer'],
    ['acme app', 'acme'],
    ['title:acme', 'acme'],
  ])('%s does not match “%s”', (query, text) => {
    expect(marked(query, text)).toBeUndefined()
  })

  it.each<[query: string, more: Partial<Searched>, matches: boolean]>([
    ['app site:a.example', {}, true],
    ['app site:example', { url: 'https://sub.a.example/x' }, true],
    ['app site:a.example', { url: 'https://nota.example/' }, false],
    ['app site:a.example/blog', { url: 'https://a.example/Blog/1' }, true],
    ['app site:a.example/blog', { url: 'https://a.example/blogs' }, false],
    ['app site:a.example site:b.example', {}, true],
    ['app -site:a.example', {}, false],
    ['app lang:en', {}, true],
    ['app lang:en', { language: () => 'en-GB' }, true],
    ['app lang:de lang:unknown', { language: () => 'unknown' }, true],
    ['app lang:de', {}, false],
    ['app source:hacker-news', {}, true],
    ['app source:reddit', {}, false],
    ['app author:kim', {}, true],
    ['app author:"kim lee"', {}, true],
    ['app author:ki', {}, false],
    ['app author:ann', { author: { name: '', url: 'https://a.example/@ann' } }, true],
    ['title:acme', { title: 'Acme launches' }, true],
    ['shop.example', { links: ['https://www.shop.example/a?b'] }, true],
    ['shop.example/a', { links: ['https://shop.example/b'] }, false],
    ['3.12', { links: ['https://3.0.0.12/'] }, false],
    ['site:a.example', {}, true],
    ['author:kim -app', {}, false],
  ])('%s with %j: %s', (query, more, matches) => {
    expect(marked(query.replace('site:example', 'site:a.example'), 'an app', more) !== undefined).toBe(
      matches,
    )
  })

  it.each<[query: string, text: string]>([
    ['link:acme.example', 'See https://acme.example.'],
    ['link:acme.example', '(https://acme.example)'],
    ['link:acme.example', 'https://acme.example, and'],
    ['link:acme.example', 'https://acme.example,and'],
    ['link:acme.example', 'https://acme.example!'],
    ['link:acme.example', 'https://acme.example’s'],
    ['link:acme.example', 'https://acme.example—great'],
    ['link:acme.example', '`https://acme.example`'],
    ['link:acme.example', '**https://acme.example**'],
    ['link:acme.example', '_https://acme.example_'],
    ['link:acme.example', 'https://acme.example|Acme'],
    ['link:acme.example', 'https://acme.example、です'],
    ['link:acme.example', '「https://acme.example」'],
    ['link:acme.example', 'https://acme.example（アクメ）'],
    ['link:acme.example', '[Acme](https://acme.example)'],
    ['link:acme.example', '[https://acme.example](https://acme.example)'],
    ['link:acme.example/blog', '[https://a.example/x](https://acme.example/blog)'],
    ['link:acme.example/blog', '[a](https://a.example/x)[b](https://acme.example/blog)'],
    ['link:acme.example/blog', '![b](https://acme.example/blog/1.png "b")'],
    ['link:acme.example/blog', 'https://acme.example/blog.'],
    ['link:acme.example/blog', 'https://acme.example/blog…'],
    ['link:acme.example/blog', 'https://acme.example/blog`'],
    ['link:acme.example/blog', '(see https://acme.example/blog).'],
    ['link:acme.example/blog', '(see https://acme.example/blog.)'],
    ['link:acme.example/blog', 'https://acme.example/blog?a=b(c).'],
    ['link:acme.example/blog', 'http://kim@acme.example:8080/blog'],
    ['link:"a.example/wiki/acme_(company)"', 'https://a.example/wiki/Acme_(company)'],
    ['link:"a.example/wiki/acme_(company)"', '(https://a.example/wiki/Acme_(company))'],
    ['link:"a.example/wiki/acme_(company)"', '[Acme](https://a.example/wiki/Acme_(company)).'],
    ['link:a.example/wiki/acme_inc.', 'https://a.example/wiki/Acme_Inc./x'],
    ['acme.example -site:acme.example', '[Acme](https://acme.example)'],
  ])('%s finds the address in “%s”', (query, text) => expect(marked(query, text)).toBeDefined())

  it.each<[query: string, text: string]>([
    ['app -link:acme.example', 'an app: https://acme.example.'],
    ['link:acme.example/blog', 'https://acme.example/(blog)'],
    ['link:b.example', 'https://a.example/http://b.example'],
    ['link:acme.example', 'https://acme.example.net'],
  ])('%s does not match the address in “%s”', (query, text) => expect(marked(query, text)).toBeUndefined())

  it('reads rows of unfinished addresses as quickly as any other text', () => {
    const rows = ['https://', 'https://a.example/)', '('].map((piece) => piece.repeat(10_000))
    expect(marked('link:acme.example', `${rows.join('')} https://acme.example.`)).toBeDefined()
  })

  it('has its marks in the title, too, in the positions of the original text', () => {
    const [match] = createMatcher([{ key: 1, query: parseQuery('straße -jobs') }])(
      searched('die ﬁne Straße', { title: 'Große STRASSE' }),
    )
    expect(match).toEqual({ key: 1, title: [{ start: 6, end: 13 }], text: [{ start: 8, end: 14 }] })
  })
})

describe('many queries at once', () => {
  it('match the same texts as a slow comparison of each query', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(queryTexts, narrowQueries, fc.constantFrom(...words)), {
          minLength: 1,
          maxLength: 8,
        }),
        posts,
        (queries, post) => {
          const item = searched('', post)
          const compiled = queries.map((text, key) => ({ key, query: parseQuery(text) }))
          const found = createMatcher(compiled)(item).map(({ key }) => key)
          const expected = compiled.filter(({ query }) => naivelyMatches(query, item)).map(({ key }) => key)
          expect(found.toSorted((a, b) => a - b)).toEqual(expected)
        },
      ),
      { numRuns: runs(400) },
    )
  })

  const sign = (number: number) => String.fromCodePoint(0x6000 + number)
  const emoji = (number: number) => String.fromCodePoint(0x1f300 + number)

  it.each<[kind: string, query: (number: number) => string, post: Partial<Searched>]>([
    ['words', (number) => `acme${number}`, { text: 'about Acme7' }],
    ['words beside frequent ones', (number) => `acme${number} about`, { text: 'about Acme7' }],
    ['beginnings', (number) => `ac${number}me*`, { text: 'ac7mehq' }],
    ['phrases', (number) => `"about acme${number} app"`, { text: 'an app about acme, about acme7 app' }],
    ['exact words', (number) => `=Acme${number}`, { text: 'Acme7 acme8' }],
    ['exact signs', (number) => `\`c+${number}+\``, { text: 'c+7+ c+' }],
    ['words that are near', (number) => `about NEAR/3 acme${number}`, { text: 'about an acme7' }],
    ['words in the title', (number) => `title:acme${number}`, { title: 'acme7' }],
    ['Chinese words', (number) => `製品${sign(number)}`, { text: `製品${sign(7)}` }],
    ['single Chinese letters', sign, { text: `製${sign(7)}品` }],
    ['emoji', (number) => `👍${emoji(number)}`, { text: `👍👍${emoji(7)}` }],
    ['sites', (number) => `site:a${number}.example`, { url: 'https://blog.a7.example/x' }],
    ['paths of one site', (number) => `site:a.example/b/${number}`, { url: 'https://a.example/b/7/c' }],
    ['links', (number) => `link:a${number}.example`, { links: ['https://a7.example'], text: 'a' }],
    ['links in texts', (number) => `link:a${number}.example/b`, { text: 'see https://a7.example/b/c' }],
    ['words that are sites', (number) => `a${number}.example`, { links: ['https://www.a7.example/b'] }],
    ['authors', (number) => `author:"kim lee${number}"`, { author: { name: 'Kim Lee7, Kim Lee' } }],
    [
      'handles of authors',
      (number) => `author:@kim${number}`,
      { author: { name: '', url: 'https://a.example/@kim7' } },
    ],
    [
      'choices',
      (number) => `(site:a${number}.example OR acme${number} OR author:kim${number})`,
      { text: 'acme7' },
    ],
  ])('of %s are compared only if a text may have one of their words', (_kind, queryOf, post) => {
    const queries = Array.from({ length: 200 }, (_, key) => ({
      key,
      query: parseQuery(`lang:en ${queryOf(key)}`),
    }))
    let compared = 0
    const language = () => {
      compared += 1
      return 'en'
    }
    const found = createMatcher(queries)(searched(post.text ?? '', { ...post, language }))
    expect(found.map(({ key }) => key)).toEqual([7])
    expect(compared).toBeLessThanOrEqual(1)
  })

  it('mark ranges that ascend, do not overlap, and match again when they stand alone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words, 'acm*', '"acme app"'), texts, (written, text) => {
        const compiled = createMatcher([{ key: 1, query: parseQuery(written) }])
        let end = 0
        for (const range of compiled(searched(text))[0]?.text ?? []) {
          expect(range.start).toBeGreaterThanOrEqual(end)
          expect(range.end).toBeGreaterThan(range.start)
          expect(compiled(searched(text.slice(range.start, range.end)))).toHaveLength(1)
          end = range.end
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it('read a row of flags without end as quickly as any other text', () => {
    const row = '🇩🇪'.repeat(40_000)
    expect(marked('🇩🇪', row)).toHaveLength(50)
    expect(marked('🇪🇩', row)).toBeUndefined()
  })

  it('never fail, whatever the text', () => {
    const compiled = createMatcher(
      [...words, 'acm*', '"a b"', 'x.example'].map((text, key) => ({ key, query: parseQuery(text) })),
    )
    fc.assert(
      fc.property(anyText, anyText, fc.array(anyText), (title, text, links) => {
        compiled(searched(text, { title, links, url: text, author: { name: title, url: text } }))
      }),
      { numRuns: runs(200) },
    )
  })
})

it('a word between underscores, stars or other signs of emphasis is found in any text', () => {
  const sign = fc.constantFrom('_', '__', '*', '**', '~~', '`', '_*')
  const other = fc.constantFrom('', 'so ', '(', '“', 'my, ')
  fc.assert(
    fc.property(
      fc.constantFrom('acme', 'app', '@acme', '#acme', '.net', 'x_y', 'straße'),
      sign,
      other,
      other,
      (word, mark, before, after) => {
        const closing = [...mark].reverse().join('')
        expect(marked(word, `${before}${mark}${word}${closing} ${after}`)).toEqual([word])
        expect(marked('"so word"', `${mark}so word${closing}`)).toEqual(['so word'])
      },
    ),
  )
})
