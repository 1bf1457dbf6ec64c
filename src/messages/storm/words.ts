/** What the messages of a storm have in common: its reasons with their numbers, its tops, and one line for a mention. */
import type { Mention } from '../../model/mention.ts'
import type { SpikeSign, SpikeSummary, Tops, VolumeSign } from '../../model/storm.ts'
import { type RichPart, words } from '../block-kit.ts'
import { entryText } from '../card/plain-text.ts'
import { shortReach } from '../card/where-line.ts'
import { grouped, percent, plural } from '../numbers.ts'
import { countryName, flag } from '../place.ts'
import { sentimentSign } from '../sentiment.ts'
import { sourceName } from '../source-name.ts'
import { cut, isolate } from '../text.ts'
import { titleOf, withoutRepeatedAddress } from '../title.ts'

/** Where a mention stands in Slack, by its id: the permalink of its message in the thread, where that is known. */
export type Permalinks = ReadonlyMap<string, string>

/** How many names of sources or countries are told; the others are summed up. */
const shownNames = 3

/** Room for a title and an author in one line. UTF-16 units. */
const longestTitle = 100
const longestAuthor = 40

/** How many minutes the rules of volume look back. */
const windowMinutes: Record<VolumeSign['rule'], number> = { hour: 60, 'half-hour': 30, quarter: 15 }

/** Why it is called a storm: what was counted, beside what is usual. "31 in 15 minutes (usually 2.9), 3 bursts …". */
export function signWords(signs: SpikeSign[]): string {
  return decisive(signs).map(countedWords).join(', ')
}

/** Each sign alone suffices: of several windows of volume, the shortest tells as much as all of them. */
function decisive(signs: SpikeSign[]): SpikeSign[] {
  const minutesOf = (sign: SpikeSign) => (isVolume(sign) ? windowMinutes[sign.rule] : 0)
  const shortest = Math.min(...signs.filter(isVolume).map(minutesOf))
  return signs.filter((sign) => !isVolume(sign) || minutesOf(sign) === shortest)
}

const isVolume = (sign: SpikeSign): sign is VolumeSign => sign.rule in windowMinutes

function countedWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'mood':
      return `${percent(sign.share)} negative in 24 hours (${grouped(sign.negative)} of ${grouped(sign.rated)}, usually ${percent(sign.baselineShare)})`
    case 'bursts':
      return `${plural(sign.count, 'burst')} within 30 minutes and ${grouped(sign.inLastHour)} in the last hour (usually ${roundedMean(sign.baseline)})`
    default:
      return `${grouped(sign.count)} in ${windowMinutes[sign.rule]} minutes (usually ${roundedMean(sign.baseline)})`
  }
}

/** The formula of each rule that held, with what is not told in the reason: its thresholds, and the chance that came out. */
export function formulaText(signs: SpikeSign[]): string {
  return decisive(signs).map(ruleWords).join('; or ')
}

function ruleWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'mood':
      return `at least ${sign.least} of known sentiment and ${Math.round(sign.points * 100)} points above the usual, not by chance`
    case 'bursts':
      return `${plural(sign.least, 'burst')} and ${sign.times} × the usual hour`
    default: {
      const { threshold, chance, leastChance } = sign
      return `at least ${threshold.least} and ${threshold.times} × the usual, by chance rarer than ${chanceWords(leastChance)} (here ${chanceWords(chance)})`
    }
  }
}

/** A mean count: 0.4, 12. */
function roundedMean(count: number): string {
  return count < 10 ? String(Math.round(count * 10) / 10) : grouped(count)
}

/** A chance as people say it: 1 in 25,000; never more exact than it can be. */
export function chanceWords(chance: number): string {
  if (chance < 1e-6) return 'less than 1 in a million'
  return `1 in ${grouped(Number((1 / chance).toPrecision(2)))}`
}

/** 👎 71 % negative; empty where nothing was judged. */
export function negativeWords({ rated, negative }: SpikeSummary): string {
  return rated === 0 ? '' : `👎 ${percent(negative / rated)} negative`
}

/** Reddit 61, Web 40, others 12 · 🇺🇸 United States 50; empty where nothing is known. */
export function topsWords({ sources, countries }: SpikeSummary): string {
  const country = (name: string) => `${flag(name)} ${countryName(name) ?? isolate(cut(name, 30))}`.trim()
  return [listed(sources, (name) => isolate(sourceName(name))), listed(countries, country)]
    .filter((part) => part !== '')
    .join(' · ')
}

function listed(tops: Tops, nameOf: (name: string) => string): string {
  const named = tops
    .slice(0, shownNames)
    .map(({ name, count }) => `${nameOf(name) || 'unknown'} ${grouped(count)}`)
  const others = tops.slice(shownNames).reduce((sum, { count }) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [`others ${grouped(others)}`])].join(', ')
}

/**
 * One line for a mention: 👎 212k Acme down? TechNews. It links to the mention's message in the thread, never to its own address:
 * that stands once, in the thread.
 */
export function spikeEntryParts(mention: Mention, permalinks: Permalinks): RichPart[] {
  const title = titleOf(mention, longestTitle)
  const author = withoutRepeatedAddress(cut(mention.author.name, longestAuthor), title.address)
  const url = permalinks.get(mention.id)
  const style = { bold: true }
  const text = isolate(title.words)
  return [
    words(`${sentimentSign(mention.sentiment)} ${shortReach(mention)} `.trimStart()),
    url === undefined ? { type: 'text', text, style } : { type: 'link', url, text, style },
    words(author === '' ? '' : ` ${isolate(author)}`),
  ]
}

/** The same in plain words, without an address. */
export function spikeEntryText(mention: Mention): string {
  return entryText({ ...mention, url: '' })
}
