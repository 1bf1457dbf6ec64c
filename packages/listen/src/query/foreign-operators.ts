import { fieldNames } from './query.ts'
import { Refusal } from './refusal.ts'
import { siteOf } from './site.ts'
import { sourceNamed, sourceNames, typeNamed } from './value-names.ts'

/**
 * What looks like an operator because it is one elsewhere. As a plain word it would find nothing, and nobody would notice. So each is refused
 * with what says the same here. `instead` gets the groups of the pattern; '' leaves the part out, and undefined means that nothing here says it.
 */
type Rule = {
  pattern: RegExp
  message: string
  instead?: (groups: string[], after: string, before: string) => string | undefined
}

/** Each begins and ends a phrase. */
export const quotes = '"“”„‟″〝〞〟«»‹›「」『』《》〈〉【】'
const quote = `[${quotes}]`
const end = '(?=[\\s()|]|$)'
/** The rest of a word. */
const rest = `[^\\s()|\`${quotes}]+`

const rule = (
  pattern: string,
  message: string,
  instead?: Rule['instead'],
  flags: 'iuy' | 'uy' | 'isuy' = 'iuy',
): Rule => ({ pattern: new RegExp(pattern, flags), message, ...(instead && { instead }) })

const capitals = 'uy'
const ifMeant = (what: string) => `If you mean ${what}, put it in quotes.`

const domain = '[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+(?:/[^\\s()|*]+?)?'

const isOrdered = (name: string) => /^(onear|pre|next|adj)/i.test(name)
const near = (name: string, distance: string) => `${isOrdered(name) ? 'ONEAR' : 'NEAR'}/${distance}`
const nearNames = 'O?NEAR|NNEAR|AROUND|WITHIN|ADJ|NEXT|PRE'
const nearMessage = 'Nearness is written NEAR/5 here, or ONEAR/5 in this order.'

/** Each two words of a phrase near each other. */
function nearWords(phrase: string, distance: string): string | undefined {
  const words = phrase.trim().split(/\s+/)
  if (words.length < 2) return `"${phrase}"`
  const pairs = words.slice(1).map((word, place) => `"${words[place]}" NEAR/${distance} "${word}"`)
  return `(${pairs.map((pair) => (pairs.length === 1 ? pair : `(${pair})`)).join(' ')})`
}

const exactly = (value: string) => (/^[\p{L}\p{N}]+\*?$/u.test(value) ? `=${value}` : `\`${value}\``)

/** Signs between the parts of a list. */
export const listSigns = ',;\u3001'

const excludingSign = '[-\u2010-\u2015\u2212!]'
const excludes = new RegExp(`^\\s*(?:${excludingSign}|NOT\\b)`, 'u')
const isExcluded = new RegExp(`(?:${excludingSign}|(?<![^\\s(|])NOT\\s+)[^\\s()|]*$`, 'u')

/** True if an OR between the parts of a list could change what is excluded. */
export const listExcludes = (before: string, after: string) => excludes.test(after) || isExcluded.test(before)

/** The parts of a list of which one is enough; undefined if one has a sign that excludes or requires it. */
export function partsOfList(list: string): string[] | undefined {
  const parts = list.split(new RegExp(`[${listSigns}]+`)).filter((part) => part !== '')
  return parts.some((part) => part.startsWith('+') || excludes.test(part)) ? undefined : parts
}

/** A list with commas, of which one part is enough. */
function listOf(word: string, after: string, before: string): string | undefined {
  const parts = partsOfList(word)
  const isLast = !new RegExp(`[${listSigns}]$`).test(word)
  const goesOn = !isLast && /^\s+[^\s)|]/.test(after) && !/^\s+(AND|OR)\b/.test(after)
  if (parts?.[0] === undefined || (goesOn && listExcludes(before, after))) return undefined
  return `${parts.length > 1 ? `(${parts.join(' OR ')})` : parts[0]}${goesOn ? ' OR' : ''}`
}

/** Text between single quotes. An apostrophe before a letter is one of its signs. */
const quotedText = `(?:[^'‘’´]|['’](?=\\p{L}))+`

