import type { ListeningAlert, ListeningPreview } from '../../mention-api/listening-client.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  context,
  input,
  mrkdwn,
  optionOf,
  plainText,
  type RichPart,
  richLine,
  richText,
  section,
  textInput,
  textMessage,
  words,
} from '../../messages/kit/block-kit.ts'
import { slackDate, utc } from '../../messages/kit/dates.ts'
import { sourceName } from '../../messages/kit/labels.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { cut, escapeMrkdwn, isolate, longestText, webAddress, wholeLines } from '../../messages/kit/text.ts'
import type { WrittenAlert } from '../../model/listening.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'

/** The mention service's own names of its sources. */
const ownSources = new Map([
  ['feeds', 'Feeds'],
  ['news', 'News searches'],
  ['hacker-news', 'Hacker News'],
  ['bluesky', 'Bluesky'],
  ['github', 'GitHub'],
  ['stack-exchange', 'Stack Exchange'],
  ['lobsters', 'Lobsters'],
  ['lemmy', 'Lemmy'],
  ['discourse', 'Discourse'],
  ['forem', 'dev.to'],
  ['mastodon', 'Mastodon'],
  ['app-reviews', 'App Store'],
  ['searxng', 'SearXNG'],
  ['intake', 'Intake'],
])
const nameOfSource = (source: string) => ownSources.get(source) ?? sourceName(source)

const longestQuery = 200
/** What a button's value can hold. Longer queries are written in the configuration. */
export const longestButtonQuery = 1900

const shown = (query: string) => isolate(cut(query, longestQuery)) || '?'

const longestSentence = 500
/** Long queries have long sentences. */
const said = (words: string) => isolate(cut(words, longestSentence))

/** What a query would have found lately, by source, with examples. */
export function listenPreview(query: string, preview: ListeningPreview): Content {
  const { found, looked, bySource, examples, inWords } = preview
  const meaning = [said(inWords ?? ''), ...preview.warnings.map(warningLine)].filter((words) => words !== '')
  const counts = partLines(preview)
  const places = Object.entries(bySource)
    .toSorted(([, a], [, b]) => b - a)
    .map(([source, count]) => `${nameOfSource(source)} ${grouped(count)}`)
  const sentence =
    found === 0
      ? `Nothing lately for ${shown(query)}, in ${plural(looked, 'post')} that ${looked === 1 ? 'was' : 'were'} searched.`
      : `${plural(found, 'mention')} lately for ${shown(query)}: ${places.join(', ')}.`
  const next =
    found === 0
      ? 'New posts may still match. Listen here posts them to this channel.'
      : 'Listen here posts new ones to this channel, not these.'
  const lines = examples.map(
    ({ title, source, date }) => `${line(title)} · ${nameOfSource(source)} · ${utc(date)}`,
  )
  return {
    text: wholeLines([sentence, ...meaning, ...lines, ...counts, next].map(escapeMrkdwn), longestText),
    blocks: [
      section(sentence),
      ...meaning.map((words) => context(plainText(words))),
      ...examples.flatMap(exampleBlocks),
      ...counts.map((words) => context(plainText(words))),
      ...actions([button('Listen here', actionIds.listenHere, query, 'primary')]),
      context(plainText(next)),
    ],
  }
}

const warningLine = ({ what, whatToDo }: { what: string; whatToDo: string }) =>
  said(`Warning: ${what} ${whatToDo}`)

const mostParts = 20
const mostDropped = 3

/** In how many posts each part is, and what each NOT has dropped. */
function partLines({ looked, parts, dropped }: ListeningPreview): string[] {
  if (parts.length < 2) return []
  const counts = parts
    .slice(0, mostParts)
    .map(({ part, found }) => `${isolate(cut(part, 60))} in ${grouped(found)}`)
  const more = parts.length > mostParts ? [`${plural(parts.length - mostParts, 'more part')}`] : []
  const drops = dropped
    .filter(({ found }) => found > 0)
    .slice(0, mostDropped)
    .map(({ by, found, examples }) => {
      const titles = examples.map(({ title }) => `“${isolate(cut(title, 60))}”`).join(', ')
      return `${isolate(cut(by, 60))} drops ${grouped(found)}: ${titles}`
    })
  return [`Of ${plural(looked, 'post')}: ${[...counts, ...more].join(', ')}.`, ...drops]
}

