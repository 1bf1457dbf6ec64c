import type { NetworkName, Term } from './expressible.ts'

/** One way in which a post can match the query of an alert. */
export type Alternative = {
  /** All of them occur. */
  terms: Term[]
  /** What a post says so that it matches. It goes into a sentence. */
  says: string
  /** `title`: only a title counts. */
  where?: 'title'
  /** Only these networks have such posts. */
  only?: NetworkName[]
  author?: string
  /** Where the post must be: a repository, a site, a feed. */
  place?: string
}

export type PlantedAlert = {
  name: string
  query: string
  languages?: string[]
  alternatives: Alternative[]
  /** What looks like a match and is none. */
  decoys: string[]
}

const word = (text: string): Term => ({ kind: 'word', text })
const phrase = (text: string): Term => ({ kind: 'phrase', text })
const term = (kind: Term['kind'], text: string): Term => ({ kind, text })

const oneWord = (text: string): PlantedAlert => ({
  name: text,
  query: text,
  alternatives: [{ terms: [word(text)], says: capitalized(text) }],
  decoys: [`${text}ish`, `pre${text}`],
})

const onePhrase = (text: string): PlantedAlert => ({
  name: text,
  query: `"${text}"`,
  alternatives: [{ terms: [phrase(text)], says: text }],
  decoys: [text.split(' ').toReversed().join(' '), text.split(' ').join(' or some ')],
})

const oneOf = (...words: string[]): PlantedAlert => ({
  name: words.join(' or '),
  query: words.join(' OR '),
  alternatives: words.map((text) => ({ terms: [word(text)], says: text })),
  decoys: words.map((text) => `${text}ian`),
})

/** `with`: the word that must occur, too. `without`: the word that must not. */
const context = (brand: string, other: string, without?: string): PlantedAlert => ({
  name: `${brand} with ${other}`,
  query: `${brand} ${other}${without === undefined ? '' : ` -${without}`}`,
  alternatives: [{ terms: [word(brand), word(other)], says: `${brand} for the ${other}` }],
  decoys: [brand, ...(without === undefined ? [] : [`${brand} for the ${other} and its ${without}`])],
})

const excluding = (brand: string, without: string): PlantedAlert => ({
  name: `${brand} without ${without}`,
  query: `${brand} -${without}`,
  alternatives: [{ terms: [word(brand)], says: brand }],
  decoys: [`${brand} ${without}`],
})

const capitalized = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

const twelve = ['gelbrix', 'hondrel', 'ixtrava', 'jumbrel', 'kortina2', 'lexavor', 'morzia']
const more = ['nubrano', 'ostravel', 'pyndra', 'quorvex', 'rilkano']

