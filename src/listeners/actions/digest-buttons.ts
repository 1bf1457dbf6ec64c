import { closestNames, matchByName } from '@overheard/base/name'
import { z } from 'zod'
import { type DigestAsk, digestLabels } from '../../digests/actions.ts'
import type { DigestPreview } from '../../digests/compose.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { fallbacksOf } from '../../messages/kit/fallbacks.ts'
import { lineGuess, replyTexts } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import { alertsOfDigest, type Digest } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Views } from '../../slack/views.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { Access } from '../access.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { DigestAction } from '../payloads.ts'
import type { Reply } from '../reply.ts'
import type { CommandAsker, Subcommand } from '../subcommand.ts'
import { nameUnclear, ofOtherChannel } from '../texts/replies.ts'
import { say } from '../texts/say.ts'

const dateSchema = z.iso.date()

/** The fields are the digest name, the channel id, the first and the last UTC date, and the page number (from 0). */
const askSchema = z.tuple([z.string(), z.string(), dateSchema, dateSchema, z.int().min(0)])

export function readDigestAsk(value: string): DigestAsk {
  const [digest, channel, from, to, page] = askSchema.parse(JSON.parse(value))
  return { digest, channel, range: { from, to }, page }
}

export type DigestQueries = {
  all: Digest[]
  preview(name: string): Promise<DigestPreview | undefined>
  details(ask: DigestAsk): Promise<Content>
  notPosted(ask: DigestAsk): Promise<Content>
}

type DigestButtonsDeps = {
  digests: DigestQueries
  access: Pick<Access, 'refusal'>
  finder: Pick<SubscriptionFinder, 'alertsIn'>
  channels: Pick<Channels, 'find'>
  views: Pick<Views, 'open' | 'update'>
  reply: Reply
}

const modalCallback = 'digest'

export function createDigestButtons(deps: DigestButtonsDeps) {
  /**
   * Returns, as one sentence, why the person may not read the digest; undefined if the person may. A digest tells about its channel of today,
   * wherever its message is, and an old message about the channel in its button. A press in a modal names no channel, so that of the button counts.
   */
  async function refusalOf({ user, asker }: DigestAction, { digest: name, channel }: DigestAsk) {
    const asking =
      asker === undefined ? { user, channel, byValue: true as const } : { user, channel: asker.channel }
    const digest = deps.digests.all.find((one) => one.name === name)
    if (digest !== undefined) {
      const subject = await subjectOfDigest(deps, digest)
      const refusal = await deps.access.refusal(asking, 'read', subject)
      if (refusal !== undefined) return subject.channel === channel ? refusal : replyTexts.digestElsewhere()
    }
    const alerts = await deps.finder.alertsIn(channel)
    return deps.access.refusal(asking, 'read', { channel, alerts })
  }
  return {
    details: (action: DigestAction) =>
      showInModal(deps, action, digestLabels.details(), async (ask) => {
        const refusal = await refusalOf(action, ask)
        return refusal === undefined ? deps.digests.details(ask) : textMessage(refusal)
      }),
    notPosted: (action: DigestAction) =>
      showInModal(deps, action, digestLabels.notPosted(), async (ask) => {
        const refusal = await refusalOf(action, ask)
        return refusal === undefined ? deps.digests.notPosted(ask) : textMessage(refusal)
      }),
    async eachAlert(action: DigestAction): Promise<void> {
      const { asker } = action
      if (asker === undefined) return
      const ask = readDigestAsk(action.value)
      const refusal = await refusalOf(action, ask)
      if (refusal !== undefined) return deps.reply(asker, textMessage(refusal), 'beside')
      const preview = await deps.digests.preview(ask.digest)
      if (preview === undefined)
        return deps.reply(asker, textMessage(replyTexts.digestGone(ask.digest)), 'beside')
      for (const content of preview.thread) await deps.reply(asker, content, 'beside')
    },
  }
}

type DigestSubjectDeps = {
  channels: Pick<Channels, 'find'>
  finder: Pick<SubscriptionFinder, 'alertsIn'>
}

