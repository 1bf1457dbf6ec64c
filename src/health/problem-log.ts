import type { Log } from '../model/log.ts'
import type { ProblemListener } from './problems.ts'

export const createProblemLog = (log: Pick<Log, 'info' | 'error'>): ProblemListener => ({
  raised({ key, what, whatToDo, detail, subscription, channel, ownerNote }) {
    log.error({ problem: key, subscription, channel, whatToDo, ownerNote, detail }, what)
  },
  cleared({ key, subscription, what }) {
    log.info({ problem: key, subscription, was: what }, 'this problem is solved')
  },
})
