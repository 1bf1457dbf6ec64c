import { rankOf } from '../query/advice/frequent-words.ts'
import { describeQuery } from '../query/describe-query.ts'
import { joined, printQuery, type Query, type Term } from '../query/query.ts'
import { termsOf } from '../store/counts/terms.ts'
import { labelOf, type SiteFacts } from './site-facts.ts'

/** An alert that a site suggests, in the language of queries. */
export type ProposedAlert = { name: string; query: string }

/** Fewer posts say nothing about a word. */
const leastFound = 10
/** A word is common if it is found with words of the site in less than this share of posts. */
const leastShare = 0.25

/** Posts that have the name, and those of them that also have a word or the address of the site. */
export type Heard = { withName: number; aboutSite: number }

/** A name in a sentence: within so many words of a word of the site. */
const distance = 20
const maxContext = 8
const maxHandles = 4
const maxProducts = 2

/** What the site calls itself; what its address calls it if it does not say. */
export const siteName = ({ name, host }: SiteFacts): string => name ?? labelOf(host)

/**
 * The two queries whose numbers tell whether the name is a common word: the name alone, and with words of the site. Undefined if nobody need ask,
 * because the name has several words or a sign that words do not have.
 */
export function questionsAbout(facts: SiteFacts): { withName: string; aboutSite: string } | undefined {
  const name = siteName(facts)
  const context = contextOf(facts)
  if (isDistinct(name) || rankOf(name) !== undefined || context.length === 0 || !isReadable(term(name)))
    return undefined
  const withName = term(name)
  const others = joined('or', [...context.map(term), term(facts.host)])
  return { withName: printQuery(withName), aboutSite: printQuery({ kind: 'and', parts: [withName, others] }) }
}

/** `heard`: what the questions found; undefined if nobody was asked. Returns the alerts, the one for the whole brand first. */
export function proposeAlerts(facts: SiteFacts, heard?: Heard): ProposedAlert[] {
  const name = siteName(facts)
  const brand: ProposedAlert = {
    name,
    query: printQuery(brandQuery(facts, isCommon(name, heard))),
  }
  const products = facts.products.slice(0, maxProducts).map((product) => {
    const hasBrand = fold(product).includes(fold(name))
    const query: Query =
      hasBrand || product.includes(' ')
        ? term(product)
        : { kind: 'near', left: [term(product)], right: [term(name)], distance, ordered: false }
    return { name: hasBrand ? product : `${name} ${product}`, query: printQuery(query) }
  })
  return [brand, ...products].filter(({ query }) => describeQuery(query).problem === undefined)
}

function isCommon(name: string, heard: Heard | undefined): boolean {
  if (isDistinct(name)) return false
  if (rankOf(name) !== undefined) return true
  // Of a word that nobody was asked about, the careful guess: words of the site beside it.
  if (heard === undefined) return true
  return heard.withName >= leastFound && heard.aboutSite < leastShare * heard.withName
}

/** Several words, a digit, a sign or a capital within the word: nothing else is called so. */
const isDistinct = (name: string) => /[^\p{L}]|\p{Ll}\p{Lu}/u.test(name)

function brandQuery(facts: SiteFacts, isCommonWord: boolean): Query {
  const name = siteName(facts)
  const context = contextOf(facts)
  const exactly = { ...term(name), exact: true }
  const near = { left: [exactly], right: context.map(term), distance, ordered: false }
  const common: Query = context.length > 0 ? { kind: 'near', ...near } : exactly
  const named = isCommonWord ? common : term(name)
  const handles = [...new Set(facts.accounts.map(({ handle }) => handle.split('@')[0] ?? ''))]
    .filter((handle) => /^[\w-]{3,}$/.test(handle) && fold(handle) !== fold(name))
    .slice(0, maxHandles)
  const others = distinct([...handles.map(term), term(facts.host)])
  return joined('or', [named, ...others].filter(isReadable))
}

/** Words that say what the site is about, rarest last. */
function contextOf({ description, products, name = '', host }: SiteFacts): string[] {
  const own = new Set([...termsOf(name), ...termsOf(host.replaceAll('.', ' '))])
  const words = [...termsOf(`${description} ${products.join(' ')}`)]
  return words.filter((word) => !own.has(word) && rankOf(word) === undefined).slice(0, maxContext)
}

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const distinct = (terms: Term[]) => [...new Map(terms.map((one) => [one.text, one])).values()]

/** A name of signs alone is nothing to look for. */
const isReadable = (query: Query) => describeQuery(printQuery(query)).problem === undefined

/** Words of the language of queries, which a name may be, too. */
const operators = new Set(['AND', 'OR', 'NOT', 'ANDNOT', 'NEAR', 'ONEAR'])

/** A word, or a phrase if it has more than letters and digits. Signs that end a phrase are left out. */
function term(given: string): Term {
  const text = given.replace(/[^\p{L}\p{M}\p{N}.&+'’#@/-]+/gu, ' ').trim()
  return {
    kind: 'term',
    text,
    phrase: !/^[\p{L}\p{N}]+$/u.test(text) || operators.has(text),
    prefix: false,
    title: false,
    exact: false,
  }
}
