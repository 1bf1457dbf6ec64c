import { muteInputs } from '../../messages/mutes/modal.ts'
import { kindWords } from '../../messages/mutes/words.ts'
import { onlyAdmins } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { choices } from '../../messages/target.ts'
import { type Id, isId } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { MuteKind, MuteTerm } from '../../model/mute.ts'
import { type Muting, nameToMute } from '../mutes/muting.ts'
import type { Submission } from '../submission.ts'
import { type MoreDeps, muteKindOf } from './more.ts'
import { type CardNote, readNote } from './note.ts'

/** The modals about mentions, submitted. */
type CardSubmissions = {
  mute(submission: Submission): Promise<void>
  entries(submission: Submission): Promise<void>
}

type Deps = Pick<MoreDeps, 'reply' | 'may' | 'why' | 'act'> & {
  /** Undefined where the service does not have it any more, or cannot say. */
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  muting: Muting
}

/** What the modals do. */
export function createCardSubmissions(deps: Deps): CardSubmissions {
  return {
    async mute(submission) {
      const note = readNote(submission.note)
      const [mention] = note.target.mentions
      if (mention !== undefined && note.kind !== undefined)
        await mute(deps, submission, { note, mention, kind: note.kind })
    },
    async entries(submission) {
      const note = readNote(submission.note)
      const mention = text(submission, muteInputs.entry)
      const deed = text(submission, muteInputs.deed)
      if (!isId(mention)) return
      if (deed === 'claim' || deed === 'done' || deed === 'not-relevant')
        return deps.act({ where: note, mention, user: submission.user, press: deed })
      const choice = choices.find((known) => known === deed)
      const kind = choice && muteKindOf(choice)
      if (kind !== undefined) return mute(deps, submission, { note, mention, kind })
      const { channel } = note.place
      const answer = await deps.why({ alert: note.target.alert, mention: { id: mention }, channel })
      await deps.reply(askerOf(note, submission), answer, 'beside')
    },
  }
}

async function mute(
  deps: Deps,
  submission: Submission,
  { note, mention: id, kind }: { note: CardNote; mention: Id; kind: MuteKind },
): Promise<void> {
  const { user } = submission
  const { channel } = note.place
  const asker = askerOf(note, submission)
  if (!(await deps.may(user, channel, true))) return deps.reply(asker, onlyAdmins.mayMute, 'beside')
  const mention = await deps.mention(note.target.alert, id)
  const name = mention && nameToMute(kind, mention)
  if (name === undefined) {
    const advice = `Name it yourself: /mentions mute ${kind} NAME.`
    return deps.reply(
      asker,
      say(`The ${kindWords[kind]} of this mention cannot be told. ${advice}`),
      'beside',
    )
  }
  await deps.muting.mute({ channel, user, kind, name, term: termOf(submission) })
}

function termOf(submission: Submission): MuteTerm {
  const chosen = text(submission, muteInputs.term)
  const terms: MuteTerm[] = ['1d', '7d', 'forever']
  return terms.find((term) => term === chosen) ?? '7d'
}

const askerOf = ({ place, responseUrl }: CardNote, { user }: Submission) => ({
  user,
  channel: place.channel,
  responseUrl,
})

function text({ values }: Submission, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}