const wordsElsewhere: Record<string, string> = {
  ...{
    AND: 'AND',
    OR: 'OR',
    NOT: 'NOT',
    ANDNOT: 'AND NOT',
    UND: 'AND',
    ODER: 'OR',
    NICHT: 'NOT',
    OHNE: 'NOT',
  },
  ...{ ET: 'AND', OU: 'OR', SAUF: 'NOT' },
}

const signs: Rule[] = [
  rule(
    `[^\\s\`"]*\\\\${rest}`,
    'No sign needs a backslash. Quotes keep signs as they are.',
    ([word = '']) => `"${word.replaceAll('\\', '')}"`,
  ),
  rule(
    `${quote}([^*${quotes}]*[^\\s*${quotes}])\\s+\\*\\s+([^\\s*${quotes}][^*${quotes}]*)${quote}${end}`,
    'A star stands at the end of a word. ONEAR/1 leaves room for one word.',
    ([before, after]) => `("${before}" ONEAR/1 "${after}")`,
  ),
  rule(`\\*${end}`, 'A star stands at the end of a word.', () => ''),
  rule(`\\*\\.(${domain})${end}`, 'A site has no stars: those below it are found, too.', ([name]) => name),
  rule(`(${domain})/\\*${end}`, 'A site has no stars: what is below it is found, too.', ([name]) => name),
  rule(`=([a-z]+):(?!:)`, 'The sign stands after the colon.', ([name = '']) =>
    name.toLowerCase() === 'title' ? 'title:=' : undefined,
  ),
  rule(`${quote}([^${quotes}]*)${quote}~(\\d*)`, nearMessage, ([phrase = '', distance]) =>
    nearWords(phrase, distance || '5'),
  ),
  rule(
    `(${quote}[^${quotes}]*${quote})\\^[\\d.]+`,
    'No word counts more than another one.',
    ([phrase]) => phrase,
  ),
  rule(
    `${quote}([^${quotes}]*)${quote}\\*`,
    'A star stands within the quotes.',
    ([phrase]) => `"${phrase}*"`,
  ),
  rule(`(?<=\\S\\s+)~(\\d+)(?=\\s+\\S)`, nearMessage, ([n = '']) => near('', n)),
  rule(`~\\d+${end}`, nearMessage),
  rule(`(${nearNames}|[NP])\\s*\\(\\s*(\\d+)\\s*\\)`, nearMessage, ([name = '', n = '']) => near(name, n)),
  rule(`(${nearNames})[:~/_-]?(\\d+)${end}`, nearMessage, ([name = '', n = '']) => near(name, n)),
  rule(`([NPS])/(\\d+)${end}`, nearMessage, ([name = '', n = '']) => near(name, n)),
  rule(`/[NWP]?(\\d+)${end}`, nearMessage, ([n = '']) => near('', n)),
  rule(
    `(?<=[^\\s(|]\\s+)[NW](1?\\d|20)(?=\\s+[^\\s)|])`,
    `${nearMessage} ${ifMeant('a name')}`,
    ([n = '']) => near('', n),
    capitals,
  ),
  rule(`O?NEAR/${rest}`, nearMessage),
  rule(
    `(O?NEAR)\\s*/?\\s*(\\d+)(?=\\s+(?!(?:AND|OR|NOT)\\b)[^\\s)|])`,
    `${nearMessage} ${ifMeant('the word')}`,
    ([name = '', n = '']) => near(name, n),
  ),
  rule(`(O?NEAR)${end}`, `${nearMessage} ${ifMeant('the word')}`, ([name = '']) => near(name, '4')),
  rule(
    `(W?|PRE)/(?:[SP]|SENT|PARA)${end}`,
    'No query asks for one sentence or paragraph. NEAR/15 comes close.',
    ([name = '']) => near(name, '15'),
  ),
  rule(`(?:W|PRE)/SEG${end}`, 'No query asks for one part of a post. Only title: names one.'),
  rule(
    `(ADJ|AROUND|WITHIN|NEXT|PRE|BEFORE|AFTER|SAME|XOR|NAND|NOR|BUT|FOLLOWED|ATLEAST)\\d*${end}`,
    `Operators are AND, OR, NOT, NEAR/5 and ONEAR/5. ${ifMeant('the word')}`,
    undefined,
    capitals,
  ),
  rule(`AND/OR${end}`, 'One operator is needed.', () => 'OR'),
  rule(`AND[-_]NOT${end}`, 'Write the operators with a space.', () => 'AND NOT'),
  rule(
    `(UND|ODER|NICHT|OHNE|ET|OU|SAUF)${end}`,
    `Operators are English. ${ifMeant('the word')}`,
    ([word = '']) => wordsElsewhere[word],
    capitals,
  ),
  rule(
    `(and|or|not|andnot)${end}`,
    `Operators have capitals. ${ifMeant('the word')}`,
    ([word = '']) => wordsElsewhere[word.toUpperCase()],
  ),
  rule(`(AND|OR|NOT)[-+=!~:/]`, 'Write a space after an operator.', undefined, capitals),
  rule(`\\$[a-z_]+:.*`, 'No query can say in sentences what is wanted.', () => '', 'isuy'),
  rule(
    `(?:''|‘‘|’’|´´)(${quotedText})(?:''|’’|´´)${end}`,
    'A phrase has double quotes.',
    ([phrase]) => `"${phrase}"`,
  ),
  rule(`['‘’‚‛´](${quotedText})['‘’´]${end}`, 'A phrase has double quotes.', ([phrase]) => `"${phrase}"`),
  rule(
    `\\{([^{}]*)\\}`,
    'Braces do nothing here. An = before a word makes capitals count.',
    ([phrase = '']) => (/\s/.test(phrase) ? `="${phrase}"` : exactly(phrase)),
  ),
  rule(`\\[([^[\\]]*)\\]${end}`, 'A phrase has double quotes.', ([phrase = '']) => `"${phrase}"`),
  rule(`[{}[\\]<>^]`, `Only parentheses group words. ${ifMeant('the sign')}`),
  rule(
    `:`,
    `The name of a field stands directly before its colon, as in site:news.example. ${ifMeant('the sign')}`,
  ),
  rule(
    `/r/([a-z\\d_]+)/${end}`,
    'A part of a site is written with site:',
    ([name]) => `site:reddit.com/r/${name}`,
  ),
  rule(`/[^/\\n]+/[gimsuy]{0,4}${end}`, 'There are no regular expressions.'),
  rule(`==+\\s*(${rest})?`, 'One = makes capitals count.', ([word]) => word && `=${word}`),
  rule(`=${end}`, 'Write = directly before the word whose capitals count.'),
  rule(`=\\(`, 'Write = before each word whose capitals count.'),
  rule(`(?<=\\S\\s+)\\+(\\d{1,2})(?=\\s+\\S)`, `${nearMessage} ${ifMeant('a number')}`, ([n = '']) =>
    near('ONEAR', n),
  ),
  rule(
    `(?<=\\S\\s+)\\+[SP](?=\\s+\\S)`,
    'No query asks for one sentence or paragraph. ONEAR/15 comes close.',
    () => 'ONEAR/15',
  ),
  rule(`\\++${end}`, 'Write AND, or nothing, between words that must all occur.', () => ''),
  rule(`\\+(?=${quote}|\\()`, 'Every word must occur here, unless OR stands between them.', () => ''),
  rule(
    `\\+(${rest})`,
    `Every word must occur here, unless OR stands between them. ${ifMeant('the sign')}`,
    ([word]) => word,
  ),
  rule(`!(?=\\()`, 'A minus excludes.', () => '-'),
  rule(
    `!(${rest}|${quote}[^${quotes}]*${quote})`,
    'A ! excludes elsewhere, or makes capitals count. Write - to exclude, or = for capitals.',
    ([word = '']) => `${/\p{Lu}/u.test(word) ? '=' : '-'}${word}`,
  ),
  rule(`~${end}`, nearMessage),
  rule('\u00ac\\s*', 'A minus excludes.', () => '-'),
  rule(`~(${rest})`, 'There are no synonyms: write them out with OR.', ([word]) => word),
  rule(
    `([^\\s()|\`${quotes}]+)~[\\d.]*${end}`,
    'Words are found as they are written: write other spellings out with OR.',
    ([word]) => word,
  ),
  rule(`([^\\s()|\`${quotes}]+)\\^[\\d.]+${end}`, 'No word counts more than another one.', ([word]) => word),
  rule(
    `(no|only)-(reddit|hackernews|lobsters)${end}`,
    'A source is written with source:',
    ([which = '', name = '']) => {
      const source = sourceNamed(name.toLowerCase())
      return source && `${/^no$/i.test(which) ? '-' : ''}source:${source}`
    },
  ),
  rule(`(${rest})&&(${rest})`, 'Write AND with spaces.', ([a, b]) => `${a} AND ${b}`),
  rule(
    `(\\p{L}{3,})[&+](\\p{L}{3,})${end}`,
    `Write AND with spaces. ${ifMeant('a name')}`,
    ([a, b]) => `${a} AND ${b}`,
  ),
  rule(`&+${end}`, 'Write AND, or the whole name in quotes, such as "Barnes & Noble".', () => 'AND'),
  rule(`\\$?\\d+\\.\\.\\.?\\$?\\d+`, 'There are no ranges of numbers.'),
  rule(
    `([a-z]+)(>=?|=)(\\d+|${rest})${end}`,
    `A field has a colon. ${ifMeant('the sign')}`,
    ([name = '', sign = '', value = '']) => {
      const known = renamed(name)
      if (known === 'reach' || known === 'points')
        return /^\d+$/.test(value) ? `${known}:${sign === '>' ? '>' : '>='}${value}` : undefined
      return known && sign === '=' ? `${known}:${value}` : undefined
    },
  ),
]

