import type {
  ListeningAlert,
  ListeningPreview,
  WrittenAlert,
} from '@overheard/mention-client/listening-client'
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
import { labelled, sentences, sourceName } from '../../messages/kit/labels.ts'
import { list, messages } from '../../messages/kit/say.ts'
import { cut, escapeMrkdwn, isolate, longestText, webAddress, wholeLines } from '../../messages/kit/text.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

type Names = ListeningPreview['names']
const nameOfSource = (source: string, names: Names) => names[source] ?? sourceName(source)

const longestQuery = 200
/** What a button's value can hold. Longer queries are written in the configuration. */
export const longestButtonQuery = 1900

const shown = (query: string) => isolate(cut(query, longestQuery)) || '?'

const longestSentence = 500
/** Long queries have long sentences. */
const said = (words: string) => isolate(cut(words, longestSentence))

/** What a query would have found lately, by source, with examples. */
export function listenPreview(query: string, preview: ListeningPreview): Content {
  const { found, looked, bySource, names, examples, inWords } = preview
  const meaning = [said(inWords ?? ''), ...preview.warnings.map(warningLine)].filter((words) => words !== '')
  const counts = partLines(preview)
  const places = Object.entries(bySource)
    .toSorted(([, a], [, b]) => b - a)
    .map(([source, count]) => say.inSource({ source: nameOfSource(source, names), count }))
  const sentence =
    found === 0
      ? say.nothingLately({ query: shown(query), looked })
      : say.lately({ query: shown(query), found, places: list(places, 'narrow') })
  const next = found === 0 ? say.newMayMatch() : say.newOnly()
  const lines = examples.map(
    ({ title, source, date }) => `${line(title)} · ${nameOfSource(source, names)} · ${utc(date)}`,
  )
  return {
    text: wholeLines([sentence, ...meaning, ...lines, ...counts, next].map(escapeMrkdwn), longestText),
    blocks: [
      section(sentence),
      ...meaning.map((words) => context(plainText(words))),
      ...examples.flatMap((example) => exampleBlocks(example, names)),
      ...counts.map((words) => context(plainText(words))),
      ...actions([button(say.listenHere(), actionIds.listenHere, query, 'primary')]),
      context(plainText(next)),
    ],
  }
}

const warningLine = (warning: { what: string; whatToDo: string }) => said(say.warning(warning))

const mostParts = 20
const mostDropped = 3

/** In how many posts each part is, and what each NOT has dropped. */
function partLines({ looked, parts, dropped }: ListeningPreview): string[] {
  if (parts.length < 2) return []
  const counts = parts
    .slice(0, mostParts)
    .map(({ part, found }) => say.inPart({ part: isolate(cut(part, 60)), count: found }))
  const more = parts.length > mostParts ? [say.moreParts({ count: parts.length - mostParts })] : []
  const drops = dropped
    .filter(({ found }) => found > 0)
    .slice(0, mostDropped)
    .map(({ by, found, examples }) => {
      const titles = examples.map(({ title }) => say.quoted({ title: isolate(cut(title, 60)) }))
      return say.drops({ part: isolate(cut(by, 60)), count: found, titles: list(titles, 'narrow') })
    })
  return [say.parts({ looked, parts: list([...counts, ...more], 'narrow') }), ...drops]
}

const line = (title: string) => isolate(cut(title, 110)) || say.untitled()

