import { plural } from '../../messages/kit/numbers.ts'
import type { ProblemText } from '../../messages/problem-texts.ts'

/** What a problem stops. */
export const stopped = {
  webhook: (name: string) => `the webhook ${name}`,
  webhooks: 'events for webhooks',
}

/** `webhook` is the host of a webhook. */
export const webhookTexts = {
  failing: (webhook: string, reason: string): ProblemText => ({
    what: `Events for the webhook ${webhook} wait, because ${reason}.`,
    whatToDo: 'Check its receiver; Overheard retries for 24 hours. Posts in Slack go on as usual.',
  }),
  queueUnusable: (webhook: string, reason: string): ProblemText => ({
    what: `Events for the webhook ${webhook} wait, because their queue cannot be read or written: ${reason}.`,
    whatToDo:
      'Make room on the disk and check the rights of DATA_DIR, or check PostgreSQL if DATABASE_URL is set; Overheard retries by itself.',
  }),
  gone: (webhook: string): ProblemText => ({
    what: `The webhook ${webhook} gets no more events, because its receiver answers 410 (Gone).`,
    whatToDo:
      'Take it out of the configuration. To use it again, make its receiver accept events and reload Overheard.',
  }),
  dropped: (webhook: string): ProblemText => ({
    what: `Events for the webhook ${webhook} were dropped, because they could not be delivered within 24 hours, or because more than 50,000 waited.`,
    whatToDo: 'Check its receiver. The log has the id and the type of each dropped event.',
  }),
  refused: (webhook: string, reason: string): ProblemText => ({
    what: `An event for the webhook ${webhook} was dropped, because the store cannot hold it: ${reason}.`,
    whatToDo: 'The log has its id and type. Posts in Slack and all other events go on as usual.',
  }),
  unstored: (events: number): ProblemText => ({
    what: `${plural(events, 'event')} for webhooks wait in memory, because the store cannot be written. They are lost if this process ends.`,
    whatToDo:
      'Make room on the disk, or check PostgreSQL if DATABASE_URL is set, before you restart Overheard. The log has the id and the type of each lost event.',
  }),
}
