export { type Answers, createAnswers, orUnavailable } from './answers.ts'
export { createStatus, type MentionReader, type Status } from './status.ts'
export type { DescribeSubscriptions } from './subscription-status.ts'
export { withPause } from './with-pause.ts'