/** Words that are refused because of a character in them. */
const characters: Rule[] = [
  // A name such as Yahoo! has a capital.
  rule(
    `(\\p{Ll}[\\p{Ll}\\p{M}\\p{N}'’-]{2,}\\p{Ll})!+${end}`,
    `A ! stands for any letters elsewhere, and a star does here. ${ifMeant('the sign')}`,
    ([word]) => `${word}*`,
    capitals,
  ),
  rule(
    `(?!\\d+(?:,\\d{3})+${end})[^\\s()|\`${quotes}]*[,;、][^\\s()|\`${quotes}]*`,
    `Write OR between words of which one is enough. ${ifMeant('the comma')}`,
    ([word = ''], after, before) => listOf(word, after, before),
  ),
  rule(
    `([^\\s()|\`${quotes}]*[^\\s()|\`${quotes}?])\\?+${end}`,
    `A ? stands for a letter elsewhere. A star at the end stands for any letters. ${ifMeant('the sign')}`,
    ([word]) => `${word}*`,
  ),
  rule(`\\?+${rest}`, 'A ? stands for no letter here: write the words out with OR.'),
  rule(`${rest}\\?${rest}`, 'A ? stands for no letter here: write the words out with OR.'),
  rule(
    `%?(\\p{L}[\\p{L}\\p{N}]+)%`,
    'A star stands for any letters, at the end of a word.',
    ([word]) => `${word}*`,
  ),
  rule(`%\\p{L}`, 'Only the end of a word can be left out.'),
  rule(`\\*${rest}`, 'Only the end of a word can be left out: write the words out with OR.'),
]

