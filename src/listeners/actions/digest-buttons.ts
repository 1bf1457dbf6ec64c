import { z } from 'zod'
import type { DigestPreview } from '../../digest/compose-digest.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { type DigestAsk, digestLabels } from '../../messages/digest-actions.ts'
import { fallbacksOf } from '../../messages/fallbacks.ts'
import { replyTexts } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import { alertsOfDigest, type Digest } from '../../model/subscription.ts'
import type { Views } from '../../slack/views.ts'
import type { Access } from '../access.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { DigestAction } from '../payloads.ts'
import type { Reply } from '../reply.ts'

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
  views: Pick<Views, 'open' | 'update'>
  reply: Reply
}

const modalCallback = 'digest'

export function createDigestButtons(deps: DigestButtonsDeps) {
  const alertsOf = (name: string) =>
    deps.digests.all.filter((digest) => digest.name === name).flatMap(alertsOfDigest)
  /** A press in a modal names no channel, so the digest's channel is checked. */
  const refusalOf = ({ user, asker }: DigestAction, { channel }: DigestAsk, alerts: string[]) =>
    deps.access.refusal({ user, channel: asker?.channel ?? channel }, 'read', { channel, alerts })
  return {
    details: (action: DigestAction) =>
      showInModal(deps, action, digestLabels.details, async (ask) => {
        const refusal = await refusalOf(action, ask, alertsOf(ask.digest))
        return refusal === undefined ? deps.digests.details(ask) : textMessage(refusal)
      }),
    notPosted: (action: DigestAction) =>
      showInModal(deps, action, digestLabels.notPosted, async (ask) => {
        const alerts = [...alertsOf(ask.digest), ...(await deps.finder.alertsIn(ask.channel))]
        const refusal = await refusalOf(action, ask, alerts)
        return refusal === undefined ? deps.digests.notPosted(ask) : textMessage(refusal)
      }),
    async eachAlert(action: DigestAction): Promise<void> {
      const { asker } = action
      if (asker === undefined) return
      const ask = readDigestAsk(action.value)
      const refusal = await refusalOf(action, ask, alertsOf(ask.digest))
      if (refusal !== undefined) return deps.reply(asker, textMessage(refusal), 'beside')
      const preview = await deps.digests.preview(ask.digest)
      if (preview === undefined)
        return deps.reply(asker, textMessage(replyTexts.digestGone(ask.digest)), 'beside')
      for (const content of preview.thread) await deps.reply(asker, content, 'beside')
    },
  }
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
      ? await views.open(action.trigger, modal(textMessage(replyTexts.oneMoment)))
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