/** Fifty alerts, with every part of the query language. The brands are words that nothing else in the world says. */
export const plantedAlerts: readonly PlantedAlert[] = [
  ...['zentrova', 'quillbase', 'mirathon', 'boltheim', 'tavrix', 'ondrella', 'plumeo'].map(oneWord),
  ...['skarnet', 'vellumio', 'crisphq', 'dornfeld2', 'fennix', 'gridhop', 'halvorsen7', 'inkmoor'].map(
    oneWord,
  ),
  ...['harbor pilot', 'quiet lantern', 'copper heron', 'seven mile ledger', 'paper falcon'].map(onePhrase),
  onePhrase('blue orchid labs'),
  oneOf('lunaris9', 'lunarishq'),
  oneOf('petrolux', 'petroluxapp', 'petro_lux'),
  oneOf('wexform', 'wexforms', 'wexformhq'),
  oneOf('novabrick', 'novabrik'),
  oneOf('tidewell', 'tidewellapp'),
  oneOf(...twelve, ...more),
  excluding('mistralis', 'jobs'),
  excluding('corvane', 'hiring'),
  excluding('ashgrove', 'manor'),
  excluding('delphine4', 'concert'),
  context('boreal', 'invoice'),
  context('summit', 'backup'),
  context('orbitz3', 'router', 'coupon'),
  {
    name: 'Vex++',
    query: 'Vex++',
    alternatives: [{ terms: [term('signs', 'Vex++')], says: 'Vex++' }],
    decoys: ['Vex', 'Vex+'],
  },
  {
    name: 'C++ kestrelkit',
    query: 'C++ kestrelkit',
    alternatives: [{ terms: [term('signs', 'C++'), word('kestrelkit')], says: 'kestrelkit for C++' }],
    decoys: ['kestrelkit for C', 'C++ alone'],
  },
  {
    name: 'Q&B',
    query: 'Q&B',
    alternatives: [{ terms: [term('signs', 'Q&B')], says: 'Q&B' }],
    decoys: ['Q and B', 'QB'],
  },
  {
    name: 'node.zy',
    query: '`node.zy`',
    alternatives: [{ terms: [phrase('node.zy')], says: 'node.zy' }],
    decoys: ['Node.ZY', 'node zy'],
  },
  {
    name: 'Fathom in capitals',
    query: '=Fathom analytics',
    alternatives: [{ terms: [word('Fathom'), word('analytics')], says: 'Fathom analytics' }],
    decoys: ['to fathom analytics'],
  },
  {
    name: 'Orbit in capitals',
    query: '="Orbit Desk"',
    alternatives: [{ terms: [phrase('Orbit Desk')], says: 'Orbit Desk' }],
    decoys: ['orbit desk'],
  },
  {
    name: 'lumark*',
    query: 'lumark*',
    alternatives: [{ terms: [term('prefix', 'lumark')], says: 'Lumarketing' }],
    decoys: ['alumark'],
  },
  {
    name: 'falcon near router',
    query: 'talonex NEAR/5 router',
    alternatives: [{ terms: [word('talonex'), word('router')], says: 'talonex mesh router' }],
    decoys: ['talonex, which one would of course not call any kind of a router'],
  },
  {
    name: 'in this order',
    query: 'sprigo ONEAR/3 cloud',
    alternatives: [{ terms: [word('sprigo'), word('cloud')], says: 'sprigo in the cloud' }],
    decoys: ['a cloud of sprigo'],
  },
  {
    name: 'アクメ電機',
    query: 'アクメ電機',
    alternatives: [{ terms: [term('cjk', 'アクメ電機')], says: 'アクメ電機' }],
    decoys: ['アクメ電気'],
  },
  {
    name: '星河云',
    query: '星河云 OR 星河雲',
    alternatives: [
      { terms: [term('cjk', '星河云')], says: '星河云' },
      { terms: [term('cjk', '星河雲')], says: '星河雲' },
    ],
    decoys: ['星河'],
  },
  {
    name: 'the own site',
    query: 'zentro.example OR link:quill.example',
    alternatives: [
      { terms: [term('address', 'zentro.example')], says: 'https://www.zentro.example/pricing' },
      { terms: [term('address', 'quill.example')], says: 'https://quill.example/docs' },
    ],
    decoys: ['https://notzentro.example/pricing'],
  },
  {
    name: 'in titles',
    query: 'title:(brindleworks)',
    alternatives: [{ terms: [word('brindleworks')], says: 'Brindleworks', where: 'title' }],
    decoys: ['Brindlework'],
  },
  {
    name: 'one place',
    query: 'site:github.com/acme/widget crash OR site:blog-3.example crash',
    alternatives: [
      {
        terms: [term('site', 'github.com/acme/widget'), word('crash')],
        says: 'a crash',
        only: ['github'],
        place: 'acme/widget',
      },
      {
        terms: [term('site', 'blog-3.example'), word('crash')],
        says: 'a crash',
        only: ['feeds'],
        place: 'blog-3.example',
      },
    ],
    decoys: [],
  },
  {
    name: 'one author',
    query: 'author:kimleehq',
    alternatives: [
      {
        terms: [term('author', 'kimleehq')],
        says: 'what I think',
        author: 'kimleehq',
        only: ['github', 'lemmy', 'discourse', 'hacker-news', 'mastodon'],
      },
    ],
    decoys: [],
  },
  {
    name: 'in English',
    query: 'tornbridge',
    languages: ['en'],
    alternatives: [{ terms: [word('tornbridge')], says: 'tornbridge' }],
    decoys: ['tornbridges'],
  },
]
