import { fold, isDenseLetter } from '../../query/fold.ts'
import { domainOf } from '../../query/matching/leaf.ts'
import { queryOf } from '../../query/parse-query.ts'
import { type Field, leavesOf, type PostType, printQuery, type Query, type Term } from '../../query/query.ts'
import { addressOf, isOnSite, siteOf } from '../../query/site.ts'
import type { Search } from '../../source.ts'

/**
 * From a query to the narrowest request that the search of a network can answer. The request never leaves out a post that the query matches:
 * the service compares the whole query afterwards. So words with NOT are not sent, because a network may exclude more than we do.
 *
 * A network that tells `Nestlé` from `nestle` is asked for the words as they are written, and for their plain form in which the service
 * compares them. It does not find further spellings, such as `Nèstle`.
 */

/** What the search of a network can express, by its documentation. */
export type Ability = {
  /** What `source:` may say of its items, and `type:`. */
  sources: readonly string[]
  types: readonly PostType[]
  /** The hosts of the addresses of its items. Without it, any. */
  hosts?: readonly string[]
  /** True if a phrase in quotes is searched as a phrase. Otherwise its words are asked for. */
  phrases: boolean
  /** False if all words of a request count as one text, so that a request can have only one word or phrase. */
  all: boolean
  /**
   * How many operators OR one request may have; 0 by default. `sign` is how it is written: ` OR `. `groups`: each side may be several words in
   * parentheses.
   */
  or?: { most: number; sign: string; groups?: true }
  /**
   * The form in which the network itself compares words. Words with one form are asked for once. By default, words have one form only if
   * they are the same in small letters.
   */
  form?: (word: string) => string
  /** Only single words can be asked for, such as tags. */
  singles?: true
  /** Signs beside letters and digits that are searched as they are written, such as `+#`. None by default. */
  signs?: string
  /** True if addresses are searched like words. */
  links?: boolean
  /** The word of a request that asks for addresses on a host, where they are not searched like words. */
  address?: (host: string) => string
  /** True if beginnings of words are found. */
  beginnings?: true
  /** In UTF-16 units. */
  maxLength: number
  /** Words with fewer letters are not searched. */
  leastLetters?: number
}

/** `isPlain`: words are asked for in the plain form in which the service compares them, otherwise as they are written. */
type Spelled = Ability & { isPlain: boolean }

/** Something to ask for, and the alerts whose posts it finds. */
export type Narrowed = { text: string; alerts: string[] }

/** What is asked for an alert. `asked` is empty if nothing is; `cannot` has the parts of the query that the network cannot search for. */
type Expressed = { alert: string; asked: string[]; cannot: string[] }

export type Narrowing = { requests: Narrowed[]; expressed: Expressed[] }

/** `text` is what is sent. */
type Word = { text: string; form: string }
/** Words in a row. */
type Part = readonly Word[]
/** Parts that all must occur. */
type Way = readonly Part[]
/** Ways of which one must hold; or nothing is known that must occur, or no item of the network can match. */
type Need = Way[] | 'anything' | 'nothing'

/** More ways than this are not made by multiplying: of two parts of an AND, one is asked for. */
const maxWays = 12

export function narrow(searches: readonly Search[], ability: Ability): Narrowing {
  const ways = new Map<string, { way: Way; alerts: Set<string> }>()
  const needs = searches.map((search) => {
    const query = queryOf(search)
    return { alert: search.alert, query, need: needOfSpellings(query, search.query, ability) }
  })
  for (const { alert, need } of needs) {
    if (typeof need === 'string') continue
    for (const given of need) {
      const way = ability.singles ? [[longestWord(given, ability)]] : withinLength(given, ability)
      const form = textOf(way, ability, 'form')
      const known = ways.get(form) ?? { way, alerts: new Set() }
      known.alerts.add(alert)
      ways.set(form, known)
    }
  }
  const requests = packed(absorbed([...ways.values()]), ability)
  const expressed = needs.map(({ alert, query, need }) => ({
    alert,
    asked: requests.filter(({ alerts }) => alerts.includes(alert)).map(({ text }) => text),
    cannot: need === 'nothing' ? [] : unsearchable(query, ability),
  }))
  return { requests, expressed }
}