const dates = 'An alert has no dates, because it gets what is new.'
const places = 'Few sources tell a place, so no query asks for one.'
const inAddress = 'The address of a post is written with site:, and an address in its text with link:'

/** Other names of fields, and what they mean elsewhere. */
const renames: Record<string, string> = Object.fromEntries(
  Object.entries({
    title: 'headline subject header intitle',
    link: 'linkto linksto links outlink',
    author: 'by user username handle account screenname writer byline creator',
    lang: 'language languages',
    source: 'network platform channel media medium sourcetype',
    type: 'posttype kind',
    reach: 'reach minreach min_reach reachmin views',
    points: 'points score upvotes votes likes minpoints min_points min_faves min_likes karma',
    site: 'site domain host hostname website blog sites domains',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
)
const renamed = (name: string): string | undefined =>
  [...fieldNames, 'title', 'reach', 'points'].find((one) => one === name.toLowerCase()) ??
  renames[name.toLowerCase()]

/** What stands instead of a name and its value. */
const translations: Record<string, { message: string; instead: (value: string) => string | undefined }> = {}
function translate(names: string, message: string, instead: (value: string) => string | undefined): void {
  for (const name of names.split(' ')) translations[name] = { message, instead }
}

const site = (value: string) => {
  const known = siteOf(value)
  return known && `site:${known}`
}
/** A name of a person that looks like that of a site. */
const isHandle = (value: string) => /^"?@[^@]+$|\.bsky\.social"?$/i.test(value)
translate('url inurl allinurl uri', inAddress, site)
translate('from', 'Who wrote it is written with author:, and where with site:', (value) =>
  /\.[a-z]/i.test(value) && !isHandle(value) ? site(value) : `author:${value}`,
)
translate(
  'intext inbody text body content message ingress keyword keywords contains term phrase all allintext',
  'A word without a field is looked for in title and text.',
  (value) => value,
)
translate('subreddit sub r', 'A part of a site is written with site:', (value) =>
  site(`reddit.com/r/${value.replace(/^\/?r\//, '')}`),
)
translate(
  'hashtag hashtags tag tags',
  'A tag is a word with its sign.',
  (value) => `#${value.replace(/^#/, '')}`,
)
translate('mention mentions to', 'A name is a word with its sign.', (value) => `@${value.replace(/^@/, '')}`)
translate('exact raw case casesensitive cs', 'An = before a word makes capitals count.', (value) =>
  value.startsWith('"') ? `=${value}` : exactly(value),
)
translate(
  'since until before after date daterange published newer_than older_than newer older when time day month year',
  dates,
  () => '',
)
translate(
  'country city state region location loc geo place sourcegeo sourcecountry continent',
  places,
  () => '',
)
translate('sentiment tone', 'A subscription filters by sentiment (only, except), not a query.', () => '')

translate(
  'followers authorfollowers engagement shares retweets reposts comments replies',
  'Of the numbers of a post, a query can ask for its reach and its points.',
  () => undefined,
)

translate('exclude excluding without minus none', 'A minus excludes.', (value) => `-${value}`)
translate('require required must include including with', 'Every word must occur here.', (value) => value)

/** The value of a renamed field, if it is one of ours. */
function valueFor(name: string, value: string): string | undefined {
  const bare = value.replaceAll(/^"|"$/g, '').toLowerCase()
  if (name === 'source') return sourceNamed(bare)
  if (name === 'type') return typeNamed(bare)
  if (name !== 'reach' && name !== 'points') return value
  return /^[>=]*\d+$/.test(bare) ? `>=${bare.replace(/^[>=]+/, '')}` : undefined
}

const fields = `title, ${fieldNames.join(', ')}, reach and points`
const named = new RegExp(
  `([\\p{L}_][\\p{L}\\p{N}_.-]*):(?!:)(?:${quote}([^${quotes}]*)${quote}|(\\()|([\\[{][^\\]}]*[\\]}]|${rest})|)`,
  'iuy',
)

/** Throws Refusal for a name with a colon that is no field here. */
function refuseField(text: string, at: number): void {
  named.lastIndex = at
  const match = named.exec(text)
  if (match === null) return
  const [whole, name = '', phrase, group, word] = match
  const lower = name.toLowerCase()
  const fixed = (message: string, instead: string | undefined) =>
    new Refusal(message, at, { end: named.lastIndex, instead })
  // It is unknown how much of the query belongs to a bracket that is never closed.
  const isWhole = !/^[[{][^\]}]*$/.test(word ?? '')
  const value = phrase === undefined ? (isWhole ? word : undefined) : `"${phrase}"`
  const translation = translations[lower]
  if (lower === 'allintitle') throw allInTitle(text, at)
  if (translation !== undefined)
    throw fixed(translation.message, value === undefined ? undefined : translation.instead(value))
  const known = renames[lower]
  if (known !== undefined) throw fixed(renameMessage(known), renamedField(known, group ?? value))
  if (value === undefined && group === undefined) throw fixed('A colon ends the name of a field.', name)
  throw new Refusal(`There is no field ${name}: known are ${fields}. ${ifMeant('the colon')}`, at, {
    example: /["(]/.test(whole) ? 'acme site:news.example' : `"${whole}"`,
  })
}

const renameMessage = (name: string) =>
  `This is written with ${name}:${name === 'source' ? ` (${sourceNames.join(', ')})` : ''}`

/** `value` is a parenthesis if several follow. */
function renamedField(name: string, value: string | undefined): string | undefined {
  if (value === '(') return name === 'reach' || name === 'points' ? undefined : `${name}:(`
  const given = value && valueFor(name, value)
  return given && `${name}:${given}`
}

/** All words up to the next field or parenthesis are meant. */
function allInTitle(text: string, at: number): Refusal {
  const start = at + 'allintitle:'.length
  const words = (/^[^():"]*(?=[\s()"]|$)/.exec(text.slice(start))?.[0] ?? '').trimEnd()
  return new Refusal('Write title: before the words, in parentheses.', at, {
    end: start + words.length,
    instead: words.trim() === '' ? undefined : `title:(${words.trim()})`,
  })
}

const valueQuotes = [
  rule(
    `(?:['‘’‚‛´]+(${quotedText})['‘’´]+|\\[([^[\\]]*)\\]|\\{([^{}]*)\\})${end}`,
    'A phrase has double quotes.',
    (phrases) => `"${phrases.join('')}"`,
  ),
  rule(`['‘’‚‛´[{]`, `A phrase has double quotes. ${ifMeant('the sign')}`),
]

/** Throws Refusal for quotes of another kind around the value of a field, of which only the first word would be the value. */
export function refuseForeignQuotes(text: string, at: number): void {
  for (const one of valueQuotes) refuse(one, text, at)
}

/** Throws Refusal for an operator of another product at this place of a query, which would be a plain word here. */
export function refuseForeign(text: string, at: number): void {
  if (/^https?:\/\//i.test(text.slice(at, at + 8))) return
  for (const one of signs) refuse(one, text, at)
  refuseField(text, at)
  for (const one of characters) refuse(one, text, at)
}

function refuse({ pattern, message, instead }: Rule, text: string, at: number): void {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return
  const [whole, ...groups] = match
  const { lastIndex } = pattern
  const given = groups.length === 0 ? [whole] : groups.map((group) => group ?? '')
  const translation = instead?.(given, text.slice(lastIndex), text.slice(0, at))
  const word = new RegExp(`^${rest}`).exec(text.slice(at))?.[0]
  const isQuotable = word !== undefined && message.includes('If you mean')
  throw new Refusal(message, at, {
    ...{ end: lastIndex, instead: translation },
    ...(isQuotable && { example: `"${word}"` }),
  })
}

const list = `\\(\\s*([^()]*)\\s*\\)`
const group = new RegExp(`\\(\\s*${list}\\s+AND\\s+${list}\\s*\\)~(\\d+)`, 'y')

/** Throws Refusal for two groups in parentheses with their distance behind them. */
export function refuseForeignGroup(text: string, at: number): void {
  group.lastIndex = at
  const [whole = '', left, right, distance] = group.exec(text) ?? []
  if (distance !== undefined)
    throw new Refusal(nearMessage, at, {
      ...{ end: at + whole.length, instead: `((${left}) NEAR/${distance} (${right}))` },
    })
}

const item = `=?(?:${quote}[^${quotes}]*${quote}|${rest})`
const alternatives = new RegExp(`((?:[a-z]+:)?)(${item}(?:\\|+${item})+)`, 'iuy')

/** Throws Refusal for alternatives without spaces: elsewhere they bind tighter than anything else. */
export function refuseAlternatives(text: string, at: number): void {
  alternatives.lastIndex = at
  const [whole = '', name = '', list = ''] = alternatives.exec(text) ?? []
  if (whole === '') return
  const parts = list.split(/\|+/)
  const isShared = name !== '' && !parts.some((part) => /^[a-z]+:/i.test(part))
  const instead = isShared ? `${name}(${parts.join(' OR ')})` : `(${name}${parts.join(' OR ')})`
  throw new Refusal('Write OR, and parentheses around the words of which one is enough.', at, {
    ...{ end: at + whole.length, instead },
  })
}