const line = (title: string) => isolate(cut(title, 110)) || 'Untitled'

function exampleBlocks({
  title,
  url,
  snippet,
  author,
  source,
  date,
}: ListeningPreview['examples'][number]): Block[] {
  const address = webAddress(url)
  const name: RichPart =
    address === undefined
      ? { type: 'text', text: line(title), style: { bold: true } }
      : { type: 'link', url: address, text: line(title), style: { bold: true } }
  const rest = cut(snippet, 200)
  return [
    richText(richLine([name, words(rest === '' || rest === title ? '' : `\n${isolate(rest)}`)])),
    context(
      plainText([nameOfSource(source), isolate(cut(author, 60))].filter(Boolean).join(' · ')),
      mrkdwn(slackDate(date) ?? utc(date)),
    ),
  ]
}

const mostAlerts = 20
const mostNotes = 3

/** `isHere`: a subscription of this channel posts the alert. */
export type ListedAlert = ListeningAlert & { isHere: boolean }

/** The alerts that the mention service listens for. `left` others match, too. */
export function listeningAlerts(all: ListedAlert[], note?: string): Content {
  const first = note === undefined ? [] : [note]
  if (all.length === 0)
    return textMessage(
      ...first,
      'Overheard listens for nothing yet. Start with /mentions listen, such as: /mentions listen "acme app" OR acmehq',
    )
  const listed = all.slice(0, mostAlerts)
  const left = all.length - listed.length
  const more = left === 0 ? [] : [`${plural(left, 'more alert')}: name one, /mentions alerts NAME.`]
  return {
    text: wholeLines([...first, ...listed.map(alertText), ...more].map(escapeMrkdwn), longestText),
    blocks: [
      ...first.map((sentence) => section(sentence)),
      ...listed.map(alertRow),
      ...more.map((sentence) => context(plainText(sentence))),
    ],
  }
}

const nameOf = ({ name }: Pick<ListeningAlert, 'name'>) => isolate(cut(name, 100)) || '?'

function alertTitle(alert: ListedAlert): string {
  const { name, query } = alert
  return query === undefined || query === name ? nameOf(alert) : `${nameOf(alert)}: ${shown(query)}`
}

