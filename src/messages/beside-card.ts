/** What stands on a card besides the mention itself: where else it was said, and who is called. */
import type { Block, Content } from '../model/message.ts'
import type { Notify } from '../model/subscription.ts'
import { addressInText, webAddress } from './address.ts'
import { context, mrkdwn, type RichPart, richLine, richText, words } from './block-kit.ts'
import { longestText } from './card-text.ts'
import { plural } from './numbers.ts'
import { cut, ellipsize, escapeMrkdwn } from './text.ts'

/** More links than these are counted only. */
const mostLinks = 10

/** The card with the places that joined it, as links to those that are elsewhere. `count`: all that joined; `urls`: strangers' text. */
export function withPlaces(content: Content, { count, urls }: { count: number; urls: string[] }): Content {
  if (count === 0) return content
  const said = `Also at ${plural(count, 'place')}`
  const links = urls.slice(0, mostLinks).flatMap((url) => webAddress(url) ?? [])
  const parts = links.flatMap((url, index): RichPart[] => [
    words(index === 0 ? ': ' : ', '),
    { type: 'link', url, text: hostOf(url) },
  ])
  const addresses = links.map(addressInText).join(', ')
  const text = `${content.text} · ${said}${addresses === '' ? '' : `: ${addresses}`}`
  return {
    // An address that is cut leads nowhere: then the number alone is told.
    text: text.length <= longestText ? text : ellipsize(`${said} · ${content.text}`, longestText),
    blocks: beforeActions(content.blocks, richText(richLine([words(said), ...parts]))),
  }
}

/** The card with those who are to be called. Their ids come from the configuration, never from a mention. */
export function withCall(content: Content, { users, groups, here }: Omit<Notify, 'when'>): Content {
  const calls = [
    ...users.map((user) => `<@${user}>`),
    ...groups.map((group) => `<!subteam^${group}>`),
    ...(here ? ['<!here>'] : []),
  ].join(' ')
  if (calls === '') return content
  return {
    text: ellipsize(`${calls} ${content.text}`, longestText),
    blocks: beforeActions(content.blocks, context(mrkdwn(calls))),
  }
}

function beforeActions(blocks: Block[], block: Block): Block[] {
  const at = blocks.findIndex(({ type }) => type === 'actions')
  return at < 0 ? [...blocks, block] : blocks.toSpliced(at, 0, block)
}

function hostOf(url: string): string {
  return URL.canParse(url) ? cut(new URL(url).hostname, 60) : escapeMrkdwn(cut(url, 60))
}
