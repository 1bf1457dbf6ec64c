import { isSameName } from '@overheard/base/name'
import type { Id } from '@overheard/mention-client/id'
import type { MessageKey } from '../model/collection.ts'
import type { Rewrite } from './rewrite.ts'

/** This text replaces the author's name. A filter keeps it as an entry, because a filter without entries would match other mentions. */
const removed = '[removed]'

type Fields = Readonly<Record<string, unknown>>

/** Texts in these fields stay, even with the author's name, because the bot finds subscriptions, checkpoints and receipts by them. */
const identityKeys = new Set(['alert', 'subscription', 'channel', 'alertName', 'schedule', 'timezone'])

/**
 * Removes an author from stored values: the texts and addresses of the author's mentions, mutes of the author, and the name in every other
 * text. Pass all values to `learn` first, because decisions and duplicates contain only the ids of mentions. `name` must have at least one
 * letter or digit. The records of `queues` are not at the place of a message in Slack.
 */
export function createAuthorEraser(name: string, queues: ReadonlySet<string> = new Set()) {
  const pattern = patternOf(name)
  const mentions = new Set<string>()
  const messages = new Map<string, MessageKey>()

  const isAuthor = (author: unknown) =>
    isFields(author) && [author.name, author.writtenBy].some((one) => isText(one) && isSameName(one, name))
  const isByAuthor = (value: Fields) => isText(value.id) && 'snippet' in value && isAuthor(value.author)
  const isMuteOfAuthor = (value: unknown) =>
    isFields(value) && value.kind === 'author' && isText(value.name) && isSameName(value.name, name)

  function learn(value: unknown, found: () => void, alert = ''): void {
    if (Array.isArray(value)) for (const one of value) learn(one, found, alert)
    if (!isFields(value)) return
    const of = isText(value.alert) ? value.alert : alert
    if (isByAuthor(value)) {
      mentions.add(`${of} ${value.id}`)
      found()
    }
    for (const part of Object.values(value)) learn(part, found, of)
  }

  function erase(value: unknown, alert = ''): unknown {
    if (isText(value)) return value.replace(pattern, removed)
    if (Array.isArray(value)) {
      const kept = value.filter((one) => !isMuteOfAuthor(one)).map((one) => erase(one, alert))
      return kept.length === value.length && kept.every((one, index) => one === value[index]) ? value : kept
    }
    return isFields(value) ? eraseFields(value, isText(value.alert) ? value.alert : alert) : value
  }

  function eraseFields(value: Fields, alert: Id): Fields {
    if (isByAuthor(value)) return withoutAuthor(value)
    const isSubscription = 'schedule' in value || value.kind === 'subscription'
    const erased = Object.entries(value).map(([key, part]) => {
      const isIdentity = isText(part) && (identityKeys.has(key) || (isSubscription && key === 'name'))
      return [key, isIdentity ? part : erase(part, alert)] as const
    })
    const isMuted = isText(value.detail) && isSameName(value.detail, name)
    const isOfAuthor = isMuted || mentions.has(`${alert} ${value.id}`)
    // The detail of a decision can have words of the mention.
    const emptied = Object.entries(isOfAuthor ? { url: '', detail: removed } : {}).filter(
      ([key, empty]) => isText(value[key]) && value[key] !== empty,
    )
    const isChanged = emptied.length > 0 || erased.some(([key, part]) => part !== value[key])
    if (!isChanged) return value
    const next: Fields = { ...Object.fromEntries(erased), ...Object.fromEntries(emptied) }
    // Later mentions must not join the card of a mention whose author was removed.
    const { original: _original, ...card } = next
    return showsMention(value, isByAuthor) ? card : next
  }

  return {
    learn(stored: Parameters<Rewrite>[0]): void {
      const { kind, place } = stored
      learn(stored.value, () => {
        if (place !== undefined && !queues.has(kind)) messages.set(`${place.channel} ${place.ts}`, place)
      })
    },
    erase: (({ value }) => erase(value)) satisfies Rewrite,
    messages: () => [...messages.values()],
    isNamedIn: (text: string) => text.search(pattern) !== -1,
  }
}

function showsMention({ shows }: Fields, fits: (mention: Fields) => boolean): boolean {
  return isFields(shows) && isFields(shows.mention) && fits(shows.mention)
}

function patternOf(name: string): RegExp {
  const composed = name.normalize('NFC').trim()
  const escaped = composed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const forms = [composed, composed.normalize('NFD'), escaped].map((form) =>
    form
      .split(/\s+/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('\\s+'),
  )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(forms)].join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

function withoutAuthor({ location: _location, ...mention }: Fields): Fields {
  const author = { name: '', audience: 0, url: '' }
  const texts = { url: '', title: '', snippet: '' }
  return { ...mention, ...texts, author, tags: [], highlights: [], flaws: [] }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
