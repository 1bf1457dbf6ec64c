import { inEnglish, messages } from '../../messages/kit/say.ts'
import type { ProblemText } from '../../messages/problems/problem-texts.ts'
import type { Failure } from './endpoint.ts'
import { en } from './texts.en.ts'

/** All of it is about problems. */
export const say = inEnglish(messages(en, (language) => import(`./texts.${language}.ts`)))

/** `webhook` is the host of a webhook. */
export const webhookTexts = {
  failing: (webhook: string, failure: Failure): ProblemText => ({
    what: say.failing({ webhook, ...failure }),
    whatToDo: say.checkFailing(),
  }),
  queueUnusable: (webhook: string, reason: string): ProblemText => ({
    what: say.queueUnusable({ webhook, reason }),
    whatToDo: say.makeRoom(),
  }),
  gone: (webhook: string): ProblemText => ({ what: say.gone({ webhook }), whatToDo: say.takeOut() }),
  dropped: (webhook: string): ProblemText => ({
    what: say.dropped({ webhook }),
    whatToDo: say.checkDropped(),
  }),
  refused: (webhook: string, reason: string): ProblemText => ({
    what: say.refused({ webhook, reason }),
    whatToDo: say.logHasRefused(),
  }),
  unstored: (events: number): ProblemText => ({
    what: say.unstored({ events }),
    whatToDo: say.makeRoomBeforeRestart(),
  }),
}
