import type { DigestSection } from '../../messages/digest-section.ts'
import {
  context,
  partsOf,
  plainText,
  radioButtons,
  richLine,
  richText,
  section,
  select,
  textMessage,
} from '../../messages/kit/block-kit.ts'
import { list, messages } from '../../messages/kit/say.ts'
import { addressInText, cut, escapeMrkdwn, isolate } from '../../messages/kit/text.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import type { FoundCounts } from './digest.ts'
import type { Link } from './model.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** Slack knows the shortcut by its English name. */
export const shortcutName = en.shortcut

/** `isHere` is true if the person pressed in the channel. The words of a message are not carried to another channel. */
export function onItsWay(name: string, isHere: boolean): Content {
  const channel = shownChannel(name)
  return textMessage(isHere ? say.onItsWay({ channel }) : say.onItsWayElsewhere({ channel }))
}

/** `link` leads to the message; undefined if Slack does not say. */
export function alreadyPosted(name: string, link: string | undefined): Content {
  const channel = shownChannel(name)
  if (link === undefined) return textMessage(say.alreadyPosted({ channel }))
  const parts = say.alreadyPostedThere({
    channel,
    link: { type: 'link', url: link, text: say.openPost() } as const,
  })
  return {
    text: say.alreadyPostedThere({ channel: escapeMrkdwn(channel), link: addressInText(link) }),
    blocks: [richText(richLine(partsOf(parts)))],
  }
}

export const cannotPostTo = (channel: string): Content =>
  textMessage(say.cannotPost({ channel: shownChannel(channel) }), say.invite())

export const notTaken = (channel: string): Content =>
  textMessage(say.notTaken({ channel: shownChannel(channel), shortcut: shortcutName }))

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
    title: say.shortcut(),
    submit: say.submit(),
    blocks: [
      ...(links.length === 1 ? linkChoices.map(({ label }) => section(label)) : []),
      ...(links.length > 1 ? [radioButtons(say.link(), trackInputs.link, linkChoices)] : []),
      ...(areLinksCut ? [context(plainText(say.linksCut()))] : []),
      ...(isOne ? [section(say.forPlace({ place: placeLabel(only.name, only.where) }))] : []),
      ...(others.length > 0 ? [select(say.for(), trackInputs.place, placeChoices, only?.name)] : []),
      ...(isElsewhere ? [context(plainText(say.elsewhere()))] : []),
    ],
  }
}

function linkLabel({ url, title }: Pick<Link, 'url' | 'title'>): string {
  const address = url.replace(/^https?:\/\/(?:www\.)?/i, '')
  const label = title === undefined ? address : `${title} (${new URL(url).hostname})`
  return isolate(cut(label, longestLabel - 2)) || '?'
}

function placeLabel(name: string, where: string | undefined): string {
  const label = where === undefined ? name : say.placeElsewhere({ name, channel: where })
  return isolate(cut(label, longestLabel - 2)) || '?'
}

export function foundSection(counts: FoundCounts): DigestSection {
  if (counts.found === 0) return { text: [], blocks: [] }
  const states = (['closed', 'claimed', 'snoozed', 'unclaimed'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => say.state({ count: String(counts[state]), state }))
  const text = say.found({ found: counts.found, states: list(states, 'narrow') })
  return { text: [text], blocks: [context(plainText(text))], hasNews: true }
}
