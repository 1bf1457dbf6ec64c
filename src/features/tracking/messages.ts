import type { DigestSection } from '../../messages/digest-section.ts'
import {
  context,
  plainText,
  type RichPart,
  radioButtons,
  richLine,
  richText,
  section,
  select,
  textMessage,
  words,
} from '../../messages/kit/block-kit.ts'
import { plural } from '../../messages/kit/numbers.ts'
import { addressInText, cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import type { FoundCounts } from './digest.ts'
import type { Link } from './model.ts'

export const shortcutName = 'Track as a mention'

export const trackingTexts = {
  help: `• ⋯ on any message with a link, *${shortcutName}*: Overheard posts what it did not find itself`,
  noLink: 'This message has no link to a post. Overheard can track only what has an address.',
  longLink: 'This link is too long to be tracked.',
  noPlace:
    'No alert is posted to a channel that you are in, so the mention has no place. Start with /mentions subscribe.',
  switchedOff: 'Tracking is switched off in the configuration (tracking: false).',
  placeGone: 'You cannot track anything there any more. Choose another alert.',
  linksCut: 'The other links of this message are too long to be listed.',
}

/** `isHere` is true if the person pressed in the channel. The words of a message are not carried to another channel. */
export const onItsWay = (channel: string, isHere: boolean): Content =>
  textMessage(
    isHere
      ? `Overheard posts this mention to ${shownChannel(channel)} in a moment.`
      : `Overheard posts this mention to ${shownChannel(channel)} in a moment, with the link and without the text of this message.`,
  )

/** `link` leads to the message; undefined if Slack does not say. */
export function alreadyPosted(channel: string, link: string | undefined): Content {
  const sentence = `This link is already posted in ${shownChannel(channel)}`
  if (link === undefined) return textMessage(`${sentence}.`)
  const parts: RichPart[] = [words(`${sentence}: `), { type: 'link', url: link, text: 'open the post' }]
  return {
    text: `${escapeMrkdwn(sentence)}: ${addressInText(link)}`,
    blocks: [richText(richLine(parts))],
  }
}

export const cannotPostTo = (channel: string): Content =>
  textMessage(
    `Overheard cannot post to ${shownChannel(channel)}: it is archived, or private without Overheard.`,
    'Invite it there first: /invite @overheard',
  )

export const notTaken = (channel: string): Content =>
  textMessage(
    `Slack did not accept the mention in ${shownChannel(channel)}. Try again: ⋯ on the message, ${shortcutName}.`,
  )

const shownChannel = (name: string) => isolate(cut(name, 90))

export const trackInputs = { link: 'link', place: 'place' }

/** `name` is that of the subscription. `where` is the name of its channel; undefined if it is the channel of the message. */
export type PlaceChoice = { name: string; where: string | undefined }

/** The longest label of an option, in characters (Slack's limit). */
const longestLabel = 75

/** Asks only for what is not clear: which of several links, and which of several subscriptions. */
export function trackModal(view: {
  links: Pick<Link, 'url' | 'title'>[]
  areLinksCut: boolean
  places: PlaceChoice[]
}): ModalContent {
  const { links, places, areLinksCut } = view
  const [only, ...others] = places
  const isElsewhere = places.every(({ where }) => where !== undefined)
  const linkChoices = links.map((link, at) => ({ label: linkLabel(link), value: String(at) }))
  const placeChoices = places.map(({ name, where }) => ({ label: placeLabel(name, where), value: name }))
  const isOne = only !== undefined && others.length === 0
  return {
    title: shortcutName,
    submit: 'Track',
    blocks: [
      ...(links.length === 1 ? linkChoices.map(({ label }) => section(label)) : []),
      ...(links.length > 1 ? [radioButtons('Link', trackInputs.link, linkChoices)] : []),
      ...(areLinksCut ? [context(plainText(trackingTexts.linksCut))] : []),
      ...(isOne ? [section(`For ${placeLabel(only.name, only.where)}`)] : []),
      ...(others.length > 0 ? [select('For', trackInputs.place, placeChoices, only?.name)] : []),
      ...(isElsewhere ? [context(plainText(elsewhereText))] : []),
    ],
  }
}

const elsewhereText =
  'Overheard posts the link there. The text of the message stays in its channel, where everybody has read it.'

function linkLabel({ url, title }: Pick<Link, 'url' | 'title'>): string {
  const address = url.replace(/^https?:\/\/(?:www\.)?/i, '')
  const label = title === undefined ? address : `${title} (${new URL(url).hostname})`
  return isolate(cut(label, longestLabel - 2)) || '?'
}

function placeLabel(name: string, where: string | undefined): string {
  const label = where === undefined ? name : `${name} in ${where}`
  return isolate(cut(label, longestLabel - 2)) || '?'
}

export function foundSection(counts: FoundCounts): DigestSection {
  if (counts.found === 0) return { text: [], blocks: [] }
  const states = (['closed', 'claimed', 'snoozed', 'unclaimed'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`)
  const text = `Found by people: ${plural(counts.found, 'mention')} (${states.join(', ')}). The numbers above do not include ${counts.found === 1 ? 'it' : 'them'}.`
  return { text: [text], blocks: [context(plainText(text))], hasNews: true }
}