/** Either all words are as they are written, or all are plain: each mixture would need a request of its own. */
function needOfSpellings(query: Query, text: string, ability: Ability): Need {
  const written = needOf(query, { ...ability, isPlain: false })
  const isOneSpelling = /^\p{ASCII}*$/u.test(text)
  return isOneSpelling ? written : any([written, needOf(query, { ...ability, isPlain: true })])
}

function needOf(query: Query, ability: Spelled): Need {
  switch (query.kind) {
    case 'term':
      return needOfTerm(query, ability)
    case 'near':
      return all(
        [
          any(query.left.map((term) => needOfTerm(term, ability))),
          any(query.right.map((term) => needOfTerm(term, ability))),
        ],
        ability,
      )
    case 'and':
      return all(
        query.parts.map((part) => needOf(part, ability)),
        ability,
      )
    case 'or':
      return any(query.parts.map((part) => needOf(part, ability)))
    case 'not':
      return query.part.kind === 'field' && isCertain(query.part, ability) ? 'nothing' : 'anything'
    case 'field':
      return needOfField(query, ability)
    case 'least':
      return 'anything'
  }
}

function all(needs: Need[], ability: Ability): Need {
  if (needs.includes('nothing')) return 'nothing'
  const known = needs.filter((need) => typeof need !== 'string')
  const [first, ...others] = known.toSorted((a, b) => a.length - b.length)
  if (first === undefined) return 'anything'
  return others.reduce((ways, more) => {
    if (!ability.all) return longest(more) > longest(ways) ? more : ways
    if (ways.length * more.length > maxWays) return ways
    return ways.flatMap((way) => more.map((other) => simplified([...way, ...other])))
  }, first)
}

/** Letters of a script without spaces that stand in a row are one word here. */
const longestWord = (way: Way, ability: Ability): Word =>
  wordOf(
    way
      .flatMap((part) => partText(part, { ...ability, phrases: false }).split(' '))
      .reduce((best, word) => (word.length > best.length ? word : best), ''),
    ability,
  )

/** The shortest way decides how much a request finds. */
const longest = (ways: Way[]) => Math.min(...ways.map((way) => (hasAddress(way) ? 0 : lettersOf(way))))
/** An address may also be in a part of a post that is not searched, so that words are asked for rather than it. */
const hasAddress = (way: Way) => way.flat().some(({ text }) => /\p{L}[.:]/u.test(text))
const lettersOf = (way: Way) => way.reduce((sum, part) => sum + lettersIn(part).length, 0)
const lettersIn = (part: Part) => part.map(({ text }) => text).join('')

function any(needs: Need[]): Need {
  const possible = needs.filter((need) => need !== 'nothing')
  if (possible.length === 0) return 'nothing'
  return possible.includes('anything') ? 'anything' : (possible.flat() as Way[])
}

function needOfTerm(term: Term, ability: Spelled): Need {
  const part = partOf(term, ability)
  if (part === undefined) return 'anything'
  // With gaps, its words find the address, too.
  const isApart = ability.address !== undefined && ability.all && domainOf(term) !== undefined
  const site = isApart ? partOfSite(term.text, ability) : undefined
  return site === undefined ? [[part]] : [[part], [site]]
}

/** The words of a term that the network can search for; undefined if there are none, or so few letters that they would find everything. */
function partOf(term: Term, ability: Spelled): Part | undefined {
  // Where addresses are searched, it also matches links to the site, and these may have more before and behind.
  const site = ability.links && domainOf(term) !== undefined ? partOfSite(term.text, ability) : undefined
  if (site !== undefined) return site
  const isPlain = ability.isPlain && !term.exact
  const written = isPlain ? undefined : partIn(asWritten(term.text), term, ability)
  // Letters in circles are no words as they are written.
  return written ?? partIn(fold(term.text.normalize('NFC')).text, term, ability)
}