function alertNote(alert: ListedAlert): string {
  const { query, languages, mentions, isFixed, isHere, inWords, problem, warnings = [], notes = [] } = alert
  const facts = [
    query === undefined ? 'Finds nothing new any more' : '',
    languages.length === 0 ? '' : `only ${languages.join(', ')}`,
    plural(mentions, 'mention'),
    isHere ? 'posted here' : '',
    isFixed ? 'of the configuration file' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
  const refused = problem && `This query would be refused today. Write it anew: ${said(problem)}`
  const hints = [...warnings.map(warningLine), ...notes.slice(0, mostNotes).map(said)]
  return [inWords && said(inWords), refused, ...hints, facts].filter(Boolean).join(' ')
}

const alertText = (alert: ListedAlert) => `${alertTitle(alert)} · ${alertNote(alert)}`

function alertRow(alert: ListedAlert): Block {
  const accessory = {
    type: 'overflow' as const,
    action_id: actionIds.listeningMenu,
    options: [
      optionOf({ label: 'Edit…', value: `edit:${alert.id}` }),
      optionOf({ label: 'Remove…', value: `remove:${alert.id}` }),
    ],
  }
  return section(alertTitle(alert), {
    fields: [plainText(alertNote(alert))],
    ...(alert.isFixed ? {} : { accessory }),
  })
}

export const listeningInputs = { name: 'listen_name', query: 'listen_query', languages: 'listen_languages' }

const alertLabels = { name: 'Name', query: 'What to listen for', languages: 'Languages' }

/** Returns the labels of the settings that differ. */
export function changedAlertSettings(before: Omit<ListeningAlert, 'id'>, after: WrittenAlert): string[] {
  return [
    ...(before.name === after.name ? [] : [alertLabels.name]),
    ...(before.query === after.query ? [] : [alertLabels.query]),
    ...(before.languages.join() === after.languages.join() ? [] : [alertLabels.languages]),
  ]
}

function required(label: string, name: string, initial: string): Block {
  const element = { type: 'plain_text_input' as const, action_id: name, max_length: 2000 }
  return input(label, name, initial === '' ? element : { ...element, initial_value: initial.slice(0, 2000) })
}

export function editAlertModal({ name, query = '', languages }: ListeningAlert): ModalContent {
  return {
    title: 'Edit alert',
    submit: 'Save',
    blocks: [
      required(alertLabels.name, listeningInputs.name, name),
      required(alertLabels.query, listeningInputs.query, query),
      context(
        plainText(
          'Words, "phrases", OR, -word, site:news.example, author:kim. docs/listening.md has the rest.',
        ),
      ),
      textInput(
        `${alertLabels.languages}, such as en, de (empty: all)`,
        listeningInputs.languages,
        languages.join(', '),
      ),
      context(
        plainText(
          'The mentions that it has found stay. Subscriptions in all channels go on with the new words.',
        ),
      ),
    ],
  }
}

export function removeAlertModal(alert: ListeningAlert, channels: number): ModalContent {
  const also =
    channels === 0
      ? 'No channel gets it.'
      : `Its ${plural(channels, 'subscription')} in Slack ${channels === 1 ? 'ends' : 'end'}, too.`
  return {
    title: 'Remove alert',
    submit: 'Remove',
    blocks: [
      section(
        `Overheard stops listening for ${nameOf(alert)}, and its mentions are deleted from the mention service. ${also}`,
      ),
      context(plainText('What was posted stays in the channels. This cannot be undone.')),
    ],
  }
}

export const listeningTexts = {
  noSuchAlert: (name: string) =>
    `No alert matches “${isolate(cut(name, 100))}”. These are all that you may see:`,
  notHere:
    'This mention service does not listen for queries. Its alerts are made on its own website; /mentions subscribe posts one here.',
  whatToListenFor: 'Say what to listen for, for example: /mentions listen "acme app" OR acmehq -jobs',
  tooLong: `A query may have at most ${grouped(longestButtonQuery)} characters here. Longer ones belong in the configuration file.`,
  unreadable: (why: string) => `This cannot be searched for: ${cut(why.replace(/^query: /, ''), 500)}`,
  here: (name: string) => `${isolate(cut(name, 100))} is already posted here.`,
  gone: 'This alert does not exist any more.',
  fixed: 'This alert is in the configuration file. Somebody who runs Overheard can change it there.',
  usedInFile: (names: string[]) =>
    `The configuration file posts this alert (${names.map((name) => isolate(cut(name, 80))).join(', ')}). It has to be taken out there first.`,
  listens: (name: string) =>
    `Overheard now listens for ${isolate(cut(name, 100))}, and posts what is new to this channel.`,
  removed: (name: string) => `Overheard no longer listens for ${isolate(cut(name, 100))}.`,
  changed: (name: string) => `Overheard now listens for ${isolate(cut(name, 100))} as you wrote.`,
  named: (names: string[]) =>
    `Subscriptions find this alert by its name (${names.map((name) => isolate(cut(name, 80))).join(', ')}), so it keeps the name.`,
  keptName: 'The configuration file names this alert in `private`, so it keeps the name.',
  keptAlert: 'The configuration file names this alert in `private`. It has to be taken out there first.',
  otherName: 'This name cannot be used here. Choose another one.',
  wrongLanguage: 'Write codes of two or three letters, separated by commas, such as en, de.',
  missing: 'Fill this in.',
}
