import { cardMenuChoices } from '../../messages/block-actions.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { entryInputs } from '../../messages/burst-entries.ts'
import { muteInputs, muteKindWords } from '../../messages/mutes.ts'
import { type Id, isId } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import { type MuteKind, type MuteTerm, muteKinds } from '../../model/mute.ts'
import type { Deed } from '../../rules/permission.ts'
import { type MuteService, mutedNameOf, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import { deedOfTerm } from '../access.ts'
import { type CardMenuDeps, muteKindOf } from '../actions/card-buttons.ts'
import { type CardModalMetadata, readMetadata } from '../card-modals.ts'
import type { ViewSubmission } from '../payloads.ts'
import type { Asker } from '../reply.ts'

/** The submissions of the modals about mentions. */
type CardSubmissionListeners = {
  mute(submission: ViewSubmission): Promise<void>
  entries(submission: ViewSubmission): Promise<void>
}

type CardSubmissionDeps = Pick<CardMenuDeps, 'reply' | 'access' | 'why' | 'applyCardAction'> & {
  /** Finds a mention that a message shows. Undefined if it has no record, and the service does not have it. */
  findShownMention: (
    message: { channel: string; ts: string },
    alert: Id,
    id: Id,
  ) => Promise<Mention | undefined>
  muting: MuteService
}

export function createCardSubmissions(deps: CardSubmissionDeps): CardSubmissionListeners {
  return {
    async mute(submission) {
      const metadata = readMetadata(submission.metadata)
      const [mention] = metadata.target.mentions
      const kind = muteKinds.find((known) => known === readText(submission, muteInputs.what))
      if (mention !== undefined && kind !== undefined)
        await muteFromMention(deps, submission, { note: metadata, mention, kind })
    },
    async entries(submission) {
      const metadata = readMetadata(submission.metadata)
      const chosen = submission.values.get(entryInputs.entries)
      const mentions = Array.isArray(chosen) ? chosen.filter(isId) : []
      const action = readText(submission, entryInputs.action)
      for (const mention of mentions) await updateEntry(deps, submission, { metadata, mention, action })
    },
  }
}

/** Does with one chosen entry what was chosen for all of them. */
async function updateEntry(
  deps: CardSubmissionDeps,
  submission: ViewSubmission,
  { metadata, mention, action }: { metadata: CardModalMetadata; mention: Id; action: string },
): Promise<void> {
  const asker = askerOf(metadata, submission)
  if (action === 'claim' || action === 'done' || action === 'not-relevant' || action === 'open-again') {
    const deed = action === 'claim' || action === 'done' ? 'handle' : 'dismiss'
    if (await isRefused(deps, asker, deed)) return
    return deps.applyCardAction({ message: metadata, mention, user: submission.user, action })
  }
  const choice = cardMenuChoices.find((known) => known === action)
  const kind = choice && muteKindOf(choice)
  if (kind !== undefined) return muteFromMention(deps, submission, { note: metadata, mention, kind })
  const { alert } = metadata.target
  if (await isRefused(deps, asker, 'read', [alert])) return
  const answer = await deps.why({ alert, mention: { id: mention }, channel: metadata.place.channel })
  await deps.reply(asker, answer, 'beside')
}

/** Checks a deed on a message of a channel and tells the person why it is refused. */
async function isRefused(
  { access, reply }: Pick<CardSubmissionDeps, 'access' | 'reply'>,
  asker: Asker,
  deed: Deed,
  alerts: Id[] = [],
): Promise<boolean> {
  const refusal = await access.refusal(asker, deed, { channel: asker.channel, alerts })
  if (refusal !== undefined) await reply(asker, textMessage(refusal), 'beside')
  return refusal !== undefined
}

async function muteFromMention(
  deps: CardSubmissionDeps,
  submission: ViewSubmission,
  { note: metadata, mention: id, kind }: { note: CardModalMetadata; mention: Id; kind: MuteKind },
): Promise<void> {
  const { user } = submission
  const { channel } = metadata.place
  const asker = askerOf(metadata, submission)
  const term = readTerm(submission)
  if (await isRefused(deps, asker, deedOfTerm(term))) return
  const mention = await deps.findShownMention(metadata.place, metadata.target.alert, id)
  const name = mention && mutedNameOf(kind, mention)
  if (name === undefined) {
    const advice = `Name it yourself: /mentions mute ${kind} NAME.`
    return deps.reply(
      asker,
      textMessage(`The ${muteKindWords[kind]} of this mention cannot be told. ${advice}`),
      'beside',
    )
  }
  const outcome = await deps.muting.mute({ channel, user, kind, name, term })
  if (outcome === 'too-many') await deps.reply(asker, textMessage(tooManyMutesText), 'beside')
}

function readTerm(submission: ViewSubmission): MuteTerm {
  const chosen = readText(submission, muteInputs.term)
  const terms: MuteTerm[] = ['1d', '7d', 'forever']
  return terms.find((term) => term === chosen) ?? '7d'
}

const askerOf = ({ place, responseUrl }: CardModalMetadata, { user }: ViewSubmission) => ({
  user,
  channel: place.channel,
  responseUrl,
})

function readText({ values }: ViewSubmission, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}