function exampleBlocks(
  { title, url, snippet, author, source, date }: ListeningPreview['examples'][number],
  names: Names,
): Block[] {
  const address = webAddress(url)
  const name: RichPart =
    address === undefined
      ? { type: 'text', text: line(title), style: { bold: true } }
      : { type: 'link', url: address, text: line(title), style: { bold: true } }
  const rest = cut(snippet, 200)
  return [
    richText(richLine([name, words(rest === '' || rest === title ? '' : `\n${isolate(rest)}`)])),
    context(
      plainText([nameOfSource(source, names), isolate(cut(author, 60))].filter(Boolean).join(' · ')),
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
  if (all.length === 0) return textMessage(...first, say.noAlerts())
  const listed = all.slice(0, mostAlerts)
  const left = all.length - listed.length
  const more = left === 0 ? [] : [say.moreAlerts({ count: left })]
  return {
    text: wholeLines([...first, ...listed.map(alertText), ...more].map(escapeMrkdwn), longestText),
    blocks: [
      ...first.map((sentence) => section(sentence)),
      ...listed.map(alertRow),
      ...more.map((sentence) => context(plainText(sentence))),
    ],
  }
}

export const shownName = (name: string) => isolate(cut(name, 100))
const nameOf = ({ name }: Pick<ListeningAlert, 'name'>) => shownName(name) || '?'

function alertTitle(alert: ListedAlert): string {
  const { name, query } = alert
  return query === undefined || query === name ? nameOf(alert) : labelled(nameOf(alert), shown(query))
}

function alertNote(alert: ListedAlert): string {
  const { query, languages, mentions, isFixed, isHere, inWords, problem, warnings = [], notes = [] } = alert
  const facts = [
    query === undefined ? say.findsNothing() : '',
    languages.length === 0 ? '' : say.onlyLanguages({ languages: list(languages, 'narrow') }),
    say.mentions({ count: mentions }),
    isHere ? say.postedHere() : '',
    isFixed ? say.ofFile() : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
  const refused = problem && say.wouldBeRefused({ problem: said(problem) })
  const hints = [...warnings.map(warningLine), ...notes.slice(0, mostNotes).map(said)]
  return sentences([inWords && said(inWords), refused, ...hints, facts])
}

const alertText = (alert: ListedAlert) => `${alertTitle(alert)} · ${alertNote(alert)}`

function alertRow(alert: ListedAlert): Block {
  const accessory = {
    type: 'overflow' as const,
    action_id: actionIds.listeningMenu,
    options: [
      optionOf({ label: say.edit(), value: `edit:${alert.id}` }),
      optionOf({ label: say.remove(), value: `remove:${alert.id}` }),
    ],
  }
  return section(alertTitle(alert), {
    fields: [plainText(alertNote(alert))],
    ...(alert.isFixed ? {} : { accessory }),
  })
}

export const listeningInputs = { name: 'listen_name', query: 'listen_query', languages: 'listen_languages' }

/** Returns the labels of the settings that differ. */
export function changedAlertSettings(before: Omit<ListeningAlert, 'id'>, after: WrittenAlert): string[] {
  return [
    ...(before.name === after.name ? [] : [say.name()]),
    ...(before.query === after.query ? [] : [say.query()]),
    ...(before.languages.join() === after.languages.join() ? [] : [say.languages()]),
  ]
}

function required(label: string, name: string, initial: string): Block {
  const element = { type: 'plain_text_input' as const, action_id: name, max_length: 2000 }
  return input(label, name, initial === '' ? element : { ...element, initial_value: initial.slice(0, 2000) })
}

export function editAlertModal({ name, query = '', languages }: ListeningAlert): ModalContent {
  return {
    title: say.editTitle(),
    submit: say.save(),
    blocks: [
      required(say.name(), listeningInputs.name, name),
      required(say.query(), listeningInputs.query, query),
      context(plainText(say.aboutQuery())),
      textInput(say.languagesInput(), listeningInputs.languages, languages.join(', ')),
      context(plainText(say.mentionsStay())),
    ],
  }
}

export function removeAlertModal(alert: ListeningAlert, channels: number): ModalContent {
  return {
    title: say.removeTitle(),
    submit: say.submitRemove(),
    blocks: [
      section(say.removes({ alert: nameOf(alert), count: channels })),
      context(plainText(say.postsStay())),
    ],
  }
}

export const shortNames = (subscriptions: Pick<RegisteredSubscription, 'subscription'>[]) =>
  list(
    subscriptions.map(({ subscription }) => isolate(cut(subscription.name, 80))),
    'narrow',
  )

/** `why` is what the mention service says. */
export const unreadableText = (why: string) => say.unreadable({ why: cut(why.replace(/^query: /, ''), 500) })
