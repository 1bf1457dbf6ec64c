import { statsPending } from '../../../src/listeners/texts/stats-answer.ts'
import { replyTexts } from '../../../src/messages/replies.ts'
import type { World } from './bot-world.ts'

const notices = new Set<string>([replyTexts.looking(), replyTexts.oneMoment(), statsPending().text])

/**
 * True for the notice that comes before an answer if the bot needs longer, for example on a busy machine. The answer replaces it. The first numbers of statistics
 * end with that notice, too.
 */
export const isPending = ({ message }: { message: { text: string } }) =>
  notices.has(message.text.split('\n').at(-1) ?? '')

/** The open modals. A form that Overheard still has to fill in does not count. */
export const openForms = ({ slack }: Pick<World, 'slack'>) =>
  slack.state.views.filter(({ view }) => view.callback_id !== 'loading')
