import { cardMenuChoices } from '../../messages/block-actions.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { entryInputs } from '../../messages/burst-entries.ts'
import { muteInputs, muteKindWords } from '../../messages/mutes.ts'
import { onlyAdmins } from '../../messages/replies.ts'
import { type Id, isId } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { MuteKind, MuteTerm } from '../../model/mute.ts'
import { type MuteService, mutedNameOf } from '../../subscriptions/mute-service.ts'
import { type CardMenuDeps, muteKindOf } from '../actions/card-buttons.ts'
import { type CardModalMetadata, readMetadata } from '../card-modals.ts'
import type { ViewSubmission } from '../payloads.ts'

/** The submissions of the modals about mentions. */
type CardSubmissionListeners = {
  mute(submission: ViewSubmission): Promise<void>
  entries(submission: ViewSubmission): Promise<void>
}

type CardSubmissionDeps = Pick<CardMenuDeps, 'reply' | 'may' | 'why' | 'applyCardAction'> & {
  /** Undefined if the service no longer has the mention, or does not answer. */
  findMention: (alert: Id, id: Id) => Promise<Mention | undefined>
  muting: MuteService
}

export function createCardSubmissions(deps: CardSubmissionDeps): CardSubmissionListeners {
  return {
    async mute(submission) {
      const metadata = readMetadata(submission.metadata)
      const [mention] = metadata.target.mentions
      if (mention !== undefined && metadata.kind !== undefined)
        await muteFromMention(deps, submission, { note: metadata, mention, kind: metadata.kind })
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
  if (action === 'claim' || action === 'done' || action === 'not-relevant')
    return deps.applyCardAction({ message: metadata, mention, user: submission.user, action })
  const choice = cardMenuChoices.find((known) => known === action)
  const kind = choice && muteKindOf(choice)
  if (kind !== undefined) return muteFromMention(deps, submission, { note: metadata, mention, kind })
  const { channel } = metadata.place
  const answer = await deps.why({ alert: metadata.target.alert, mention: { id: mention }, channel })
  await deps.reply(askerOf(metadata, submission), answer, 'beside')
}

async function muteFromMention(
  deps: CardSubmissionDeps,
  submission: ViewSubmission,
  { note: metadata, mention: id, kind }: { note: CardModalMetadata; mention: Id; kind: MuteKind },
): Promise<void> {
  const { user } = submission
  const { channel } = metadata.place
  const asker = askerOf(metadata, submission)
  if (!(await deps.may(user, channel, true))) return deps.reply(asker, onlyAdmins.mayMute, 'beside')
  const mention = await deps.findMention(metadata.target.alert, id)
  const name = mention && mutedNameOf(kind, mention)
  if (name === undefined) {
    const advice = `Name it yourself: /mentions mute ${kind} NAME.`
    return deps.reply(
      asker,
      textMessage(`The ${muteKindWords[kind]} of this mention cannot be told. ${advice}`),
      'beside',
    )
  }
  await deps.muting.mute({ channel, user, kind, name, term: readTerm(submission) })
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