/** Returns what a digest tells about: the channel (an id) to which it posts, and its alerts and those of the whole channel. */
async function subjectOfDigest({ channels, finder }: DigestSubjectDeps, digest: Digest) {
  const found = await channels.find(digest.channel)
  const channel = found.kind === 'found' ? found.id : undefined
  const others = channel === undefined ? [] : await finder.alertsIn(channel)
  return { channel, alerts: [...alertsOfDigest(digest), ...others] }
}

/**
 * Answers in a modal, because an ephemeral message would appear far below, at the end of the channel. Opens the modal before it fetches the
 * numbers, because Slack allows only three seconds to open a modal.
 */
async function showInModal(
  { views, reply }: DigestButtonsDeps,
  action: DigestAction,
  title: string,
  load: (ask: DigestAsk) => Promise<Content>,
): Promise<void> {
  const ask = readDigestAsk(action.value)
  const modal = ({ blocks }: Content) => ({ title, callback: modalCallback, note: '', blocks })
  const opened =
    action.view === undefined
      ? await views.open(action.trigger, modal(textMessage(replyTexts.oneMoment())))
      : { kind: 'open' as const, view: action.view }
  const content = await load(ask)
  if (opened.kind === 'refused') {
    if (action.asker !== undefined) await reply(action.asker, content, 'beside')
    return
  }
  for (const form of fallbacksOf(content)) {
    if (form.blocks.length === 0) return
    if ((await views.update(opened.view, modal(form))) === undefined) return
  }
}

type DigestCommandDeps = {
  digests: Pick<DigestQueries, 'all' | 'preview'>
  access: Pick<Access, 'refusal'>
  channels: Pick<Channels, 'find'>
  finder: Pick<SubscriptionFinder, 'alertsIn'>
}

export const digestCommand = (deps: DigestCommandDeps): Subcommand => ({
  word: 'digest',
  inLanguages: {
    de: 'zusammenfassung',
    es: 'resumen',
    fr: 'récapitulatif',
    ja: 'ダイジェスト',
    pt: 'resumo',
  },
  rest: 'read',
  get help() {
    return say.helpDigest()
  },
  isSlow: true,
  answer: (asker, line) => previewOf(deps, asker, withoutQuotes(line) || undefined),
})

type ReadableDigest = { name: string; channel: string | undefined }

async function readableDigests(deps: DigestCommandDeps, asker: CommandAsker): Promise<ReadableDigest[]> {
  const readable = await Promise.all(
    deps.digests.all.map(async (digest) => {
      const subject = await subjectOfDigest(deps, digest)
      const refusal = await deps.access.refusal(asker, 'read', subject)
      return refusal === undefined ? [{ name: digest.name, channel: subject.channel }] : []
    }),
  )
  return readable.flat()
}

/** Without a name, only a digest of the channel is meant. That of another channel says so. */
async function previewOf(
  deps: DigestCommandDeps,
  asker: CommandAsker,
  written: string | undefined,
): Promise<Content> {
  const { digests } = deps
  if (digests.all.length === 0) return textMessage(replyTexts.noDigests())
  const readable = await readableDigests(deps, asker)
  const names = readable.map(({ name }) => name)
  const here = readable.filter(({ channel }) => channel === asker.channel).map(({ name }) => name)
  if (names.length === 0) return textMessage(replyTexts.noDigestHere())
  const found = written === undefined ? here : matchByName(written, names, (name) => ({ names: [name] }))
  const [only] = found
  if (only === undefined || found.length > 1) {
    const fitting = found.length > 0 ? found : names
    const isAsked = found.length > 0 || written === undefined
    const close = isAsked ? fitting : closestNames(written, names, (name) => [name])
    const guesses = close.map((name) => lineGuess(`digest ${name}`))
    return nameUnclear('digest', written, { fits: found.length > 0, names: fitting }, guesses)
  }
  const preview = (await digests.preview(only))?.parent
  if (preview === undefined) return textMessage(replyTexts.digestGone(only))
  if (here.includes(only)) return preview
  return ofOtherChannel(only, preview)
}