/** Invisible characters, but not those that join letters: they are a part of many words of Persian and Sinhala. */
const invisible = /(?![\u200c\u200d])\p{DI}|(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu

/** In small letters. Compatible characters stay: NFKC takes letters of Thai apart, and makes a word of the sign for a trade mark. */
const asWritten = (text: string) => text.normalize('NFC').replaceAll(invisible, '').toLowerCase()

function partIn(text: string, term: Term, ability: Ability): Part | undefined {
  const words = wordsIn(text, ability)
  if (words.some((word) => word.text.length > ability.maxLength)) return undefined
  // The last word of a prefix goes on.
  const whole = term.prefix && !ability.beginnings ? words.slice(0, -1) : words
  const least = ability.leastLetters ?? 1
  const searched = ability.phrases
    ? whole
    : whole.filter((one) => one.text.length >= least || isDense(one.text))
  const letters = lettersIn(searched)
  if (letters === '' || (letters.length < least && !isDense(letters))) return undefined
  const hasLostSigns = !term.phrase && /[^\p{L}\p{N}\p{M}\s'_-]/u.test(withoutSigns(term.text, ability))
  return hasLostSigns && letters.length < leastAlone && !isDense(letters) ? undefined : searched
}

/** Without its signs, a shorter word such as the C of C++ would find far too much. */
const leastAlone = 3

const withoutSigns = (text: string, { signs = '' }: Ability) =>
  [...text].filter((character) => !signs.includes(character)).join('')

const isDense = (text: string) => isDenseLetter(text.codePointAt(0))

function partOfSite(written: string, ability: Ability): Part | undefined {
  const [host = ''] = siteOf(written)?.split('/') ?? []
  if (!/^[a-z0-9.-]+$/.test(host) || host.includes('xn--')) return undefined
  return ability.address === undefined ? wordsIn(host, ability) : [wordOf(ability.address(host), ability)]
}

const wordOf = (text: string, { form }: Ability): Word => ({ text, form: form?.(text) ?? text })

/** Runs of letters, digits and `_`, as most searches take a text apart; those that part it at `_` do the same with the request. Each letter of a script without spaces is a word. */
function wordsIn(text: string, ability: Ability): Word[] {
  const { signs = '' } = ability
  const words: string[] = []
  let open = false
  for (const character of text) {
    const isWord = /[\p{L}\p{N}\p{M}_\u200c\u200d]/u.test(character) || signs.includes(character)
    const isAlone = isDenseLetter(character.codePointAt(0))
    if (isWord && open && !isAlone) words.push((words.pop() ?? '') + character)
    else if (isWord) words.push(character)
    open = isWord && !isAlone
  }
  const letters = words.map((word) => word.replaceAll(outerJoiners, ''))
  return letters.filter((word) => /[^_]/.test(word)).map((word) => wordOf(word, ability))
}

/** Between signs, such as those of a family 👩‍👧, they join no letters. */
const outerJoiners = /^[\u200c\u200d]+|[\u200c\u200d]+$/g

function needOfField(field: Field, ability: Ability): Need {
  const { name, value } = field
  if (name === 'source') return ability.sources.includes(value) ? 'anything' : 'nothing'
  if (name === 'type') return ability.types.some((type) => type === value) ? 'anything' : 'nothing'
  if (name === 'site' && ability.hosts !== undefined)
    return isPossible(value, ability.hosts) ? 'anything' : 'nothing'
  if (name !== 'link' || !(ability.links || ability.address)) return 'anything'
  const part = partOfSite(value, ability)
  return part === undefined ? 'anything' : [[part]]
}

/** True if an address of one of these hosts, or of one below it, can be on the site. */
function isPossible(site: string, hosts: readonly string[]): boolean {
  const [host = ''] = site.split('/')
  return hosts.some((one) => {
    const address = addressOf(`https://${one}/`)
    return (address !== undefined && isOnSite(address, host)) || host.endsWith(`.${one}`)
  })
}

const isCertain = ({ name, value }: Field, { sources, types }: Ability) =>
  (name === 'source' && sources.includes(value)) ||
  (name === 'type' && types.length === 1 && types[0] === value)

/** Drops parts that others imply. */
function simplified(way: Way): Way {
  return way.filter(
    (part, place) =>
      !way.some((other, at) => at !== place && implies(other, part) && (at < place || !implies(part, other))),
  )
}

/** True if a text with the first part always has the second. */
function implies(part: Part, other: Part): boolean {
  return part.some((_word, at) => other.every(({ form }, place) => part[at + place]?.form === form))
}

/** Drops ways that find nothing that another does not find. That one then serves their alerts, too. */
function absorbed(ways: { way: Way; alerts: Set<string> }[]): { way: Way; alerts: Set<string> }[] {
  const kept: { way: Way; alerts: Set<string> }[] = []
  for (const one of ways.toSorted(
    (a, b) => a.way.length - b.way.length || lettersOf(a.way) - lettersOf(b.way),
  )) {
    const wider = kept.find(({ way }) => way.every((part) => one.way.some((other) => implies(other, part))))
    if (wider === undefined) kept.push({ way: one.way, alerts: new Set(one.alerts) })
    else for (const alert of one.alerts) wider.alerts.add(alert)
  }
  return kept
}

/** Short parts go first, then the last words of a phrase: fewer words find more. */
function withinLength(way: Way, ability: Ability): Way {
  if (textOf(way, ability).length <= ability.maxLength) return way
  if (way.length > 1) {
    const [shortest] = way.toSorted((a, b) => lettersIn(a).length - lettersIn(b).length)
    return withinLength(
      way.filter((part) => part !== shortest),
      ability,
    )
  }
  const [part = []] = way
  return withinLength([part.slice(0, -1)], ability)
}

const textOf = (way: Way, ability: Ability, spelling: keyof Word = 'text') =>
  way.map((part) => partText(part, ability, spelling)).join(' ')

/** In quotes also words that are operators. */
function partText(part: Part, { phrases }: Ability, spelling: keyof Word = 'text'): string {
  const text = part.reduce(
    (before, { [spelling]: word }) =>
      before === '' || (isDense(word) && isDenseLetter(before.codePointAt(before.length - 1)))
        ? before + word
        : `${before} ${word}`,
    '',
  )
  return phrases && (part.length > 1 || /^(and|or|not)$/.test(text)) ? `"${text}"` : text
}

function packed(ways: { way: Way; alerts: Set<string> }[], ability: Ability): Narrowed[] {
  const { or, maxLength } = ability
  const requests: { texts: string[]; alerts: Set<string>; isAlone: boolean }[] = []
  for (const { way, alerts } of ways) {
    const text = or?.groups && way.length > 1 ? `(${textOf(way, ability)})` : textOf(way, ability)
    const isAlone = or === undefined || (way.length > 1 && !or.groups)
    const last = isAlone
      ? undefined
      : requests.findLast(
          ({ texts, isAlone }) =>
            !isAlone && texts.length <= or.most && [...texts, text].join(or.sign).length <= maxLength,
        )
    if (last === undefined) requests.push({ texts: [text], alerts: new Set(alerts), isAlone })
    else {
      last.texts.push(text)
      for (const alert of alerts) last.alerts.add(alert)
    }
  }
  return requests.map(({ texts, alerts, isAlone }) => ({
    text: !isAlone && texts.length === 1 ? withoutGroup(texts[0] ?? '') : texts.join(or?.sign ?? ' '),
    alerts: [...alerts],
  }))
}

const withoutGroup = (text: string) => text.replace(/^\((.*)\)$/, '$1')

/** Words of a query that must or may occur, and that the network cannot search for. */
function unsearchable(query: Query, ability: Ability): string[] {
  const leaves = [...leavesOf(query)].filter(({ wanted }) => wanted).map(({ leaf }) => leaf)
  const terms = leaves.flatMap((leaf) =>
    leaf.kind === 'near' ? [...leaf.left, ...leaf.right] : leaf.kind === 'term' ? leaf : [],
  )
  return [
    ...new Set(
      terms
        .filter((term) => partOf(term, { ...ability, isPlain: true }) === undefined)
        .map((term) => printQuery(term)),
    ),
  ]
}
