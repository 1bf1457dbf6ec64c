import { replyTexts } from '../../../src/messages/replies.ts'
import { statsPending } from '../../../src/stats/replies.ts'

const notices = new Set<string>([replyTexts.looking, replyTexts.oneMoment, statsPending().text])

/** True for the notice that comes before an answer if the bot needs longer, for example on a busy machine. The answer replaces it. */
export const isPending = ({ message }: { message: { text: string } }) => notices.has(message.text)
